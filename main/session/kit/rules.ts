/** What every sound policy keeps to, judged by the traces of the kit's runs and by nothing else (LB-16). */
import { EVICTED_IN_USE } from '../../../preload/contract'
import { LIMITS } from '../../policies/own/guest'
import { ASKED_NO_MORE, NEVER_CALLED } from '../../policies/own/own-policy'
import type { TraceRecord } from '../../sim/trace-records'
import { TO_FREE, WORKLOADS, type Workload } from './workloads'

export interface KitRun {
  readonly workload: Workload
  readonly records: readonly TraceRecord[]
}

export interface Rule {
  readonly name: string
  /** what a sound policy does */
  readonly text: string
  /** @returns what was done against it, the first time; null: it was kept */
  readonly broken: (runs: readonly KitRun[]) => string | null
  /** the runs of which it has to see all; absent: every one */
  readonly judgedBy?: readonly Workload[]
  /** what puts it to the test; absent: every run does */
  readonly occasion?: Occasion
}

interface Occasion {
  readonly given: (record: TraceRecord) => boolean
  /** what is said where no run had one */
  readonly none: string
  /** runs that give one; absent: each that the rule is judged by */
  readonly within?: readonly Workload[]
}

type Finding = Extract<TraceRecord, { type: 'finding' }>
type Judged = Finding & { rule: string; workload: Workload }

const LIMIT_WORDS = Object.values(LIMITS)

/** Which rule a finding of the policy's is about; null: of none here. */
function ruleOf({ rule, message }: Finding): string | null {
  if (rule === 'RS-07' && message.includes(`${EVICTED_IN_USE} uses it`)) return 'in-use'
  if (rule === 'TN-08' || rule === 'TN-12') return 'registers-once'
  if (rule !== 'LB-15' || message.endsWith(NEVER_CALLED)) return null
  if (message.endsWith(ASKED_NO_MORE.unusable)) return 'loads'
  // behind the line at once: an Error that says so has its own name there
  if (/:\d+: evict: the GPU uses /.test(message)) return 'in-use'
  // refused for what it is handed, in whichever call
  if (/:\d+: (evict|makeResident): /.test(message)) return 'calls'
  if (LIMIT_WORDS.some((words) => message.includes(`: ${words} (in `))) return 'limits'
  // what a policy throws has any words: which call it was stands behind them
  const call = /\(in (\w+)(?:; [^()]*)?\)$/.exec(message)?.[1]
  if (call === 'deviceRemoved') return 'removed-device'
  return call === 'onTrim' ? 'every-flag' : 'calls'
}

/**
 * Why a rule that is not broken is not known to be kept: in a run that it is judged by, the policy was asked no more.
 * @returns null: the policy was in charge to the end of each
 */
export function unseenFor({ judgedBy = WORKLOADS }: Pick<Rule, 'judgedBy'>, runs: readonly KitRun[]): string | null {
  for (const { workload, records } of runs) {
    if (!judgedBy.includes(workload)) continue
    for (const record of records) {
      if (record.type !== 'finding' || record.rule !== 'LB-15') continue
      if (record.message.endsWith(ASKED_NO_MORE.unusable)) return 'it cannot be used'
      if (record.message.endsWith(ASKED_NO_MORE.tenth)) return `asked no more after its tenth fault, in “${workload}”`
    }
  }
  return null
}

/** Why a rule that is not broken was not put to the test: by none of the runs that it is judged by. @returns null: it was */
export function withoutOccasion(
  { judgedBy = WORKLOADS, occasion }: Pick<Rule, 'judgedBy' | 'occasion'>,
  runs: readonly KitRun[],
): string | null {
  if (occasion === undefined) return null
  const { within = judgedBy } = occasion
  const giving = runs.filter(({ workload }) => within.includes(workload))
  return giving.some(({ records }) => records.some(occasion.given)) ? null : occasion.none
}

function findings(runs: readonly KitRun[], name: string): Judged[] {
  return runs.flatMap(({ workload, records }) =>
    records.flatMap((record) =>
      record.type === 'finding' && ruleOf(record) === name ? [{ ...record, workload }] : [],
    ),
  )
}

const found = (name: string) => (runs: readonly KitRun[]) => {
  const [first] = findings(runs, name)
  return first === undefined ? null : `${first.message}, in “${first.workload}”`
}

const recordsOf = (runs: readonly KitRun[], workload: Workload): readonly TraceRecord[] =>
  runs.find((run) => run.workload === workload)?.records ?? []

/** µs that a callback may take: by then it has returned */
const RETURNED = 1_000_000

/**
 * Of those that take notifications: what the callback evicted, at once or before it returned, and did not make resident in
 * its turn. Less is enough where nothing that is idle is left (TN-19): some policies evict before they are told to.
 */
function freed(runs: readonly KitRun[]): string | null {
  const { bytes, told } = TO_FREE
  for (const { at, flags } of told) {
    const records = recordsOf(runs, 'told to free').filter(({ t }) => t < at + RETURNED)
    const since = records.filter(({ t }) => t >= at)
    if (!since.some((record) => record.type === 'notification' && record.t === at && record.callbacks > 0)) continue
    // what is thrown at flags that come together is said of that rule
    if (flags.length > 1 && since.some((record) => record.type === 'finding' && ruleOf(record) === 'every-flag'))
      continue
    const evicted = since.reduce((sum, record) => sum + (record.type === 'callback' ? record.bytes : 0), 0)
    // nothing is pressed then: it is the policy's own doing
    const back = since.reduce((sum, record) => sum + (record.type === 'make-resident' ? record.bytes : 0), 0)
    if (evicted - back >= bytes) continue
    const idle = residentAfter(records)
    const did = back > 0 ? `it evicted ${evicted}, made ${back} resident` : `it evicted ${evicted}`
    if (idle > 0)
      return `told by ${flags.join(' and ')} to free ${bytes} bytes, ${did} and left ${idle} idle, in “told to free”`
  }
  return null
}

/** @returns bytes that are resident after these records, from the first of a run on */
function residentAfter(records: readonly TraceRecord[]): number {
  const sizes = new Map<string, number>()
  const resident = new Set<string>()
  for (const record of records) {
    if (record.type === 'create') {
      sizes.set(record.resource, record.bytes)
      if (record.resident) resident.add(record.resource)
    } else if (record.type === 'make-resident') for (const name of record.resources) resident.add(name)
    else if (record.type === 'evict' && record.references === 0) resident.delete(record.resource)
  }
  return [...resident].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
}

/** One callback of the policy's, and none when it is no longer in charge. */
function registeredOnce(runs: readonly KitRun[]): string | null {
  const [finding] = findings(runs, 'registers-once')
  if (finding !== undefined) return finding.message
  for (const { workload, records } of runs)
    for (const record of records) {
      if (record.type !== 'notification') continue
      if (record.callbacks > 1) return `a notification reached ${record.callbacks} callbacks, in “${workload}”`
      if (workload === 'editing' && record.t === REPLACED && record.callbacks > 0)
        return 'its callback was called when another policy was in charge, in “editing”'
    }
  return null
}

/** µs of the notification that comes when `none` is in charge */
const REPLACED = 41_000_000
/** µs: the device was recreated; what is pressed from there on must be submitted, so often */
const RECREATED = { at: 12_000_000, presses: 2 }

function survived(runs: readonly KitRun[]): string | null {
  const said = found('removed-device')(runs)
  if (said !== null) return said
  const records = recordsOf(runs, 'removed device')
  const applied = records.filter(({ type, t }) => type === 'apply' && t >= RECREATED.at).length
  return applied === RECREATED.presses
    ? null
    : `of ${RECREATED.presses} presses on the new device ${applied} ${applied === 1 ? 'was' : 'were'} submitted, in “removed device”`
}

const EVICTS: Occasion = { given: ({ type }) => type === 'evict', none: 'it evicted nothing' }

const IS_NOTIFIED: Occasion = {
  given: (record) => record.type === 'notification' && record.callbacks > 0,
  none: 'no notification reached it',
}

export const RULES: readonly Rule[] = [
  {
    name: 'loads',
    text: 'is an ES module with a default export { name, create(host) }',
    broken: found('loads'),
    judgedBy: [],
  },
  { name: 'calls', text: 'calls what there is with what it takes, and throws nothing', broken: found('calls') },
  { name: 'in-use', text: 'never evicts what the GPU uses', broken: found('in-use'), occasion: EVICTS },
  {
    name: 'frees',
    text: 'frees what it is told to',
    broken: freed,
    judgedBy: ['told to free'],
    occasion: IS_NOTIFIED,
  },
  {
    name: 'registers-once',
    text: 'registers once, and not for longer than it is in charge',
    broken: registeredOnce,
    occasion: IS_NOTIFIED,
  },
  { name: 'limits', text: 'ends each call within the limits of work, memory and stack', broken: found('limits') },
  {
    name: 'every-flag',
    text: 'survives every combination of notification flags',
    broken: found('every-flag'),
    occasion: { ...IS_NOTIFIED, within: ['every flag'] },
  },
  { name: 'removed-device', text: 'survives a removed device, and goes on with the next', broken: survived },
]
