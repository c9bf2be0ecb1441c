/**
 * What has to be drawn again after a frame: cells whose state changed, and cells whose flash has come to its next
 * step. A flash has few steps, so that each change costs a few small rectangles and not one for every display frame.
 */
import { AllocationState } from '../../preload/contract'
import { cellState } from './residency-map-hit'
import type { MapLayout } from './residency-map-layout'

/** How strongly a change is overlaid, step by step. */
export const FLASH_ALPHA = [0.9, 0.55, 0.25] as const
/** ms a step */
export const FLASH_STEP = 170

/** Which way a change went: out of residency (an eviction) or into it. */
export const FlashKind = { none: 0, evicted: 1, arrived: 2 } as const

const NEVER_PAINTED = 255

/** Evictable and paged out are off the residency list (RS-04). */
function onList(state: number): boolean {
  return state === AllocationState.resident || state === AllocationState.pending
}

export class MapChanges {
  /** the state that each cell was last drawn with */
  readonly painted: Uint8Array
  /** how many of each cell's allocations were on the residency list then */
  private readonly listed: Uint32Array
  /** FlashKind by cell */
  readonly flash: Uint8Array
  /** step of the flash by cell */
  readonly step: Uint8Array
  /** ms at which the flash began */
  private readonly began: Float64Array
  private flashing: number[] = []

  constructor(private readonly layout: MapLayout) {
    this.painted = new Uint8Array(layout.cells).fill(NEVER_PAINTED)
    this.listed = new Uint32Array(layout.cells)
    this.flash = new Uint8Array(layout.cells)
    this.step = new Uint8Array(layout.cells)
    this.began = new Float64Array(layout.cells)
  }

  /** Whether some flash is under way, so that another animation frame is needed. */
  get busy(): boolean {
    return this.flashing.length > 0
  }

  /**
   * Takes the states as they are now. A cell of several allocations flashes when any of them leaves or joins the list,
   * though its state, which is the most frequent one, may stay.
   * @param now ms of the display's clock
   * @param flashes false: changes are drawn without a flash (reduced motion)
   * @returns cells that are drawn differently now
   */
  update(states: Uint8Array, now: number, flashes: boolean): number[] {
    const changed: number[] = []
    for (let cell = 0; cell < this.layout.cells; cell++) {
      const state = cellState(this.layout, cell, states)
      const listed = this.countListed(cell, states)
      const before = this.painted[cell]!
      const listedBefore = this.listed[cell]!
      if (state === before && listed === listedBefore) continue
      this.painted[cell] = state
      this.listed[cell] = listed
      changed.push(cell)
      if (!flashes || before === NEVER_PAINTED) continue
      // Out of the list is an eviction; from evictable to paged out is its end: both are shown as one going out.
      const out = listed < listedBefore || (listed === listedBefore && state === AllocationState.pagedOut)
      this.begin(cell, out ? FlashKind.evicted : FlashKind.arrived, now)
    }
    return changed
  }

  /** Moves the flashes on. @returns cells whose flash is drawn differently now */
  advance(now: number): number[] {
    const redraw: number[] = []
    this.flashing = this.flashing.filter((cell) => {
      const step = Math.floor((now - this.began[cell]!) / FLASH_STEP)
      const over = step >= FLASH_ALPHA.length
      if (over || step !== this.step[cell]) redraw.push(cell)
      this.step[cell] = over ? 0 : step
      if (over) this.flash[cell] = FlashKind.none
      return !over
    })
    return redraw
  }

  private countListed(cell: number, states: Uint8Array): number {
    const { members, firstMember } = this.layout
    let count = 0
    for (let at = firstMember[cell]!; at < firstMember[cell + 1]!; at++) if (onList(states[members[at]!]!)) count++
    return count
  }

  private begin(cell: number, kind: number, now: number): void {
    if (this.flash[cell] === FlashKind.none) this.flashing.push(cell)
    this.flash[cell] = kind
    this.step[cell] = 0
    this.began[cell] = now
  }
}
