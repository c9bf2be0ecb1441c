import { describe, expect, it } from 'vitest'
import type { NotificationView } from '../../../../preload/contract'
import {
  deliveryText,
  filtered,
  flagsOf,
  parseCookie,
  resultText,
} from '../../../../renderer/instruments/notifications/model'

const notification = (id: number, flags: number, callbacks = 1, returned = callbacks): NotificationView => ({
  id,
  t: id,
  flags,
  bytesToTrim: 0,
  source: 'system',
  callbacks,
  results: Array.from({ length: returned }, (_, cookie) => ({ cookie, owner: 'none', evicted: 0, bytes: 0 })),
})

describe('notification log', () => {
  it('names every flag that is set [TN-02]', () => {
    const names = (flags: number) => flagsOf(flags).map(({ name }) => name)
    expect(names(5)).toEqual(['PERIODIC_TRIM', 'TRIM_TO_BUDGET'])
    expect(names(6)).toEqual(['RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'])
    expect(names(0)).toEqual([])
  })

  it('shows the newest first, filtered by flag, and leaves the list as it was', () => {
    const all = [notification(1, 1), notification(2, 4), notification(3, 5)]
    expect(filtered(all, 'all').map(({ id }) => id)).toEqual([3, 2, 1])
    expect(filtered(all, 'PERIODIC_TRIM').map(({ id }) => id)).toEqual([3, 1])
    expect(filtered(all, 'RESTART_PERIODIC_TRIM')).toEqual([])
    expect(all.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('says that nobody was registered, and which callbacks are awaited [TN-21]', () => {
    expect(deliveryText(notification(1, 1, 0))).toContain('Nobody is registered')
    expect(deliveryText(notification(1, 1, 2, 1))).toBe('Waiting for 1 of 2 callbacks')
    expect(deliveryText(notification(1, 1, 2))).toBe('')
  })

  it('says what a callback evicted, or that it ignored the notification [TN-14]', () => {
    expect(resultText({ cookie: 0, owner: 'x', evicted: 0, bytes: 0 })).toBe('evicted nothing')
    expect(resultText({ cookie: 0, owner: 'x', evicted: 1, bytes: 65_536 })).toBe('evicted 1 allocation, 64 KiB')
    expect(resultText({ cookie: 0, owner: 'x', evicted: 2, bytes: 131_072 })).toBe('evicted 2 allocations, 128 KiB')
  })
})

describe('parseCookie', () => {
  it('lets any number through, so that each error can be provoked [TN-10]', () => {
    for (const [text, value] of [
      ['0', 0],
      ['0xFFFFFFFF', 4_294_967_295],
      [' -1 ', -1],
      ['1.5', 1.5],
    ] as const) {
      expect(parseCookie(text)).toEqual({ ok: true, value })
    }
    for (const text of ['', 'one', 'Infinity']) expect(parseCookie(text).ok).toBe(false)
  })
})
