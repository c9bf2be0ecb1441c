/** What must come before what in a trace, checked from its lines and the scenario file. Each check returns what is wrong. */
import { effectOf, type Line, namesOf, Residents } from './reading'

export interface EffectTimes {
  /** µs */
  gpuTime: number
  resources: readonly string[]
}

export interface Expected {
  /** by name */
  effects: ReadonlyMap<string, EffectTimes>
  /** bytes per second */
  pagingBandwidth: number
}

/**
 * Evictions that answer a notification stand between it and their callback, whose count and bytes they add up to. Those
 * of a press (always `opportunistic` and `aged`, and `budget` where memory is short) stand before its apply (SC-09).
 */
export function notificationProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  let callbacksLeft = 0
  let evicted = 0
  let bytes = 0
  for (const [index, line] of lines.entries()) {
    if (line.type === 'notification') {
      if (callbacksLeft > 0) problems.push(`${line.t}: a notification while ${callbacksLeft} callbacks are due (TN-25)`)
      callbacksLeft = Number(line.callbacks)
      evicted = 0
      bytes = 0
    }
    if (line.type === 'evict' && (callbacksLeft === 0 || isOfPressOnly(line))) {
      if (line.reason === 'periodic') problems.push(`${line.t}: ${line.resource} evicted outside of a callback`)
      const applied = lines.slice(index).some((other) => other.type === 'apply' && other.cause === line.cause)
      if (!applied) problems.push(`${line.t}: ${line.resource} evicted without an apply`)
    } else if (line.type === 'evict') {
      evicted++
      if (line.references === 0) bytes += Number(line.bytes)
    }
    if (line.type === 'callback') {
      if (callbacksLeft-- <= 0) problems.push(`${line.t}: a callback without its notification`)
      if (line.evicted !== evicted || line.bytes !== bytes) problems.push(`${line.t}: callback of ${evicted}, ${bytes}`)
      evicted = 0
      bytes = 0
    }
  }
  if (callbacksLeft > 0) problems.push('callbacks missing at the end')
  return problems
}

function isOfPressOnly(line: Line): boolean {
  return line.reason === 'opportunistic' || line.reason === 'aged'
}

/**
 * An apply stands behind the make-residents that it caused: several where memory is short, the last at the moment of
 * the apply; submissions count up from 1.
 */
export function applyProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  let pending: Line | null = null
  let submission = 0
  for (const line of lines) {
    if (line.type === 'make-resident') {
      if (pending !== null && !isNextBatch(pending, line))
        problems.push(`${pending.t}: a make-resident without its apply`)
      pending = line
    }
    if (line.type !== 'apply') continue
    // a policy built anew counts anew
    if (line.submission !== submission + 1 && line.submission !== 1) problems.push(`${line.t}: ${line.submission}`)
    submission = Number(line.submission)
    if (pending === null) continue
    const own = namesOf(pending).every((name) => effectOf(name) === line.effect)
    if (!own || pending.t !== line.t || pending.cause !== line.cause) problems.push(`${line.t}: apply ${line.effect}`)
    pending = null
  }
  if (pending !== null) problems.push('a make-resident without its apply at the end')
  return problems
}

function isNextBatch(before: Line, line: Line): boolean {
  const [effect] = namesOf(before).map(effectOf)
  return before.cause === line.cause && namesOf(line).every((name) => effectOf(name) === effect)
}

/** Transfers run one after another, take bytes over bandwidth, and come after the call that asked for them. */
export function pagingProblems(lines: readonly Line[], { pagingBandwidth }: Expected): string[] {
  const problems: string[] = []
  let busyUntil = 0
  for (const [index, line] of lines.entries()) {
    if (line.type !== 'page-in' && line.type !== 'page-out') continue
    const start = Number(line.start)
    if (start < busyUntil) problems.push(`${line.t}: transfers overlap`)
    busyUntil = Number(line.end)
    const duration = expectedDuration(lines, line, pagingBandwidth)
    if (busyUntil - start !== duration) problems.push(`${line.t}: takes ${busyUntil - start}, expected ${duration}`)
    const asked = lines.slice(0, index).findLast((other) => asksFor(other, line))
    if (asked === undefined || asked.t > start) problems.push(`${line.t}: ${line.type} of ${line.resource} unasked`)
  }
  return problems
}

/** A transfer takes bytes over bandwidth; what is only mapped takes as long as its operations do. */
function expectedDuration(lines: readonly Line[], transfer: Line, pagingBandwidth: number): number {
  const operations = lines.filter(
    (line) =>
      line.type === 'paging-operation' &&
      line.resource === transfer.resource &&
      Number(line.start) >= Number(transfer.start) &&
      Number(line.end) <= Number(transfer.end),
  )
  if (
    operations.some((line) => line.operation === 'UNMAP_APERTURE_SEGMENT' || line.operation === 'MAP_APERTURE_SEGMENT')
  )
    return operations.reduce((total, line) => total + Number(line.end) - Number(line.start), 0)
  return Math.ceil((Number(transfer.bytes) * 1_000_000) / pagingBandwidth)
}

function asksFor(line: Line, transfer: Line): boolean {
  // under pressure nobody asks (RS-10)
  if (transfer.type === 'page-out' && transfer.reason === 'pressure') return line.t <= Number(transfer.start)
  if (transfer.type === 'page-out') return line.type === 'evict' && line.resource === transfer.resource
  return line.type === 'make-resident' && namesOf(line).includes(String(transfer.resource))
}

/** A packet runs alone for its effect's time, after its apply and after the paging in of what it uses. */
export function packetProblems(lines: readonly Line[], { effects }: Expected): string[] {
  const problems: string[] = []
  const applied = lines.filter((line) => line.type === 'apply')
  const pageIns = lines.filter((line) => line.type === 'page-in')
  let busyUntil = 0
  let fence = 0
  let skipped = 0
  for (const line of lines.filter((candidate) => candidate.type === 'packet')) {
    const start = Number(line.start)
    const anew = line.fence === 1 && fence > 0 ? recreatedBefore(lines, start) : null
    if (anew !== null) {
      // a new device counts from 1 again
      fence = 0
      skipped = applied.filter(({ t }) => t < anew).length
    }
    if (line.fence !== ++fence) problems.push(`${line.t}: fence ${line.fence}, expected ${fence}`)
    const apply = applied[skipped + fence - 1]
    const effect = effects.get(String(apply?.effect))
    if (apply === undefined || effect === undefined) return [...problems, `${line.t}: a packet without its apply`]
    if (start < busyUntil || start < apply.t) problems.push(`${line.t}: starts at ${start}`)
    busyUntil = Number(line.end)
    if (busyUntil - start !== effect.gpuTime) problems.push(`${line.t}: ran ${busyUntil - start}`)
    const late = pageIns.some(
      (page) =>
        effect.resources.includes(String(page.resource)) && Number(page.start) <= start && Number(page.end) > start,
    )
    if (late) problems.push(`${line.t}: started before its resources were in place`)
    // evicted on the way: only with the finding that says so (RS-07)
    const evicted = lines.find((other) => isEvictionOf(other, effect.resources) && other.t > start && other.t < line.t)
    if (evicted !== undefined && !hasFinding(lines, evicted)) problems.push(`${line.t}: ${evicted.resource} evicted`)
  }
  return problems
}

/** When the app made its device anew: a resource that was destroyed is created again. */
function recreatedBefore(lines: readonly Line[], start: number): number | null {
  const gone = new Set<unknown>()
  let at: number | null = null
  for (const line of lines.filter(({ t }) => t <= start)) {
    if (line.type === 'destroy') gone.add(line.resource)
    if (line.type === 'create' && gone.has(line.resource)) at = line.t
  }
  return at
}

function isEvictionOf(line: Line, resources: readonly string[]): boolean {
  return line.type === 'evict' && line.references === 0 && resources.includes(String(line.resource))
}

function hasFinding(lines: readonly Line[], { t, resource }: Line): boolean {
  return lines.some(
    (line) => line.type === 'finding' && line.rule === 'RS-07' && line.t === t && line.resource === resource,
  )
}

/** References counted from the calls are those of the trace, and what `expect` found is what the calls come to. */
export function residencyProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  const residents = new Residents()
  for (const line of lines) {
    residents.apply(line)
    if (line.type === 'evict' && line.references !== residents.count(String(line.resource)))
      problems.push(`${line.t}: ${line.references} references of ${line.resource}`)
    if (line.type !== 'expect') continue
    if (line.ok !== true) problems.push(`${line.t}: failed ${JSON.stringify(line)}`)
    const condition = line.condition as Record<string, unknown>
    if ('localUsage' in condition && line.found !== residents.usage)
      problems.push(`${line.t}: usage ${line.found}, counted ${residents.usage}`)
    if (!('resident' in condition) && !('evictable' in condition) && !('pagedOut' in condition)) continue
    for (const [name, state] of Object.entries(line.found as Record<string, string>))
      if ((state === 'resident' || state === 'pending') !== residents.count(name) > 0)
        problems.push(`${line.t}: ${name} ${state}, counted ${residents.count(name)}`)
  }
  return problems
}
