/**
 * Local memory of other processes: what each asks for, its budget, and the extents that it really holds (RS-09, RS-10).
 */
import { GRANULE } from '../../../preload/contract/names'
import { alignDown } from '../../sim/align'
import { budgetable } from './budget'
import type { Extent, Segment } from './segment'

interface Process {
  /** bytes that it uses, as it says */
  wanted: number
  readonly held: Extent[]
  heldPages: number
  /** of what it lacks, what was paged out: that has to be transferred, the rest is new memory (RS-05) */
  outPages: number
}

export interface OtherProcessView {
  name: string
  /** bytes that it uses, as it says */
  usage: number
  /** bytes of the segment that it holds now */
  committed: number
  /** bytes that it may use: 90 % of the segment less what all the others use (RS-09) */
  budget: number
}

/** A process that could give memory up. */
export interface Candidate {
  readonly name: string
  /** bytes */
  readonly committed: number
  readonly overBudget: boolean
  readonly background: boolean
}

/** From 0 to 3, the highest of who loses resident memory first: over budget, then in the background (RS-10). */
export function reclaimRank({ overBudget, background }: { overBudget: boolean; background: boolean }): number {
  return (overBudget ? 2 : 0) + (background ? 1 : 0)
}

export class OtherProcesses {
  private readonly processes = new Map<string, Process>()
  /** the process in front; null: the app */
  foreground: string | null = null

  constructor(private readonly segment: Segment) {}

  /** bytes that they use together, as they say: what the app's budget reckons with (RS-09) */
  get usage(): number {
    let total = 0
    for (const { wanted } of this.processes.values()) total += wanted
    return total
  }

  /** bytes of the segment that they hold now */
  get committed(): number {
    let held = 0
    for (const { heldPages } of this.processes.values()) held += heldPages
    return held * GRANULE
  }

  /** bytes that they still lack, whole pages */
  get missing(): number {
    let lacking = 0
    for (const process of this.processes.values()) lacking += missingPages(process)
    return lacking * GRANULE
  }

  get extents(): readonly Extent[] {
    return [...this.processes.values()].flatMap(({ held }) => held)
  }

  /** @param appUsage bytes on the app's residency list: what the others' budgets reckon with */
  view(appUsage: number): OtherProcessView[] {
    const all = this.usage + appUsage
    return [...this.processes].map(([name, { wanted, heldPages }]) => ({
      name,
      usage: wanted,
      committed: heldPages * GRANULE,
      budget: Math.max(0, budgetable(this.segment.size) - alignDown(all - wanted, GRANULE)),
    }))
  }

  /** Sets one process's usage; what it no longer needs goes back to the segment at once. */
  setUsage(name: string, bytes: number): void {
    const process = this.processes.get(name) ?? { wanted: 0, held: [], heldPages: 0, outPages: 0 }
    this.processes.set(name, process)
    process.wanted = bytes
    const surplus = process.heldPages - wantedPages(process)
    if (surplus > 0) this.give(process, surplus)
    process.outPages = Math.min(process.outPages, missingPages(process))
  }

  /** Whether there is, or was, a process of that name: one that uses nothing is one still. */
  has(name: string): boolean {
    return this.processes.has(name)
  }

  /**
   * One process takes new memory of what is free, up to what it lacks beside what was paged out.
   * @returns bytes that it still lacks, whole pages
   */
  takeNew(name: string): number {
    const process = this.processes.get(name)
    if (process === undefined) return 0
    this.take(process, newPages(process), this.segment.freeBytes)
    return missingPages(process) * GRANULE
  }

  /**
   * Out of the free memory beyond `spared` bytes processes take the new memory that they lack, and the first one, the
   * foreground process before others (RS-09), room for what was paged out of it.
   * @param only nobody but this one; null: all
   * @returns who, and how many bytes have to be transferred; null when there is nothing or no room for it
   */
  takeBack(spared: number, only: string | null): { name: string; bytes: number } | null {
    for (const [name, process] of this.inOrder()) {
      if (only !== null && name !== only) continue
      this.take(process, newPages(process), this.segment.freeBytes - spared)
      const bytes = this.take(process, process.outPages, this.segment.freeBytes - spared)
      process.outPages -= bytes / GRANULE
      if (bytes > 0) return { name, bytes }
    }
    return null
  }

  /**
   * Who of them gives memory up when the app needs it, or another of them: one over its budget before others, a background
   * process before the foreground one, the largest first (RS-10). For another of them only one over its budget does.
   * @param appUsage bytes on the app's residency list
   * @param asking who of them needs it; null: the app
   */
  donor(appUsage: number, asking: string | null): Candidate | null {
    const candidates = this.view(appUsage)
      .filter(({ committed }) => committed > 0)
      .map(({ name, committed, usage, budget }) => ({
        name,
        committed,
        overBudget: usage > budget,
        background: name !== this.foreground,
      }))
      .filter(({ name, overBudget }) => asking === null || (overBudget && name !== asking))
    candidates.sort((a, b) => reclaimRank(b) - reclaimRank(a) || b.committed - a.committed)
    return candidates[0] ?? null
  }

  /** One process gives up to `bytes` (whole pages) back to the segment. @returns bytes given */
  release(name: string, bytes: number): number {
    const process = this.processes.get(name)
    if (process === undefined) return 0
    const given = Math.min(process.heldPages, bytes / GRANULE)
    this.give(process, given)
    process.outPages += given
    return given * GRANULE
  }

  /** The foreground process first (RS-09). */
  private inOrder(): [string, Process][] {
    return [...this.processes].sort(([a], [b]) => Number(b === this.foreground) - Number(a === this.foreground))
  }

  /** @returns bytes that the process took, whole pages, at most `pages` and out of `available` bytes */
  private take(process: Process, pages: number, available: number): number {
    const taken = Math.min(pages, Math.max(0, Math.floor(available / GRANULE)))
    if (taken === 0) return 0
    process.held.push(...(this.segment.take(taken * GRANULE) ?? []))
    process.heldPages += taken
    return taken * GRANULE
  }

  private give(process: Process, pages: number): void {
    let left = pages
    process.heldPages -= left
    while (left > 0) {
      const last = process.held.pop() as Extent
      const given = Math.min(left, last.pages)
      const kept = last.pages - given
      if (kept > 0) process.held.push({ first: last.first, pages: kept })
      this.segment.give([{ first: last.first + kept, pages: given }])
      left -= given
    }
  }
}

function wantedPages({ wanted }: Process): number {
  return Math.ceil(wanted / GRANULE)
}

function missingPages(process: Process): number {
  return Math.max(0, wantedPages(process) - process.heldPages)
}

function newPages(process: Process): number {
  return missingPages(process) - process.outPages
}
