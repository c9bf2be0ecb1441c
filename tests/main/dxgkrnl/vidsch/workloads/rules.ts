/** What holds for every workload, rule by rule; a rule that is broken throws. Plain comparisons: a million are made in a row. */
import { inspect, isDeepStrictEqual } from 'node:util'
import { SubmitFlags } from '../../../../../main/drivers/kmd/scheduling-caps'
import { conservationProblems } from '../../../support/conservation'
import type { RecordOf } from '../../../support/world'
import { contextsLost, type Fate, type Outcome, removalsOf } from './run'

type PacketRecord = RecordOf<'packet'>

/** Of what is removed because it can never run. */
const NO_ROOM = /does not fit its memory segment at once: \d+ bytes.* of at most \d+, and it has no/

/** @throws Error that names the first rule which does not hold */
export function mustHold(outcome: Outcome): void {
  mustRemoveOnly(outcome)
  mustRunOnce(outcome)
  mustRunOnceBeforeRemoval(outcome)
  mustNotOverlap(outcome)
  mustGetNewFences(outcome)
  mustKeepFencesOfPaging(outcome)
  mustRunInOneGo(outcome)
  none('memory is not conserved', conservationProblems(outcome.world.vidmm))
}

function same(rule: string, found: unknown, right: unknown): void {
  if (!isDeepStrictEqual(found, right))
    throw new Error(`${rule}: found ${inspect(found, { depth: 3 })}, expected ${inspect(right, { depth: 3 })}`)
}

function none(rule: string, found: readonly unknown[]): void {
  if (found.length > 0) throw new Error(`${rule}: ${inspect(found, { depth: 1 })}`)
}

/** GP-17, RS-07: one finding and one removal for each, with what does not fit; no other device is touched. */
function mustRemoveOnly(outcome: Outcome): void {
  const { world, watched, fates } = outcome
  const removals = removalsOf(outcome)
  const reasons = world.of('device-removed').map((record) => record.because)
  const findings = world.of('finding').map(({ message }) => message)
  for (const [what, texts] of Object.entries({ reasons, findings })) {
    none(
      `${what} of a removal (GP-17)`,
      texts.filter((text) => !NO_ROOM.test(text)),
    )
    same(`number of ${what} (RS-07)`, texts.length, removals)
  }
  const times = { runs: [1], never: [0], either: [0, 1] }
  none(
    'released otherwise than once (RS-07)',
    watched.filter(({ released }, i) => !times[fates[i] as Fate].includes(released)),
  )
  const ended = new Set(watched.filter((_, i) => fates[i] !== 'runs').map(({ queue }) => queue))
  const whole = [...new Set(watched.map(({ queue }) => queue))].filter((queue) => !ended.has(queue))
  none(
    'not completed (GP-10)',
    whole.filter(({ lastCompleted, lastSubmitted }) => lastCompleted !== lastSubmitted),
  )
}

/** Records by what they are of, each group in order. */
function grouped<K>(records: readonly PacketRecord[], key: (record: PacketRecord) => K): Map<K, PacketRecord[]> {
  const groups = new Map<K, PacketRecord[]>()
  for (const record of records) {
    const name = key(record)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [record])
    else group.push(record)
  }
  return groups
}

const sum = (records: readonly PacketRecord[]): number =>
  records.reduce((total, { start, end }) => total + end - start, 0)
const isWork = ({ kind }: PacketRecord): boolean => kind === 'standard' || kind === 'present'

/** None begins before the one before it has ended. */
function mustFollow(records: readonly PacketRecord[]): void {
  none(
    'begun before the one before it had ended',
    records.filter(({ start }, i) => i > 0 && start < (records[i - 1] as PacketRecord).end),
  )
}

/** GP-10: all of it ran, once, in pieces one after another. */
function mustRunOnce(outcome: Outcome): void {
  const lost = contextsLost(outcome)
  const watched = outcome.watched.filter(({ context }) => !lost.has(context))
  const records = outcome.packets.filter((record) => isWork(record) && !lost.has(record.context))
  const groups = grouped(records, ({ context, signals }) => `${context} ${signals}`)
  const expected = new Map(watched.map(({ context, fence, gpuTime }) => [`${context} ${fence}`, gpuTime]))
  for (const [key, records] of groups) {
    const gpuTime = expected.get(key) ?? (key.startsWith('dwm') ? 500 : Number.NaN)
    same(`time of ${key} (GP-10)`, sum(records), gpuTime)
    const ends = records.map(({ outcome }) => outcome)
    same(`ends of ${key} (GP-10)`, ends, [...records.slice(1).map(() => 'preempted'), 'completed'])
    mustFollow(records)
  }
  same(
    'packets (GP-10)',
    [...groups.keys()].filter((key) => !key.startsWith('dwm')).sort(),
    [...expected.keys()].sort(),
  )
}

/** What was told to be complete ran once and whole, and of what was not, no part twice (GP-10); of one device of the app. */
function mustRunOnceBeforeRemoval({ program, packets, watched }: Outcome): void {
  if (!program.ofApp) return
  const groups = grouped(packets.filter(isWork), ({ context, signals }) => `${context} ${signals}`)
  const wrong = watched.filter(({ context, fence, gpuTime, released }) => {
    const records = groups.get(`${context} ${fence}`) ?? []
    const completed = records.filter(({ outcome }) => outcome === 'completed').length
    return completed !== released || (released === 1 ? sum(records) !== gpuTime : sum(records) > gpuTime)
  })
  none('not run once (GP-10)', wrong)
}

/** One packet at a time on each engine. */
function mustNotOverlap({ packets }: Outcome): void {
  for (const records of grouped(packets, ({ engine }) => engine).values()) {
    const pieces = records.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
    mustFollow(pieces)
  }
}

/** GP-11: a new fence id each time, and a flag from WDDM 2.0 on; in the order in which they were submitted. */
function mustGetNewFences(outcome: Outcome): void {
  const { program, world } = outcome
  const says = world.system.wddm !== '1.2'
  // the next device of a process counts from the beginning
  const again = program.ofApp ? new Set() : contextsLost(outcome)
  // what is withdrawn from a hardware queue is told before the end of what ran ahead of it
  const work = outcome.packets.filter(
    (record) => isWork(record) && record.outcome !== 'device-removed' && !again.has(record.context),
  )
  for (const records of grouped(work, ({ context }) => context).values()) {
    const fences = records.map(({ fence }) => fence)
    same(
      'fences of a context (GP-11)',
      fences,
      [...new Set(fences)].sort((a, b) => a - b),
    )
    const completed = records.filter(({ outcome }) => outcome === 'completed').map(({ signals }) => signals)
    same(
      'values signalled (GP-13)',
      completed,
      completed.map((_, i) => i + 1),
    )
    const before = new Set<number | undefined>()
    const wrong = records.filter(({ signals, flags = 0, outcome }) => {
      const flagged = (flags & SubmitFlags.Resubmission) !== 0
      const again = before.has(signals)
      if (outcome === 'preempted') before.add(signals)
      return (again && flagged !== says) || (!says && flagged)
    })
    none('flagged otherwise than as resubmitted (GP-11)', wrong)
  }
}

/**
 * GP-12: the same fence id, a flag from WDDM 2.0 on, the original order, ahead of all others. What came between is told by the order of the
 * records, not by their times: what has no length can have completed in the microsecond of the preemption, before it.
 */
function mustKeepFencesOfPaging({ packets: records, world }: Outcome): void {
  const paging = records.filter(({ kind }) => kind === 'paging')
  const says = world.system.wddm !== '1.2'
  const before = new Set<number>()
  const wrong = paging.filter(({ fence, flags = 0 }) => {
    const flagged = (flags & SubmitFlags.Resubmission) !== 0
    const again = before.has(fence)
    before.add(fence)
    return flagged !== (again && says)
  })
  none('paging flagged otherwise than as resubmitted (GP-12)', wrong)
  const completed = paging.filter(({ outcome }) => outcome === 'completed')
  const fences = completed.map(({ fence }) => fence)
  same(
    'fences of paging (GP-12)',
    fences,
    [...new Set(paging.map(({ fence }) => fence))].sort((a, b) => a - b),
  )
  for (const [index, { fence, start, end, engine, outcome, kind }] of records.entries()) {
    if (kind !== 'paging' || outcome !== 'preempted') continue
    // it has no inner structure: it had not started
    same('length of a paging packet that was preempted (GP-12)', end - start, 0)
    let again = index + 1
    for (; again < records.length; again++) {
      const record = records[again] as PacketRecord
      if (record.kind === 'paging' && record.fence === fence) break
      if (record.engine === engine && isWork(record) && hasRun(record))
        none('ran before paging that came back (GP-12)', [record])
    }
    if (again === records.length) none('paging that did not come back (GP-12)', [fence])
  }
}

/** All of it, or a part; held back before it had started, it has not. */
const hasRun = ({ outcome, start, end }: PacketRecord): boolean => outcome === 'completed' || end > start

/** Nothing stops a packet that runs where no granularity is finer than a packet. */
function mustRunInOneGo({ packets, program: { system: settings, steps } }: Outcome): void {
  const asked = [
    settings.preemption,
    ...steps.map(({ action }) => (action.verb === 'system' ? action.value.preemption : null)),
  ]
  const coarse = (asked as ({ model: string; graphics: string } | null)[]).every(
    (one) => one === null || one.model === 'win7' || one.graphics === 'none' || one.graphics === 'dma-buffer',
  )
  if (!coarse) return
  none(
    'stopped where nothing is finer than a packet',
    packets.filter(({ outcome, start, end }) => outcome === 'preempted' && end > start),
  )
}
