/** Lessons: a question, a project, and steps that the simulation itself tells to be done. */

/** The questions that Start and Help show, in this order; `id` is the name of the lesson's file. */
export const LESSONS = [
  {
    id: 'idle',
    question: 'What happens to my memory when the user walks away?',
    line: 'Windows asks idle apps to give memory back. See what goes, and what coming back costs.',
  },
  {
    id: 'policy',
    question: 'Which policy should I use?',
    line: 'Run the same work under several policies and let the numbers decide.',
  },
  {
    id: 'stutter',
    question: 'Why did this frame stutter?',
    line: 'Make a press late, then read what it waited for, piece by piece.',
  },
  {
    id: 'hang',
    question: 'My GPU hung',
    line: 'Hang an engine, watch Windows reset it, and bring the app back.',
  },
  {
    id: 'fragmentation',
    question: 'My heap is fragmented',
    line: 'Free memory that nothing fits into: see the holes, then close them.',
  },
  {
    id: 'recompiles',
    question: 'What do background recompiles do?',
    line: 'The driver watches your shaders and compiles faster ones while nobody waits.',
  },
] as const

export type LessonId = (typeof LESSONS)[number]['id']

/**
 * What a lesson may ask of the simulation and say of it, with its unit: what the frames show, nothing that a person did.
 * `text` is one of a few words (a state, a policy), `switch` is true or false.
 */
export const LESSON_FACTS = {
  /** the app's bytes on the residency list; beside it and still in the segment */
  usage: 'bytes',
  evictable: 'bytes',
  budget: 'bytes',
  /** since the start of the run */
  pagedIn: 'bytes',
  evictions: 'count',
  /** notifications that carried the flag */
  periodicTrims: 'count',
  restarts: 'count',
  findings: 'count',
  idle: 'switch',
  playing: 'switch',
  policy: 'text',
  /** presses whose work the GPU has finished */
  presses: 'count',
  /** presses and frames that were shown late; the worst of them, and what the chosen one waited for longest */
  late: 'count',
  worstDelay: 'µs',
  chosenDelay: 'µs',
  chosenPageIn: 'µs',
  missedBlanks: 'count',
  engineResets: 'count',
  deviceRemoved: 'switch',
  /** rows of the comparison that is done, and in words what it advises; whether what it advises is in charge */
  comparison: 'text',
  comparedRows: 'count',
  advice: 'text',
  advised: 'switch',
  /** mean of the run under the policy that held least, and under that which held most */
  leastHeld: 'bytes',
  mostHeld: 'bytes',
  /** heaps of the allocator, what is free in them, the largest hole */
  heaps: 'count',
  freeInHeaps: 'bytes',
  largestHole: 'bytes',
  defragmentation: 'text',
  /** of all defragmentations of the run: moves that were carried out or wait for it, passes that ended, what came of them */
  plannedMoves: 'count',
  passes: 'count',
  bytesMoved: 'bytes',
  heapsFreed: 'count',
  /** variants that the driver installed, draws that used them, background tasks that ended */
  variants: 'count',
  variantHits: 'count',
  tasksFinished: 'count',
  backgroundMode: 'text',
  developerMode: 'switch',
} as const satisfies Record<string, 'bytes' | 'count' | 'µs' | 'text' | 'switch'>

export type LessonFact = keyof typeof LESSON_FACTS
/** Facts that may be asked of one effect, by its name. */
const FACTS_OF_EFFECT: readonly LessonFact[] = ['presses']

/** A fact as a text has it, and as facts are kept: `usage`, `presses of Blur` */
export type LessonFactName = LessonFact | `${LessonFact} of ${string}`

export interface AskedFact {
  fact: LessonFact
  /** undefined: of all */
  effect?: string | undefined
}

/** Whether a fact may be asked of one effect. */
export function isOfEffects(fact: LessonFact): boolean {
  return FACTS_OF_EFFECT.includes(fact)
}

export function factName({ fact, effect }: AskedFact): LessonFactName {
  return effect === undefined ? fact : `${fact} of ${effect}`
}

/** What is asked for by a name; null: there is no such fact. */
export function factNamed(name: string): AskedFact | null {
  const [, fact = '', effect] = /^(\w+)(?: of (.+))?$/s.exec(name) ?? []
  if (!Object.hasOwn(LESSON_FACTS, fact)) return null
  // sound: it is one of its keys
  const asked: AskedFact = { fact: fact as LessonFact, effect }
  return effect === undefined || isOfEffects(asked.fact) ? asked : null
}

/** `{fact}`, `{fact.before}` or `{fact.change}` in a text: its fact's name, and the side of it. */
export const LESSON_PLACE = /\{([^{}]*?)(?:\.(before|change))?\}/g

export type LessonUnit = (typeof LESSON_FACTS)[LessonFact]

/** What a step waits for; of several fields each must hold. Sizes in bytes, times in µs. */
export interface LessonCondition {
  fact: LessonFact
  /** whose fact it is, where it may be asked of one effect [of all] */
  effect?: string | undefined
  is?: string | boolean | undefined
  atLeast?: number | undefined
  atMost?: number | undefined
  /** by so much, since the step began */
  grows?: number | undefined
  falls?: number | undefined
}

/** As the interface names it: what a person and a screen reader find it by. */
export interface LessonControl {
  role: string
  /** `{fact}` stands for what the simulation says when it is looked for */
  name: string
}

export interface LessonStep {
  /** one sentence each: what to do, and why */
  do: string
  why: string
  /** on the way to it from left to right: the last that is there is the one that is pointed at */
  at: LessonControl[]
  done: LessonCondition[]
  /** what changed; `{fact}`, `{fact.before}` and `{fact.change}` stand for numbers */
  changed: string
}

/** The lesson that is open. */
export interface LessonView {
  id: LessonId
  /** counts lessons that were opened: the same one again begins anew */
  run: number
  question: string
  steps: LessonStep[]
}

/** The page with the questions is open. */
export interface StartView {
  /** it is shown whenever the app starts with nothing to open */
  atStart: boolean
}
