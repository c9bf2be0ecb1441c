/**
 * Defragmentation of one pool (DF-06): the order of its blocks, fixed when it begins (DF-09), the plan that is being
 * carried out, and what the user refused to move (DF-19).
 *
 * A plan is made once and lasts for many passes. When nothing of it is possible any more, or all of it was done, another
 * is made of what lies where then; the process ends with a plan that is empty.
 */
import type { Allocation } from '../allocation'
import type { Block } from '../block'
import type { Pool } from '../pool'
import type { Algorithm } from './definitions'
import { orderBlocks } from './order'
import { PlanInProgress, type Reserve, type Room } from './plan-in-progress'
import { planMoves } from './planner'
import { snapshotOf } from './snapshot'

export interface ProcessOptions {
  algorithm: Algorithm
  /** bytes; Infinity: no limit */
  maxBytesPerPass: number
  skip: (allocation: Allocation) => boolean
}

export class PoolProcess {
  /** places in the order; blocks that others create later come after all that were there */
  private readonly ranks = new Map<Block, number>()
  private readonly ignored = new Set<Allocation>()
  private plan: PlanInProgress | null = null

  constructor(
    readonly pool: Pool,
    private readonly options: ProcessOptions,
  ) {
    const { blockVector } = pool
    const { layout, blocks } = snapshotOf([...blockVector.blocks], this.isFixed)
    // what others allocate meanwhile goes to the blocks that stay, too: blocks are tried in this order
    blockVector.sorting = false
    blockVector.blocks.splice(0, blocks.length, ...Array.from(orderBlocks(layout), (block) => blocks[block] as Block))
    this.rankBlocks()
  }

  /**
   * Reserves what is possible in this pass.
   * @returns false when a reservation failed: the caller gives back what was reserved
   */
  reserve(room: Room, reserve: Reserve): boolean {
    if (this.pool.released) return true
    const present = new Set(this.pool.blockVector.blocks)
    for (;;) {
      const fresh = this.plan === null || this.plan.done
      this.plan = fresh ? this.makePlan() : this.plan
      const { reserved, end } = (this.plan as PlanInProgress).carryOn(room, present, reserve)
      if (end === 'failed') this.plan = null
      if (end === 'failed') return false
      if (reserved > 0 || end === 'full' || fresh) return true
      this.plan = null
    }
  }

  /** It is not offered again in this process (DF-19). */
  ignore(allocation: Allocation): void {
    this.ignored.add(allocation)
  }

  /** From now on the pool sorts its blocks again. */
  end(): void {
    this.pool.blockVector.sorting = true
  }

  private makePlan(): PlanInProgress {
    this.rankBlocks()
    const { blocks, options } = this.pool.blockVector
    const ordered = blocks.toSorted((a, b) => this.rankOf(a) - this.rankOf(b))
    const snapshot = snapshotOf(ordered, this.isFixed)
    const freeable = Math.max(0, blocks.length - options.minBlockCount)
    return new PlanInProgress(snapshot, planMoves(snapshot.layout, this.options.algorithm, freeable), this.isFixed)
  }

  private rankBlocks(): void {
    for (const block of this.pool.blockVector.blocks) if (!this.ranks.has(block)) this.ranks.set(block, this.ranks.size)
  }

  private rankOf(block: Block): number {
    return this.ranks.get(block) as number
  }

  /** Pinned, in the pass already, refused before, too large for any pass, or left out by the user (DF-13, DF-19 to DF-21) */
  private readonly isFixed = (allocation: Allocation): boolean =>
    !allocation.movable ||
    allocation.inPass ||
    allocation.size > this.options.maxBytesPerPass ||
    this.ignored.has(allocation) ||
    this.options.skip(allocation)
}
