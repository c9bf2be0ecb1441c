/**
 * What happened since the last frame. Whoever sees something happen says what; which parts of a frame show it stands here
 * alone. What a verb changes is not told: after every one the parts that are cheap to look at are looked at (looks.ts).
 */
import type { TraceRecord } from '../../sim/trace-records'

/** Parts of a frame that are built when something in them may have changed. */
export type Part =
  | 'memory'
  | 'processes'
  | 'system'
  | 'idle'
  | 'device'
  | 'project'
  | 'effects'
  | 'registrations'
  | 'selection'
  | 'playback'
  | 'gpu'
  | 'variants'
  | 'difference'
  | 'variantRecords'
  | 'comparisonInput'
  | 'background'
  | 'pipelines'
  | 'delays'
  | 'delay'
  | 'traceRecord'
  | 'branches'
  | 'branchComparison'

/**
 * What happens as time goes on, or beside the simulation, and leaves no record in the trace; and what of a verb is too
 * expensive to look for. With the parts that show it.
 */
const SHOWN_BY = {
  /** bytes in segments, counters of paging */
  memory: ['memory', 'processes'],
  /** an engine or a queue; how long an engine has been busy changes with the time alone */
  scheduler: ['gpu'],
  /** the preview is looked at for every frame */
  player: ['gpu'],
  /** modes, tasks or variants of background processing */
  background: ['background', 'pipelines'],
  workflow: ['background'],
  pipelines: ['pipelines'],
  effects: ['effects'],
  /** what is moved lies in another heap */
  defragmentation: ['effects'],
  /** when the next periodic trim is due */
  notification: ['idle'],
  /** the real input, or who decides on idleness */
  idleness: ['idle'],
  /** one was injected, or met */
  faults: ['system'],
  /** one of one's own was opened */
  ownPolicies: ['system'],
  /** what was made on the one before is gone, also where nothing is made on the new one */
  deviceRecreated: ['effects', 'pipelines'],
  selection: ['selection'],
  /** something was shown late */
  delayed: ['delays'],
  delayChosen: ['delay'],
  traceRecord: ['traceRecord'],
  /** another moment is shown, or another line */
  branches: ['branches', 'project'],
  variants: ['variants'],
  difference: ['difference'],
  variantRecords: ['variantRecords'],
  comparisonInput: ['comparisonInput'],
  branchComparison: ['branchComparison'],
  /** a step begins; `expect` is no verb */
  playback: ['playback'],
  /** the user's edits, what is on the clip, the file, what is being opened */
  project: ['project'],
} as const satisfies Record<string, readonly Part[]>

export type Happening = keyof typeof SHOWN_BY

export class Changes {
  static readonly apart = ['news'] as const
  private readonly parts = new Set<Part>()
  private action = false
  private refusal = false
  private unmoved = false
  /** called when something is to be told after all before was: who shows it may rest until then */
  news: () => void = () => {}

  happened(what: Happening): void {
    this.add(SHOWN_BY[what])
  }

  /** A step or a person has asked for a verb, and something may have come of it. */
  acted(): void {
    const { isEmpty } = this
    this.action = true
    if (isEmpty) this.news()
  }

  /** What a person asked for was refused: its control is to show what holds, though that has not changed. */
  refused(): void {
    const { isEmpty } = this
    this.refusal = true
    if (isEmpty) this.news()
  }

  /** An edit of the timeline came to nothing: the window shows what was dragged until it is told how it lies. */
  leftAsItWas(): void {
    this.unmoved = true
    this.happened('project')
  }

  recorded(record: TraceRecord): void {
    switch (record.type) {
      case 'device-removed':
        this.add(['device'])
        break
      case 'tdr':
        // of a process whose device is removed already nothing else is recorded
        if (record.action === 'blocked') this.add(['device'])
        break
      case 'evict':
        // the count of Evict calls is shown with the memory, of which nothing moves while there are other references
        this.add(['memory'])
        break
      case 'packet':
        // the count of hitches is shown with the memory, which need not change at a packet's end
        if (record.hitch !== undefined) this.add(['memory'])
        break
      case 'background-task':
      case 'background-mode':
      case 'background-event':
        this.add(['background'])
        break
    }
  }

  /** Something told of the part. */
  has(part: Part): boolean {
    return this.parts.has(part)
  }

  /** A verb was asked for since the last frame: what is cheap to look at is looked at. */
  get hasActed(): boolean {
    return this.action
  }

  /** What is looked at is sent though it says what was sent before. */
  get wasRefused(): boolean {
    return this.refusal
  }

  /** The project is sent though it says what was sent before. */
  get wasLeftAsItWas(): boolean {
    return this.unmoved
  }

  /** A frame has told of everything. */
  get isEmpty(): boolean {
    return this.parts.size === 0 && !this.action && !this.refusal
  }

  /** Nothing has changed but what goes on by itself: a running display, and how long the person has been away. */
  get isQuiet(): boolean {
    for (const part of this.parts) if (part !== 'gpu' && part !== 'idle') return false
    return !this.action && !this.refusal
  }

  /** A frame has them all. */
  taken(): void {
    this.parts.clear()
    this.action = false
    this.refusal = false
    this.unmoved = false
  }

  private add(parts: readonly Part[]): void {
    const { isEmpty } = this
    for (const part of parts) this.parts.add(part)
    if (isEmpty) this.news()
  }
}
