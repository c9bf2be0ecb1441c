import { setMemoryTab, useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { Segmented } from '../../widgets/segmented'
import { AllocationDetail } from './allocations/detail'
import { AllocationTable } from './allocations/table'
import { ResidencyMap } from './map/map'
import { PagingView } from './paging/paging'
import { ProcessBars } from './processes/bars'
import { SegmentBars } from './segments/bars'
import './tab.css'

const VIEWS = [
  { value: 'allocations', text: 'Allocations', title: 'Segments, processes, the residency map and every allocation' },
  { value: 'paging', text: 'Paging', title: 'Every operation of the paging engine, one by one (AN-17)' },
] as const

/** Memory in two views: what there is, and how it is moved. */
export function MemoryTab() {
  const waiting = useStore((state) => state.view.memory.local.size === 0)
  const view = useStore((state) => state.memoryTab.view)
  if (waiting) {
    return (
      <Empty title="Waiting for the simulation">
        Memory appears with the first frame of the simulated system. Press Run in the toolbar if it does not.
      </Empty>
    )
  }
  return (
    <div className="memory-tab">
      <div className="memory-tab-bar">
        <Segmented label="Memory view" value={view} options={VIEWS} onChange={(next) => setMemoryTab({ view: next })} />
      </div>
      {view === 'allocations' ? (
        <Allocations />
      ) : (
        <section className="memory-tab-paging" aria-label="Paging">
          <PagingView />
        </section>
      )}
    </div>
  )
}

/** Segments, processes, residency map, allocations and the selected one. */
function Allocations() {
  return (
    <>
      <div className="memory-tab-scroll">
        <SegmentBars />
        <ProcessBars />
        <div className="memory-tab-map">
          <ResidencyMap />
        </div>
        <div className="memory-tab-table">
          <AllocationTable />
        </div>
      </div>
      <div className="memory-tab-detail">
        <AllocationDetail />
      </div>
    </>
  )
}
