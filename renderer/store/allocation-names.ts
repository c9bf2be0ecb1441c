/**
 * The names of all allocations, as the frames brought them: one text for all that came together, and where in it each
 * name lies. A million strings would take many times the memory; most names are never shown.
 */
import type { CreatedAllocations } from '../../preload/contract'

/** Allocations of one effect that came in one frame. */
interface Batch {
  effect: string
  /** shared by all batches of the frame */
  text: string
  /** how many of them are left; the batch goes with the last one */
  left: number
}

/** Batch of an id that has no name. */
const NONE = 0
const FIRST_CAPACITY = 256

export class AllocationNames {
  private readonly batches: (Batch | null)[] = [{ effect: '', text: '', left: 0 }]
  /** places in `batches` that may be used again */
  private readonly unused: number[] = []
  /** by id, as are the next two */
  private batchOf = new Uint32Array(FIRST_CAPACITY)
  private begins = new Uint32Array(FIRST_CAPACITY)
  private ends = new Uint32Array(FIRST_CAPACITY)

  /** "Effect.resource"; '' for an id that does not exist */
  fullName(id: number): string {
    const effect = this.effect(id)
    return effect === '' ? this.shortName(id) : `${effect}.${this.shortName(id)}`
  }

  /** Whether this is its full name; makes no text of most, so that a million can be asked. */
  isCalled(id: number, name: string): boolean {
    const batch = this.batch(id)
    if (batch == null || name === '') return false
    const { effect, text } = batch
    const begin = this.begins[id]!
    const before = effect === '' ? 0 : effect.length + 1
    const { length } = name
    if (length !== before + this.ends[id]! - begin) return false
    // most of those that are as long end in another way
    if (length > before && text.charCodeAt(begin + length - before - 1) !== name.charCodeAt(length - 1)) return false
    return name === this.fullName(id)
  }

  /** Without the effect. */
  shortName(id: number): string {
    return this.batch(id)?.text.slice(this.begins[id], this.ends[id]) ?? ''
  }

  effect(id: number): string {
    return this.batch(id)?.effect ?? ''
  }

  /** Ids that share this number belong to the same effect; it is less than `groups`. */
  group(id: number): number {
    return this.batchOf[id] ?? NONE
  }

  get groups(): number {
    return this.batches.length
  }

  add({ ids, effects, effectNames, names, nameEnds }: CreatedAllocations): void {
    const places = effectNames.map((effect) => this.place({ effect, text: names, left: 0 }))
    let begin = 0
    for (let row = 0; row < ids.length; row++) {
      const id = ids[row]!
      const end = nameEnds[row]!
      this.reserve(id)
      this.leave(id)
      const place = places[effects[row]!]!
      this.batches[place]!.left++
      this.batchOf[id] = place
      this.begins[id] = begin
      this.ends[id] = end
      begin = end
    }
  }

  remove(ids: Uint32Array): void {
    for (const id of ids) this.leave(id)
  }

  private batch(id: number): Batch | null | undefined {
    return this.batches[this.batchOf[id] ?? NONE]
  }

  private place(batch: Batch): number {
    const place = this.unused.pop() ?? this.batches.length
    this.batches[place] = batch
    return place
  }

  private leave(id: number): void {
    const place = this.batchOf[id] ?? NONE
    if (place === NONE) return
    this.batchOf[id] = NONE
    const batch = this.batches[place]!
    batch.left--
    if (batch.left > 0) return
    this.batches[place] = null
    this.unused.push(place)
  }

  private reserve(id: number): void {
    let capacity = this.batchOf.length
    if (id < capacity) return
    while (capacity <= id) capacity *= 2
    this.batchOf = widened(this.batchOf, capacity)
    this.begins = widened(this.begins, capacity)
    this.ends = widened(this.ends, capacity)
  }
}

function widened(source: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const target = new Uint32Array(capacity)
  target.set(source)
  return target
}
