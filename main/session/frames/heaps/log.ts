/** Which heaps changed between two frames. */
import type { DefragmentationComparisonView, DumpView, Frame } from '../../../../preload/contract'
import type { ClientMove } from '../../../editor/defragmentation/mover'
import type { World } from '../../world/world'
import { BlockIds, budgetViews, defragmentationView, heapMapView, type ShownBlock } from './view'

export class HeapLog {
  /** whoever shows a system gives it them */
  static readonly apart = ['dump', 'comparison'] as const

  comparison: DefragmentationComparisonView | null = null
  dump: DumpView | null = null
  private readonly ids = new BlockIds()
  private readonly changed = new Set<ShownBlock>()
  private readonly sent = new WeakSet<ShownBlock>()
  /** of the pass that was seen last */
  private moves: readonly ClientMove[] = []
  private mapChanged = false
  private budgetsSent = ''
  private defragmentationChanged = false
  private readonly otherParts = new Set<'dump' | 'comparison'>()

  /** @param block null: something that concerns no single one */
  memoryChanged(block: ShownBlock | null): void {
    this.mapChanged = true
    if (block !== null) this.changed.add(block)
  }

  /** A pass was planned, went on or ended; called for every copy, so that its moves are looked at once a frame. */
  defragmented({ editor }: World): void {
    this.defragmentationChanged = true
    this.mapChanged = true
    const { moves } = editor.defragmenter
    if (moves === this.moves) return
    this.markMoves()
    this.moves = moves
  }

  /** All heaps are other ones, and a pass that was under way is no more. */
  deviceRecreated(): void {
    this.mapChanged = true
    this.defragmentationChanged = true
    this.moves = []
  }

  /** What is moved is marked in its blocks. */
  private markMoves(): void {
    for (const { fromBlock, toBlock } of this.moves) {
      this.changed.add(fromBlock)
      this.changed.add(toBlock)
    }
  }

  setComparison(comparison: DefragmentationComparisonView | null): void {
    this.comparison = comparison
    this.otherParts.add('comparison')
  }

  setDump(dump: DumpView | null): void {
    this.dump = dump
    this.otherParts.add('dump')
  }

  /** The parts of a frame that changed, or all of them. */
  take(world: World, full: boolean): Partial<Frame> {
    if (this.defragmentationChanged) this.markMoves()
    const frame: Partial<Frame> = {}
    // the process's use of memory moves with what the allocator knows nothing of
    const budgets = JSON.stringify(budgetViews(world.editor.memory))
    if (full || this.mapChanged || budgets !== this.budgetsSent)
      frame.heapMap = heapMapView(world, this.ids, (block) => {
        const wanted = full || this.changed.has(block) || !this.sent.has(block)
        this.sent.add(block)
        return wanted
      })
    if (full || this.defragmentationChanged) frame.defragmentation = defragmentationView(world, this.ids)
    if (full || this.otherParts.has('comparison')) frame.defragmentationComparison = this.comparison
    if (full || this.otherParts.has('dump')) frame.dump = this.dump
    this.budgetsSent = budgets
    this.changed.clear()
    this.otherParts.clear()
    this.mapChanged = false
    this.defragmentationChanged = false
    return frame
  }
}
