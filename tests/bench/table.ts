/** One table of everything that was measured, with ratios to a peer of the same run and the targets. */
import { median, type Timing } from './measure'

export interface Row {
  group: string
  what: string
  /** as shown, with its unit */
  median: string
  best: string
  /** how many times as fast as each peer; none: has no peer, or is one */
  ratios: { value: number; peer: string }[]
  target?: { text: string; met: boolean }
  /** of an operation, the median; absent: it is not time that is measured */
  seconds?: number
  /** how the median is now against the one that was written down: 0.1 is a tenth faster, −0.2 a fifth slower */
  change?: number
}

interface Comparison {
  /** what does the same otherwise, measured in the same rounds */
  peers?: readonly Timing[]
  target?: number
}

/** A row of operations per second; the target is at least so many. */
export function rateRow(group: string, timing: Timing, { peers = [], target }: Comparison = {}): Row {
  const rate = 1 / timing.seconds
  return {
    group,
    what: timing.name,
    median: perSecond(rate),
    best: perSecond(1 / timing.best),
    seconds: timing.seconds,
    ratios: ratiosTo(timing, peers),
    ...(target === undefined ? {} : { target: { text: `≥ ${perSecond(target)}`, met: rate >= target } }),
  }
}

/** A row of time per operation; the target is at most so many seconds. */
export function timeRow(group: string, timing: Timing, { peers = [], target }: Comparison = {}): Row {
  return {
    group,
    what: timing.name,
    median: time(timing.seconds),
    best: time(timing.best),
    seconds: timing.seconds,
    ratios: ratiosTo(timing, peers),
    ...(target === undefined ? {} : { target: { text: `≤ ${time(target)}`, met: timing.seconds <= target } }),
  }
}

/** A row of bytes: the median and the least of several; the target is at most so many, for the largest. */
export function sizeRow(group: string, what: string, sizes: readonly number[], target?: number): Row {
  const largest = Math.max(...sizes)
  return {
    group,
    what,
    median: size(median(sizes)),
    best: size(Math.min(...sizes)),
    ratios: [],
    ...(target === undefined
      ? {}
      : { target: { text: `≤ ${size(target)}, largest ${size(largest)}`, met: largest <= target } }),
  }
}

/** A row of what must be the same as ever, such as a hash; of a long text the beginning is shown. */
export function sameRow(group: string, what: string, found: string, expected: string): Row {
  const met = found === expected
  const text = met ? 'as it was' : `found ${found}, expected ${expected}`
  return { group, what, median: found.slice(0, 12), best: '', ratios: [], target: { text, met } }
}

function ratiosTo(timing: Timing, peers: readonly Timing[]): Row['ratios'] {
  return peers.map((peer) => ({ value: peer.seconds / timing.seconds, peer: peer.name }))
}

function size(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`
}

function perSecond(rate: number): string {
  if (rate >= 1e6) return `${(rate / 1e6).toFixed(2)} M/s`
  return rate >= 1e3 ? `${(rate / 1e3).toFixed(1)} k/s` : `${rate.toFixed(1)} /s`
}

function time(seconds: number): string {
  if (seconds < 1e-6) return `${(seconds * 1e9).toFixed(0)} ns`
  return seconds < 1e-3 ? `${(seconds * 1e6).toFixed(1)} µs` : `${(seconds * 1e3).toFixed(2)} ms`
}

/** a loss of this share is one that whoever reviews a change is to see */
export const LOSS = 0.15

function changeText(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(0)} %`
}

const HEADINGS = ['', 'median', 'best', 'times as fast as', 'target', '', 'against the baseline']

/** Columns aligned, a line per row, the groups apart. */
export function tableText(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    `  ${row.what}`,
    row.median,
    row.best,
    row.ratios.map(({ value, peer }) => `${value.toFixed(value < 100 ? 2 : 0)} × ${peer}`).join(', '),
    row.target?.text ?? '',
    row.target === undefined ? '' : row.target.met ? 'met' : 'MISSED',
    row.change === undefined ? '' : `${changeText(row.change)}${row.change < -LOSS ? ' LOSS' : ''}`,
  ])
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((line) => (line[column] as string).length)),
  )
  const lines = [lineText(HEADINGS, widths)]
  rows.forEach((row, index) => {
    if (row.group !== rows[index - 1]?.group) lines.push('', row.group)
    lines.push(lineText(cells[index] as string[], widths))
  })
  return `${lines.join('\n')}\n`
}

function lineText(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => {
    const width = widths[column] as number
    return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width)
  })
  return padded.join('  ').trimEnd()
}
