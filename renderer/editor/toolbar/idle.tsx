import { Moon, MousePointer2 } from 'lucide-react'
import { splitCodes } from '../../glossary/codes'
import { send, useStore } from '../../store/store'
import { Term, Tip } from '../../widgets/tip'
import { countdownText, idleStateText, idleTip, inputText, ringShare, simulateTip, trimText } from './idle-text'

/** Whether the emulated OS is idle, who says so, and when the next periodic trim is due (TN-21, TN-22). */
export function IdleIndicator() {
  const idle = useStore((store) => store.view.idle)
  const running = useStore((store) => store.view.clock.running)
  const until = useStore((store) => countdownText(store.view.idle.nextPeriodicTrim, store.view.clock.now))
  return (
    <section className={idle.idle ? 'idle idle-on' : 'idle'} aria-label="OS idle">
      <Simulate />
      <div className="idle-lines">
        <p className="idle-state">
          <Term tip={idleTip(idle)}>OS idle</Term> {idleStateText(idle)}
          <span className={`source source-${idle.source}`}>{idle.source}</span>
        </p>
        <p className="idle-detail">
          {inputText(idle, running)} · {until}
        </p>
      </div>
    </section>
  )
}

const RADIUS = 11
const ROUND = 2 * Math.PI * RADIUS

/** Simulates idleness, and ends it; the ring runs out as the next trim comes, and says what that would take (TN-21, TN-22). */
function Simulate() {
  const view = useStore((store) => store.view.idle)
  const { idle, source } = view
  const share = useStore(({ view: { idle: now, clock, system } }) =>
    ringShare(now.nextPeriodicTrim, clock.now, system.interval),
  )
  const simulated = source === 'simulated' && idle
  const takes = trimText(view)
  return (
    <Tip text={`${simulateTip(source, idle)} ${takes}`.trim()}>
      <button
        type="button"
        className="idle-button"
        aria-label="Simulate idle"
        aria-description={splitCodes(takes).words}
        aria-pressed={simulated}
        aria-disabled={source === 'scripted'}
        onClick={() => source !== 'scripted' && void send({ kind: 'idle', idle: !simulated })}
      >
        <svg className="idle-ring" viewBox="0 0 26 26" aria-hidden="true">
          <circle className="idle-ring-ground" cx="13" cy="13" r={RADIUS} />
          {share !== null && (
            <circle
              className="idle-ring-left"
              cx="13"
              cy="13"
              r={RADIUS}
              strokeDasharray={`${share * ROUND} ${ROUND}`}
            />
          )}
        </svg>
        {idle ? <Moon size={14} aria-hidden="true" /> : <MousePointer2 size={14} aria-hidden="true" />}
      </button>
    </Tip>
  )
}
