/** The scenario of a log: the app's memory and submissions, and what other processes did beside it. */
import { alignUp } from '../../../sim/align'
import { GRANULE } from '../../scenario'
import type { ImportOptions } from '../capture'
import { type StepLimits, Steps } from '../steps'
import { FIRST_ADAPTER } from './adapters'
import type { GlobalAllocation, Opened } from './allocations'
import { type AppChoice, Engines } from './app'
import type { Log, LogEvent, ResidencyCall } from './log'
import type { LogRecords } from './records'
import type { GpuContext, Submission } from './work'

/** µs of a use that a call to MakeResident is taken for */
const USE_TIME = 1
const NON_LOCAL = 1

interface Resource {
  name: string
  size: number
  heap: 'default' | 'upload'
  gone: boolean
}

export interface WrittenCounts {
  resources: number
  assumed: number
  submissions: number
  others: number
  otherProcesses: Set<number>
  derivedUses: number
  freed: number
  bytes: number
  rounding: number
  pageTables: number
  emptyAllocations: number
  unknownGroup: number
  unfinished: number
  withoutProcess: number
  /** interrupts by which packets that are there were preempted */
  preempted: number
  /** packets that are there and faulted */
  faulted: number
  /** calls to MakeResident of the app */
  failed: number
  /** calls to MakeResident of other processes */
  othersResident: number
  /** page tables excepted, and what the app uses of them */
  othersAllocations: number
  late: number
  budgets: number
  /** global allocations without a size → uses of them that are left out */
  sizeless: Map<GlobalAllocation, number>
}

export class LogWriter {
  readonly steps: Steps
  readonly engines: Engines
  readonly written: WrittenCounts = {
    resources: 0,
    assumed: 0,
    submissions: 0,
    others: 0,
    otherProcesses: new Set(),
    derivedUses: 0,
    freed: 0,
    bytes: 0,
    rounding: 0,
    pageTables: 0,
    emptyAllocations: 0,
    unknownGroup: 0,
    unfinished: 0,
    withoutProcess: 0,
    preempted: 0,
    faulted: 0,
    failed: 0,
    othersResident: 0,
    othersAllocations: 0,
    late: 0,
    budgets: 0,
    sizeless: new Map(),
  }
  readonly #log: Log
  readonly #records: LogRecords
  readonly #app: AppChoice
  readonly #options: ImportOptions
  /** null: it is none of the scenario's */
  readonly #resources = new Map<GlobalAllocation, Resource | null>()
  /** made by other processes, or by nobody known */
  readonly #foreign = new Set<GlobalAllocation>()
  readonly #contexts = new Map<GpuContext, string>()
  readonly #adapter: string
  #numbered = 0

  constructor(log: Log, records: LogRecords, app: AppChoice, options: ImportOptions, limits?: StepLimits) {
    this.#log = log
    this.#records = records
    this.#app = app
    this.#options = options
    this.steps = new Steps(options, limits)
    this.engines = new Engines(log)
    this.#adapter = this.#adapterOfApp()
  }

  /** bytes; null: the log does not say */
  get budget(): number | null {
    const isBudget = (happening: LogEvent): boolean => this.#isBudget(happening)
    const first = this.#log.happenings.find(isBudget) ?? this.#log.later.find(isBudget)
    // 0: the system had not given it one yet
    return first?.what === 'budget' && first.before > 0 ? first.before : null
  }

  write(): void {
    this.#before()
    for (const happening of this.#log.happenings) {
      this.#write(happening)
      if (this.steps.full) break
    }
    // what the app uses of others is a resource
    for (const global of this.#foreign) if (this.#resources.get(global) == null) this.written.othersAllocations++
  }

  /** The app's own, on the adapter that it works on most. */
  #isBudget(happening: LogEvent): boolean {
    if (happening.what !== 'budget' || happening.process !== this.#app.process) return false
    return this.#log.work.adapters.keyOf(happening.adapter) === this.#adapter
  }

  /** Key of the adapter that has most of the app's work in the whole log: of all parts of it, it is the same. */
  #adapterOfApp(): string {
    return [...this.#log.work.timesOn(this.#app.process)].sort(([, a], [, b]) => b - a)[0]?.[0] ?? FIRST_ADAPTER
  }

  /** What was there when the log began, or the part that is asked for. */
  #before(): void {
    const known = new Set<number>()
    const usage = (happening: LogEvent): void => {
      if (happening.what !== 'usage' || happening.process === this.#app.process || known.has(happening.process)) return
      known.add(happening.process)
      this.#usage(0, happening.process, happening.before)
    }
    for (const happening of this.#log.happenings) {
      usage(happening)
      for (const { global } of usedBy(happening, this.#app.process))
        if (global.existed && global.isGone !== true) this.#resource(global, 0)
    }
    for (const happening of this.#log.later) usage(happening)
    for (const global of this.#log.allocations.earlier) if (global.isGone !== true) this.#counted(global, 0)
  }

  #write(happening: LogEvent): void {
    const { at } = happening
    switch (happening.what) {
      case 'made':
        return this.#counted(happening.global, at)
      case 'destroyed':
        return this.#destroyed(happening.global, at)
      case 'submitted':
        return this.#submitted(happening.submission, at)
      case 'resident':
        return this.#residentAt(happening.residency, at)
      case 'usage':
        if (happening.process !== this.#app.process) this.#usage(at, happening.process, happening.bytes)
        return
      case 'budget':
        if (this.#isBudget(happening) && this.steps.add(at, 'budget', happening.bytes)) this.written.budgets++
    }
  }

  /** Page tables are of no use to the app, whoever made them. */
  #counted(global: GlobalAllocation, at: number): void {
    if (global.owner === this.#app.process || global.pageTable) this.#resource(global, at)
    else this.#foreign.add(global)
  }

  #usage(at: number, process: number, usage: number): void {
    if (this.steps.add(at, 'otherProcess', { name: nameOf(process), usage })) this.written.otherProcesses.add(process)
  }

  #destroyed(global: GlobalAllocation, at: number): void {
    const resource = this.#resources.get(global)
    if (resource == null || resource.gone) return
    resource.gone = true
    if (this.steps.add(at, 'free', { name: resource.name })) this.written.freed++
  }

  #submitted(submission: Submission, at: number): void {
    const { context, ticks, done, set } = submission
    const { process } = context
    if (!done) {
      this.written.unfinished++
      return
    }
    if (process === null) {
      this.written.withoutProcess++
      return
    }
    const engine = this.engines.of(context)
    const gpuTime = Math.max(1, this.#records.microseconds(ticks))
    if (process !== this.#app.process) {
      if (!this.steps.add(at, 'submit', { engine, gpuTime, context: nameOf(process) })) return
      this.written.otherProcesses.add(process)
      this.written.others++
      this.#ended(submission)
      return
    }
    const names = new Set(set.flatMap((opened) => this.#nameAt(opened, at) ?? []))
    const value = {
      set: [...names],
      ...(engine === '3d' ? {} : { engine }),
      gpuTime,
      context: this.#contextName(context),
    }
    if (!this.steps.add(at, 'use', value)) return
    this.written.submissions++
    this.#ended(submission)
  }

  #ended({ preempted, faulted }: Submission): void {
    this.written.preempted += preempted
    if (faulted) this.written.faulted++
  }

  #residentAt({ process, allocation, failed }: ResidencyCall, at: number): void {
    if (process !== this.#app.process) {
      this.written.othersResident++
      return
    }
    if (failed) {
      this.written.failed++
      return
    }
    const name = this.#nameAt(allocation, at)
    if (name === null) return
    if (this.steps.add(at, 'use', { set: [name], gpuTime: USE_TIME })) this.written.derivedUses++
  }

  #contextName(context: GpuContext): string {
    const known = this.#contexts.get(context)
    if (known !== undefined) return known
    const name = `context ${this.#contexts.size + 1}`
    this.#contexts.set(context, name)
    return name
  }

  /** @returns null where it cannot be used */
  #nameAt({ global }: Opened, at: number): string | null {
    if (global.isGone === true) {
      if (!global.pageTable && global.size !== 0) this.written.late++
      return null
    }
    const resource = this.#resource(global, at)
    if (resource === null) {
      const uses = this.written.sizeless.get(global)
      if (uses !== undefined) this.written.sizeless.set(global, uses + 1)
      return null
    }
    if (!resource.gone) return resource.name
    this.written.late++
    return null
  }

  /** Made when it is first asked for. */
  #resource(global: GlobalAllocation, at: number): Resource | null {
    const known = this.#resources.get(global)
    if (known !== undefined) return known
    const made = this.#describe(global)
    this.#resources.set(global, made)
    if (made === null) return null
    const { name, size, heap } = made
    if (!this.steps.add(at, 'resource', { name, size, ...(heap === 'default' ? {} : { heap }) })) return made
    this.written.resources++
    this.written.bytes += size
    this.written.rounding += alignUp(size, GRANULE) - size
    return made
  }

  #describe(global: GlobalAllocation): Resource | null {
    const { unknownSize } = this.#options
    if (global.pageTable) {
      this.written.pageTables++
      return null
    }
    const size = global.size ?? unknownSize
    if (size === undefined) {
      this.written.sizeless.set(global, 0)
      return null
    }
    if (size === 0) {
      this.written.emptyAllocations++
      return null
    }
    this.#numbered++
    if (global.size === null) this.written.assumed++
    const label = global.size === null ? ' (size assumed)' : ''
    return { name: `allocation ${this.#numbered}${label}`, size, heap: this.#heapOf(global), gone: false }
  }

  #heapOf({ adapter, segment, size }: GlobalAllocation): 'default' | 'upload' {
    const group = this.#log.segments.get(`${adapter} ${segment}`)?.group ?? null
    if (group === null && size !== null) this.written.unknownGroup++
    return group === NON_LOCAL ? 'upload' : 'default'
  }
}

function nameOf(process: number): string {
  return `process ${process}`
}

function usedBy(happening: LogEvent, app: number): readonly Opened[] {
  if (happening.what === 'resident') return happening.residency.process === app ? [happening.residency.allocation] : []
  if (happening.what !== 'submitted') return []
  const { context, set } = happening.submission
  return context.process === app ? set : []
}
