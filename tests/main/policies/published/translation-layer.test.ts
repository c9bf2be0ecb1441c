/** D3D12TranslationLayer's rules by worked examples (PL-01 to PL-11). Budgets are 100 MiB unless said. */
import { describe, expect, it } from 'vitest'
import { effect, HUNDRED, press, SILENT, work } from './support/worked'

const published = 'translation-layer'

describe('making resident', () => {
  it('what fits comes in one batch, in set order [PL-01] [PL-09]', async () => {
    const app = { effects: [effect('Set', '1ms', '60MiB', '40MiB')] }
    const { story: told, lines } = await work(published, { system: SILENT, app, steps: [press('1s', 'Set')] })
    expect(told).toEqual(['1 in Set.a Set.b', '1 apply Set'])
    expect(lines.find(({ type }) => type === 'make-resident')).toMatchObject({ fence: 1, bytes: 100 * 1024 * 1024 })
  })

  it('with nothing but its own set left, the rest comes whatever its size [PL-09]', async () => {
    const app = { effects: [effect('Set', '1ms', '60MiB', '50MiB')] }
    const { story: told } = await work(published, { system: SILENT, app, steps: [press('1s', 'Set')] })
    expect(told).toEqual(['1 in Set.a', '1 in Set.b', '1 apply Set'])
  })

  it('at a budget that is reached already nothing is tried first [PL-09]', async () => {
    const app = { effects: [effect('Full', '1ms', '100MiB!'), effect('Set', '1ms', '1MiB')] }
    const { story: told, findings } = await work(
      published,
      { system: SILENT, app, steps: [press('1s', 'Full'), press('2s', 'Set')] },
      2_000_000,
    )
    expect(told).toEqual(['2 out Full.a budget', '2 in Set.a', '2 apply Set'])
    expect(findings).toEqual([])
  })

  it('waits for the coldest object’s submission, and for no more; later presses wait behind it [PL-05] [PL-09]', async () => {
    const app = {
      effects: [
        effect('First', '2s', '40MiB'),
        effect('Second', '2s', '40MiB'),
        effect('Set', '1ms', '70MiB'),
        effect('Behind', '1ms', '1MiB'),
      ],
    }
    const steps = [press('1s', 'First'), press('1s', 'Second'), press('2s', 'Set'), press('2500ms', 'Behind')]
    const { story: told } = await work(published, { system: SILENT, app, steps, until: '8s' }, 2_000_000)
    expect(told).toEqual([
      // 80 + 70 − 40 = 110 ≥ 100, but Second is of a later submission
      '3.004883 out First.a budget', // 40 MiB at 8 GiB/s, and 2 s
      // 20 are free as they were: 70 do not fit, and Second goes too
      '5.004883 out Second.a budget',
      '5.004883 in Set.a',
      '5.004883 apply Set',
      // Behind asks at 5 s and reads anew: 70 of 100
      '5.004883 in Behind.a',
      '5.004883 apply Behind',
    ])
  })
})

describe('usage and budget are remembered for a second', () => {
  const app = { effects: [effect('A', '1ms', '60MiB'), effect('B', '1ms', '60MiB')] }
  it.each([
    [999_999, ['in B.a', 'apply B']],
    [1_000_000, ['out A.a budget', 'in B.a', 'apply B']],
  ])('%s µs after a reading [PL-07]', async (after, expected) => {
    const steps = [press('1s', 'A'), press(1_000_000 + after, 'B')]
    const { story: told } = await work(published, { system: SILENT, app, steps }, 1_000_001)
    expect(told.map((line) => line.replace(/^[\d.]+ /, ''))).toEqual(expected)
  })

  it('a budget trim asks too, whatever its bytes, and one without it does not [PL-07] [PL-11]', async () => {
    const asked = (...between: Record<string, unknown>[]) => ({
      app: { effects: [effect('A', '1ms', '60MiB'), effect('B', '1ms', '60MiB')] },
      system: { ...HUNDRED, budget: '129MiB', nonLocalMemory: '1MiB' },
      steps: [press('1s', 'A'), ...between, press('2500ms', 'B'), { at: '2600ms', trimToBudget: '100MiB' }],
    })
    const evicted = async (...between: Record<string, unknown>[]) =>
      (await work(published, asked(...between), 2_550_000)).story.filter((line) => line.includes('out'))
    // at 2 s it reads 60 MiB, so that at 2.6 s it stops at 60; without, it reads 60 at 2.5 s as well
    expect(await evicted({ at: '2s', trimToBudget: '0B' })).toEqual(['2.6 out A.a budget', '2.6 out B.a budget'])
    expect(await evicted({ at: '2s', restartPeriodicTrim: true })).toEqual(['2.6 out A.a budget', '2.6 out B.a budget'])
  })
})

describe('notifications', () => {
  it('a periodic trim passes over what was used, and stops at what is in flight [PL-10]', async () => {
    const app = {
      effects: [
        effect('A', '1ms', '1MiB!'),
        effect('B', '1ms', '1MiB!'),
        effect('Long', '9s', '1MiB!'),
        effect('C', '1ms', '1MiB!'),
      ],
    }
    const steps = [
      press('1s', 'B'),
      { at: '2s', periodicTrim: true },
      press('3s', 'A'),
      press('3500ms', 'Long'),
      { at: '4s', periodicTrim: true },
      { at: '5s', periodicTrim: true },
    ]
    const { story: told } = await work(published, { app, steps }, 2_000_000)
    expect(told.filter((line) => line.includes('out'))).toEqual([
      // never used; A and Long too
      '2 out C.a periodic',
      '2 out Long.a periodic',
      '2 out A.a periodic',
      '4 out B.a periodic',
      '5 out A.a periodic',
    ])
  })

  it('what both steps take is evicted at the end, periodic first; a reading in between counts it still [PL-10] [PL-11]', async () => {
    const app = {
      effects: [effect('Old', '1ms', '16MiB!'), effect('A', '1ms', '16MiB!'), effect('B', '1ms', '32MiB!')],
    }
    const steps = [
      press('1s', 'A'),
      press('2s', 'B'),
      { at: '4s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '20MiB' } },
    ]
    // 64 read, 16 by the periodic step: usage 48, which 20 are to leave: A, then B, as 32 ≥ 28
    const { story: told } = await work(published, { app, steps }, 4_000_000)
    expect(told).toEqual(['4 notified 5', '4 out Old.a periodic', '4 out A.a budget', '4 out B.a budget', '4 returned'])
  })
})
