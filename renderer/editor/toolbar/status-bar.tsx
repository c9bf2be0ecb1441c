import { ETW, etwText } from '../../../preload/contract'
import { WHY_DROPPED } from '../../glossary/dropped'
import { explainMoment, showDelays, showDropped } from '../../store/delays/actions'
import { setInterface, useStore } from '../../store/store'
import { formatBytes, formatCount, formatExactBytes, formatTime } from '../../widgets/format'
import { Term, Tip } from '../../widgets/tip'
import './status-bar.css'

interface BytesProps {
  name: string
  bytes: number
  tip: string
  /** class that gives the mark its state colour */
  mark: string
}

function Bytes({ name, bytes, tip, mark }: BytesProps) {
  return (
    <div className="status-item">
      <span className={`status-mark ${mark}`} aria-hidden="true" />
      <Term tip={tip} side="top">
        {name}
      </Term>
      <output aria-label={name} className="status-value" aria-live="off" title={formatExactBytes(bytes)}>
        {formatBytes(bytes)}
      </output>
    </div>
  )
}

/** The four numbers of RS-08 for local memory, and what must not be missed. */
export function StatusBar() {
  const local = useStore((store) => store.view.memory.local)
  const over = local.resident > local.budget
  return (
    <footer className="status-bar" data-pane>
      <Bytes
        name="Committed"
        bytes={local.committed}
        mark="mark-committed"
        tip="Everything of the app’s that lies in local memory: resident and evictable (RS-08)."
      />
      <Bytes
        name="Usage"
        bytes={local.resident}
        mark="mark-resident"
        tip={`On the residency list, counted from the moment it is enqueued: CurrentUsage (RS-01, RS-08). ETW: ${etwText(ETW.usageChanged)}.`}
      />
      <Bytes
        name="Evictable"
        bytes={local.evictable}
        mark="mark-evictable"
        tip="Evicted by the app but still in its segment, until the memory is needed (RS-03, RS-08)."
      />
      <Bytes
        name="Budget"
        bytes={local.budget}
        mark="mark-budget"
        tip={`What the app may have resident in local memory. Falls when other processes need memory (RS-09). ETW: ${etwText(ETW.budgetChanged)}.`}
      />
      {over && (
        <span className="status-over" role="status">
          <span className="status-full">Over budget by </span>
          <span className="status-short">Over by </span>
          {formatBytes(local.resident - local.budget)}
        </span>
      )}
      <span className="toolbar-space" />
      <Hitches />
      <DroppedFrames />
      <ShownLate />
      <TraceKept />
      <FindingsCount />
      <SimulatedTime />
    </footer>
  )
}

interface LateProps {
  name: string
  /** in a narrow window */
  short: string
  count: number
  tip: string
  onShow(): void
}

/** A count of what came too late: it leads to why. */
function Late({ name, short, count, tip, onShow }: LateProps) {
  return (
    <div className="status-item">
      <Tip side="top" text={`${tip} Press to see what was waited for (LB-10).`}>
        <button type="button" className="status-button status-late" aria-label={`Why: ${name}`} onClick={onShow}>
          <span className="status-full">{name}</span>
          <span className="status-short">{short}</span>
        </button>
      </Tip>
      <output
        aria-label={name}
        className={count > 0 ? 'status-value status-count status-hitches' : 'status-value status-count'}
        aria-live="off"
      >
        {formatCount(count)}
      </output>
    </div>
  )
}

function Hitches() {
  const count = useStore((store) => store.view.memory.hitches)
  const newest = (): void => {
    const mark = useStore.getState().view.hitches.items.at(-1)
    if (mark === undefined) showDelays(null)
    else explainMoment(mark.t, ['press', 'frame'])
  }
  return (
    <Late
      name="Hitches"
      short="Hitches"
      count={count}
      tip="Packets that waited because memory they need had been paged out under pressure (RS-10). Each is marked in the memory chart."
      onShow={newest}
    />
  )
}

function DroppedFrames() {
  const count = useStore((store) => store.view.gpu.framesDropped)
  const newest = (): void => {
    const mark = useStore.getState().view.drops.items.at(-1)
    if (mark === undefined) showDelays('dropped')
    else showDropped(mark.t)
  }
  return (
    <Late
      name="Frames dropped"
      short="Dropped"
      count={count}
      tip={`Frames of the clip that were due and not shown: ${WHY_DROPPED}. The Preview holds the picture before.`}
      onShow={newest}
    />
  )
}

/** As the memory chart marks them: a clip whose every frame is late has that here, too, not the presses alone. */
function ShownLate() {
  const { presses, frames } = useStore((store) => store.view.delays)
  const what = presses > 0 && frames > 0 ? null : frames > 0 ? 'frame' : 'press'
  return (
    <Late
      name="Shown late"
      short="Late"
      count={presses + frames}
      tip={`Presses and frames of the clip that were shown later than they could have been: ${formatCount(presses)} and ${formatCount(frames)} (LB-08). Each is marked in the memory chart.`}
      onShow={() => showDelays(what)}
    />
  )
}

/** Said only when there is something to say: a run that is short keeps all. */
function TraceKept() {
  const { records, forgotten } = useStore((store) => store.view.trace)
  if (forgotten === 0) return null
  return (
    <div className="status-item status-trace">
      <Term
        side="top"
        tip={`The live trace keeps a bounded number of records: of ${formatCount(records)} written so far the oldest ${formatCount(forgotten)} are no longer kept here. A trace that is written to a file has all of them (SC-11).`}
      >
        Trace
      </Term>
      <output aria-label="Trace records no longer kept" className="status-value" aria-live="off">
        last {formatCount(records - forgotten)}
      </output>
    </div>
  )
}

function FindingsCount() {
  const findings = useStore((store) => store.view.findings)
  const count = findings.items.length + findings.forgotten
  return (
    <button
      type="button"
      className={count > 0 ? 'status-button status-findings' : 'status-button'}
      onClick={() => setInterface({ tab: 'findings' })}
    >
      {count === 0 ? 'No findings' : `${formatCount(count)} ${count === 1 ? 'finding' : 'findings'}`}
    </button>
  )
}

function SimulatedTime() {
  // while it goes on nobody reads its last digits; after a bug check it stands
  const now = useStore(({ view: { clock, gpu } }) =>
    clock.running && gpu.bugCheck === null ? clock.now - (clock.now % 1000) : clock.now,
  )
  return (
    <div className="status-item">
      <Term side="top" tip="Simulated time since the start of the run. It stands still while the simulation is paused.">
        Time
      </Term>
      <output aria-label="Simulated time" className="status-value status-time" aria-live="off">
        {formatTime(now)}
      </output>
    </div>
  )
}
