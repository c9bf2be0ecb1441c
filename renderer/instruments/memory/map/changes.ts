/**
 * What has to be drawn again after a frame: cells whose state changed, and cells whose flash has come to its next
 * step. A flash has few steps, so that each change costs a few small rectangles and not one for every display frame.
 */
import { AllocationState } from '../../../../preload/contract'
import { mostFrequentState } from './hit'
import type { MapLayout } from './layout'

/** How strongly a change is overlaid, step by step. */
export const FLASH_ALPHA = [0.9, 0.55, 0.25] as const
/** ms a step */
export const FLASH_STEP = 170

/** Which way a change went: out of residency (an eviction) or into it. */
export const FlashKind = { none: 0, evicted: 1, arrived: 2 } as const

const NEVER_PAINTED = 255
const STATES = 4

export class MapChanges {
  /** the state that each cell was last drawn with */
  readonly painted: Uint8Array
  /** how many of each cell's allocations were in each state then: four numbers a cell, by AllocationState */
  private readonly counts: Uint32Array
  /** the state of each allocation then, by its place among the layout's members */
  private readonly seen: Uint8Array
  /** the other way round: that place by allocation id; made when it is first needed */
  private places: Int32Array | null = null
  private started = false
  /** FlashKind by cell */
  readonly flash: Uint8Array
  /** step of the flash by cell */
  readonly step: Uint8Array
  /** ms at which the flash began */
  private readonly began: Float64Array
  private flashing: number[] = []

  constructor(private readonly layout: MapLayout) {
    this.painted = new Uint8Array(layout.cells).fill(NEVER_PAINTED)
    this.counts = new Uint32Array(layout.cells * STATES)
    this.seen = new Uint8Array(layout.members.length)
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
   * @param among ids of all that may have changed, in several lists; null: any
   * @returns cells that are drawn differently now
   */
  update(states: Uint8Array, now: number, flashes: boolean, among: readonly Uint32Array[] | null = null): number[] {
    if (!this.started) return this.start(states)
    const before = new Map<number, number>()
    if (among === null) {
      const { members } = this.layout
      for (let place = 0; place < members.length; place++) this.take(place, members[place]!, states, before)
    } else {
      this.places ??= this.placesById()
      for (const ids of among)
        for (const id of ids) {
          const place = this.places[id] ?? -1
          if (place >= 0) this.take(place, id, states, before)
        }
    }
    const cells = [...before.keys()]
    for (const cell of cells) this.repaint(cell, before.get(cell)!, now, flashes)
    return cells
  }

  /** One allocation's state; `before` gets how many of its cell were listed before this update. */
  private take(place: number, id: number, states: Uint8Array, before: Map<number, number>): void {
    const state = states[id]!
    const was = this.seen[place]!
    if (state === was) return
    const cell = this.layout.cellOf[id]!
    if (!before.has(cell)) before.set(cell, this.listed(cell))
    this.seen[place] = state
    this.counts[cell * STATES + was]!--
    this.counts[cell * STATES + state]!++
  }

  private repaint(cell: number, listedBefore: number, now: number, flashes: boolean): void {
    const state = this.stateOf(cell)
    const listed = this.listed(cell)
    const changed = state !== this.painted[cell] || listed !== listedBefore
    this.painted[cell] = state
    if (!flashes || !changed) return
    // Out of the list is an eviction; from evictable to paged out is its end: both are shown as one going out.
    const out = listed < listedBefore || (listed === listedBefore && state === AllocationState.pagedOut)
    this.begin(cell, out ? FlashKind.evicted : FlashKind.arrived, now)
  }

  /** The first time: every cell is new. */
  private start(states: Uint8Array): number[] {
    this.started = true
    const { members, cellOf, cells } = this.layout
    for (let place = 0; place < members.length; place++) {
      const id = members[place]!
      const state = states[id]!
      this.seen[place] = state
      this.counts[cellOf[id]! * STATES + state]!++
    }
    for (let cell = 0; cell < cells; cell++) this.painted[cell] = this.stateOf(cell)
    return Array.from({ length: cells }, (_, cell) => cell)
  }

  /** How many of a cell's allocations are in each state, by AllocationState; to be read at once. */
  countsOf(cell: number): Uint32Array {
    return this.counts.subarray(cell * STATES, (cell + 1) * STATES)
  }

  private placesById(): Int32Array {
    const { members, cellOf } = this.layout
    const places = new Int32Array(cellOf.length).fill(-1)
    for (let place = 0; place < members.length; place++) places[members[place]!] = place
    return places
  }

  private stateOf(cell: number): number {
    return mostFrequentState(this.counts, cell * STATES)
  }

  /** Evictable and paged out are off the residency list (RS-04). */
  private listed(cell: number): number {
    const first = cell * STATES
    return this.counts[first + AllocationState.resident]! + this.counts[first + AllocationState.pending]!
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

  private begin(cell: number, kind: number, now: number): void {
    if (this.flash[cell] === FlashKind.none) this.flashing.push(cell)
    this.flash[cell] = kind
    this.step[cell] = 0
    this.began[cell] = now
  }
}
