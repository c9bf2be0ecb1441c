import { Group, Panel, Separator } from 'react-resizable-panels'
import { useProjectLayout } from '../../layout'
import { setMemoryTab, useStore } from '../../store/store'
import type { MemoryTabView } from '../../store/tabs/memory'
import { Empty } from '../../widgets/empty'
import { Segmented } from '../../widgets/segmented'
import { AllocationDetail } from './allocations/detail'
import { AllocationTable } from './allocations/table'
import { ByHand } from './by-hand/by-hand'
import { ResidencyMap } from './map/map'
import { PagingView } from './paging/paging'
import { ProcessBars } from './processes/bars'
import { SegmentBars, SegmentNumbers } from './segments/bars'
import './tab.css'

const VIEWS = [
  { value: 'map', text: 'Map', title: 'The segments, and a cell for every allocation' },
  { value: 'table', text: 'Table', title: 'Every allocation in a row: sorted, filtered, copied' },
  { value: 'paging', text: 'Paging', title: 'Every operation of the paging engine, one by one (AN-17)' },
] as const satisfies readonly { value: MemoryTabView; text: string; title: string }[]

/** Memory in three views: what there is as cells or as rows, and how it is moved. */
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
      {view === 'paging' ? (
        <section className="memory-tab-paging" aria-label="Paging">
          <PagingView />
        </section>
      ) : (
        <Allocations view={view} />
      )}
    </div>
  )
}

/** The allocations as cells or as rows, and below them the selected one: as high as the project has it. */
function Allocations({ view }: { view: 'map' | 'table' }) {
  const layout = useProjectLayout('memory', false)
  return (
    <Group id="memory" className="memory-split" orientation="vertical" {...layout}>
      <Panel id="memory-view" minSize="30%" className={`memory-tab-${view}`}>
        {view === 'map' ? (
          <>
            <SegmentBars />
            <ResidencyMap />
          </>
        ) : (
          <AllocationTable />
        )}
      </Panel>
      <Separator className="separator" aria-label="Height of the details" />
      <Panel id="memory-details" defaultSize="30%" minSize="90px">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
        <section className="memory-tab-details" aria-label="Details" tabIndex={0}>
          <Details />
        </section>
      </Panel>
    </Group>
  )
}

/** The selected allocation; while none is, what all of them come to. Its place is kept: a selection moves no cell and no row. */
function Details() {
  const selected = useStore((state) => state.selectedId !== null)
  if (selected) return <AllocationDetail />
  return (
    <>
      <ProcessBars />
      <SegmentNumbers />
      <p className="detail-hint">Select an allocation to see its history and, if it was evicted, why it was the one.</p>
      <ByHand />
    </>
  )
}
