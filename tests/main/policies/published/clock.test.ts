/** DXVK's second-chance clock on D3D12's terms, by worked examples (PL-37 to PL-40). */
import { describe, expect, it } from 'vitest'
import { chunkSize, knownBudget } from '../../../../main/policies/published/clock'
import { GiB, MiB } from '../support/play'
import { effect, press, work } from './support/worked'

/** Chunks of 32 MiB, and a known budget of 96 MiB: with more than 32 MiB in use the hand moves. */
const system = { localMemory: '256MiB', budget: '100MiB' }
const told = (story: readonly string[]) => story.filter((line) => !line.includes('apply'))

describe('bounds', () => {
  it.each([
    [2 * GiB, 256 * MiB],
    [1 * GiB, 128 * MiB],
    [256 * MiB, 32 * MiB],
    [28 * MiB, 4 * MiB],
    [8 * MiB, 4 * MiB],
  ])('of a segment of %s bytes chunks have %s [PL-37]', (segment, bytes) => {
    expect(chunkSize(segment)).toBe(bytes)
  })

  it.each([
    [100 * MiB, 256 * MiB, 96 * MiB],
    [3 * MiB, 256 * MiB, 0],
    [1000 * MiB, 1000 * MiB, 990 * MiB],
    [100 * GiB, 100 * GiB, 100 * GiB - 256 * MiB],
  ])('of a budget of %s bytes and a segment of %s it knows %s [PL-37]', (budget, segment, known) => {
    expect(knownBudget(budget, segment)).toBe(known)
  })
})

/** Three resident of 30 MiB, a chunk each, and one that is not: with it 120 are used. */
const four = ['A', 'B', 'C'].map((name) => effect(name, '1ms', '30MiB!')).concat(effect('D', '1ms', '30MiB'))

describe('the clock', () => {
  it('gives a second chance, chunk by chunk, with a tick each half second of presses [PL-38] [PL-39]', async () => {
    const steps = [
      press('1s', 'D'), // 120 > 96: armed, and the first tick: A is demoted; the next is due at 1.5 s
      press('1200ms', 'D'),
      press('1500ms', 'D'), // A is queued, B demoted; due at 2 s
      press('1600ms', 'D'), // A goes
      press('2700ms', 'D'), // B is queued, C demoted; 2.5 s has passed, so due at 3.2 s
      press('2800ms', 'B'), // B is used: it leaves the queue
      press('3100ms', 'D'),
      press('3200ms', 'D'), // C is queued, and D demoted, right after its use
      press('3300ms', 'D'), // D is used, and C goes
    ]
    const { story, findings } = await work('clock', { system, app: { effects: four }, steps })
    expect(told(story)).toEqual(['1 in D.a', '1.6 out A.a budget', '3.3 out C.a budget'])
    expect(findings).toEqual([])
  })

  it('goes by what lies in DEFAULT heaps alone, also of what shares its heap with others [PL-37]', async () => {
    const steps = (heap: string) => [
      { at: 0, allocate: { name: 'staging', size: '30MiB', heap } },
      { at: '500ms', use: { set: ['staging'], gpuTime: '1ms' } },
      ...['1s', '1500ms', '1600ms', '2s', '2100ms', '2500ms', '2600ms', '3s', '3100ms', '3500ms', '3600ms'].map((at) =>
        press(at, 'D'),
      ),
    ]
    const went = async (heap: string) => {
      const { story } = await work('clock', { system, app: { effects: four }, steps: steps(heap) })
      return told(story).filter((line) => line.includes('out'))
    }
    expect((await went('upload')).filter((line) => line.includes('staging'))).toEqual([])
    expect((await went('upload')).length).toBeGreaterThan(0)
    expect((await went('default')).some((line) => line.includes('staging'))).toBe(true)
  })

  it('comes after the list executes, and what is missing before what goes; nobody waits [PL-38]', async () => {
    const steps = [press('1s', 'D'), press('1500ms', 'D'), press('1600ms', 'D'), press('2s', 'D'), press('2100ms', 'A')]
    const { story } = await work('clock', { system, app: { effects: four }, steps }, 1_550_000)
    // at 2 s B is queued; A comes back before B goes
    expect(story).toEqual([
      '1.6 out A.a budget',
      '1.6 apply D',
      '2 apply D',
      '2.1 in A.a',
      '2.1 out B.a budget',
      '2.1 apply A',
    ])
  })

  it('evicts one object of 1 MiB or more per press, of smaller ones up to 16 times 1 MiB, last registered first [PL-37] [PL-38]', async () => {
    const small = effect('Small', '1ms', ...Array.from({ length: 20 }, () => '64KiB!'))
    const effects = [small, effect('Fill', '1ms', '100MiB')]
    const steps = [1000, 1500, 1600, 1700].map((at) => press(`${at}ms`, 'Fill'))
    const { story } = await work('clock', { system, app: { effects }, steps }, 1_000_001)
    // each counts 16 × 64 KiB = 1 MiB: 16 of them reach 16 MiB, and one more would exceed it
    const names = small.resources.map(({ name }) => name).reverse()
    expect(told(story)).toEqual([
      ...names.slice(0, 16).map((name) => `1.6 out Small.${name} budget`),
      ...names.slice(16).map((name) => `1.7 out Small.${name} budget`),
    ])
  })

  it('fills chunks in registration order, a larger one alone; a place is not used again [PL-37]', async () => {
    // chunks: [A 20, B 12], [Large 40], [C 20]; B is removed, and New opens the fourth
    const effects = [
      effect('A', '1ms', '20MiB!'),
      effect('B', '1ms', '12MiB!'),
      effect('Large', '1ms', '40MiB!'),
      effect('C', '1ms', '20MiB!'),
    ]
    const steps = [
      { at: '100ms', removeEffect: 'B' },
      { at: '200ms', addEffect: effect('New', '1ms', '30MiB') },
      press('1s', 'New'), // 110 > 96: armed; A is demoted
      press('1500ms', 'New'), // A is queued, Large demoted
      press('2s', 'New'), // A goes, Large is queued, C demoted
      press('2500ms', 'New'), // Large goes: 50 are left; C is queued, New demoted
      press('3s', 'New'), // C goes: 30 are left, and the hand stays
      press('3500ms', 'New'),
      press('4s', 'New'),
    ]
    const { story } = await work('clock', { system, app: { effects }, steps }, 1_000_001)
    expect(told(story)).toEqual(['2 out A.a budget', '2.5 out Large.a budget', '3 out C.a budget'])
  })

  it('stops where there is room for two chunks, and where usage never exceeded the known budget [PL-37] [PL-39]', async () => {
    const effects = [effect('A', '1ms', '60MiB!'), effect('B', '1ms', '30MiB')]
    const steps = [1000, 1500, 2000, 2500, 3000].map((at) => press(`${at}ms`, 'B'))
    expect(told((await work('clock', { system, app: { effects }, steps })).story)).toEqual(['1 in B.a'])
  })

  it('is armed by the registration of what is resident, too [PL-37]', async () => {
    const effects = [effect('A', '1ms', '97MiB!'), effect('B', '1ms', '1MiB!')]
    const steps = [1000, 1500, 1600].map((at) => press(`${at}ms`, 'B'))
    expect(told((await work('clock', { system, app: { effects }, steps })).story)).toEqual(['1.6 out A.a budget'])
  })

  it('reads the budget when it begins and at ticks; one of 0 leaves it as it was [PL-37]', async () => {
    const steps = (budget: string) => [
      press('1s', 'D'), // reads 200, knows 196: 184 ≤ 196
      { at: '1100ms', budget },
      press('1200ms', 'D'), // 120 ≤ 196: not armed
      press('1500ms', 'D'), // reads it
      press('1600ms', 'D'), // 120 > 96: armed
      press('2s', 'D'), // A is demoted
      press('2500ms', 'D'), // A is queued
      press('2600ms', 'D'),
    ]
    const run = async (budget: string) =>
      told(
        (await work('clock', { system: { ...system, budget: '200MiB' }, app: { effects: four }, steps: steps(budget) }))
          .story,
      )
    expect(await run('100MiB')).toEqual(['1 in D.a', '2.6 out A.a budget'])
    expect(await run('0B')).toEqual(['1 in D.a'])
  })

  it('never runs on an integrated GPU [PL-37]', async () => {
    const steps = [1000, 1500, 1600, 2000, 2100].map((at) => press(`${at}ms`, 'D'))
    const discrete = await work('clock', { system, app: { effects: four }, steps })
    const integrated = await work('clock', {
      system: { ...system, localSegment: 'aperture' },
      app: { effects: four },
      steps,
    })
    expect(told(discrete.story)).toHaveLength(3)
    expect(told(integrated.story)).toEqual(['1 in D.a'])
  })

  it('leaves alone what is not in DEFAULT heaps: resident when first needed, and never evicted [PL-37]', async () => {
    const upload = effect('U', '1ms', '30MiB')
    const inUpload = { ...upload, resources: upload.resources.map((resource) => ({ ...resource, heap: 'upload' })) }
    const steps = [press('900ms', 'U'), ...[1000, 1500, 1600, 2000, 2100].map((at) => press(`${at}ms`, 'D'))]
    const { story } = await work('clock', { system, app: { effects: [inUpload, ...four] }, steps })
    // the first tick is at 0.9 s, before it is armed; at 1.5 s A is demoted, at 2 s queued
    expect(told(story)).toEqual(['0.9 in U.a', '1 in D.a', '2.1 out A.a budget'])
  })

  it('takes over a running app with its objects in declared order, and can be left [PL-37]', async () => {
    const steps = [
      { at: '500ms', policy: 'clock' },
      ...[1000, 1500, 1600].map((at) => press(`${at}ms`, 'D')),
      { at: '1700ms', policy: 'none' },
      press('1800ms', 'A'),
    ]
    const { story } = await work('none', { system, app: { effects: four }, steps })
    expect(told(story)).toEqual(['1 in D.a', '1.6 out A.a budget', '1.8 in A.a'])
  })
})

describe('its faults', () => {
  it('(c) what is queued goes though there is room by now [PL-40]', async () => {
    const effects = [...four, effect('T', '1ms', '64KiB!')]
    const steps = [
      press('1s', 'D'),
      press('1500ms', 'D'), // A is queued
      ...['B', 'C', 'D'].map((name) => ({ at: '1550ms', removeEffect: name })),
      press('1600ms', 'T'),
    ]
    const { story, findings } = await work('clock', { system, app: { effects }, steps }, 1_550_000)
    expect(told(story)).toEqual(['1.6 out A.a budget'])
    expect(findings).toEqual(['1600000 PL-40c A.a'])
  })

  it('(f) without presses there is no tick: an idle app keeps all [PL-39] [PL-40]', async () => {
    const steps = [
      press('1s', 'D'),
      { at: '2s', idle: true },
      { at: '1h', expect: { resident: ['A.a', 'B.a', 'C.a', 'D.a'] } },
    ]
    const { story } = await work('clock', { system, app: { effects: four }, steps })
    expect(told(story)).toEqual(['1 in D.a'])
  })
})
