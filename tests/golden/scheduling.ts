/** What the scheduler keeps to in any trace, checked from its lines alone. Each check returns what is wrong. Times in µs. */
import type { Expected } from './order'
import type { Line } from './reading'

const RESUBMISSION = 0x80

/**
 * An engine does one thing at a time: saving and restoring a context, running a packet, and stopping when it was asked to
 * (GP-16, SC-10). What did not run takes no time.
 */
export function engineProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const busyUntil = new Map<unknown, number>()
  for (const line of lines) {
    const before = busyUntil.get(line.engine) ?? 0
    // one that a reset answered: what ran is written after it
    if (line.type === 'preempt' && line.boundary !== 'reset') busyUntil.set(line.engine, Number(line.stopped))
    if (line.type !== 'packet' || line.start === line.end) continue
    const start = Number(line.start)
    if (start - Number(line.switch ?? 0) < before) problems.push(`${line.t}: ${line.engine} was busy until ${before}`)
    busyUntil.set(line.engine, Number(line.end))
  }
  return problems
}

/** Every packet that was preempted is counted by the request that it gave way to (GP-06, GP-10). */
export function preemptionProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  for (const engine of new Set(lines.filter(({ type }) => type === 'preempt').map((line) => line.engine))) {
    const own = lines.filter((line) => line.engine === engine)
    const answers = own.filter(({ type }) => type === 'preempt')
    for (const [index, { fence, t, requested, stopped, save }] of answers.entries()) {
      if (fence !== undefined && Number(fence) <= Number(answers[index - 1]?.fence ?? 0))
        problems.push(`${t}: preemption fence ${fence}`)
      if (Number(stopped) - Number(requested) < Number(save)) problems.push(`${t}: saved for ${save}`)
    }
    const held = answers.reduce((total, line) => total + Number(line.held), 0)
    const preempted = own.filter(({ type, outcome }) => type === 'packet' && outcome === 'preempted').length
    if (held !== preempted) problems.push(`${engine}: ${preempted} packets were preempted, ${held} counted`)
  }
  return problems
}

/**
 * What was preempted comes again: with a new fence and saying so, or, where it is paging, with the fence that it had and
 * in its order (GP-11, GP-12). Nothing completes twice.
 */
export function resubmissionProblems(lines: readonly Line[], { saysResubmission }: Expected): string[] {
  const problems: string[] = []
  const before = new Map<string, Line>()
  let paged = 0
  for (const line of lines) {
    // parts of one command cannot be told from one another
    if (line.type !== 'packet' || (line.kind === 'standard' && line.signals === undefined)) continue
    const { t, engine, context, kind, command, submitted, signals, fence, flags } = line
    const key = [engine, context, kind, command, submitted, kind === 'paging' ? fence : signals].join(' ')
    const earlier = before.get(key)
    before.set(key, line)
    if (kind === 'paging' && line.outcome === 'completed') {
      if (Number(fence) <= paged) problems.push(`${t}: paging fence ${fence} after ${paged}`)
      paged = Number(fence)
    }
    if (earlier === undefined || kind === 'context-switch') continue
    if (earlier.outcome !== 'preempted') problems.push(`${t}: ${command} again after it was ${earlier.outcome}`)
    if (kind === 'paging') continue
    if (Number(fence) <= Number(earlier.fence)) problems.push(`${t}: ${command} again with fence ${fence}`)
    if (saysResubmission !== ((Number(flags ?? 0) & RESUBMISSION) !== 0)) problems.push(`${t}: flags ${flags}`)
  }
  return problems
}

/** The compositor presents at vertical blanks only; those that it missed are named by their numbers (GP-09). */
export function displayProblems(lines: readonly Line[], { refreshRate }: Expected): string[] {
  const problems: string[] = []
  const blank = (number: number): number => Math.round((number * 1e6) / refreshRate)
  const isBlank = (t: number): boolean => blank(Math.round((t * refreshRate) / 1e6)) === t
  for (const line of lines) {
    if (line.type === 'missed-vertical-blank' && line.t !== blank(Number(line.number)))
      problems.push(`${line.t}: vertical blank ${line.number}`)
    const presents = line.type === 'packet' && line.context === 'dwm'
    if (presents && !isBlank(Number(line.submitted))) problems.push(`${line.t}: presented at ${line.submitted}`)
    const waited = line.type === 'missed-vertical-blank' && !isBlank(line.t - Number(line.waiting))
    if (waited) problems.push(`${line.t}: waited for ${line.waiting}`)
  }
  return problems
}
