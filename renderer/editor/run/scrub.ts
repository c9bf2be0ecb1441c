/** Where the run is, on its scrubber: keys, positions, words. Pure; times in µs. */
import type { BranchesView, BranchView } from '../../../preload/contract'
import { counted, formatTime } from '../../widgets/format'

const STEP = 100_000
const LARGE_STEP = 1_000_000
/** of the run, for Page Up and Page Down */
const PAGE = 0.1

/** @returns the moment that a key goes to, from `at`; null: it is no key of the scrubber */
export function keyed(key: string, shift: boolean, at: number, end: number): number | null {
  const step = shift ? LARGE_STEP : STEP
  const page = Math.max(STEP, end * PAGE)
  const to = new Map([
    ['ArrowLeft', at - step],
    ['ArrowDown', at - step],
    ['ArrowRight', at + step],
    ['ArrowUp', at + step],
    ['PageDown', at - page],
    ['PageUp', at + page],
    ['Home', 0],
    ['End', end],
  ])
  const time = to.get(key)
  return time === undefined ? null : Math.round(Math.min(end, Math.max(0, time)))
}

/** @param x px from the left of the track. @returns the moment there */
export function momentAt(x: number, width: number, end: number): number {
  if (width <= 0) return 0
  return Math.round(Math.min(1, Math.max(0, x / width)) * end)
}

/** Percent of the track; the end of a run that has just begun is its end. */
export function placeOf(time: number, end: number): number {
  return end <= 0 ? 100 : Math.min(100, (time / end) * 100)
}

/** Marks that stand at one place are one: at most so many of a kind. */
const PLACES = 200

/** @returns percent of the track, each once */
export function marksAt(times: readonly number[], end: number): number[] {
  const places = new Set(times.filter((t) => t <= end).map((t) => Math.round((placeOf(t, end) / 100) * PLACES)))
  return [...places].map((place) => (place / PLACES) * 100)
}

/** For assistive technology, and beside the scrubber. */
export function whereText(at: number, end: number | null): string {
  return end === null ? `Live, ${formatTime(at)}` : `At ${formatTime(at)} of ${formatTime(end)}`
}

/** A line breaks beside a time, not between its number and its unit. */
const unbroken = (time: number): string => formatTime(time).replaceAll(' ', '\u00a0')

/** What is said of a branch below its name. */
export function branchText(branch: BranchView, { branches, shown, end }: BranchesView): string {
  const { parent, from, commands, id } = branch
  const name = branches.find((one) => one.id === parent)?.name ?? 'a branch that is kept no more'
  const began = parent === null ? 'The run as it began' : `From ${name} at ${unbroken(from)}`
  if (branch.end === null) return `${began}, goes on`
  // a step is what a recording calls it, and the Laboratory; a command is the GPU's
  const count = counted(commands ?? 0, 'step')
  const looked = id === shown && end !== null ? ', looked at' : ''
  return `${began}, ${count}, until ${unbroken(branch.end)}${looked}`
}

/** What is said of the run that is kept beside this one: that before the restart, or, where that was returned to, that after it. */
export function runBeforeText({ branches, end }: NonNullable<BranchesView['before']>): string {
  return `The run that was shown before is kept: ${counted(branches, 'branch', 'branches')}, until ${unbroken(end)}.`
}
