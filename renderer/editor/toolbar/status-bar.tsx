import { setInterface, useStore } from '../../store/store'
import { formatBytes, formatCount, formatExactBytes, formatTime } from '../../widgets/format'
import { Term } from '../../widgets/tip'
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
    <footer className="status-bar">
      <Bytes
        name="Committed"
        bytes={local.committed}
        mark="mark-committed"
        tip="Everything of the app’s that lies in local memory: resident and evictable (RS-08)."
      />
      <Bytes
        name="Resident"
        bytes={local.resident}
        mark="mark-resident"
        tip="On the residency list, counted from the moment it is enqueued: CurrentUsage (RS-01, RS-08)."
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
        tip="What the app may have resident in local memory. Falls when other processes need memory (RS-09)."
      />
      {over && (
        <span className="status-over" role="status">
          Over budget by {formatBytes(local.resident - local.budget)}
        </span>
      )}
      <span className="toolbar-space" />
      <Hitches />
      <Dropped />
      <TraceKept />
      <FindingsCount />
      <SimulatedTime />
    </footer>
  )
}

function Hitches() {
  const hitches = useStore((store) => store.view.memory.hitches)
  return (
    <div className="status-item">
      <Term
        side="top"
        tip="Packets that waited because memory they need had been paged out under pressure (RS-10). Each is marked in the memory chart."
      >
        Hitches
      </Term>
      <output
        aria-label="Hitches"
        className={hitches > 0 ? 'status-value status-hitches' : 'status-value'}
        aria-live="off"
      >
        {formatCount(hitches)}
      </output>
    </div>
  )
}

/** Of playback: frames alone are dropped. */
function Dropped() {
  const dropped = useStore((store) => store.view.gpu.framesDropped)
  return (
    <div className="status-item">
      <Term
        side="top"
        tip="Frames of playback that were not shown: as many as may be were under way, or the work of one was lost. The Preview holds the picture before."
      >
        Dropped
      </Term>
      <output
        aria-label="Frames dropped"
        className={dropped > 0 ? 'status-value status-hitches' : 'status-value'}
        aria-live="off"
      >
        {formatCount(dropped)}
      </output>
    </div>
  )
}

/** Said only when there is something to say: a run that is short keeps all. */
function TraceKept() {
  const { records, forgotten } = useStore((store) => store.view.trace)
  if (forgotten === 0) return null
  return (
    <div className="status-item">
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
  const now = useStore((store) => store.view.clock.now)
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
