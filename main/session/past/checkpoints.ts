/**
 * Checkpoints of the lines of a run, made as time goes on over them: of each moment to go to there is one not far before it, so
 * that little has to be run again (LB-02). How far they are from each other is counted in work (Simulation.work), which takes
 * about the same time each; when they take too much memory every second one of each line goes. Where one has gone to a moment there are
 * some more before it: one looks around there.
 */
import { Checkpoint, type Origin } from '../../sim/checkpoint/checkpoint'
import { NotCopied } from '../../sim/checkpoint/copying'
import { lasts } from '../../sim/checkpoint/lasting'
import { isQuicklyCopied } from '../run/watched-origin'
import type { WatchedSystem } from '../run/watched-system'

/** bytes that all of them may take where nobody says how many, and how many there may be */
const MOST_BYTES = 256 * 1024 * 1024
const MOST = 96
/** of the bytes, which those that are made on the way to a moment may take */
const MORE_BYTES = 1 / 4
/** work between two of them at first: a tenth of a second */
const FIRST_DISTANCE = 1 << 16
/** of a system of more parts than that they are so much farther from each other: a copy takes its time, too */
const PARTS = 5_000
/** two that are nearer to each other than that part of the distance are one too many */
const NEAR = 3 / 4
/** where one has gone to: how many more, at what part of the distance */
const MORE = 6
const NEARER = 1 / 8
/** where something is under way that cannot be kept, so much of the distance later it is tried again, then twice as much */
const AGAIN = 1 / 32

export interface CheckpointLimits {
  /** work between two of them at first [as much as takes a tenth of a second] */
  readonly checkpointsEvery?: number | undefined
  /** bytes that all of them may take [256 MiB]: the more there are, the nearer one is to any moment */
  readonly checkpointBytes?: number | undefined
}

interface Kept<Branch> {
  readonly checkpoint: Checkpoint<WatchedSystem>
  /** µs */
  readonly at: number
  /** done until then */
  readonly work: number
  /** how many steps */
  readonly steps: number
  /** records of the trace: how many there are in the ring, and how many had come into it */
  readonly records: number
  readonly came: number
  /** of which system: another one's records are others, also where it ran over the same line */
  readonly system: number
  /** made on the way to a moment: when there are more of these the oldest goes */
  readonly isMore: boolean
  /** of which lines it is a moment */
  readonly branches: Set<Branch>
}

export class Checkpoints<Branch> {
  /** in the order of their moments */
  private kept: Kept<Branch>[] = []
  /** of these, in the order in which they were made */
  private more: Kept<Branch>[] = []
  /** work */
  private readonly first: number
  private readonly mostBytes: number
  private distance: number
  /** attempts that came to nothing, one after another */
  private failed = 0
  /** of what was asked last: before so much work there is nothing to do */
  private next: { readonly of: WatchedSystem; readonly work: number } | null = null
  /** by system, from 1 */
  private readonly systems = new WeakMap<WatchedSystem, number>()
  private lastSystem = 0

  constructor({ checkpointsEvery = FIRST_DISTANCE, checkpointBytes = MOST_BYTES }: CheckpointLimits = {}) {
    this.first = checkpointsEvery
    this.mostBytes = checkpointBytes
    this.distance = checkpointsEvery
  }

  /**
   * Time has gone on in that system: there may be one to be made. Between two events, and of a system of which nothing is half
   * done.
   * @param isOnWay it is on its way to a moment of the line, where one may look around
   */
  passed(running: WatchedSystem, branch: Branch, isOnWay = false): void {
    const { work } = running.world.sim
    if (this.next?.of === running && work < this.next.work) return
    // it may have grown
    if (running.origin === null || !isQuicklyCopied(running) || running.isBusy) return
    const distance = isOnWay ? Math.max(this.first, Math.ceil(this.distance * NEARER)) : this.distance
    const before = this.placeOf(branch, running.world.sim.now, isOnWay)
    const due = (before?.work ?? 0) + distance
    if (work < due) this.next = { of: running, work: due }
    else if (this.make(running, running.origin, branch, isOnWay)) {
      this.failed = 0
      this.next = { of: running, work: work + distance }
    } else this.next = { of: running, work: work + distance * Math.min(1, AGAIN * 2 ** this.failed++) }
  }

  /** The nearest one of that line before a moment. @param at µs @returns null: there is none */
  nearest(branch: Branch, at: number): { readonly at: number; readonly checkpoint: Checkpoint<WatchedSystem> } | null {
    return this.placeOf(branch, at, true) ?? null
  }

  /**
   * Another line begins that has its first part in common with one.
   * @param until µs up to which, and `steps`: how many steps
   */
  inherit(from: Branch, to: Branch, { until, steps }: { until: number; steps: number }): void {
    for (const one of this.kept)
      if (one.branches.has(from) && one.at <= until && one.steps <= steps) one.branches.add(to)
  }

  /** Nobody returns to that line. */
  forget(branch: Branch): void {
    for (const { branches } of this.kept) branches.delete(branch)
    this.keep(({ branches }) => branches.size > 0)
  }

  clear(): void {
    this.keep(() => false)
    this.distance = this.first
    this.next = null
  }

  /** @returns false: something is under way that cannot be kept */
  private make(running: WatchedSystem, origin: Origin, branch: Branch, isMore: boolean): boolean {
    const { now: at, work, trace } = running.world.sim
    const steps = running.journal.length
    try {
      const checkpoint = checkpointOf(running, origin)
      const { came } = trace
      const records = came - trace.forgotten
      const system = this.numberOf(running)
      const one = { checkpoint, at, work, steps, records, came, system, isMore, branches: new Set([branch]) }
      this.kept.splice(this.kept.findLastIndex((other) => other.at <= at) + 1, 0, one)
      if (isMore) this.more.push(one)
      this.distance = Math.max(this.distance, this.first * Math.ceil(checkpoint.parts / PARTS))
    } catch (error) {
      if (error instanceof NotCopied) return false
      throw error
    }
    while (this.areTooManyMore) this.dropOldestMore()
    if (this.areTooMany) this.thin()
    return true
  }

  private numberOf(running: WatchedSystem): number {
    const known = this.systems.get(running) ?? ++this.lastSystem
    this.systems.set(running, known)
    return known
  }

  private get areTooManyMore(): boolean {
    const { length } = this.more
    return length > MORE || (length > 1 && bytesOf(this.more) > MORE_BYTES * this.mostBytes)
  }

  private dropOldestMore(): void {
    const [oldest] = this.more
    this.keep((one) => one !== oldest)
  }

  /** About what all of them take, with what each keeps of the trace and of the logs beside its copy. */
  get bytes(): number {
    return bytesOf(this.kept)
  }

  private get areTooMany(): boolean {
    const even = this.kept.reduce((count, { isMore }) => count + (isMore ? 0 : 1), 0)
    return even > MOST || (even > 1 && this.bytes > this.mostBytes)
  }

  /** Twice the distance: those go that no line needs for that. */
  private thin(): void {
    this.distance *= 2
    /** by line: the work of the last one that stays */
    const last = new Map<Branch, number>()
    const isNeeded = ({ isMore, work, branches }: Kept<Branch>): boolean => {
      if (isMore) return true
      const needs = [...branches].some(
        (branch) => work - (last.get(branch) ?? Number.NEGATIVE_INFINITY) > NEAR * this.distance,
      )
      if (needs) for (const branch of branches) last.set(branch, work)
      return needs
    }
    this.keep(isNeeded)
  }

  private keep(which: (one: Kept<Branch>) => boolean): void {
    this.kept = this.kept.filter(which)
    this.more = this.more.filter(which)
  }

  private placeOf(branch: Branch, at: number, isOfAll: boolean): Kept<Branch> | undefined {
    return this.kept.findLast((one) => one.at <= at && one.branches.has(branch) && (isOfAll || !one.isMore))
  }
}

/** About what they take together. @param kept in the order of their moments, or of their making */
function bytesOf<Branch>(kept: readonly Kept<Branch>[]): number {
  /** by system: what had come until the one before, which has that too */
  const before = new Map<number, number>()
  let bytes = 0
  for (const one of kept) {
    const { checkpoint, records, came, system } = one
    const since = Math.min(records, Math.max(0, came - (before.get(system) ?? 0)))
    bytes += checkpoint.bytes + (records === 0 ? 0 : (checkpoint.sharedBytes * since) / records)
    before.set(system, came)
  }
  return bytes
}

/**
 * Of a system as it is now, between two events and with nothing half done.
 * @throws NotCopied as Checkpoint.of does
 */
export function checkpointOf(running: WatchedSystem, origin: Origin): Checkpoint<WatchedSystem> {
  for (const step of running.journal) lasts(step)
  running.log.keepSample()
  return Checkpoint.of(running, origin)
}
