/** Background processing as a trace tells it, from its lines alone. Each check returns what is wrong. */
import type { Line } from './reading'

/** how much longer draws take that are measured intrusively (BP-03) */
const INTRUSIVE = 1.25

function modeAt(lines: readonly Line[], t: number): string {
  const changes = lines.filter((line) => line.type === 'background-mode' && line.result === 'S_OK' && line.t <= t)
  return String(changes.at(-1)?.mode ?? 'ALLOWED')
}

/**
 * An effect's pass takes its time, longer by a fixed share where every draw is measured (BP-03), and less only after a
 * shader was compiled for that effect (BP-26).
 */
export function timeProblem(
  lines: readonly Line[],
  { effect, submitted, time }: { effect: string; submitted: number; time: number },
  ran: number,
): boolean {
  const most = modeAt(lines, submitted) === 'ALLOW_INTRUSIVE_MEASUREMENTS' ? Math.round(time * INTRUSIVE) : time
  const compiled = lines.some(
    (line) =>
      line.type === 'background-task' &&
      line.phase === 'finish' &&
      line.t <= submitted &&
      String(line.pso).startsWith(`${effect}/`),
  )
  return compiled ? ran > most || ran <= 0 : ran !== most
}

/**
 * Each task is queued, and then started and finished, or cancelled, once (BP-21); they start in the order in which they
 * were queued (BP-19), at most two at a time unless they are boosted (BP-01); a thread does one at a time (BP-28).
 */
export function taskProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const phases = new Map<string, string>()
  const busy = new Map<string, string>()
  let device = 0
  let started = 0
  for (const line of lines) {
    // another device's tasks count from 1 again
    if (line.type === 'background-task' && line.phase === 'queued' && line.task === 1) {
      device++
      started = 0
    }
    if (line.type !== 'background-task') continue
    const own = [...phases.keys()].findLast((key) => key.endsWith(` ${line.task} ${line.pso}`))
    const key = line.phase === 'queued' || own === undefined ? `${device} ${line.task} ${line.pso}` : own
    const before = phases.get(key) ?? 'none'
    const after = { queued: ['none'], start: ['queued'], finish: ['start'], cancel: ['none', 'queued'] }[
      String(line.phase)
    ]
    if (after?.includes(before) !== true) problems.push(`${line.t}: task ${line.task} ${line.phase} after ${before}`)
    phases.set(key, String(line.phase))
    if (line.phase === 'finish') busy.delete(`${line.thread}`)
    if (line.phase !== 'start') continue
    if (Number(line.task) < started) problems.push(`${line.t}: task ${line.task} starts after ${started}`)
    started = Number(line.task)
    if (busy.has(`${line.thread}`))
      problems.push(`${line.t}: ${line.thread} is busy with ${busy.get(`${line.thread}`)}`)
    busy.set(`${line.thread}`, key)
    if (line.priority === 'idle' && busy.size > 2) problems.push(`${line.t}: ${busy.size} idle tasks at a time`)
  }
  for (const [key, phase] of phases)
    if (phase === 'queued' || phase === 'start') problems.push(`task ${key} does not end`)
  return problems
}

/** The event of a commit comes when all tasks that were under way then have ended, and not before (BP-07, BP-10). */
export function commitProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const underWay = new Set<string>()
  const commits: { event: string; left: Set<string> }[] = []
  for (const [index, line] of lines.entries()) {
    const task = `${line.task} ${line.pso}`
    if (line.type === 'background-task' && line.phase === 'queued') underWay.add(task)
    if (line.type === 'background-task' && (line.phase === 'finish' || line.phase === 'cancel')) {
      underWay.delete(task)
      for (const { left } of commits) left.delete(task)
    }
    if (line.type === 'background-mode' && line.result === 'S_OK' && line.event !== undefined)
      commits.push({ event: String(line.event), left: new Set(underWay) })
    for (const [place, { event, left }] of commits.entries()) {
      if (left.size > 0) continue
      commits.splice(place, 1)
      const told = lines.slice(index).some((other) => isEvent(other, event) && other.t === line.t)
      if (!told) problems.push(`${line.t}: ${event} is not signalled though its commit is done`)
    }
    for (const { event } of commits) if (isEvent(line, event)) problems.push(`${line.t}: ${event} is signalled early`)
  }
  for (const { event } of commits) problems.push(`${event} is never signalled`)
  return problems
}

function isEvent(line: Line, event: string): boolean {
  return line.type === 'background-event' && line.event === event
}
