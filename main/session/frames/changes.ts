/**
 * What happened since the last frame. Whoever sees something happen says what; which parts of a frame show it stands here
 * alone.
 */
import type { TraceRecord } from '../../sim/trace-records'
import type { ActionVerb } from '../verbs/action'

/** Parts of a frame that are rebuilt when something in them changed. */
export type Part =
  | 'memory'
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
  | 'offers'
  | 'delays'
  | 'delay'
  | 'branches'
  | 'branchComparison'

/** What is no verb and leaves no record in the trace, and which parts show it. */
const SHOWN_BY = {
  /** bytes in segments, counters of paging */
  memory: ['memory'],
  /** an engine, a queue or a setting of the scheduler; how long an engine has been busy changes with the time alone */
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
  /** one of one's own was opened */
  ownPolicies: ['system'],
  /** a callback of the policy in charge */
  policyBuilt: ['registrations'],
  /** how far it is changes with every slice */
  recreating: ['device'],
  deviceRecreated: ['device', 'registrations', 'project', 'effects', 'background', 'pipelines'],
  selection: ['selection'],
  /** something was shown late */
  delayed: ['delays'],
  delayChosen: ['delay'],
  /** another moment is shown, or another line */
  branches: ['branches', 'project'],
  variants: ['variants'],
  difference: ['difference'],
  variantRecords: ['variantRecords'],
  comparisonInput: ['comparisonInput'],
  branchComparison: ['branchComparison'],
  /** a step begins, goes on or ends */
  playback: ['playback'],
  /** the user's edits, what is on the clip, the file, what is being opened */
  project: ['project'],
} as const satisfies Record<string, readonly Part[]>

export type Happening = keyof typeof SHOWN_BY

/** Settings of the system, which verbs change in ways that nothing else tells of. */
const SETTINGS: readonly Part[] = ['system', 'idle', 'gpu', 'background', 'pipelines']
const EDITS: readonly Part[] = ['project']
/** An observer tells of all that comes of it. */
const TOLD: readonly Part[] = []

/** What a verb changes beside what observers and the trace tell; also where it was refused, as a control then shows again what holds. */
const SHOWN_BY_VERB: { readonly [V in ActionVerb]: readonly Part[] } = {
  apply: EDITS,
  use: TOLD,
  addEffect: EDITS,
  removeEffect: EDITS,
  importClip: EDITS,
  relinkClip: [...EDITS, 'effects'],
  removeClip: EDITS,
  timeline: EDITS,
  policy: [...SETTINGS, 'registrations', 'project'],
  project: ['project', 'offers', 'pipelines'],
  allocation: ['project', 'pipelines'],
  // what a later window is told of the effect's parameters
  setConstants: [...SETTINGS, 'effects'],
  budget: SETTINGS,
  otherProcess: SETTINGS,
  reserve: SETTINGS,
  externalReservation: TOLD,
  residencyPriority: SETTINGS,
  discard: SETTINGS,
  makeResident: SETTINGS,
  evict: SETTINGS,
  recreateDevice: [...SETTINGS, 'device'],
  system: SETTINGS,
  submit: SETTINGS,
  inject: SETTINGS,
  play: SETTINGS,
  seek: TOLD,
  transport: TOLD,
  frames: SETTINGS,
  setBackgroundProcessingMode: SETTINGS,
  workflow: SETTINGS,
  cancelWorkflow: SETTINGS,
  resource: TOLD,
  allocate: TOLD,
  free: TOLD,
  movable: TOLD,
  layout: TOLD,
  map: TOLD,
  unmap: TOLD,
  write: TOLD,
  defragment: TOLD,
  defragmentation: TOLD,
  idle: SETTINGS,
  suspend: SETTINGS,
  resume: SETTINGS,
  lock: SETTINGS,
  unlock: SETTINGS,
  periodicTrim: SETTINGS,
  restartPeriodicTrim: SETTINGS,
  trimToBudget: SETTINGS,
  notify: SETTINGS,
  registerCallback: ['registrations'],
  unregisterCallback: ['registrations'],
}

export class Changes {
  private readonly parts = new Set<Part>()
  /** called when something is to be told after all before was: who shows it may rest until then */
  news: () => void = () => {}

  happened(what: Happening): void {
    this.add(SHOWN_BY[what])
  }

  /** A step or a person has asked for it. */
  asked(verb: ActionVerb): void {
    this.add(SHOWN_BY_VERB[verb])
  }

  recorded(record: TraceRecord): void {
    switch (record.type) {
      case 'device-removed':
        this.add(['device'])
        break
      case 'budget':
        this.add(['system'])
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
      case 'workflow':
        this.add(['background'])
        break
    }
  }

  has(part: Part): boolean {
    return this.parts.has(part)
  }

  /** A frame has told of everything. */
  get isEmpty(): boolean {
    return this.parts.size === 0
  }

  /** Nothing has changed but what goes on by itself: a running display, and how long the person has been away. */
  get isQuiet(): boolean {
    for (const part of this.parts) if (part !== 'gpu' && part !== 'idle') return false
    return true
  }

  /** A frame has them all. */
  taken(): void {
    this.parts.clear()
  }

  private add(parts: readonly Part[]): void {
    const before = this.parts.size
    for (const part of parts) this.parts.add(part)
    if (before === 0 && this.parts.size > 0) this.news()
  }
}
