/** What the chosen delay is about, for whoever highlights it, from a session that has run (LB-08). */
import { describe, expect, it } from 'vitest'
import { fullName } from '../../../../renderer/store/allocations'
import { concernedEffects, concernedIds } from '../../../../renderer/store/delays/concerned'
import type { InterfaceState } from '../../../../renderer/store/model'
import { rig } from '../../../main/session/live-rig'

/** The press of B, which takes the memory of A; C has nothing to do with it. */
function chosen(): InterfaceState {
  const effect = (name: string, size: string) => ({
    name,
    gpuTime: '4ms',
    resources: [{ name: 'r', size, resident: name !== 'B' }],
  })
  const live = rig({
    system: { localMemory: '96MiB', budget: '96MiB', pagingBandwidth: '4GiB', periodicTrim: { idleAfter: '10h' } },
    app: { policy: 'none', effects: [effect('A', '64MiB'), effect('B', '64MiB'), effect('C', '64KiB')] },
  })
  live.elapse(100)
  live.must({ kind: 'applyEffect', effect: 'B' })
  live.elapse(200)
  const id = live.shown.delayRows.find(({ title }) => title === 'press of B')?.id ?? 0
  live.must({ kind: 'selectDelay', id })
  return live.shown
}

describe('what a chain is about [LB-08]', () => {
  it('is what was moved and what it was moved for, and their effects', () => {
    const shown = chosen()
    expect(concernedIds(shown).map((id) => fullName(shown.allocations, id))).toEqual(['A.r', 'B.r'])
    expect([...concernedEffects(shown.delay)].sort()).toEqual(['A', 'B'])
  })

  it('is the same set for the same chain, so that nothing is drawn anew for it', () => {
    const { delay } = chosen()
    expect(concernedEffects(delay)).toBe(concernedEffects(delay))
  })

  it('is nothing where none is chosen, or nothing was moved; the effect that was pressed is one all the same', () => {
    const shown = chosen()
    expect([concernedIds({ ...shown, delay: null }), [...concernedEffects(null)]]).toEqual([[], []])
    const still = shown.delay === null ? null : { ...shown.delay, segments: [] }
    expect([concernedIds({ ...shown, delay: still }), [...concernedEffects(still)]]).toEqual([[], ['B']])
  })

  it('has no effect for a resource of none', () => {
    const { delay } = chosen()
    const [segment] = delay?.segments ?? []
    if (delay === null || segment === undefined) throw new Error('nothing is chosen')
    const byHand = { ...delay, effect: '', segments: [{ ...segment, resource: 'buffer', for: 'X.Y.r' }] }
    expect([...concernedEffects(byHand)]).toEqual(['X.Y'])
  })
})
