/** What a lesson may ask of the simulation, read from what the frames have shown. Pure. */
import {
  type Advice,
  type AskedFact,
  type DelaySegmentView,
  factNamed,
  LESSON_FACTS,
  type LessonFact,
  type LessonFactName,
  type LessonUnit,
  TrimFlag,
  type VariantRow,
} from '../../../preload/contract'
import { timeOf } from '../../store/delays/time-of'
import type { InterfaceState } from '../../store/model'
import { isInCharge } from '../../store/wishes/take-variant'

interface Values {
  bytes: number
  count: number
  µs: number
  text: string
  switch: boolean
}

export type FactValue = Values[LessonUnit]
/** @param effect that it is asked of, by name; undefined: of all */
type Reader<Value> = (view: InterfaceState, effect?: string) => Value
type Readers = { readonly [F in LessonFact]: Reader<Values[(typeof LESSON_FACTS)[F]]> }

const sum = <T>(items: Iterable<T>, amount: (item: T) => number): number => {
  let total = 0
  for (const item of items) total += amount(item)
  return total
}

const notified = ({ notifications }: InterfaceState, flag: number): number =>
  sum(notifications.items, ({ flags }) => ((flags & flag) === 0 ? 0 : 1))

const waited = ({ delay }: InterfaceState, time: (segment: DelaySegmentView) => number): number =>
  sum(delay?.segments ?? [], time)

const compared = ({ variants }: InterfaceState): readonly VariantRow[] =>
  variants?.state === 'done' ? variants.rows : []

/** What renders clips is no press. */
const presses: Reader<number> = ({ effects }, name) =>
  sum(effects, (effect) => {
    const counts = effect.clip === undefined && (name === undefined || effect.name === name)
    return counts ? effect.completed : 0
  })

/** Bytes, the mean over the run, of each row. */
function held(view: InterfaceState): number[] {
  const { variants } = view
  const seconds = variants === null ? 1 : Math.max(1, variants.until - variants.from) / 1e6
  return compared(view).map(({ localByteSeconds }) => Math.round(localByteSeconds / seconds))
}

/** In the words of “The advice is …”. Never `none`, which is a policy. */
function adviceText(advice: Advice | null): string {
  if (advice === null) return 'still to come'
  const { label, trade, isAlike } = advice
  if (label !== null) return label
  if (isAlike === true) return 'that any of them will do'
  // whatever the reason: none kept its device, or what they differ in says of none that it is better
  return trade.length === 0
    ? 'that none of them is the best'
    : 'to choose what matters to you, as no policy is best everywhere'
}

/** What whoever follows the advice may take: the one, one side of a trade, or any where they do not differ. */
function advisedRows({ variants }: InterfaceState): readonly VariantRow[] {
  if (variants === null || variants.advice === null) return []
  const { label, trade } = variants.advice
  if (label === null && trade.length === 0) return variants.rows
  const labels = label === null ? trade.flatMap((side) => side.labels) : [label]
  return variants.rows.filter((row) => labels.includes(row.label))
}

const readers: Readers = {
  usage: ({ memory }) => memory.local.resident,
  evictable: ({ memory }) => memory.local.evictable,
  budget: ({ memory }) => memory.local.budget,
  pagedIn: ({ memory }) => memory.pageInBytes,
  evictions: ({ memory }) => memory.evictions,
  periodicTrims: (view) => notified(view, TrimFlag.PERIODIC_TRIM),
  restarts: (view) => notified(view, TrimFlag.RESTART_PERIODIC_TRIM),
  findings: ({ findings }) => findings.items.length + findings.forgotten,
  idle: ({ idle }) => idle.idle,
  playing: ({ gpu }) => gpu.playing,
  policy: ({ system }) => system.policy,
  presses,
  late: ({ delays }) => delays.presses + delays.frames,
  worstDelay: ({ delays }) => delays.worst,
  chosenDelay: (view) => waited(view, ({ start, end }) => end - start),
  chosenPageIn: (view) => waited(view, (segment) => timeOf(segment, 'page-in')),
  missedBlanks: ({ gpu }) => gpu.missedVerticalBlanks,
  engineResets: ({ gpu }) => gpu.engineResets,
  deviceRemoved: ({ device }) => device.removed !== null,
  comparison: ({ variants }) => variants?.state ?? 'none',
  comparedRows: (view) => compared(view).length,
  advice: ({ variants }) => adviceText(variants?.advice ?? null),
  advised: (view) => advisedRows(view).some((row) => isInCharge(row, view)),
  leastHeld: (view) => Math.min(...held(view)),
  mostHeld: (view) => Math.max(...held(view)),
  heaps: ({ heapMap }) => sum(heapMap.pools, ({ statistics }) => statistics.blockCount),
  freeInHeaps: ({ heapMap }) =>
    sum(heapMap.pools, ({ statistics }) => statistics.blockBytes - statistics.allocationBytes),
  largestHole: ({ heapMap }) =>
    Math.max(0, ...heapMap.pools.map(({ statistics }) => statistics.unusedRangeSizeMax ?? 0)),
  defragmentation: ({ defragmentation }) => defragmentation.state,
  plannedMoves: ({ defragmentation: { state, moveCount, inAll } }) =>
    inAll.allocationsMoved + (state === 'pass' || state === 'copying' ? moveCount : 0),
  passes: ({ defragmentation }) => defragmentation.inAll.passes,
  bytesMoved: ({ defragmentation }) => defragmentation.inAll.bytesMoved,
  heapsFreed: ({ defragmentation }) => defragmentation.inAll.heapsFreed,
  variants: ({ pipelines }) => sum(pipelines, ({ variants }) => variants.length),
  variantHits: ({ pipelines }) => sum(pipelines, ({ variants }) => sum(variants, ({ hits }) => hits)),
  tasksFinished: ({ background }) => background.finished,
  developerMode: ({ background }) => background.developerMode,
  backgroundMode: ({ background }) => background.mode,
}

/** What the simulation shows of it now. */
export function factOf(view: InterfaceState, name: LessonFactName): FactValue {
  const { fact, effect } = askedBy(name)
  return readers[fact](view, effect)
}

/** Facts as they were. */
export type Facts = Readonly<Partial<Record<LessonFactName, FactValue>>>

/** @param facts those that are asked for */
export function factsOf(view: InterfaceState, facts: Iterable<LessonFactName>): Facts {
  return Object.fromEntries([...facts].map((fact) => [fact, factOf(view, fact)]))
}

export const unitOf = (name: LessonFactName): LessonUnit => LESSON_FACTS[askedBy(name).fact]

function askedBy(name: LessonFactName): AskedFact {
  const asked = factNamed(name)
  // the grammar of lessons lets no other through
  if (asked === null) throw new RangeError(`There is no fact "${name}".`)
  return asked
}
