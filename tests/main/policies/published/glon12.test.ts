/** Mesa's released GLon12 manager by worked examples, and its faults (PL-14 to PL-17). Budgets are 100 MiB. */
import { describe, expect, it } from 'vitest'
import type { EffectFile } from '../support/play'
import { effect, HUNDRED, press, SILENT, work } from './support/worked'

const policy = 'glon12'

/** So many small resources, and what comes after them. */
function many(name: string, count: number, size: string, ...after: string[]): EffectFile {
  return effect(name, '1ms', ...Array.from({ length: count }, () => size), ...after)
}
/** The names that `effect` gives, by index. */
const letter = (index: number) => String.fromCharCode(97 + index)

describe('notifications', () => {
  it('are not registered for, and change nothing [PL-14]', async () => {
    const app = { effects: [effect('A', '1ms', '16MiB!')] }
    const steps = [
      { at: '1s', periodicTrim: true },
      { at: '2s', trimToBudget: '1GiB' },
      { at: '3s', restartPeriodicTrim: true },
    ]
    const { story, lines } = await work(policy, { app, steps })
    expect(story).toEqual([])
    expect(lines.filter(({ type }) => type === 'notification').map(({ callbacks }) => callbacks)).toEqual([0, 0, 0])
  })

  it('so that an idle app gives nothing back [PL-17] [TN-37]', async () => {
    const app = { effects: [effect('A', '1ms', '16MiB!')] }
    const steps = [press('1s', 'A'), { at: '2s', idle: true }, { at: '1h', expect: { resident: ['A.a'] } }]
    const { story } = await work(policy, { app, steps }, 2_000_000)
    expect(story).toEqual([])
  })
})

describe('a press', () => {
  it('at exactly 70 % ages nothing, above it what is older than the grace [PL-03] [PL-15]', async () => {
    const at = (work70: string) => ({
      system: SILENT,
      app: { effects: [effect('Cold', '1ms', '5MiB'), effect('Work', '1ms', work70)] },
      steps: [press('1s', 'Cold'), press('1s', 'Work'), press('62s', 'Work')],
    })
    expect((await work(policy, at('65MiB'), 2_000_000)).story).toEqual(['62 apply Work'])
    expect((await work(policy, at('66MiB'), 2_000_000)).story).toEqual(['62 out Cold.a aged', '62 apply Work'])
  })

  it('reads usage and budget each time anew [PL-14] [PL-16]', async () => {
    const app = { effects: [effect('A', '1ms', '60MiB'), effect('B', '1ms', '60MiB')] }
    const steps = [press('1s', 'A'), press('1500ms', 'B')]
    // 40 are free: B does not fit, 60 + 60 ≥ 100
    expect((await work(policy, { system: SILENT, app, steps }, 1_100_000)).story).toEqual([
      '1.5 out A.a budget',
      '1.5 in B.a',
      '1.5 apply B',
    ])
  })

  it('within a press too: one goes where one is enough [PL-16]', async () => {
    const names = ['A', 'B', 'C']
    const app = { effects: [...names.map((name) => effect(name, '1ms', '30MiB')), effect('Set', '1ms', '40MiB')] }
    const steps = [...names.map((name, i) => press(`${i + 1}s`, name)), press('5s', 'Set')]
    // 90 + 40 − 30 = 100: B is of a later submission; then 40 are free
    expect((await work(policy, { system: SILENT, app, steps }, 4_000_000)).story).toEqual([
      '5 out A.a budget',
      '5 in Set.a',
      '5 apply Set',
    ])
  })

  it('evicts nothing where what is left of it, without its first batch, would fit in what was used [PL-16]', async () => {
    const app = { effects: [effect('Base', '1ms', '50MiB'), effect('Set', '1ms', '40MiB', '20MiB')] }
    const steps = [press('1s', 'Base'), press('5s', 'Set')]
    // 50 + 20 < 100, so none goes; then 10 are free: 90 + 20 ≥ 100
    expect((await work(policy, { system: SILENT, app, steps }, 2_000_000)).story).toEqual([
      '5 in Set.a',
      '5 out Base.a budget',
      '5 in Set.b',
      '5 apply Set',
    ])
  })

  it('waits for the coldest object’s submission [PL-05] [PL-16]', async () => {
    const app = { effects: [effect('First', '5s', '60MiB'), effect('Set', '1ms', '60MiB')] }
    const steps = [press('1s', 'First'), press('2s', 'Set')]
    // 60 MiB take 7325 µs
    expect((await work(policy, { system: SILENT, app, steps, until: '7s' }, 1_500_000)).story).toEqual([
      '6.007325 out First.a budget',
      '6.007325 in Set.a',
      '6.007325 apply Set',
    ])
  })

  it('with only its own set left everything is made resident, 128 at a time [PL-16]', async () => {
    const app = { effects: [effect('Set', '1ms', '60MiB', '50MiB')] }
    // nothing else is resident: it is free from the start
    expect((await work(policy, { system: SILENT, app, steps: [press('1s', 'Set')] })).story).toEqual([
      '1 in Set.a Set.b',
      '1 apply Set',
    ])
  })
})

describe('(a) the last of a full batch is enqueued again', () => {
  it.each([
    [127, [127]],
    [128, [128, 1]],
    [129, [128, 2]],
    [255, [128, 128, 1]],
    [256, [128, 128, 2]],
  ])('of %s missing [PL-16] [PL-17]', async (count, batches) => {
    const app = { effects: [many('Set', count, '64KiB')] }
    const { lines, findings } = await work(policy, { app, steps: [press('1s', 'Set')] })
    const made = lines.filter(({ type }) => type === 'make-resident').map(({ resources }) => resources as string[])
    expect(made.map(({ length }) => length)).toEqual(batches)
    const again = made.slice(1).map(([first]) => first)
    expect(again).toEqual(made.slice(0, -1).map((batch) => batch.at(-1)))
    expect(findings).toEqual(again.map((name) => `1000000 PL-17a ${name}`))
  })

  it('so that its next Evict leaves it resident [PL-17]', async () => {
    const app = { effects: [many('Set', 128, '512KiB'), effect('Other', '1ms', '101888KiB')] }
    const steps = [press('1s', 'Set'), press('5s', 'Other')]
    const { lines } = await work(policy, { system: SILENT, app, steps }, 2_000_000)
    const evictions = lines.filter(({ type }) => type === 'evict')
    // 64 + 99.5 − 63.5 = 100 after 127 of them: the last goes too
    expect(evictions).toHaveLength(128)
    const left = evictions.filter(({ references }) => references !== 0)
    expect(left.map(({ resource, references }) => [resource, references])).toEqual([[`Set.${letter(127)}`, 1]])
  })
})

describe('(b) a round that changes nothing', () => {
  it('is said, and the rest is made resident: as published it would be repeated for ever [PL-17]', async () => {
    // 50 used; a full batch of 16 MiB, whose last is enqueued again and counted off twice; 34 are free, and the last
    // takes 64 KiB more: 66 + 34.0625 − 0.125 < 100
    const app = { effects: [effect('Base', '1ms', '50MiB'), many('Set', 128, '128KiB', '34880KiB')] }
    const steps = [press('1s', 'Base'), press('5s', 'Set')]
    const { lines, findings } = await work(policy, { system: SILENT, app, steps }, 2_000_000)
    const made = lines.filter(({ type, t }) => type === 'make-resident' && t > 2_000_000)
    expect(made.map(({ resources }) => (resources as string[]).length)).toEqual([128, 1, 1])
    expect(made[2]).toMatchObject({ resources: [`Set.${letter(128)}`] })
    expect(lines.filter(({ type }) => type === 'evict')).toEqual([])
    expect(findings).toEqual([
      '5000000 PL-17c -',
      `5000000 PL-17a Set.${letter(127)}`,
      `5000000 PL-17b Set.${letter(128)}`,
    ])
  })
})

describe('(c) and (d)', () => {
  it('which of the missing come first is a matter of their order: here set order, and it is said [PL-17]', async () => {
    const app = { effects: [effect('Base', '1ms', '50MiB'), effect('Set', '1ms', '40MiB', '20MiB')] }
    const steps = [press('1s', 'Base'), press('5s', 'Set')]
    const { findings } = await work(policy, { system: SILENT, app, steps }, 2_000_000)
    expect(findings).toEqual(['5000000 PL-17c -'])
  })

  it('what was never used is older than any grace [PL-12] [PL-17]', async () => {
    const app = { effects: [effect('Never', '1ms', '20MiB!'), effect('Work', '1ms', '80MiB!')] }
    const { story, findings } = await work(policy, { system: SILENT, app, steps: [press('1s', 'Work')] })
    expect(story).toEqual(['1 out Never.a aged', '1 apply Work'])
    expect(findings).toEqual(['1000000 PL-12c Never.a'])
  })

  it('one more goes where it fits exactly, among objects of one submission [PL-12] [PL-17]', async () => {
    const app = { effects: [effect('Pair', '1ms', '30MiB', '30MiB'), effect('Set', '1ms', '70MiB')] }
    const steps = [press('1s', 'Pair'), press('5s', 'Set')]
    const { story, findings } = await work(policy, { system: HUNDRED, app, steps }, 2_000_000)
    expect(story).toEqual(['5 out Pair.a budget', '5 out Pair.b budget', '5 in Set.a', '5 apply Set'])
    expect(findings).toEqual(['5000000 PL-12e Pair.b'])
  })
})
