/** `mapping-layer` and `mapping-layer-periodic`: a budget check at each submission (TN-20). */
import { describe, expect, it } from 'vitest'
import { evictions, play } from './support/play'

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
})
