/** Mesa's main branch by worked examples, and its faults (PL-18 to PL-21). Budgets are 100 MiB unless said. */
import { describe, expect, it } from 'vitest'
import { effect, HUNDRED, press, SILENT, work } from './support/worked'

const policy = 'glon12-trim'
const evicted = (story: readonly string[]) => story.filter((line) => line.includes(' out '))

describe('the list', () => {
  it('has what was resident in set order, then what was missing [PL-18]', async () => {
    const app = { effects: [effect('Set', '1ms', '1MiB', '1MiB!', '1MiB', '1MiB!')] }
    const trims = [2, 3].map((at) => ({ at: `${at}s`, periodicTrim: true }))
    const { story } = await work(policy, { app, steps: [press('1s', 'Set'), ...trims] }, 1_500_000)
    expect(evicted(story)).toEqual(['b', 'd', 'a', 'c'].map((name) => `3 out Set.${name} periodic`))
  })

  it('is empty of what is missing: with nothing else everything is made resident at once [PL-18] [PL-19]', async () => {
    const app = { effects: [effect('Set', '1ms', '60MiB', '50MiB')] }
    const { story } = await work(policy, { system: SILENT, app, steps: [press('1s', 'Set')] })
    expect(story).toEqual(['1 in Set.a Set.b', '1 apply Set'])
  })

  it('is free with the coldest object of this submission too [PL-18] [PL-19]', async () => {
    const app = { effects: [effect('Set', '1ms', '10MiB!', '60MiB', '50MiB')] }
    const { story } = await work(policy, { system: SILENT, app, steps: [press('1s', 'Set')] })
    expect(story).toEqual(['1 in Set.b Set.c', '1 apply Set'])
  })
})

describe('making resident', () => {
  it('comes in batches of 128, each object once [PL-19]', async () => {
    const app = { effects: [effect('Set', '1ms', ...Array.from({ length: 300 }, () => '64KiB'))] }
    const { lines, findings } = await work(policy, { app, steps: [press('1s', 'Set')] })
    const made = lines
      .filter(({ type }) => type === 'make-resident')
      .map(({ resources }) => (resources as string[]).length)
    expect(made).toEqual([128, 128, 44])
    expect(findings).toEqual([])
  })

  it('takes what fits, and evicts only in a round in which nothing does [PL-19]', async () => {
    const app = { effects: [effect('Base', '1ms', '50MiB'), effect('Set', '1ms', '40MiB', '20MiB')] }
    const steps = [press('1s', 'Base'), press('5s', 'Set')]
    // 40 fit in 50; 20 do not fit in 10: 90 + 20 ≥ 100
    const { story, findings } = await work(policy, { system: SILENT, app, steps }, 2_000_000)
    expect(story).toEqual(['5 in Set.a', '5 out Base.a budget', '5 in Set.b', '5 apply Set'])
    expect(findings).toEqual(['5000000 PL-17c -'])
  })

  it('waits with the lock held, and a notification meanwhile comes after it [PL-05] [PL-19]', async () => {
    const app = { effects: [effect('First', '5s', '60MiB'), effect('Set', '1ms', '60MiB')] }
    const steps = [press('1s', 'First'), press('2s', 'Set'), { at: '3s', periodicTrim: true }]
    // 60 MiB take 7325 µs
    expect((await work(policy, { system: HUNDRED, app, steps, until: '7s' }, 1_500_000)).story).toEqual([
      '3 notified 1',
      '6.007325 out First.a budget',
      '6.007325 in Set.a',
      '6.007325 apply Set',
      '6.007325 returned',
    ])
  })
})

describe('notifications', () => {
  const app = { effects: [effect('A', '1ms', '16MiB!'), effect('B', '1ms', '32MiB!')] }
  const used = [press('1s', 'A'), press('2s', 'B')]

  it('the periodic step evicts at once, and the budget step reads the usage after it [PL-20]', async () => {
    const effects = [effect('Old', '1ms', '16MiB!'), ...app.effects]
    const notify = { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1GiB' }
    const { story } = await work(policy, { app: { effects }, steps: [...used, { at: '4s', notify }] }, 3_000_000)
    // 48 of 64 are left by the periodic step: n = 48, all of which goes
    expect(evicted(story)).toEqual(['4 out Old.a periodic', '4 out A.a budget', '4 out B.a budget'])
  })

  it('a budget trim stops at what is in flight [PL-20]', async () => {
    const effects = [effect('A', '1ms', '16MiB!'), effect('Long', '9s', '16MiB!'), effect('B', '1ms', '16MiB!')]
    const steps = [...['A', 'Long', 'B'].map((name, i) => press(`${i + 1}s`, name)), { at: '5s', trimToBudget: '1GiB' }]
    expect(evicted((await work(policy, { app: { effects }, steps }, 4_000_000)).story)).toEqual(['5 out A.a budget'])
  })

  it('(c) the first periodic trim takes what was never used [PL-12] [PL-21]', async () => {
    const { story, findings } = await work(
      policy,
      { app, steps: [press('1s', 'A'), { at: '2s', periodicTrim: true }] },
      2_000_000,
    )
    expect(evicted(story)).toEqual(['2 out B.a periodic'])
    expect(findings).toEqual(['2000000 PL-12c B.a'])
  })

  it('(d) NumBytesToTrim is freed in addition to what the periodic step freed [PL-12] [PL-21]', async () => {
    const notify = { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '10MiB' }
    const steps = [...used, { at: '3s', periodicTrim: true }, press('4s', 'B'), { at: '6s', notify }]
    const { story, findings } = await work(policy, { app, steps }, 5_000_000)
    expect(evicted(story)).toEqual(['6 out A.a periodic', '6 out B.a budget'])
    expect(findings).toEqual(['6000000 PL-12d B.a'])
  })

  it.each([
    ['0B', [], []],
    ['16MiB', ['A', 'B'], ['B']],
    ['17MiB', ['A', 'B'], []],
  ])('(e) a budget trim of %s: one more where it is hit exactly [PL-12] [PL-20] [PL-21]', async (...row) => {
    const [bytes, gone, found] = row
    const { story, findings } = await work(
      policy,
      { app, steps: [...used, { at: '4s', trimToBudget: bytes }] },
      3_000_000,
    )
    expect(evicted(story)).toEqual(gone.map((name) => `4 out ${name}.a budget`))
    expect(findings).toEqual(found.map((name) => `4000000 PL-12e ${name}.a`))
  })

  it('(f) RESTART_PERIODIC_TRIM is not handled, and ages as a periodic trim does [PL-12] [PL-21]', async () => {
    const restarts = [3, 4].map((at) => ({ at: `${at}s`, restartPeriodicTrim: true }))
    const steps = [...used, ...restarts, { at: '5s', periodicTrim: true }]
    const { story, findings } = await work(policy, { app, steps }, 2_500_000)
    expect(evicted(story)).toEqual(['5 out A.a periodic', '5 out B.a periodic'])
    expect(findings).toEqual(['3000000 PL-12f -', '4000000 PL-12f -', '5000000 PL-12f A.a', '5000000 PL-12f B.a'])
  })
})
