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
      <div className="memory-tab-scroll">
        <SegmentBars />
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
    </div>
  )
}
