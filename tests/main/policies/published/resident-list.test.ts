/** The one list of the mapping layers, and its aged trim, by worked examples under translation-layer (PL-02 to PL-04). */
import { describe, expect, it } from 'vitest'
import { effect, HUNDRED, press, SILENT, work } from './support/worked'

const published = 'translation-layer'

describe('the list', () => {
  it('of those created resident the last registered is the coldest [PL-02]', async () => {
    const app = { effects: [effect('Three', '1ms', '1MiB!', '1MiB!', '1MiB!'), effect('Later', '1ms', '1MiB!')] }
    const { story: told } = await work(published, { app, steps: [{ at: '1s', periodicTrim: true }] }, 1)
    const order = ['Later.a', 'Three.c', 'Three.b', 'Three.a'].map((name) => `1 out ${name} periodic`)
    expect(told).toEqual(['1 notified 1', ...order, '1 returned'])
  })

  it('a set moves to the warm end in its order, with what is missing in its place [PL-08] [PL-10]', async () => {
    const app = { effects: [effect('Set', '1ms', '1MiB!', '1MiB', '1MiB!')] }
    const steps = [press('1s', 'Set'), { at: '2s', periodicTrim: true }, { at: '3s', periodicTrim: true }]
    const { story: told } = await work(published, { app, steps }, 2_000_000)
    const order = ['a', 'b', 'c'].map((name) => `3 out Set.${name} periodic`)
    expect(told).toEqual(['2 notified 1', '2 returned', '3 notified 1', ...order, '3 returned'])
  })

  it('what is evicted keeps its number, and what comes back is warm [PL-02] [PL-08]', async () => {
    const app = { effects: [effect('A', '1ms', '1MiB!'), effect('B', '1ms', '1MiB!')] }
    const trims = [4, 5].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const steps = [
      press('1s', 'A'),
      press('2s', 'B'),
      { at: '3s', trimToBudget: '1MiB' }, // takes A, and one more (PL-12e)
      press('3500ms', 'A'),
      ...trims,
    ]
    const { story: told } = await work(published, { app, steps }, 3_500_000)
    // A has index 2: at 4 s the index is 3, at 5 s it is 4
    expect(told).toEqual([
      '3.5 in A.a',
      '3.5 apply A',
      '4 notified 1',
      '4 returned',
      '5 notified 1',
      '5 out A.a periodic',
      '5 returned',
    ])
  })

  it('while work of an earlier policy is in flight nothing is completed, not even what was never used [PL-02]', async () => {
    const app = { policy: 'none' as const, effects: [effect('Long', '5s', '1MiB!'), effect('Never', '1ms', '1MiB!')] }
    const steps = [
      press('1s', 'Long'),
      { at: '2s', policy: published },
      { at: '3s', periodicTrim: true },
      { at: '7s', periodicTrim: true },
    ]
    const played = await work('none', { app, steps }, 3_000_000)
    // what it takes over is registered in declared order, so that the last is the coldest
    expect(played.story).toEqual([
      '3 notified 1',
      '3 returned',
      '7 notified 1',
      '7 out Never.a periodic',
      '7 out Long.a periodic',
      '7 returned',
    ])
  })
})

describe('of what it has not seen used the finding', () => {
  const PLACES = [
    ['a periodic trim', 'A.a was evicted by a periodic trim though', { at: '3s', periodicTrim: true }, '1MiB!'],
    // 80 of 100 MiB are in use: what has no time goes
    ['a press', 'A.a was evicted though', press('3s', 'B'), '80MiB!'],
  ] as const
  it.each(PLACES)('by %s says that an earlier policy has [PL-12] [TN-40]', async (_by, begin, step, size) => {
    const app = { policy: 'none' as const, effects: [effect('A', '1ms', '10MiB!'), effect('B', '1ms', size)] }
    const evicted = async (steps: Record<string, unknown>[]): Promise<unknown[]> => {
      const { lines } = await work('none', { system: HUNDRED, app, steps: [...steps, step] })
      return lines.flatMap(({ type, resource, message }) =>
        type === 'finding' && resource === 'A.a' ? [String(message)] : [],
      )
    }
    const taken = { at: '2s', policy: published }
    expect(await evicted([press('1s', 'A'), taken])).toEqual([
      expect.stringContaining(`${begin} it was not used since the policy took over`),
    ])
    expect(await evicted([taken])).toEqual([expect.stringContaining(`${begin} it was never used`)])
  })
})

describe('the aged trim', () => {
  /**
   * Cold and Work are used at 1 s, when nothing is resident, and Work so many µs later. (What is created resident would age
   * at the first press: PL-12c.)
   */
  const aged = (cold: string, warm: string, after: number) => ({
    system: SILENT,
    app: { effects: [effect('Cold', '1ms', cold), effect('Work', '1ms', warm)] },
    steps: [press('1s', 'Cold'), press('1s', 'Work'), press(1_000_000 + after, 'Work')],
  })

  it.each([
    // T is the single-precision 0.7: graces are some microseconds shorter than those of 0.7
    ['70 %', '5MiB', '65MiB', 59_999_997],
    ['85 %', '5MiB', '80MiB', 30_499_998],
    ['100 %', '20MiB', '80MiB', 1_000_000],
  ])('at %s evicts what is older than the grace, not what is as old [PL-03] [PL-04]', async (...row) => {
    const [, cold, warm, grace] = row
    expect((await work(published, aged(cold, warm, grace), 1_000_001)).story).toEqual([
      `${(1_000_000 + grace) / 1_000_000} apply Work`,
    ])
    const later = (1_000_001 + grace) / 1_000_000
    expect((await work(published, aged(cold, warm, grace + 1), 1_000_001)).story).toEqual([
      `${later} out Cold.a aged`,
      `${later} apply Work`,
    ])
  })

  it('below 70 % nothing ages [PL-03]', async () => {
    expect((await work(published, aged('5MiB', '66496KiB', 3_600_000_000), 2_000_000)).story).toEqual([
      '3601 apply Work',
    ])
  })

  it('stops at what the GPU has not finished, however old [PL-04]', async () => {
    const app = {
      effects: [effect('Long', '90s', '40MiB'), effect('Old', '1ms', '40MiB'), effect('New', '1ms', '1MiB')],
    }
    const steps = [press('1s', 'Long'), press('1s', 'Old'), press('80s', 'New')]
    expect((await work(published, { system: SILENT, app, steps }, 3_000_000)).story).toEqual([
      '80 in New.a',
      '80 apply New',
    ])
  })

  it('comes before what is missing is made resident [PL-08]', async () => {
    const app = { effects: [effect('Old', '1ms', '80MiB!'), effect('New', '1ms', '1MiB')] }
    const steps = [press('1s', 'Old'), press('60s', 'New')]
    expect((await work(published, { system: SILENT, app, steps }, 2_000_000)).story).toEqual([
      '60 out Old.a aged',
      '60 in New.a',
      '60 apply New',
    ])
  })
})
