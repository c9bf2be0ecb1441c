/**
 * Defragmentation of one pool (DF-06): the order of its blocks, fixed when it begins (DF-09), the plan that is being
 * carried out, and what the user refused to move (DF-19). All algorithms empty blocks. Where none can be emptied (any more),
 * FULL fills what is free with what lies behind it until nothing fits (DF-16); so do all in a pool of one block. BALANCED
 * joins free ranges once, where it could empty no block.
 *
 * A plan is made once and lasts for many passes. When nothing of it is possible any more, or all of it was done, another
 * is made of what lies where then; the process ends with a plan that is empty.
 */
import type { Allocation, Block } from '../allocation'
import type { Pool } from '../pool'
import { planCompaction } from './compaction'
import type { Algorithm } from './definitions'
import type { DefragmentationOptions } from './options'
import { orderBlocks } from './order'
import { PlanInProgress, type Reserve, type Room } from './plan-in-progress'
import { type Emptying, leastKept, planEmptying } from './planner'
import { type Snapshot, snapshotInOrder, snapshotOf } from './snapshot'
import { planTightening } from './tightening'

/** How an algorithm chooses the order of blocks. */
interface Choice {
  /** what a free range counts against its block: the order that is tried first, then others */
  rangeCosts: readonly number[]
  /** part of the blocks which could be freed if nothing were wasted that is aimed at: the last ones are the dearest */
  aim: number
}

/** FULL begins where packing is best and aims at all; the others begin where less is copied. */
const CHOICES: Readonly<Record<Algorithm, Choice>> = {
  fast: { rangeCosts: [0.5, 1], aim: 0.92 },
  balanced: { rangeCosts: [0.6, 1], aim: 0.96 },
  full: { rangeCosts: [1, 0.6, 1.5], aim: 1 },
}

interface Beginning {
  snapshot: Snapshot
  emptying: Emptying
  /** blocks that are left at least */
  goal: number
}

export class PoolProcess {
  /** places in the order; blocks that others create later come after all that were there */
  private readonly ranks = new Map<Block, number>()
  private readonly ignored = new Set<Allocation>()
  /** blocks that are left at least */
  private readonly goal: number
  private plan: PlanInProgress | null = null
  /** blocks were, or are being, emptied */
  private emptied = false
  private compacted = false
  /** free ranges were joined, to the end of that plan, before the pass that is being reserved */
  private compactedBefore = false

  constructor(
    readonly pool: Pool,
    private readonly options: DefragmentationOptions,
  ) {
    const { blockVector } = pool
    const { snapshot, emptying, goal } = this.begin()
    this.goal = goal
    // what others allocate meanwhile goes to the blocks that stay, too: blocks are tried in this order
    blockVector.sorting = false
    blockVector.arrange(snapshot.blocks)
    this.rankBlocks()
    this.emptied = emptying.plan.count > 0
    this.plan = new PlanInProgress(snapshot, emptying.plan, this)
  }

  /**
   * Reserves what is possible in this pass.
   * @returns false when a reservation failed: the caller gives back what was reserved, and says so with `takeBack`
   */
  reserve(room: Room, reserve: Reserve): boolean {
    if (this.pool.released) return true
    this.compactedBefore = this.compacted && this.plan?.done !== false
    const present = new Set(this.pool.blockVector.blocks)
    for (;;) {
      const fresh = this.plan === null || this.plan.done
      this.plan = fresh ? this.makePlan() : this.plan
      const { reserved, end } = (this.plan as PlanInProgress).carryOn(room, present, reserve)
      if (end === 'failed') return false
      if (reserved > 0 || end === 'full' || fresh) return true
      this.plan = null
    }
  }

  /** What this pass reserved was given back: all of it is still to be done, by a plan of its own (DF-08). */
  takeBack(): void {
    this.plan = null
    this.compacted = this.compactedBefore
  }

  /** It is not offered again in this process (DF-19). */
  ignore(allocation: Allocation): void {
    this.ignored.add(allocation)
  }

  /** From now on the pool sorts its blocks again. */
  end(): void {
    this.pool.blockVector.sorting = true
  }

  /** The order that leaves the fewest blocks, and the plan for it. */
  private begin(): Beginning {
    const blocks = [...this.pool.blockVector.blocks]
    const before = snapshotOf(blocks, this)
    const { algorithm } = this.options
    const { rangeCosts, aim } = CHOICES[algorithm]
    let best: Beginning | null = null
    for (const rangeCost of rangeCosts) {
      const snapshot = snapshotInOrder(before, orderBlocks(before.layout, rangeCost))
      const goal: number = best?.goal ?? this.goalFor(blocks.length, leastKept(snapshot.layout), aim)
      const emptying = planEmptying(snapshot.layout, algorithm, goal)
      if (best === null || isBetter(emptying, best.emptying, algorithm)) best = { snapshot, emptying, goal }
      if (best.emptying.kept === goal && best.emptying.displaced === 0) break
    }
    return best as Beginning
  }

  private goalFor(blocks: number, least: number, aim: number): number {
    return Math.max(this.pool.blockVector.options.minBlockCount, blocks - Math.ceil(aim * (blocks - least)))
  }

  /** Where no block can be emptied, room is made within them. */
  private makePlan(): PlanInProgress {
    this.rankBlocks()
    const { algorithm } = this.options
    const ordered = this.pool.blockVector.blocks.toSorted((a, b) => this.rankOf(a) - this.rankOf(b))
    const snapshot = snapshotOf(ordered, this)
    let { plan } = planEmptying(snapshot.layout, algorithm, this.goal)
    if (plan.count > 0) this.emptied = true
    else if (algorithm === 'full' || ordered.length === 1) plan = planTightening(snapshot.layout)
    else if (algorithm === 'balanced' && !this.emptied && !this.compacted) {
      plan = planCompaction(snapshot.layout)
      this.compacted = true
    }
    return new PlanInProgress(snapshot, plan, this)
  }

  private rankBlocks(): void {
    for (const block of this.pool.blockVector.blocks) if (!this.ranks.has(block)) this.ranks.set(block, this.ranks.size)
  }

  private rankOf(block: Block): number {
    return this.ranks.get(block) as number
  }

  /** Pinned, in the pass already, refused before, too large for any pass, or left out by the user (DF-13, DF-19 to DF-21) */
  isFixed(allocation: Allocation): boolean {
    return (
      !allocation.movable ||
      allocation.inPass ||
      allocation.size > this.options.maxBytesPerPass ||
      this.ignored.has(allocation) ||
      this.options.skip.skips(allocation)
    )
  }
}

/** Fewer blocks count most, then fewer bytes; FULL keeps to the order that packs best. */
function isBetter(a: Emptying, b: Emptying, algorithm: Algorithm): boolean {
  return a.kept < b.kept || (a.kept === b.kept && a.bytes < b.bytes && algorithm !== 'full')
}
