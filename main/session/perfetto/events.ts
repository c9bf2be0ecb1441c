/** What a run is as tracks and events, before it has a form (LB-17, SC-10). Times in µs of simulated time. */

/** `id`: its pid; all ids come from one row of numbers, so that no thread is taken for another process's first. */
export interface ProcessTrack {
  readonly id: number
  readonly name: string
}

/** `id`: its tid. Slices of one thread never overlap. */
export interface ThreadTrack {
  readonly id: number
  readonly process: ProcessTrack
  readonly name: string
}

/** Bytes over time. */
export interface CounterTrack {
  readonly id: number
  readonly process: ProcessTrack
  readonly name: string
}

/** `link`: several events are of one thing, in whatever order; the legacy form has nothing for that. */
export interface Flow {
  readonly id: number
  readonly role: 'start' | 'step' | 'end' | 'link'
}

export type FieldValue = string | number | boolean | readonly (string | number | boolean)[]
export type Fields = Readonly<Record<string, FieldValue>>

export interface SliceEvent {
  readonly name: string
  readonly category: string
  readonly start: number
  readonly end: number
  readonly fields: Fields
  readonly flows?: readonly Flow[]
}

export interface InstantEvent {
  readonly name: string
  readonly category: string
  readonly at: number
  readonly fields: Fields
  readonly flows?: readonly Flow[]
}

/** One of the two forms of a file. Tracks are described before the first event on them. */
export interface Form {
  process(track: ProcessTrack): void
  thread(track: ThreadTrack): void
  counter(track: CounterTrack): void
  slice(track: ThreadTrack, event: SliceEvent): void
  instant(track: ThreadTrack, event: InstantEvent): void
  sample(track: CounterTrack, at: number, bytes: number): void
  end(): void
}

/** Gets the file, piece by piece. */
export type Sink = (piece: string | Uint8Array) => void

/** What of an object can be said beside an event: its fields, those of objects in it as `outer.inner`; what is null is left out. */
export function fieldsOf(object: object): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {}
  flatten('', object, fields)
  return fields
}

function flatten(prefix: string, object: object, fields: Record<string, FieldValue>): void {
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    const key = `${prefix}${name}`
    if (value === null || value === undefined) continue
    if (isScalar(value)) fields[key] = value
    else if (!Array.isArray(value)) flatten(`${key}.`, value as object, fields)
    else fields[key] = value.every(isScalar) ? value : JSON.stringify(value)
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
