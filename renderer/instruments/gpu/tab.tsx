import { Crosshair, FileSpreadsheet, ImageDown, Scale, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { setMoment } from '../../store/cursor/cursor'
import { contextOf } from '../../store/gpu'
import { saveExport } from '../../store/save-export'
import { setGpuTab, setInterface, setLaboratoryTab, useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { Facts } from '../../widgets/facts'
import { Tip } from '../../widgets/tip'
import { IconButton, TimeButtons } from '../lanes/bar'
import { useLanesView } from '../lanes/lanes'
import { GpuControls } from './controls'
import { gpuControls, selectPacket } from './lanes/controls'
import { GpuLanes, gpuLanes, LaneLegend } from './lanes/lanes'
import type { GpuLanesView } from './lanes/view'
import { GpuNumbers } from './numbers'
import { packetsCsv } from './packet-rows'
import { PacketTable } from './table'
import { keptCount, packetFacts } from './text'
import './tab.css'
import '../lanes/panel.css'
import { said } from '../../glossary/codes'
import { RuleLink } from '../../glossary/rule-link'

/** The scheduler: what each engine did and does, its numbers, its settings, and how the models compare (GP-27, GP-28). */
export function GpuTab() {
  const waiting = useStore((state) => state.view.gpu.engines.length === 0)
  const failure = useStore((state) => state.view.gpu.initialisationFailure)
  if (failure !== null) {
    return (
      <Empty title="The adapter was not initialised">
        {failure} Correct the driver’s caps in the scenario ("system": {'{'} "driver": … {'}'}) and open it again
        <RuleLink code="GP-02" />
      </Empty>
    )
  }
  if (waiting) {
    return (
      <Empty title="Waiting for the simulation">
        Engines appear with the first frame of the simulated system. Press Run in the toolbar if they do not.
      </Empty>
    )
  }
  return <Scheduler />
}

function Scheduler() {
  const lanes = useLanesView(gpuLanes)
  const table = useStore((state) => state.gpuTab.table)
  return (
    <section className="tab-body gpu-tab" aria-label="GPU">
      <LanesBar view={() => lanes.view.current} />
      <GpuLanes lanes={lanes} />
      <div className="gpu-scroll">
        <LaneLegend />
        <PacketDetail />
        {table && <PacketTable view={lanes.view} />}
        <GpuNumbers />
        <GpuControls />
        <Compare />
      </div>
    </section>
  )
}

/** The work so far under each model and granularity, side by side, is for the Laboratory (GP-28). */
function Compare() {
  const open = (): void => {
    setLaboratoryTab({ dimensions: ['preemption'], isOpen: true })
    setInterface({ tab: 'laboratory' })
  }
  return (
    <section className="instrument-section" aria-label="Comparison">
      <header>
        <h3>Models and granularities compared</h3>
        <Tip text="In the Laboratory: what was done so far, run again under Windows 7 and Windows 8 and every granularity (GP-28)">
          <button type="button" className="button" onClick={open}>
            <Scale size={14} aria-hidden="true" />
            Compare models…
          </button>
        </Tip>
      </header>
    </section>
  )
}

async function exportLanes(format: 'png' | 'csv', view: GpuLanesView | null): Promise<void> {
  if (view === null) return
  const { gpuHistory } = useStore.getState().view
  const content = format === 'png' ? view.png() : packetsCsv(gpuHistory, view.inView())
  await saveExport('GPU', format, content)
}

/** Time shown, table and export. */
function LanesBar({ view }: { view(): GpuLanesView | null }) {
  const following = useStore((state) => state.gpuTab.shown.end === null)
  const table = useStore((state) => state.gpuTab.table)
  return (
    <div className="lanes-bar" role="toolbar" aria-label="GPU lanes">
      <TimeButtons controls={gpuControls} following={following} fitTip="Everything that is kept" />
      <Kept />
      <Tip text="The packets in view, as a list">
        <button
          type="button"
          className="button lanes-toggle"
          aria-pressed={table}
          onClick={() => setGpuTab({ table: !table })}
        >
          Table
        </button>
      </Tip>
      <IconButton
        name="Save lanes as PNG"
        tip="Save lanes as PNG: the picture as shown"
        onClick={() => void exportLanes('png', view())}
      >
        <ImageDown aria-hidden="true" size={15} />
      </IconButton>
      <IconButton
        name="Save lanes as CSV"
        tip="Save lanes as CSV: every packet of the time shown"
        onClick={() => void exportLanes('csv', view())}
      >
        <FileSpreadsheet aria-hidden="true" size={15} />
      </IconButton>
    </div>
  )
}

/** How much of the past the lanes can show. */
function Kept() {
  const runs = useStore(({ view }) => view.clock.running)
  const shown = (count: number): string => keptCount(count, runs)
  const count = useStore(({ view }) => shown(view.gpuHistory.packets.count))
  // ids count from 1 in each run, so that those before the oldest one are gone
  const gone = useStore(({ view }) => shown(Math.max(0, view.gpuHistory.packets.oldestId - 1)))
  const title = gone === '0' ? 'All packets so far are kept' : `${gone} older packets are no longer kept`
  return (
    <span className="lanes-kept" {...said(title)}>
      {count} {count === '1' ? 'packet' : 'packets'}
      {gone === '0' ? '' : ', older not kept'}
    </span>
  )
}

/** The selected packet, whole. */
function PacketDetail() {
  const id = useStore((state) => state.gpuTab.selectedId)
  const history = useStore((state) => (state.view.gpuHistory.packets.has(id) ? state.view.gpuHistory : null))
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id !== null) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  if (id === null || history === null) return null
  const { packets } = history
  const start = packets.columns.starts[packets.slotOf(id)]!
  return (
    <section ref={panel} className="instrument-section instrument-detail" aria-label="Selected packet">
      <header>
        <h3>Packet of {contextOf(history, packets.slotOf(id))}</h3>
        <Tip text="Mark its start in the charts">
          <button type="button" className="icon-button" aria-label="Mark its start" onClick={() => setMoment(start)}>
            <Crosshair aria-hidden="true" size={14} />
          </button>
        </Tip>
        <button type="button" className="icon-button" aria-label="Clear selection" onClick={() => selectPacket(null)}>
          <X aria-hidden="true" size={14} />
        </button>
      </header>
      <Facts facts={packetFacts(history, id)} />
    </section>
  )
}
