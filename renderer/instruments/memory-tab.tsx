import { useStore } from '../store/store'
import { Empty } from '../widgets/empty'
import { AllocationDetail } from './allocation-detail'
import { AllocationTable } from './allocation-table'
import { ResidencyMap } from './residency-map'
import { SegmentBars } from './segment-bars'
import './memory-tab.css'

/** Segments, residency map, allocations and the selected one. */
export function MemoryTab() {
  const waiting = useStore((state) => state.view.memory.local.size === 0)
  if (waiting) {
    return (
      <Empty title="Waiting for the simulation">
        Memory appears with the first frame of the simulated system. Press Run in the toolbar if it does not.
      </Empty>
    )
  }
  return (
    <div className="memory-tab">
      <section aria-label="Segments">
        <SegmentBars />
      </section>
      <section className="memory-tab-map" aria-label="Map">
        <ResidencyMap />
      </section>
      <section className="memory-tab-table" aria-label="Table">
        <AllocationTable />
      </section>
      <div className="memory-tab-detail">
        <AllocationDetail />
      </div>
    </div>
  )
}
