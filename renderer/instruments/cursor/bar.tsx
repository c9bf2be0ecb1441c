/** The one time cursor: where it is, what can be done there, what lies in its range, and on with the simulation. */
import { Clock, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect, useMemo, useState } from 'react'
import { useCalm } from '../../store/calm'
import { followAll } from '../../store/cursor/cursor'
import { MOMENT_ACTIONS } from '../../store/cursor/moment-actions'
import { sumsOf } from '../../store/cursor/range-sums'
import { closeDelay } from '../../store/delays/actions'
import type { TimeRange } from '../../store/shown-time'
import { type Store, useStore } from '../../store/store'
import { Facts } from '../../widgets/facts'
import { formatTime } from '../../widgets/format'
import { Announcement } from '../../widgets/screen-reader'
import { Tip } from '../../widgets/tip'
import { Find } from './find'
import { RecordsButton } from './records'
import { rangeText, sumsFacts, sumsText } from './text'
import './bar.css'

/** ms after which a screen reader is told of what does not change any more */
const SETTLED = 600

/** Every axis follows the simulation. */
function isFollowing({ moment, range, gpuTab, backgroundTab, memoryTab }: Store): boolean {
  const ends = [gpuTab.shown.end, backgroundTab.shown.end, memoryTab.chart.isAll ? null : memoryTab.chart.end]
  return moment === null && range === null && ends.every((end) => end === null)
}

export function CursorBar() {
  const moment = useStore((state) => state.moment)
  const range = useStore((state) => state.range)
  const following = useStore(isFollowing)
  return (
    <section className="cursor-bar" aria-label="Time cursor" data-pane>
      <Clock aria-hidden="true" size={14} />
      {range !== null ? (
        <Range range={range} />
      ) : (
        <output className="cursor-where" aria-label="Cursor" aria-live="off">
          {moment !== null ? formatTime(moment) : following ? 'Following' : 'Held'}
        </output>
      )}
      {moment !== null && <Actions moment={moment} />}
      {moment === null && range === null && (
        <span className="cursor-hint">
          Click a time axis for a moment, drag for a range; W A S D and the wheel move it.
        </span>
      )}
      <SettledAnnouncement
        text={range !== null ? rangeText(range) : moment !== null ? `Time cursor at ${formatTime(moment)}` : ''}
      />
      <span className="cursor-space" />
      <Chosen />
      <Tip text="Takes the cursor away; every time axis goes on with the simulation, as with its own Follow" side="top">
        <button type="button" className="button" aria-disabled={following} onClick={() => !following && followAll()}>
          Follow all
        </button>
      </Tip>
      <RecordsButton />
      <Find />
    </section>
  )
}

/** What can be done at the moment: the one place for it. */
function Actions({ moment }: { moment: number }) {
  const offered = useStore((state) =>
    MOMENT_ACTIONS.filter(({ isOffered }) => isOffered?.(state, moment) !== false)
      .map(({ id }) => id)
      .join(' '),
  )
  const ids = offered.split(' ')
  return MOMENT_ACTIONS.filter(({ id }) => ids.includes(id)).map(({ id, label, title, run }) => (
    <Tip key={id} text={title} side="top">
      <button type="button" className="button" onClick={() => run(moment)}>
        {label}
      </button>
    </Tip>
  ))
}

/** The delay that everything highlights, wherever one looks. */
function Chosen() {
  const title = useStore(({ view }) => view.delay?.title ?? null)
  if (title === null) return null
  return (
    <span className="cursor-delay">
      <span title={`${title}: highlighted in every instrument`}>{title}</span>
      <button type="button" className="icon-button" aria-label="Stop highlighting the delay" onClick={closeDelay}>
        <X aria-hidden="true" size={13} />
      </button>
    </span>
  )
}

function Range({ range }: { range: TimeRange }) {
  // packets that run now, and what is told late, belong to it as they come
  const view = useCalm((state) => state)
  const sums = useMemo(() => sumsOf(view, range), [view, range])
  const { memory, engines, contexts } = sumsFacts(sums, range)
  return (
    <>
      <output className="cursor-where" aria-label="Cursor" aria-live="off">
        {rangeText(range)}
      </output>
      <Popover.Root>
        <Popover.Trigger asChild>
          <button type="button" className="button cursor-sums" title="All sums of the range">
            <span>{sumsText(sums, range)}</span>
          </button>
        </Popover.Trigger>
        <Popover.Content
          className="menu cursor-details"
          side="top"
          align="start"
          sideOffset={6}
          aria-label="Sums of the range"
        >
          <h3>{rangeText(range)}</h3>
          {sums.isGone && <p className="cursor-gone">Older records are gone: the sums are of what is still kept.</p>}
          <h4>Memory</h4>
          <Facts facts={memory} />
          <h4>Engines</h4>
          {engines.length === 0 ? <p className="muted">No packet ran.</p> : <Facts facts={engines} />}
          {contexts.length > 0 && <h4>Contexts</h4>}
          <Facts facts={contexts} />
        </Popover.Content>
      </Popover.Root>
    </>
  )
}

/** Said when it does not change any more. */
function SettledAnnouncement({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SETTLED)
    return () => clearTimeout(timer)
  }, [text])
  return <Announcement text={said} />
}
