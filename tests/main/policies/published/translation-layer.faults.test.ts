/** Each fault of D3D12TranslationLayer's manager, shown and found, and absent once mended (PL-12, PL-13). */
import { describe, expect, it } from 'vitest'
import type { ScenarioFile } from '../support/play'
import { effect, HUNDRED, press, SILENT, work } from './support/worked'

const both = ['PERIODIC_TRIM', 'TRIM_TO_BUDGET']

async function compare(file: ScenarioFile, from: number) {
  const published = await work('translation-layer', file, from)
  const mended = await work('translation-layer-fixed', file, from)
  expect(mended.findings.filter((line) => line.includes('PL-'))).toEqual([])
  return { published, mended: mended.story }
}

const evicted = (story: readonly string[]) => story.filter((line) => line.includes(' out '))

describe('(a) numbers are not read again within a press', () => {
  it('50 of 100 used, 40 + 20 missing: both are enqueued, nothing is evicted [PL-12] [PL-13]', async () => {
    const app = { effects: [effect('Base', '1ms', '50MiB'), effect('Set', '1ms', '40MiB', '20MiB')] }
    const steps = [press('1s', 'Base'), press('5s', 'Set')]
    const { published, mended } = await compare({ system: SILENT, app, steps }, 2_000_000)
    expect(published.story).toEqual(['5 in Set.a', '5 in Set.b', '5 apply Set'])
    expect(published.findings).toEqual(['5000000 PL-12g -', '5000000 PL-12a Set.b'])
    expect(mended).toEqual(['5 in Set.a', '5 out Base.a budget', '5 in Set.b', '5 apply Set'])
  })

  it('where the first does not fit everything goes, submission by submission [PL-12] [PL-13]', async () => {
    const names = ['A', 'B', 'C']
    const app = { effects: [...names.map((name) => effect(name, '1ms', '30MiB')), effect('Set', '1ms', '40MiB')] }
    const steps = [...names.map((name, i) => press(`${i + 1}s`, name)), press('5s', 'Set')]
    const { published, mended } = await compare({ system: SILENT, app, steps }, 4_000_000)
    expect(published.story).toEqual([...names.map((name) => `5 out ${name}.a budget`), '5 in Set.a', '5 apply Set'])
    expect(published.findings).toEqual(['5000000 PL-12g -', '5000000 PL-12a B.a', '5000000 PL-12a C.a'])
    expect(mended).toEqual(['5 out A.a budget', '5 in Set.a', '5 apply Set'])
  })

  it('what the aged trim of the same press freed is not seen [PL-12] [PL-13]', async () => {
    const app = {
      effects: [effect('Old', '1ms', '40MiB'), effect('Other', '1ms', '50MiB'), effect('Set', '1ms', '30MiB')],
    }
    // 90 used: what is older than 20.7 s goes, and 50 of 100 are left
    const steps = [press('1s', 'Old'), press('55s', 'Other'), press('60s', 'Set')]
    const { published, mended } = await compare({ system: SILENT, app, steps }, 56_000_000)
    expect(published.story).toEqual(['60 out Old.a aged', '60 out Other.a budget', '60 in Set.a', '60 apply Set'])
    expect(published.findings).toEqual(['60000000 PL-12g -', '60000000 PL-12a Other.a'])
    expect(mended).toEqual(['60 out Old.a aged', '60 in Set.a', '60 apply Set'])
  })
})

describe('(b) numbers up to 1 s old', () => {
  const effects = [effect('A', '1ms', '60MiB'), effect('B', '1ms', '60MiB')]

  it('presses within a second of each other go over the budget [PL-12] [PL-13]', async () => {
    const file = { system: SILENT, app: { effects }, steps: [press('1s', 'A'), press('1500ms', 'B')] }
    const { published, mended } = await compare(file, 1_400_000)
    expect(published.story).toEqual(['1.5 in B.a', '1.5 apply B'])
    expect(published.findings).toEqual(['1500000 PL-12b B.a'])
    expect(mended).toEqual(['1.5 out A.a budget', '1.5 in B.a', '1.5 apply B'])
  })

  it('or evict for a usage that is past [PL-12] [PL-13]', async () => {
    const app = { effects: [...effects, effect('C', '1ms', '30MiB'), effect('D', '1ms', '30MiB')] }
    // at 3 s 90 are read; then A goes away, and D would have room
    const steps = [
      press('1s', 'A'),
      press('2s', 'C'),
      press('3s', 'C'),
      { at: '3100ms', removeEffect: 'A' },
      press('3200ms', 'D'),
    ]
    const { published, mended } = await compare({ system: SILENT, app, steps }, 3_150_000)
    expect(published.story).toEqual(['3.2 out C.a budget', '3.2 in D.a', '3.2 apply D'])
    expect(published.findings).toEqual(['3200000 PL-12g -', '3200000 PL-12b C.a'])
    expect(mended).toEqual(['3.2 in D.a', '3.2 apply D'])
  })

  it('or by an age for a pressure that is past [PL-12]', async () => {
    const app = {
      effects: [effect('Gone', '1ms', '60MiB'), effect('Cold', '1ms', '30MiB'), effect('Work', '1ms', '1MiB')],
    }
    // 90 of 100 are read at 21 s: a grace of 20.67 s; at 21.9 s Cold is 20.9 s old, and 30 are used
    const steps = [press('1s', 'Gone'), press('1s', 'Cold'), press('21s', 'Gone')]
    const later = [{ at: '21300ms', removeEffect: 'Gone' }, press('21900ms', 'Work')]
    const file = { system: SILENT, app, steps: [...steps, ...later] }
    const { story, findings } = await work('translation-layer', file, 21_500_000)
    expect(story).toEqual(['21.9 out Cold.a aged', '21.9 in Work.a', '21.9 apply Work'])
    expect(findings).toEqual(['21900000 PL-12b Cold.a'])
  })

  it('a budget trim by more than the remembered usage stops there [PL-12] [PL-13]', async () => {
    const steps = [press('1s', 'A'), { at: '1500ms', trimToBudget: '50MiB' }]
    const { published, mended } = await compare({ app: { effects }, steps }, 1_400_000)
    expect(evicted(published.story)).toEqual([])
    expect(published.findings).toEqual(['1500000 PL-12b -'])
    expect(evicted(mended)).toEqual(['1.5 out A.a budget'])
  })
})

describe('(c) what was never used has index and time 0', () => {
  it('the first periodic trim takes it, even if created a moment before [PL-12] [PL-13]', async () => {
    const app = { effects: [] }
    const steps = [
      { at: '1s', addEffect: effect('New', '1ms', '1MiB!') },
      { at: '1s', periodicTrim: true },
      { at: '2s', periodicTrim: true },
    ]
    const { published, mended } = await compare({ app, steps }, 1)
    expect(evicted(published.story)).toEqual(['1 out New.a periodic'])
    expect(published.findings).toEqual(['1000000 PL-12c New.a'])
    expect(evicted(mended)).toEqual(['2 out New.a periodic'])
  })

  it('and the first press above 70 % [PL-12] [PL-13]', async () => {
    const app = { effects: [effect('Never', '1ms', '20MiB!'), effect('Work', '1ms', '80MiB!')] }
    const { published, mended } = await compare({ system: SILENT, app, steps: [press('1s', 'Work')] }, 1)
    expect(published.story).toEqual(['1 out Never.a aged', '1 apply Work'])
    expect(published.findings).toEqual(['1000000 PL-12c Never.a'])
    // it is 1 s old, and the grace is 1 s
    expect(mended).toEqual(['1 apply Work'])
  })
})

describe('(d) NumBytesToTrim is freed in addition', () => {
  it('to what the periodic step of the same notification freed [PL-12] [PL-13]', async () => {
    const app = { effects: [effect('A', '1ms', '16MiB!'), effect('B', '1ms', '32MiB!')] }
    const steps = [
      press('1s', 'A'),
      press('2s', 'B'),
      { at: '3s', periodicTrim: true },
      press('4s', 'B'),
      { at: '6s', notify: { flags: both, bytes: '10MiB' } },
    ]
    const { published, mended } = await compare({ app, steps }, 5_000_000)
    expect(evicted(published.story)).toEqual(['6 out A.a periodic', '6 out B.a budget'])
    expect(published.findings).toEqual(['6000000 PL-12d B.a'])
    expect(evicted(mended)).toEqual(['6 out A.a periodic'])
  })
})

describe('(e) one object more where a target is hit exactly', () => {
  const app = { effects: [effect('A', '1ms', '16MiB!'), effect('B', '1ms', '32MiB!')] }

  it.each([
    ['0B', [], [], []],
    ['1B', ['A'], [], ['A']],
    ['16MiB', ['A', 'B'], ['B'], ['A']],
    ['17MiB', ['A', 'B'], [], ['A', 'B']],
    ['1GiB', ['A', 'B'], [], ['A', 'B']],
  ])('a budget trim of %s [PL-11] [PL-12] [PL-13]', async (...row) => {
    const [bytes, asPublished, found, asMended] = row
    const steps = [press('1s', 'A'), press('2s', 'B'), { at: '4s', trimToBudget: bytes }]
    const { published, mended } = await compare({ app, steps }, 3_000_000)
    expect(evicted(published.story)).toEqual(asPublished.map((name) => `4 out ${name}.a budget`))
    expect(published.findings).toEqual(found.map((name) => `4000000 PL-12e ${name}.a`))
    expect(evicted(mended)).toEqual(asMended.map((name) => `4 out ${name}.a budget`))
  })

  it('a press among objects of one submission [PL-09] [PL-12] [PL-13]', async () => {
    const effects = [effect('Pair', '1ms', '30MiB', '30MiB'), effect('Set', '1ms', '70MiB')]
    const { published, mended } = await compare(
      { system: SILENT, app: { effects }, steps: [press('1s', 'Pair'), press('5s', 'Set')] },
      2_000_000,
    )
    // 60 + 70 − 30 = 100
    expect(evicted(published.story)).toEqual(['5 out Pair.a budget', '5 out Pair.b budget'])
    expect(published.findings).toEqual(['5000000 PL-12g -', '5000000 PL-12e Pair.b'])
    expect(evicted(mended)).toEqual(['5 out Pair.a budget'])
  })
})

describe('(f) RESTART_PERIODIC_TRIM is not handled, and all notifications age', () => {
  const app = { effects: [effect('A', '1ms', '16MiB!')] }
  const between = (...notifications: Record<string, unknown>[]) => ({
    app,
    steps: [
      press('1s', 'A'),
      { at: '2s', periodicTrim: true },
      press('3s', 'A'),
      ...notifications.map((verb, i) => ({ at: `${4 + i}s`, ...verb })),
      { at: '6s', periodicTrim: true },
    ],
  })

  it('two of them, and the next PERIODIC_TRIM takes what was used since the last one [PL-12] [PL-13]', async () => {
    const restart = { restartPeriodicTrim: true }
    const { published, mended } = await compare(between(restart, restart), 3_500_000)
    expect(evicted(published.story)).toEqual(['6 out A.a periodic'])
    expect(published.findings).toEqual(['4000000 PL-12f -', '5000000 PL-12f -', '6000000 PL-12f A.a'])
    // not used since the restart, it goes as well, as TN-18 has it
    expect(evicted(mended)).toEqual(['6 out A.a periodic'])
  })

  it('so do two budget trims of nothing [PL-12] [PL-13]', async () => {
    const trim = { trimToBudget: '0B' }
    const { published, mended } = await compare(between(trim, trim), 3_500_000)
    expect(evicted(published.story)).toEqual(['6 out A.a periodic'])
    expect(published.findings).toEqual(['6000000 PL-12f A.a'])
    expect(evicted(mended)).toEqual([])
  })

  it('mended, what was in flight at the restart counts as used after it [PL-13]', async () => {
    const effects = [effect('A', '1ms', '16MiB!'), effect('Long', '5s', '1MiB!')]
    const steps = [
      press('1s', 'A'),
      press('1s', 'Long'),
      { at: '2s', restartPeriodicTrim: true },
      { at: '7s', periodicTrim: true },
      { at: '8s', periodicTrim: true },
    ]
    const { mended } = await compare({ app: { effects }, steps }, 1_500_000)
    expect(evicted(mended)).toEqual(['7 out A.a periodic', '8 out Long.a periodic'])
  })
})

describe('(h) a press waits with the lock held', () => {
  it('so that notifications wait too, mended as well [PL-05] [PL-12] [PL-13]', async () => {
    const app = { effects: [effect('First', '5s', '80MiB!'), effect('Set', '1ms', '70MiB')] }
    const steps = [press('1s', 'First'), press('2s', 'Set'), { at: '3s', periodicTrim: true }]
    const { published, mended } = await compare({ system: HUNDRED, app, steps, until: '7s' }, 2_000_000)
    const expected = ['3 notified 1', '6 out First.a budget', '6 in Set.a', '6 apply Set', '6 returned']
    expect(published.story).toEqual(expected)
    expect(published.findings).toEqual(['2000000 PL-12g -', '3000000 PL-12h -'])
    expect(mended).toEqual(expected)
  })
})

describe('EnqueueMakeResident fails', () => {
  it('and the work is submitted all the same: the device is lost by it, not once mended [PL-12] [PL-13] [PL-45]', async () => {
    const app = { effects: [effect('Set', '1ms', '10MiB')] }
    const steps = [{ at: '1s', inject: { fault: 'make-resident-fails', count: 1 } }, press('2s', 'Set')]
    const { published, mended } = await compare({ app, steps }, 1_500_000)
    expect(published.findings.map((line) => line.split(' ')[1])).toEqual(['PL-12', 'RS-07'])
    expect(published.story).toEqual(['2 apply Set'])
    expect(mended).toEqual([])
  })
})
