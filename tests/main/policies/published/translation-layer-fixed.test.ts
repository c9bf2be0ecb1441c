/** D3D12TranslationLayer's manager without its faults (PL-13). Each fault beside its absence: translation-layer.faults.test.ts. */
import { describe, expect, it } from 'vitest'
import { compareWithOracle } from './support/layer-programs'
import { effect, press, SILENT, work } from './support/worked'

const mended = 'translation-layer-fixed'
const evicted = (story: readonly string[]) => story.filter((line) => line.includes(' out '))

describe('against an oracle that shares no code with it', () => {
  it('the mended one differs in the points of its clause, and finds nothing [PL-13]', async () => {
    const happened = await compareWithOracle('translation-layer-fixed', 300)
    for (const what of ['waits', 'short', 'aged', 'blocked']) expect(happened[what], what).toBeGreaterThan(0)
    expect(Object.keys(happened).filter((what) => what.startsWith('PL-') || what === 'RS-07')).toEqual([])
    expect(happened.removed).toBe(0)
  }, 120_000)
})

describe('mended', () => {
  it('enters what is new at the warm end [PL-13]', async () => {
    const app = { effects: [effect('Two', '1ms', '1MiB!', '1MiB!')] }
    const trims = [1, 2].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const { story } = await work(mended, { app, steps: trims }, 1)
    expect(evicted(story)).toEqual(['2 out Two.a periodic', '2 out Two.b periodic'])
  })

  it('at exactly 70 % it does not age: its threshold is 0.7 [PL-13]', async () => {
    const app = { effects: [effect('Cold', '1ms', '5MiB'), effect('Work', '1ms', '65MiB')] }
    const steps = [press('1s', 'Cold'), press('1s', 'Work'), press('2h', 'Work')]
    const file = { system: SILENT, app, steps }
    expect(evicted((await work('translation-layer', file, 2_000_000)).story)).toEqual(['7200 out Cold.a aged'])
    expect(evicted((await work(mended, file, 2_000_000)).story)).toEqual([])
  })

  it('still waits for the coldest object’s submission [PL-13]', async () => {
    const app = { effects: [effect('First', '5s', '60MiB'), effect('Set', '1ms', '60MiB')] }
    const { story } = await work(
      mended,
      { system: SILENT, app, steps: [press('1s', 'First'), press('2s', 'Set')], until: '7s' },
      1_500_000,
    )
    // 60 MiB take 7325 µs
    expect(story).toEqual(['6.007325 out First.a budget', '6.007325 in Set.a', '6.007325 apply Set'])
  })
})
