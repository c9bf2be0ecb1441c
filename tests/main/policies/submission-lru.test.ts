/** `submission-lru`: what the last three submissions did not use goes at the next (TN-20). */
import { describe, expect, it } from 'vitest'
import { type EffectFile, evictions, ofType, play } from './support/play'

const press = (effect: string, ...seconds: number[]) => seconds.map((at) => ({ at: `${at}s`, apply: effect }))

const blur: EffectFile = {
  name: 'Blur',
  resources: [
    { name: 'main', size: '64MiB' },
    { name: 'temp', size: '64MiB' },
    { name: 'kernel', size: '64KiB' },
  ],
}
const forgotten: EffectFile = { name: 'Forgotten', resources: [{ name: 'buffer', size: '1GiB' }] }

describe('submission-lru', () => {
  it('evicts at the fourth submission what the three before it did not use [TN-20]', async () => {
    const app = { policy: 'submission-lru' as const, effects: [blur, forgotten] }
    expect(evictions(await play({ app, steps: press('Blur', 1, 2, 3) }))).toEqual([])
    expect(evictions(await play({ app, steps: press('Blur', 1, 2, 3, 4) }))).toEqual([
      '4000000 Forgotten.buffer opportunistic',
    ])
  })

  it('takes no notice of notifications [TN-20] [TN-14]', async () => {
    const app = { policy: 'submission-lru' as const, effects: [blur, forgotten] }
    const steps = [...press('Blur', 1), { at: '2s', periodicTrim: true }, { at: '3s', trimToBudget: '1GiB' }]
    const { lines, summary } = await play({ app, steps })
    expect(ofType(lines, 'notification').map((line) => line.callbacks)).toEqual([0, 0])
    expect(summary.evictions).toBe(0)
  })
})
