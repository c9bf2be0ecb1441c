/** Names, filter and checks of the Notifications tab. Knows no React. */
import { type CallbackResultView, type NotificationView, TrimFlag } from '../../../preload/contract'
import { formatBytes, formatCount } from '../../widgets/format'
import type { Parsed } from '../../widgets/parse'

export const FLAGS = [
  { bit: TrimFlag.PERIODIC_TRIM, name: 'PERIODIC_TRIM', key: 'periodic' },
  { bit: TrimFlag.RESTART_PERIODIC_TRIM, name: 'RESTART_PERIODIC_TRIM', key: 'restart' },
  { bit: TrimFlag.TRIM_TO_BUDGET, name: 'TRIM_TO_BUDGET', key: 'budget' },
] as const

export type Filter = 'all' | (typeof FLAGS)[number]['name']

export function flagsOf(flags: number): (typeof FLAGS)[number][] {
  return FLAGS.filter(({ bit }) => (flags & bit) !== 0)
}

/** Newest first. */
export function filtered(notifications: readonly NotificationView[], filter: Filter): NotificationView[] {
  const bit = FLAGS.find(({ name }) => name === filter)?.bit
  const shown = bit === undefined ? [...notifications] : notifications.filter(({ flags }) => (flags & bit) !== 0)
  return shown.reverse()
}

/** What one callback did, in words. */
export function resultText({ evicted, bytes }: CallbackResultView): string {
  if (evicted === 0) return 'evicted nothing'
  return `evicted ${formatCount(evicted)} ${evicted === 1 ? 'allocation' : 'allocations'}, ${formatBytes(bytes)}`
}

/** How far a notification has come, in words; empty when all callbacks have returned. */
export function deliveryText({ callbacks, results }: NotificationView): string {
  if (callbacks === 0) return 'Nobody is registered: recorded, and nothing was trimmed (TN-21)'
  const left = callbacks - results.length
  if (left <= 0) return ''
  return `Waiting for ${left} of ${callbacks} ${callbacks === 1 ? 'callback' : 'callbacks'}`
}

/** Functions that can be registered by hand; one function can be registered once at a time (TN-08). */
export const CALLBACKS = ['MyTrimCallback', 'OtherTrimCallback', 'ThirdTrimCallback'] as const

/** A cookie as typed: any number, so that each error of TN-10 can be provoked. */
export function parseCookie(text: string): Parsed<number> {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, message: 'Enter a cookie: any number, such as 0, 4294967295 or -1.' }
  const value = Number(trimmed)
  if (!Number.isFinite(value)) {
    return { ok: false, message: `“${trimmed}” is not a number. Enter any number, such as 0, 0xFFFFFFFF or -1.` }
  }
  return { ok: true, value }
}
