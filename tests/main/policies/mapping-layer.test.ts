/** `mapping-layer` and `mapping-layer-periodic`: a budget check at each submission (TN-20). */
import { describe, expect, it } from 'vitest'
import { evictions, MiB, play } from './support/play'

const press = (effect: string, ...seconds: number[]) => seconds.map((at) => ({ at: `${at}s`, apply: effect }))

describe('mapping-layer', () => {
  const effects = ['A', 'B', 'C'].map((name) => ({ name, resources: [{ name: 'r', size: '64MiB' }] }))

  it('evicts least recently used first until the submission fits the budget [TN-20]', async () => {
    const cold = { name: 'Cold', resources: [{ name: 'r', size: '64MiB', resident: false }] }
    const app = { policy: 'mapping-layer' as const, effects: [...effects, cold] }
    const steps = [...press('B', 1), ...press('A', 2), { at: '3s', budget: '128MiB' }, ...press('Cold', 4)]
    // usage 192 + 64 MiB against 128: C was never used, then B; A and Cold fit
    expect(evictions(await play({ app, steps, until: '5s' }))).toEqual(['4000000 C.r budget', '4000000 B.r budget'])
  })

  it('evicts nothing where the budget is met exactly, nor its own effect [TN-20]', async () => {
    const app = { policy: 'mapping-layer' as const, effects }
    const fits = [{ at: '1s', budget: '192MiB' }, ...press('A', 2)]
    expect(evictions(await play({ app, steps: fits }))).toEqual([])
    const tooSmall = [{ at: '1s', budget: '1MiB' }, ...press('A', 2)]
    expect(evictions(await play({ app, steps: tooSmall }))).toEqual(['2000000 B.r budget', '2000000 C.r budget'])
  })

  it.each(['mapping-layer', 'mapping-layer-periodic'] as const)(
    '%s: what lies in non-local memory makes no room in the local budget: it goes on until the submission fits [TN-20]',
    async (policy) => {
      const upload = { name: 'Upload', resources: [{ name: 'r', size: '64MiB', heap: 'upload' }] }
      const [a, b] = effects as [(typeof effects)[0], (typeof effects)[0]]
      const cold = { name: 'Cold', resources: [{ name: 'r', size: '64MiB', resident: false }] }
      const app = { policy, effects: [upload, a, b, cold] }
      // 128 + 64 MiB of local memory against 128: Upload is the coldest, and takes none of that; A's 64 do
      const steps = [{ at: '1s', budget: '128MiB' }, ...press('B', 2), ...press('Cold', 3)]
      const { summary, lines } = await play({ app, steps, until: '4s' })
      expect(evictions({ lines })).toEqual(['3000000 Upload.r budget', '3000000 A.r budget'])
      expect(summary.peakLocalUsage).toBe(128 * MiB)
    },
  )
})
