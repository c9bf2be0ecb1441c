/** Findings as a person asks for them: by rule, and within a rule by moment. Pure. */
import {
  EVICTED_IN_USE,
  type FindingView,
  type PolicyName,
  ruleOf,
  ruleTitle,
  type Severity,
  SUBMITTED_WORK,
} from '../../../preload/contract'

/** What was found of one rule at one moment. */
export interface FoundAt {
  rule: string
  /** µs */
  t: number
  /** in the order in which they were found; one at least */
  findings: readonly FindingView[]
}

export interface FoundRule {
  rule: string
  title: string
  severity: Severity
  /** how many findings */
  count: number
  /** policies with which there would not have been one of them at least */
  keptBy: readonly PolicyName[]
  /** newest first */
  moments: readonly FoundAt[]
}

const WORST_FIRST: readonly Severity[] = ['error', 'warning', 'note']

/** @param findings in the order of time @returns the worst first, then what was found last */
export function groupsOf(findings: readonly FindingView[]): FoundRule[] {
  const rules = new Map<string, { t: number; findings: FindingView[] }[]>()
  for (const finding of findings) {
    const moments = rules.get(finding.rule) ?? []
    if (moments.length === 0) rules.set(finding.rule, moments)
    const last = moments.at(-1)
    if (last?.t === finding.t) last.findings.push(finding)
    else moments.push({ t: finding.t, findings: [finding] })
  }
  return [...rules]
    .map(([rule, moments]) => ({
      rule,
      title: ruleTitle(rule),
      severity: ruleOf(rule)?.severity ?? 'warning',
      count: moments.reduce((sum, moment) => sum + moment.findings.length, 0),
      keptBy: moments.flatMap((moment) => moment.findings.map(keptBy)).find(({ length }) => length > 0) ?? [],
      moments: moments.map((moment) => ({ rule, ...moment })).reverse(),
    }))
    .sort(
      (a, b) =>
        WORST_FIRST.indexOf(a.severity) - WORST_FIRST.indexOf(b.severity) ||
        (b.moments[0]?.t ?? 0) - (a.moments[0]?.t ?? 0),
    )
}

/**
 * What a removed device answers to every call: the finding says that the call was refused, and the device may have been
 * removed for a hang, with which no policy has to do (RS-07, GP-23).
 */
const OF_REMOVED_DEVICE = /\bDXGI_ERROR_DEVICE_REMOVED\b|\bthe device is removed$/

/** A packet of the app's own by hand: no policy is asked for what it uses (RS-07). */
const OF_PACKET_BY_HAND = new RegExp(String.raw`"${SUBMITTED_WORK}" \(fence \d+\) used `)

/** A packet of another process, whose end no policy of the app's is told of (RS-07). */
const EVICTED_FROM_ANOTHER = new RegExp(` ${EVICTED_IN_USE} of the process `)

const BLAME_NO_POLICY = [OF_REMOVED_DEVICE, OF_PACKET_BY_HAND, EVICTED_FROM_ANOTHER]

/** Policies that avoid what was found: none where none was asked, though the one in charge kept the rule. */
function keptBy({ rule, message, process }: FindingView): readonly PolicyName[] {
  if (process !== undefined || BLAME_NO_POLICY.some((words) => words.test(message))) return []
  return ruleOf(rule)?.keptBy ?? []
}

/** words of a moment that are shown, of those that differ */
const SHOWN_MESSAGES = 4

/**
 * What was found at a moment, each of the words once. More than one can be read without pointing at them: of two policies
 * that were opened while the simulation was paused, the fault of the second was in no words on the screen.
 */
export function messagesOf({ findings }: FoundAt): { shown: FindingView[]; hidden: number; all: string[] } {
  const different = findings.filter(
    ({ message }, at) => findings.findIndex((other) => other.message === message) === at,
  )
  return {
    shown: different.slice(0, SHOWN_MESSAGES),
    hidden: Math.max(0, different.length - SHOWN_MESSAGES),
    all: different.map(({ message }) => message),
  }
}

/** A line of the list: a rule's head, a moment of it, or what shows the rest of its moments. */
export type FindingRow =
  | { kind: 'rule'; key: string; group: FoundRule }
  | { kind: 'moment'; key: string; moment: FoundAt }
  | { kind: 'more'; key: string; rule: string; hidden: number }

/** moments of a rule that are shown before one asks for all */
const SHOWN_MOMENTS = 3

/** @param whole rules of which every moment is shown */
export function rowsOf(groups: readonly FoundRule[], whole: ReadonlySet<string>): FindingRow[] {
  return groups.flatMap((group) => {
    const { rule, moments } = group
    const shown = whole.has(rule) ? moments : moments.slice(0, SHOWN_MOMENTS)
    const hidden = moments.length - shown.length
    return [
      { kind: 'rule', key: rule, group },
      ...shown.map((moment): FindingRow => ({ kind: 'moment', key: `${rule} ${moment.findings[0]?.id}`, moment })),
      ...(hidden > 0 ? [{ kind: 'more', key: `${rule} more`, rule, hidden } as const] : []),
    ]
  })
}

export const FINDING_HEAD = ['time_us', 'rule', 'severity', 'title', 'resource', 'message', 'why_it_matters', 'kept_by']

/** A row a finding, for the clipboard and for files. @returns fields in the order of the head */
export function findingFields(finding: FindingView): (string | number)[] {
  const { t, rule, resource, message } = finding
  const text = ruleOf(rule)
  return [
    t,
    rule,
    text?.severity ?? '',
    text?.title ?? '',
    resource ?? '',
    message,
    text?.means ?? '',
    keptBy(finding).join(' '),
  ]
}
