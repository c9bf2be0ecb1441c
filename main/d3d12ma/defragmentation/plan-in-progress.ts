/**
 * A plan that is being carried out, pass by pass. Others may allocate and free meanwhile (DF-14): a move whose source is
 * gone or lies elsewhere is dropped, one whose destination is taken waits for its turn.
 */
import type { Allocation, Block } from '../allocation'
import type { Plan } from './layout'
import type { Fixing, Snapshot } from './snapshot'

/** What a pass may still take, over all its pools (DF-13). */
export interface Room {
  /** bytes */
  bytes: number
  allocations: number
}

/** occupied: something lies there (now) */
export type Reservation = 'reserved' | 'occupied' | 'failed'

/** Makes the temporary allocation of a move. */
export type Reserve = (source: Allocation, block: Block, offset: number) => Reservation

/** Moves that are too large for what is left of a pass are passed over up to this many; D3D12MA has the same number. */
const MOST_PASSED_OVER = 16

/** full: the pass can take no more · blocked: nothing of the rest is possible now · failed: a reservation failed */
export type Progress = { reserved: number; end: 'full' | 'blocked' | 'failed' }

export class PlanInProgress {
  /** moves that wait, as indices into the plan, in its order */
  private waiting: Uint32Array

  constructor(
    private readonly snapshot: Snapshot,
    private readonly plan: Plan,
    private readonly fixing: Fixing,
  ) {
    this.waiting = Uint32Array.from({ length: plan.count }, (_, index) => index)
  }

  get done(): boolean {
    return this.waiting.length === 0
  }

  /** @param present the blocks that the pool has now */
  carryOn(room: Room, present: ReadonlySet<Block>, reserve: Reserve): Progress {
    const { waiting } = this
    const progress: Progress = { reserved: 0, end: 'blocked' }
    let kept = 0
    let next = 0
    let passedOver = 0
    for (; next < waiting.length && progress.end === 'blocked'; next++) {
      const move = waiting[next] as number
      const source = this.sourceOf(move)
      const block = this.snapshot.blocks[this.plan.blocks[move] as number] as Block
      if (source === null || !present.has(block)) continue
      // a smaller one may still fit what is left of the pass (DF-13)
      if (room.allocations > 0 && source.size > room.bytes && ++passedOver < MOST_PASSED_OVER) {
        waiting[kept++] = move
        continue
      }
      const reservation = fits(source, room) ? reserve(source, block, this.plan.offsets[move] as number) : 'full'
      if (reservation === 'reserved') {
        progress.reserved++
        room.allocations--
        room.bytes -= source.size
        continue
      }
      if (reservation !== 'occupied') progress.end = reservation
      waiting[kept++] = move
    }
    if (progress.end === 'blocked' && passedOver > 0) progress.end = 'full'
    waiting.copyWithin(kept, next)
    this.waiting = waiting.subarray(0, kept + waiting.length - next)
    return progress
  }

  /** null: it was released, moved or pinned since the plan was made */
  private sourceOf(move: number): Allocation | null {
    const { allocations, blocks, blockOf, layout } = this.snapshot
    const item = this.plan.items[move] as number
    const source = allocations[item] as Allocation
    if (source.released || this.fixing.isFixed(source)) return null
    const asPlanned = source.block === blocks[blockOf[item] as number] && source.getOffset() === layout.offsets[item]
    return asPlanned ? source : null
  }
}

function fits(source: Allocation, room: Room): boolean {
  return room.allocations > 0 && source.size <= room.bytes
}
