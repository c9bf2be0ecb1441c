/** Numbers of a summary that are counts, sums or the longest of lines of the trace (SC-05, GP-28). */
import { type Line, most, number, numberOrNone, p99, sum, text } from './lines'

const bytesLeft = (line: Line): number => (line.left === undefined ? number(line, 'bytes') : number(line, 'left'))
/** RS-01: only with its last reference does memory leave the list. */
const leaves = ({ references }: Line): boolean => references === 0

export function counted(lines: readonly Line[]) {
  const of = (type: string): Line[] => lines.filter((line) => line.type === type)
  const all = (type: string, field: string): number => sum(of(type).map((line) => number(line, field)))
  const rules = new Map<string, number>()
  for (const finding of of('finding')) rules.set(text(finding, 'rule'), (rules.get(text(finding, 'rule')) ?? 0) + 1)
  // a reset is no answer (GP-25)
  const answered = of('preempt').filter(({ boundary }) => boundary !== 'reset')
  const switches = of('packet').filter((line) => line.switch !== undefined)
  const resets = (action: string): number => of('tdr').filter((line) => line.action === action).length
  return {
    expectations: {
      passed: of('expect').filter(({ ok }) => ok === true).length,
      failed: of('expect').filter(({ ok }) => ok !== true).length,
    },
    evictions: of('evict').length,
    bytesEvicted: sum(of('evict').filter(leaves).map(bytesLeft)),
    pageInBytes: all('page-in', 'bytes'),
    pageOutBytes: all('page-out', 'bytes'),
    notifications: of('notification').length,
    findings: [...rules].map(([rule, count]) => ({ rule, count })),
    devicesRemoved: of('device-removed').length,
    missedVerticalBlanks: of('missed-vertical-blank').length,
    tears: of('tear').length,
    preemptions: answered.length,
    worstPreemption: most(answered.map((line) => number(line, 'stopped') - number(line, 'requested'))),
    contextSwitches: switches.length,
    contextSwitchTime:
      sum(switches.map((line) => numberOrNone(line, 'switch'))) + sum(answered.map((line) => number(line, 'save'))),
    engineResets: resets('engine-reset'),
    adapterResets: resets('adapter-reset'),
    bugCheck: resets('bug-check') > 0,
  }
}

/** Packets that waited for memory that was paged out under pressure (RS-10). */
export const hitches = (lines: readonly Line[]): number =>
  lines.filter((line) => line.type === 'packet' && line.hitch !== undefined).length

/** µs from a blank to the end of the present made for it; of one that has missed the next and goes on, to the run's end. */
export function compositorLatency(lines: readonly Line[], until: number) {
  const latencies: number[] = []
  let lateSince: number | null = null
  for (const line of lines) {
    if (line.type === 'missed-vertical-blank') lateSince = line.t - number(line, 'waiting')
    if (line.type === 'device-removed' && line.device === 'dwm') lateSince = null
    if (!isPresent(line) || line.outcome === 'preempted') continue
    lateSince = null
    if (line.outcome === 'completed') latencies.push(number(line, 'end') - number(line, 'submitted'))
  }
  if (lateSince !== null) latencies.push(until - lateSince)
  return { worstCompositorLatency: most(latencies), p99CompositorLatency: p99(latencies) }
}

export const isPresent = (line: Line): boolean =>
  line.type === 'packet' && line.kind === 'present' && line.context === 'dwm'

/**
 * Each callback says what its policy has evicted: the records between it and its notification (SC-08). Where it waits for
 * the policy's lock, presses that have it go on meanwhile.
 */
export function callbackProblems(lines: readonly Line[]): string[] {
  const problems: string[] = []
  let [notified, announced, called] = [0, 0, 0]
  let evicted: Line[] = []
  for (const line of lines) {
    if (line.type === 'notification') {
      if (called !== announced) problems.push(`at ${line.t}: ${called} of ${announced} callbacks`)
      notified = line.t
      announced = number(line, 'callbacks')
      called = 0
      evicted = []
    } else if (line.type === 'evict') evicted.push(line)
    else if (line.type === 'callback') {
      const [count, bytes] = [evicted.length, sum(evicted.filter(leaves).map(bytesLeft))]
      if (line.t === notified && (count !== line.evicted || bytes !== line.bytes))
        problems.push(`at ${line.t}: ${line.evicted} evicted, ${line.bytes} bytes; by records ${count}, ${bytes}`)
      evicted = []
      called++
    }
  }
  return problems
}
