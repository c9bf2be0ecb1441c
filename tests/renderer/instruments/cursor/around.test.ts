import { describe, expect, it } from 'vitest'
import { MOST_AROUND, recordsAround } from '../../../../renderer/instruments/cursor/around'
import { emptyState } from '../../../../renderer/store/model'
import { effects, MIB, rig } from '../../../main/session/live-rig'

const ALL = { kind: null, name: '' } as const

function session() {
  const live = rig({
    system: { periodicTrim: { idleAfter: '10h' } },
    app: { policy: 'fence-lru', effects: effects({ Blur: MIB, Glow: MIB }, false) },
  })
  live.must({ kind: 'applyEffect', effect: 'Blur' })
  live.elapse(200)
  live.must({ kind: 'periodicTrim' })
  live.elapse(200)
  return live.shown
}

describe('the records around a moment', () => {
  it('are of every kind, in order of time, the nearest of them', () => {
    const shown = session()
    const records = recordsAround(shown, { ...ALL, moment: 200_000 })
    expect(records.length).toBeGreaterThan(3)
    expect(records.length).toBeLessThanOrEqual(MOST_AROUND)
    const times = records.map(({ t }) => t)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const kinds = new Set(records.map(({ kind }) => kind))
    expect(kinds).toContain('packet')
    expect(kinds).toContain('notification')
    expect(kinds).toContain('paging')
    expect(records.find(({ kind }) => kind === 'notification')?.of).toBe('PERIODIC_TRIM')
  })

  it('are of one kind and name only, where that is asked for', () => {
    const shown = session()
    const paging = recordsAround(shown, { moment: null, kind: 'paging', name: 'bLuR' })
    expect(paging.length).toBeGreaterThan(0)
    expect(paging.every(({ kind, of }) => kind === 'paging' && of.includes('Blur.r'))).toBe(true)
    expect(recordsAround(shown, { moment: null, kind: null, name: 'nowhere' })).toEqual([])
  })

  it('are as many on either side as there are, never more than the most', () => {
    const view = emptyState()
    const items = Array.from({ length: 1_000 }, (_, id) => ({ id, t: id * 10, kind: 'hitch' as const, count: 1 }))
    const shown = { ...view, clock: { ...view.clock, now: 20_000 }, hitches: { items, forgotten: 0 } }
    const ids = (moment: number | null): number[] => recordsAround(shown, { ...ALL, moment }).map(({ id }) => id)
    // of two that are as near, the earlier
    const middle = ids(5_000)
    expect(middle).toHaveLength(MOST_AROUND)
    expect([middle[0], middle.at(-1)]).toEqual([400, 599])
    // the newest
    expect([ids(null)[0], ids(null).at(-1)]).toEqual([800, 999])
    expect([ids(0)[0], ids(0).at(-1)]).toEqual([0, 199])
  })
})
