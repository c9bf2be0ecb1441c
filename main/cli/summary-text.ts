/** A run's summary as a person reads it: aligned, with units. */

import {
  counted,
  derivedText,
  formatByteSeconds,
  formatBytes,
  formatCount,
  formatDuration,
} from '../../preload/contract'
import { ruleOf } from '../../preload/contract/rules'
import { findingsText } from '../session/laboratory/comparison/cells'
import type { ExpectationResult, Summary } from '../session/run/summary'
import { durationToText, type Scenario, shownLines, shownValue } from '../session/scenario'

/** A moment of simulated time, exact: seconds with three decimals, or as many more as it has. */
export function momentText(us: number): string {
  return `${(us / 1e6).toFixed(6).replace(/0{1,3}$/, '')} s`
}

/**
 * What of an imported recording its figures stand on besides it (LB-19).
 * @returns a line; empty: nothing of it was derived
 */
export function derivedLine({ derived = [] }: Pick<Scenario, 'derived'>): string {
  const text = derivedText(shownLines(derived))
  return text === null ? '' : `${text}\n`
}

/** One scenario's results, ending with a newline. */
export function summaryText(summary: Summary, failures: readonly ExpectationResult[]): string {
  const { passed, failed } = summary.expectations
  const rows: [string, string][] = [
    ['policy', `${summary.policy}, seed ${summary.seed}`],
    ['expectations', passed + failed === 0 ? 'none' : `${formatCount(passed)} passed, ${formatCount(failed)} failed`],
    ['evictions', `${formatCount(summary.evictions)} (${formatBytes(summary.bytesEvicted)})`],
    ['paged in', formatBytes(summary.pageInBytes)],
    ['paged out', formatBytes(summary.pageOutBytes)],
    ['peak local usage', formatBytes(summary.peakLocalUsage)],
    ['memory held', formatByteSeconds(summary.localByteSeconds)],
    ['waited for paging', formatDuration(summary.waitedForPaging)],
    ['notifications', formatCount(summary.notifications)],
    ['findings', findingsText(summary)],
    ...summary.findings.map(({ rule }): [string, string] => ['', `${rule}: ${ruleOf(rule)?.title ?? 'no text'}`]),
    ['devices removed', formatCount(summary.devicesRemoved)],
    ['effects completed', formatCount(summary.effectsCompleted)],
    ['compositor latency', latencyText(summary)],
    [
      'missed vertical blanks',
      `${formatCount(summary.missedVerticalBlanks)}${summary.tears === 0 ? '' : `, and ${counted(summary.tears, 'torn flip')}`}`,
    ],
    ['preemptions', preemptionsText(summary)],
    ['context switches', `${formatCount(summary.contextSwitches)} (${formatDuration(summary.contextSwitchTime)})`],
    ['GPU resets', resetsText(summary)],
    ['delays', delaysText(summary)],
    ['trace SHA-256', summary.traceSha256],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = [
    `${oneLine(summary.name)}: ${summary.ok ? 'ok' : 'FAILED'}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`),
    ...shownLines(failures.map(failureText)),
  ]
  return `${lines.join('\n')}\n`
}

function latencyText({ worstCompositorLatency: worst, p99CompositorLatency: p99 }: Summary): string {
  if (worst === null || p99 === null) return 'nothing was presented'
  return `${formatDuration(worst)} at worst, ${formatDuration(p99)} in 99 %`
}

function preemptionsText({ preemptions, worstPreemption }: Summary): string {
  return worstPreemption === null
    ? formatCount(preemptions)
    : `${formatCount(preemptions)} (${formatDuration(worstPreemption)} at worst)`
}

function resetsText({ engineResets, adapterResets, bugCheck }: Summary): string {
  const resets =
    engineResets + adapterResets === 0
      ? 'none'
      : `${formatCount(engineResets)} engine, ${formatCount(adapterResets)} adapter`
  return bugCheck ? `${resets}; bug check` : resets
}

/** `2, the worst 16.67 ms late: page-in 31.25 ms, run 4 ms`, the longest first */
function delaysText({ delays: { count, worst, ...times } }: Pick<Summary, 'delays'>): string {
  if (count === 0) return 'none'
  const waited = Object.entries(times).filter(([, time]) => time > 0)
  const kinds = waited.sort(([, a], [, b]) => b - a).map(([kind, time]) => `${kind} ${formatDuration(time)}`)
  return `${formatCount(count)}, the worst ${formatDuration(worst)} late: ${kinds.join(', ')}`
}

function failureText({ step, t, condition, found }: ExpectationResult): string {
  const expected = shownValue(JSON.stringify(condition))
  return `  failed: steps[${step}] at ${durationToText(t)}: expected ${expected}, found ${shownValue(JSON.stringify(found) ?? 'nothing')}`
}

/** A text of the program's own with names in it, whole: they cannot break the layout or steer the terminal. */
export function wholeLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}

/** A name cannot break the layout or steer the terminal. */
export function oneLine(name: string): string {
  return shownValue(wholeLine(name))
}
