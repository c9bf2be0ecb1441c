/** What must come before what in a trace, checked from its lines and the scenario file. Each check returns what is wrong. */
import { timeProblem } from './background'
import { effectOf, type Line, namesOf, Residents, tenantsOf } from './reading'

interface EffectTimes {
  /** µs */
  passes: readonly { engine: string; gpuTime: number }[]
  resources: readonly string[]
}

export interface Expected {
  /** by name */
  effects: ReadonlyMap<string, EffectTimes>
  /** bytes per second */
  pagingBandwidth: number
  /** the app submits nothing but its effects: its context fences have no gaps */
  alone: boolean
  /** vertical blanks per second */
  refreshRate: number
  /** what is submitted again says so (GP-11) */
  saysResubmission: boolean
}

/**
 * Evictions that answer a notification stand between it and their callback, whose count and bytes they add up to. Those
 * of a press (always `opportunistic` and `aged`, and `budget` where memory is short) stand before its apply (SC-09). A
 * callback may wait for a press that has the lock (PL-05): what goes meanwhile has that press as its cause.
 */
export function notificationProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  let callbacksLeft = 0
  let evicted = 0
  let bytes = 0
  let cause: unknown
  for (const [index, line] of lines.entries()) {
    if (isOfMoves(line)) continue
    if (line.type === 'notification') {
      if (callbacksLeft > 0) problems.push(`${line.t}: a notification while ${callbacksLeft} callbacks are due (TN-25)`)
      callbacksLeft = Number(line.callbacks)
      cause = line.cause
      evicted = 0
      bytes = 0
    }
    if (line.type === 'evict' && (callbacksLeft === 0 || isOfPressOnly(line) || line.cause !== cause)) {
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

/** A heap is brought in for the copies of a defragmentation, and given up after them: of no press and no notification (DF-21). */
function isOfMoves({ type, policy, fence }: Line): boolean {
  return (type === 'evict' && policy === 'defragmentation') || (type === 'make-resident' && fence === 0)
}

function isOfPressOnly(line: Line): boolean {
  return line.reason === 'opportunistic' || line.reason === 'aged'
}

/**
 * An apply stands behind the make-residents that it caused: several where memory is short, the last at the moment of
 * the apply; submissions count up from 1.
 * @param waits the app's thread waits until what it made resident is in place, so that its apply comes later
 */
export function applyProblems(lines: readonly Line[], waits = false): string[] {
  const problems: string[] = []
  let pending: Line | null = null
  let submission = 0
  for (const line of lines) {
    if (isOfMoves(line)) continue
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
    const inTime = waits ? pending.t < line.t : pending.t === line.t
    if (!own || !inTime || pending.cause !== line.cause) problems.push(`${line.t}: apply ${line.effect}`)
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
    problems.push(...transferProblems(lines, line, duration))
    const tenants = tenantsOf(lines, line.resource)
    const asked = lines.slice(0, index).findLast((other) => asksFor(other, line, tenants))
    if (asked === undefined || asked.t > start) problems.push(`${line.t}: ${line.type} of ${line.resource} unasked`)
  }
  return problems
}

/** It is done by packets of the system context, which may be held up by others unless they have the engine alone (RS-13). */
function transferProblems(lines: readonly Line[], { t, resource, start, end }: Line, duration: number): string[] {
  const packets = lines.filter(
    (line) =>
      line.type === 'packet' &&
      line.kind === 'paging' &&
      line.context === 'system' &&
      line.command === resource &&
      Number(line.start) >= Number(start) &&
      Number(line.end) <= Number(end),
  )
  const ran = packets.reduce((total, packet) => total + Number(packet.end) - Number(packet.start), 0)
  if (ran !== duration) return [`${t}: ${resource} took ${ran}, expected ${duration}`]
  if (duration === 0) return []
  const began = Math.min(...packets.map((packet) => Number(packet.start)))
  const alone = packets.every(({ engine }) => engine === 'paging')
  const held = alone && Number(end) - Number(start) !== duration
  const ended = Math.max(...packets.map((packet) => Number(packet.end)))
  return held || began !== start || ended !== end ? [`${t}: ${resource} from ${start} to ${end}`] : []
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

/** @param tenants what is placed in it: its heap comes and goes with them, and with moves to it and from it (RS-15, DF-21) */
function asksFor(line: Line, transfer: Line, tenants: ReadonlySet<unknown>): boolean {
  if (tenants.size > 0 && line.type === 'defragmentation') return line.phase === 'begin'
  // under pressure nobody asks (RS-10)
  if (transfer.type === 'page-out' && transfer.reason === 'pressure') return line.t <= Number(transfer.start)
  if (transfer.type === 'page-out') return line.type === 'evict' && isNamed(transfer, tenants, line.resource)
  // what pressure took from the list is brought back without being asked for (RS-02)
  if (transfer.reason === 'demand' && line.type === 'create' && line.resource === transfer.resource)
    return line.resident === true
  return line.type === 'make-resident' && namesOf(line).some((name) => isNamed(transfer, tenants, name))
}

function isNamed({ resource }: Line, tenants: ReadonlySet<unknown>, name: unknown): boolean {
  return name === resource || tenants.has(name)
}

/** What an effect's pass left on its engine: one packet, or several where it was preempted. */
interface Submission {
  effect: string
  engine: string
  signals: number
  pieces: Line[]
}

/** In order of the moment at which they first left the engine. */
function submissionsOf(lines: readonly Line[], { effects }: Expected): Submission[] {
  const submissions = new Map<string, Submission>()
  for (const line of lines) {
    if (line.type !== 'packet' || line.context !== 'app' || !effects.has(String(line.command))) continue
    const { engine, signals, submitted, command } = line
    const key = [engine, signals, submitted].join(' ')
    const known = submissions.get(key)
    if (known !== undefined) known.pieces.push(line)
    else
      submissions.set(key, {
        effect: String(command),
        engine: String(engine),
        signals: Number(signals),
        pieces: [line],
      })
  }
  return [...submissions.values()]
}

/**
 * Each pass of an effect runs for its time, in one packet or in several that together come to it (GP-10), after its
 * apply, in the order of the context's fence (GP-13), and while what it uses is in place.
 */
export function packetProblems(lines: readonly Line[], expected: Expected): string[] {
  const problems: string[] = []
  const submissions = submissionsOf(lines, expected)
  const sizes = new Map<string, number>()
  const last = new Map<string, number>()
  const since = new Map<string, number>()
  for (const submission of submissions) {
    const { effect, engine, signals, pieces } = submission
    const start = Number(pieces[0]?.start)
    const before = last.get(engine) ?? 0
    const anew = signals <= before ? recreatedBefore(lines, start) : null
    if (anew !== null) {
      // a new device counts from 1 again
      for (const key of sizes.keys()) if (key.startsWith(`${engine} `)) sizes.delete(key)
      since.set(engine, anew)
    }
    const gap = signals !== (anew === null ? before : 0) + 1
    if (gap && (expected.alone || signals <= before))
      problems.push(`${start}: context fence ${signals} after ${before}`)
    last.set(engine, signals)
    const key = `${engine} ${effect}`
    const index = sizes.get(key) ?? 0
    sizes.set(key, index + 1)
    problems.push(...submissionProblems(lines, expected, submission, { index, since: since.get(engine) ?? 0 }))
  }
  return problems
}

/** @param place which of its effect's on this engine it is, on the device that exists since then (µs) */
function submissionProblems(
  lines: readonly Line[],
  { effects }: Expected,
  { effect, engine, pieces }: Submission,
  place: { index: number; since: number },
): string[] {
  const problems: string[] = []
  const { passes, resources } = effects.get(effect) as EffectTimes
  const times = passes.filter((pass) => pass.engine === engine).map((pass) => pass.gpuTime)
  const applied = lines.filter(({ type, effect: name, t }) => type === 'apply' && name === effect && t >= place.since)
  const apply = applied[Math.floor(place.index / times.length)]
  const at = `${pieces[0]?.start} ${effect}`
  if (apply === undefined || Number(pieces[0]?.start) < apply.t) problems.push(`${at}: a packet without its apply`)
  const ran = pieces.reduce((total, { start, end }) => total + Number(end) - Number(start), 0)
  const { outcome } = pieces.at(-1) as Line
  const time = times[place.index % times.length] as number
  if (outcome === 'completed' && timeProblem(lines, { effect, submitted: Number(pieces[0]?.submitted), time }, ran))
    problems.push(`${at}: ran ${ran}`)
  if (pieces.slice(0, -1).some((piece) => piece.outcome !== 'preempted')) problems.push(`${at}: ended before its end`)
  for (const piece of pieces) problems.push(...memoryProblems(lines, piece, resources))
  return problems
}

/** What a packet uses is in place when it starts, and is not evicted under it without a finding (RS-07). */
function memoryProblems(lines: readonly Line[], packet: Line, resources: readonly string[]): string[] {
  const { start, end } = packet as unknown as { start: number; end: number }
  const problems: string[] = []
  const late = lines.some(
    (line) =>
      line.type === 'page-in' &&
      resources.includes(String(line.resource)) &&
      Number(line.start) <= start &&
      Number(line.end) > start,
  )
  if (late && start < end) problems.push(`${end}: started before its resources were in place`)
  const evicted = lines.find((line) => isEvictionOf(line, resources) && line.t > start && line.t < end)
  if (evicted !== undefined && !hasFinding(lines, evicted)) problems.push(`${end}: ${evicted.resource} evicted`)
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
