import { memo, useState } from 'react'
import type { BackgroundView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { RuleLink } from '../../glossary/rule-link'
import { useCalm } from '../../store/calm'
import { formatCount, formatTime } from '../../widgets/format'
import { HResultText } from '../../widgets/hresult'
import { furtherOf } from './text'

type Call = BackgroundView['calls'][number]

const FEW = 8

/** Calls of SetBackgroundProcessingMode, the newest first. */
export function Calls() {
  const calls = useCalm((view) => view.background.calls)
  const [all, setAll] = useState(false)
  const shown = calls.slice(all ? 0 : -FEW).reverse()
  return (
    <section className="instrument-section" aria-label="Calls">
      <h3>Calls of SetBackgroundProcessingMode</h3>
      {calls.length === 0 ? (
        <p className="detail-hint">
          No call yet: the mode is ALLOWED by default.
          <RuleLink code="BP-01" /> Choose one above, then Set mode.
        </p>
      ) : (
        <ol className="background-list" aria-label="Calls of SetBackgroundProcessingMode">
          {shown.map((call) => (
            <CallItem key={call.id} call={call} />
          ))}
        </ol>
      )}
      {calls.length > FEW && (
        <button type="button" className="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? `Show the newest ${FEW}` : `Show all ${formatCount(calls.length)}`}
        </button>
      )}
    </section>
  )
}

/** A frame brings all calls anew: only one whose event was signalled since has changed. */
const CallItem = memo(
  function CallItem({ call }: { call: Call }) {
    const { t, mode, action, hresult } = call
    return (
      <li>
        <p>
          <span className="background-call-mode">
            {mode}, {action}
          </span>
        </p>
        <p>
          <span className="background-muted">{formatTime(t)}</span>
          <HResultText hresult={hresult} />
          <span {...said('FurtherMeasurementsDesired (BP-13)')}>further measurements: {furtherOf(call)}</span>
          <EventText call={call} />
        </p>
      </li>
    )
  },
  (a, b) => a.call.id === b.call.id && a.call.signalledAt === b.call.signalledAt,
)

function EventText({ call: { event, signalledAt, hresult } }: { call: Call }) {
  if (event === null) return <span className="background-muted">no event</span>
  if (signalledAt !== null) {
    return (
      <span {...said('All tasks of the commit are done (BP-07)')}>
        {event} signalled at {formatTime(signalledAt)}
      </span>
    )
  }
  const failed = hresult.value >>> 31 === 1
  return <span className="background-muted">{failed ? `${event} is not used` : `${event} is not signalled yet`}</span>
}
