/** Why presses, frames and presents were shown late: totals by kind, the worst of them, and the chain of one (LB-08 to LB-10). */
import { KEPT_DELAYS } from '../../../preload/contract'
import { useCalm } from '../../store/calm'
import type { InterfaceState } from '../../store/model'
import { setDelaysTab, useStore } from '../../store/store'
import type { DelaysTab as DelaysState } from '../../store/tabs/delays'
import { Empty } from '../../widgets/empty'
import { counted, formatCount } from '../../widgets/format'
import { Segmented } from '../../widgets/segmented'
import { makeLate } from '../first-actions'
import { Chain } from './chain'
import { DroppedList } from './dropped'
import { DelayList, useRows } from './list'
import { Totals } from './totals'
import './tab.css'

const KINDS: readonly { value: NonNullable<DelaysState['what']> | 'all'; text: string; title: string }[] = [
  { value: 'all', text: 'All', title: 'All that was shown late' },
  { value: 'press', text: 'Presses', title: 'Presses of an effect, and sets of one’s own' },
  { value: 'frame', text: 'Frames', title: 'Frames of the clip' },
  { value: 'present', text: 'Presents', title: 'Presents of the desktop compositor' },
  { value: 'dropped', text: 'Dropped', title: 'Frames of the clip that were never shown' },
]

const KEPT_TEXT = `Kept, with their chains: the newest ${formatCount(KEPT_DELAYS.newest)}, of long chains fewer, and the worst ${KEPT_DELAYS.worst} of each kind`

export function DelaysTab() {
  const delay = useStore(({ view }) => view.delay)
  const note = useStore((state) => state.delaysTab.note)
  const nothing = useStore(({ view }) => view.delayRows.length === 0 && view.drops.items.length === 0)
  if (nothing && delay === null)
    return (
      <section className="tab-body" aria-label="Delays">
        {note !== '' && (
          <p className="delay-note" role="status">
            {note}
          </p>
        )}
        <Empty
          title="Nothing was shown late"
          actions={[{ label: 'Play beside a long packet', run: () => void makeLate() }]}
        >
          A press or a frame is late when it misses the first vertical blank that it could have met. Lower the Budget
          and press effects in turn, or submit a long packet in GPU while the clip plays.
        </Empty>
      </section>
    )
  return (
    <section className="tab-body delays" aria-label="Delays">
      <Lists note={note} />
      {delay !== null && <Chain delay={delay} />}
    </section>
  )
}

/**
 * What is counted and what is listed, of one moment: read apart, while the clip plays, a delay was counted before it was
 * listed, and seemed to be one that is not kept.
 */
function Lists({ note }: { note: string }) {
  const view = useCalm((now) => now)
  const isDropped = useStore((state) => state.delaysTab.what === 'dropped')
  const rows = useRows(view.delayRows)
  return (
    <>
      <Totals delays={view.delays} />
      {note !== '' && (
        <p className="delay-note" role="status">
          {note}
        </p>
      )}
      <Filter shown={rows.length} view={view} />
      <div className="delay-list">
        {isDropped ? (
          <DroppedList items={view.drops.items} delays={view.delayRows} />
        ) : rows.length === 0 ? (
          <NoRows view={view} />
        ) : (
          <DelayList rows={rows} />
        )}
      </div>
    </>
  )
}

/** Others were late; or nothing was, and frames were dropped alone. */
function NoRows({ view }: { view: InterfaceState }) {
  const dropped = view.gpu.framesDropped
  if (view.delayRows.length > 0)
    return (
      <Empty title="None of this kind" actions={[{ label: 'Show all', run: () => setDelaysTab({ what: null }) }]}>
        Choose All to see the others.
      </Empty>
    )
  return (
    <Empty
      title="Nothing was shown late"
      actions={[{ label: 'Show dropped frames', run: () => setDelaysTab({ what: 'dropped' }) }]}
    >
      {counted(dropped, 'frame')} of the clip {dropped === 1 ? 'was' : 'were'} never shown: see Dropped.
    </Empty>
  )
}

function Filter({ shown, view }: { shown: number; view: InterfaceState }) {
  const what = useStore((state) => state.delaysTab.what)
  const { presses, frames, presents } = view.delays
  const kept = view.drops.items.reduce((sum, { count }) => sum + count, 0)
  const counts = { press: presses, frame: frames, present: presents, dropped: view.gpu.framesDropped }
  const all = what === null ? presses + frames + presents : counts[what]
  const listed = what === 'dropped' ? kept : shown
  return (
    <div className="log-bar">
      <Segmented
        label="Kind of delay"
        value={what ?? 'all'}
        options={KINDS}
        onChange={(next) => setDelaysTab({ what: next === 'all' ? null : next })}
      />
      <span className="muted log-count" aria-live="off" title={KEPT_TEXT}>
        {listed === all ? formatCount(all) : `${formatCount(listed)} of ${formatCount(all)}`}
      </span>
    </div>
  )
}
