import type { IdleView } from '../../../preload/contract'
import { formatBytes, formatCount, formatDuration } from '../../widgets/format'

/** yes or no, and why when it is not plain input */
export function idleStateText(idle: IdleView): string {
  if (idle.state === 'locked') return idle.idle ? 'yes, locked' : 'no, locked'
  if (idle.state === 'suspended') return 'suspended'
  return idle.idle ? 'yes' : 'no'
}

/** @param running while simulated time stands still nobody asks this computer */
export function inputText(idle: IdleView, running: boolean): string {
  if (!running) return 'paused'
  // that of this computer decides nothing then
  if (idle.source === 'scripted') return 'input as scripted'
  if (idle.realIdleSeconds === null) return 'input unknown'
  if (idle.realIdleSeconds < 1) return 'input now'
  const seconds = Math.floor(idle.realIdleSeconds)
  return `input ${formatDuration((seconds < 60 ? seconds : seconds - (seconds % 60)) * 1_000_000)} ago`
}

/**
 * @param next when the next PERIODIC_TRIM is due, in µs; null: the cadence is stopped
 * @param now simulated time in µs
 */
export function countdownText(next: number | null, now: number): string {
  if (next === null) return 'no trim due'
  return `trim in ${(Math.max(0, next - now) / 1_000_000).toFixed(1)} s`
}

/** steps of the ring: it is drawn again only when one more of them is gone */
const RING_STEPS = 48

/** @returns what is left of the interval until the next trim, 0 to 1; null: none is due */
export function ringShare(next: number | null, now: number, interval: number): number | null {
  if (next === null || interval <= 0) return null
  return Math.ceil(Math.min(1, Math.max(0, (next - now) / interval)) * RING_STEPS) / RING_STEPS
}

/** why nobody can simulate idleness now */
export const SCRIPTED_TIP = 'The scenario that is playing decides whether the OS is idle, until it ends (TN-22).'

/** what a press of the indicator does */
export function simulateTip(source: IdleView['source'], idle: boolean): string {
  if (source === 'scripted') return SCRIPTED_TIP
  if (source === 'simulated' && idle) return 'Ends the simulated idleness: the real OS decides again (TN-22).'
  return 'Simulates that the user has gone: idle from now on, whatever the mouse does (TN-22).'
}

/** what the trim that the ring counts to would take if it came now; '': none is due */
export function trimText({ nextPeriodicTrim, wouldEvict }: Pick<IdleView, 'nextPeriodicTrim' | 'wouldEvict'>): string {
  if (nextPeriodicTrim === null) return ''
  if (wouldEvict === null) return 'What a trim would evict now, only the policy’s own code can say.'
  const { count, bytes } = wouldEvict
  if (count === 0) return 'A trim now would evict nothing.'
  return `A trim now would evict ${formatCount(count)} ${count === 1 ? 'allocation' : 'allocations'}, ${formatBytes(bytes)} (TN-17).`
}

/** who decides, and what idleness leads to */
export function idleTip(idle: IdleView): string {
  if (idle.state === 'suspended') return SUSPENDED
  return `${WHO_DECIDES[idle.source]} While the OS is idle, PERIODIC_TRIM comes on a regular cadence (TN-21); when idleness ends, RESTART_PERIODIC_TRIM is sent and the next trim counts from that moment (TN-23).`
}

const SUSPENDED =
  'The system is suspended: the cadence of PERIODIC_TRIM stands until any restart of it (TN-21). It resumes in System, or as this computer wakes (TN-23).'

const WHO_DECIDES: Readonly<Record<IdleView['source'], string>> = {
  real: 'Read from this computer: leave it alone and the OS turns idle (TN-22).',
  simulated: 'Decided by Simulate idle, not by this computer.',
  scripted: 'Decided by the scenario that is playing (TN-22).',
}
