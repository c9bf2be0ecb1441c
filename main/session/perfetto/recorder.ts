/** Follows a run and writes it as a trace for Perfetto (LB-17, SC-10). It watches only: nothing depends on it. */
import { etwOfRecord } from '../../../preload/contract'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import type { Scheduler } from '../../dxgkrnl/vidsch/scheduler'
import type { TraceRecord, TraceType } from '../../sim/trace-records'
import type { Delay } from '../laboratory/delays/types'
import type { RunFollower } from '../run/runner'
import { ContextSwitches } from './context-switches'
import { flowOfRecord, writeDelay } from './delay-chain'
import { type Fields, type Flow, type Form, fieldsOf, type Sink } from './events'
import { HardwareSlots } from './hardware-slots'
import { JsonForm } from './json-form'
import { MemoryCounters } from './memory-counters'
import { APP_PROCESS, DELAYS, GPU, PLACES, type Place, VIDMM } from './places'
import { ProtobufForm } from './protobuf-form'
import { Tracks } from './tracks'

/**
 * What delays wait for, and name as records: of a transfer that was given up, or goes on, a piece is all that there is; of a
 * callback that holds its policy's lock, its end; of a policy that waits for what it makes resident, its call; of memory
 * that was to leave when nothing uses it and was destroyed then, that.
 */
const WAITED_FOR: ReadonlySet<TraceType> = new Set<TraceType>([
  'packet',
  'page-in',
  'page-out',
  'paging-operation',
  'preempt',
  'callback',
  'make-resident',
  'destroy',
])

/** A background task that runs. */
interface Task {
  readonly pso: string
  readonly thread: string
  readonly since: number
  readonly fields: Fields
}

export type PerfettoForm = 'protobuf' | 'json'

/** @param path of a file that is to have that form */
export function perfettoFormOf(path: string): PerfettoForm {
  return /\.json$/i.test(path) ? 'json' : 'protobuf'
}

/** A run that is written. */
export interface WrittenRun {
  name: string
  /** what its policy is called */
  policy: string
  seed: number
  /** lines on what of an imported recording was derived rather than recorded (LB-19) */
  derived?: readonly string[] | undefined
}

/** What is true of all of a run, as its first event and the head of a JSON file say it (LB-17, LB-19). */
function aboutRun({ name, policy, seed, derived = [] }: WrittenRun): Fields {
  return { name, policy, seed, ...(derived.length === 0 ? {} : { derived: derived.join(' · ') }) }
}

export class PerfettoRecorder implements RunFollower {
  /** a counter has a sample for each change (LB-17) */
  readonly seesEach = true
  private readonly form: Form
  private readonly tracks: Tracks
  private gauges: MemoryCounters | null = null
  private slots: HardwareSlots | null = null
  /** index of the next record in the trace */
  private index = 0
  private delays = 0
  private readonly tasks = new Map<number, Task>()
  private readonly switches: ContextSwitches

  constructor(form: PerfettoForm, sink: Sink, run: WrittenRun) {
    const about = aboutRun(run)
    this.form = form === 'json' ? new JsonForm(sink, about) : new ProtobufForm(sink)
    this.tracks = new Tracks(this.form)
    this.switches = new ContextSwitches(this.form, this.tracks)
    for (const process of [GPU, VIDMM, APP_PROCESS, DELAYS]) this.tracks.process(process)
    this.form.instant(this.tracks.thread(APP_PROCESS, 'run'), { name: 'run', category: 'run', at: 0, fields: about })
  }

  kernel(vidmm: VideoMemoryManager): void {
    this.gauges = new MemoryCounters(vidmm, this.form, this.tracks)
    this.gauges.look()
  }

  scheduler(scheduler: Scheduler): void {
    const slots = new HardwareSlots(scheduler, this.form, this.tracks)
    this.slots = slots
    scheduler.observer = { changed: () => slots.look() }
  }

  record(record: TraceRecord): void {
    const index = this.index++
    this.gauges?.look()
    this.slots?.look()
    if (record.type === 'background-task') this.task(record)
    if (record.type === 'preempt') this.switches.stopped(record)
    if (record.type === 'packet') this.switches.left(record)
    const place = placeOf(record)
    const { t: at, type, ...rest } = record
    const { process, thread, name, span, etw = etwOfRecord(type) } = place
    const fields = fieldsOf({ record: index, ...rest, ...(etw === null ? {} : { etw }) })
    const flows: Flow[] = WAITED_FOR.has(type) ? [{ id: flowOfRecord(index), role: 'link' }] : []
    if (span === undefined) {
      this.form.instant(this.tracks.thread(process, thread), { name, category: type, at, fields, flows })
      return
    }
    const { start, end, lanes } = span
    const track =
      lanes || start === end ? this.tracks.lane(process, thread, start, end) : this.tracks.thread(process, thread)
    this.form.slice(track, { name, category: type, start, end, fields, flows })
  }

  look(): void {
    this.gauges?.look()
  }

  submitted(): void {}

  late(delay: Delay): void {
    writeDelay(this.form, this.tracks, delay, this.delays++)
  }

  /** The run is over. @param now µs */
  end(now: number): void {
    this.slots?.end()
    for (const task of this.tasks.values()) this.ran(task, now)
    this.form.end()
  }

  private task({ t, task, pso, phase, thread, ...rest }: Extract<TraceRecord, { type: 'background-task' }>): void {
    const running = this.tasks.get(task)
    if (phase === 'start' && thread !== undefined)
      this.tasks.set(task, { pso, thread, since: t, fields: fieldsOf({ task, pso, ...rest }) })
    else if (running !== undefined) {
      this.tasks.delete(task)
      this.ran(running, t)
    }
  }

  private ran({ pso, thread, since, fields }: Task, end: number): void {
    const track = this.tracks.lane(APP_PROCESS, `background ${thread}`, since, end)
    this.form.slice(track, { name: pso, category: 'background-run', start: since, end, fields })
  }
}

/** The table has an entry for each type, which takes records of that type. */
function placeOf<Type extends TraceType>(record: Extract<TraceRecord, { type: Type }>): Place {
  return PLACES[record.type as Type](record)
}
