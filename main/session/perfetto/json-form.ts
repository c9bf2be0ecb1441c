/** The legacy form: JSON that Chrome's tracing and Perfetto read (SC-10). */
import { toUSVString } from 'node:util'
import { GatheredText } from '../gathered'
import type {
  CounterTrack,
  Fields,
  Flow,
  Form,
  InstantEvent,
  ProcessTrack,
  Sink,
  SliceEvent,
  ThreadTrack,
} from './events'

const PHASES = { start: 's', step: 't', end: 'f' } as const

export class JsonForm implements Form {
  private readonly text: GatheredText
  private first = true

  /** @param about what is true of all of it */
  constructor(sink: Sink, about: Fields) {
    this.text = new GatheredText(sink, `{"displayTimeUnit":"ms","otherData":${written(about)},"traceEvents":[`)
  }

  process({ id, name }: ProcessTrack): void {
    this.write({ ph: 'M', name: 'process_name', pid: id, tid: id, args: { name } })
    this.write({ ph: 'M', name: 'process_sort_index', pid: id, tid: id, args: { sort_index: id } })
  }

  thread({ id, process, name }: ThreadTrack): void {
    this.write({ ph: 'M', name: 'thread_name', pid: process.id, tid: id, args: { name } })
    this.write({ ph: 'M', name: 'thread_sort_index', pid: process.id, tid: id, args: { sort_index: id } })
  }

  /** It is described by its samples. */
  counter(): void {}

  slice({ id, process }: ThreadTrack, { name, category, start, end, fields, flows = [] }: SliceEvent): void {
    const place = { pid: process.id, tid: id, ts: start }
    this.write({ ph: 'X', name, cat: category, ...place, dur: end - start, args: fields })
    for (const flow of flows) this.flow(flow, place)
  }

  instant({ id, process }: ThreadTrack, { name, category, at, fields, flows = [] }: InstantEvent): void {
    const place = { pid: process.id, tid: id, ts: at }
    this.write({ ph: 'i', name, cat: category, ...place, s: 't', args: fields })
    for (const flow of flows) this.flow(flow, place)
  }

  /** @param at µs */
  sample({ process, name }: CounterTrack, at: number, bytes: number): void {
    this.write({ ph: 'C', name, pid: process.id, tid: process.id, ts: at, args: { bytes } })
  }

  end(): void {
    this.text.add('\n]}\n')
    this.text.end()
  }

  /** To the slice that it stands behind. */
  private flow({ id, role }: Flow, place: object): void {
    if (role === 'link') return
    this.write({ ph: PHASES[role], name: 'late', cat: 'late', id, ...place, bp: 'e' })
  }

  private write(event: object): void {
    this.text.add(`${this.first ? '' : ','}\n${written(event)}`)
    this.first = false
  }
}

/** Half a character is U+FFFD: a viewer refuses the whole file for one that is written as an escape. */
function written(value: object): string {
  const text = JSON.stringify(value)
  if (!text.includes('\\ud')) return text
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? toUSVString(part) : part))
}
