import { useStore } from '../../store/store'
import { Comparison } from './compare'
import { DefragmentationControls } from './controls'
import { Convergence } from './curve'
import { ByHand } from './hand'
import { HeapLegend } from './heap-map/heap-map'
import { SelectedRange } from './heap-map/selected'
import { Measures } from './measures'
import { Moves } from './moves'

/** What stands below the heap map: what it says of its heaps, and of the running system what is done to them. */
export function BelowMap() {
  const isLive = useStore(({ view, defragmentationTab }) => view.dump === null || defragmentationTab.source === 'live')
  return (
    <div className="defrag-scroll">
      <HeapLegend />
      <SelectedRange />
      {isLive ? <Process /> : <OfFile />}
      <Measures />
      {isLive && <Comparison />}
      {isLive && <ByHand />}
    </div>
  )
}

function Process() {
  return (
    <>
      <DefragmentationControls />
      <Moves />
      <Convergence />
    </>
  )
}

/** Whatever is done is done to the running system: beside the heaps of a file it would be read as of those. */
function OfFile() {
  return (
    <section className="defrag-section" aria-label="Of a file">
      <p className="detail-hint">
        These are the heaps of a file: nothing moves in them. To defragment them, or to compare algorithms on them,
        press Use as starting state. Live shows the running system, and what is done there.
      </p>
    </section>
  )
}
