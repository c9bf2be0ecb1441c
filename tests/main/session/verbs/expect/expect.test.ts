/** The verb `expect`: every condition, passing and failing, with what was found. */
import { describe, expect, it } from 'vitest'
import { MiB, ofType, play } from '../../../policies/support/play'

const BLUR = 128 * MiB + 65_536

/** What is found at 4 s: Blur was evicted at 3 s, Grayscale is resident. */
async function found(condition: Record<string, unknown>, system: Record<string, unknown> = {}) {
  const steps = [
    { at: '1s', apply: 'Blur' },
    { at: '2s', apply: 'Grayscale' },
    { at: '3s', trimToBudget: BLUR },
    { at: '4s', expect: condition },
  ]
  const { expectations } = await play({ app: { policy: 'creative-app-fixed' }, system, steps })
  return expectations.map(({ ok, found: what }) => [ok, what])
}

describe('states', () => {
  it('resident, evictable and notResident tell the list from the segment [RS-04]', async () => {
    expect(await found({ resident: ['Grayscale.convert'] })).toEqual([[true, { 'Grayscale.convert': 'resident' }]])
    expect(await found({ resident: ['Blur.main'] })).toEqual([[false, { 'Blur.main': 'evictable' }]])
    expect(await found({ evictable: ['Blur.main', 'Blur.kernel'] })).toEqual([
      [true, { 'Blur.main': 'evictable', 'Blur.kernel': 'evictable' }],
    ])
    expect(await found({ evictable: ['Grayscale.convert'] })).toEqual([[false, { 'Grayscale.convert': 'resident' }]])
    expect(await found({ notResident: ['Blur.main'] })).toEqual([[true, { 'Blur.main': 'evictable' }]])
    expect(await found({ notResident: ['Grayscale.convert'] })).toEqual([[false, { 'Grayscale.convert': 'resident' }]])
    expect(await found({ pagedOut: ['Blur.main'] })).toEqual([[false, { 'Blur.main': 'evictable' }]])
  })

  it('pagedOut, and notResident for it, once paging out is done [RS-04]', async () => {
    const eager = { evictionMode: 'eager' }
    expect(await found({ pagedOut: ['Blur.main'] }, eager)).toEqual([[true, { 'Blur.main': 'paged-out' }]])
    expect(await found({ notResident: ['Blur.main'] }, eager)).toEqual([[true, { 'Blur.main': 'paged-out' }]])
    expect(await found({ evictable: ['Blur.main'] }, eager)).toEqual([[false, { 'Blur.main': 'paged-out' }]])
  })

  it('one name that is not so fails the condition, and all are told', async () => {
    expect(await found({ evictable: ['Blur.main', 'Grayscale.convert'] })).toEqual([
      [false, { 'Blur.main': 'evictable', 'Grayscale.convert': 'resident' }],
    ])
  })

  it('what is being paged in is resident, pending [RS-04] [RS-05]', async () => {
    const steps = [
      { at: '1s', apply: 'Grayscale' },
      { at: '2s', expect: { resident: ['Grayscale.convert'] } },
      { at: '2s', expect: { notResident: ['Grayscale.convert'] } },
    ]
    const { expectations } = await play({ system: { pagingBandwidth: '1MiB' }, steps })
    expect(expectations.map(({ ok, found: what }) => [ok, what])).toEqual([
      [true, { 'Grayscale.convert': 'pending' }],
      [false, { 'Grayscale.convert': 'pending' }],
    ])
  })

  it('of memory of whatever name is told by that name [SC-15]', async () => {
    const names = ['__proto__', 'constructor']
    const steps = [
      ...names.map((name) => ({ at: '0s', resource: { name, size: '1MiB', resident: true } })),
      { at: '1s', expect: { resident: names, intact: names } },
      { at: '1s', expect: { notResident: ['__proto__'] } },
    ]
    const { expectations } = await play({ steps })
    expect(expectations.map(({ ok, found: what }) => [ok, Object.entries(what as object)])).toEqual([
      [true, names.map((name) => [name, 'resident'])],
      [true, names.map((name) => [name, 'intact'])],
      [false, [['__proto__', 'resident']]],
    ])
  })

  it('what does not exist at that time is in no state', async () => {
    for (const state of ['resident', 'evictable', 'pagedOut', 'notResident']) {
      const steps = [
        { at: '1s', removeEffect: 'Blur' },
        { at: '2s', expect: { [state]: ['Blur.main'] } },
      ]
      const { failures } = await play({ steps })
      expect(failures.map(({ found: what }) => what)).toEqual([{ 'Blur.main': 'destroyed' }])
    }
  })
})

describe('bytes and counts', () => {
  const grayscale = 32 * MiB + 65_536

  it('bounds hold at both ends', async () => {
    expect(await found({ localUsage: { min: grayscale, max: grayscale } })).toEqual([[true, grayscale]])
    expect(await found({ localUsage: { max: grayscale - 1 } })).toEqual([[false, grayscale]])
    expect(await found({ localUsage: { min: grayscale + 1 } })).toEqual([[false, grayscale]])
    expect(await found({ nonLocalUsage: { max: 0 } })).toEqual([[true, 0]])
    expect(await found({ nonLocalUsage: { min: 1 } })).toEqual([[false, 0]])
  })

  it('a number means exactly that many since the start of the run', async () => {
    expect(await found({ evictions: 3 })).toEqual([[true, 3]])
    expect(await found({ evictions: 2 })).toEqual([[false, 3]])
    expect(await found({ notifications: 1 })).toEqual([[true, 1]])
    expect(await found({ notifications: { min: 2 } })).toEqual([[false, 1]])
    expect(await found({ findings: 0 })).toEqual([[true, 0]])
    expect(await found({ findings: { min: 1, max: 5 } })).toEqual([[false, 0]])
  })
})

describe('results', () => {
  const steps = [
    { at: '1s', apply: 'Blur' },
    { at: '2s', expect: { resident: ['Blur.main'], evictions: 1, localUsage: { max: '1GiB' } } },
    { at: '3s', expect: { findings: { min: 1 } } },
  ]

  it('a record for each condition, with what was asked in bytes and what was found [SC-08]', async () => {
    const { lines } = await play({ steps })
    expect(ofType(lines, 'expect')).toEqual([
      {
        t: 2_000_000,
        type: 'expect',
        ok: true,
        condition: { resident: ['Blur.main'] },
        found: { 'Blur.main': 'resident' },
      },
      { t: 2_000_000, type: 'expect', ok: true, condition: { localUsage: { max: 1024 * MiB } }, found: BLUR },
      { t: 2_000_000, type: 'expect', ok: false, condition: { evictions: 1 }, found: 0 },
      { t: 3_000_000, type: 'expect', ok: false, condition: { findings: { min: 1 } }, found: 0 },
    ])
  })

  it('failures name their step and moment, and the run is not ok [SC-05]', async () => {
    const { summary, failures } = await play({ steps })
    expect(summary.ok).toBe(false)
    expect(summary.expectations).toEqual({ passed: 2, failed: 2 })
    expect(failures.map(({ step, t }) => [step, t])).toEqual([
      [1, 2_000_000],
      [2, 3_000_000],
    ])
  })

  it('looking changes nothing: without the looks the trace is the same', async () => {
    const rest = { until: '10s' }
    const looked = await play({ steps: [...steps, { at: '4s', apply: 'Grayscale' }], ...rest })
    const not = await play({ steps: [steps[0] ?? {}, { at: '4s', apply: 'Grayscale' }], ...rest })
    const others = looked.text.split('\n').filter((line) => !line.includes('"type":"expect"'))
    expect(others.join('\n')).toBe(not.text)
  })
})

describe('contents, hitches and removed devices', () => {
  const results = async (file: Record<string, unknown>) => {
    const { expectations } = await play(file)
    return expectations.map(({ ok, found: what }) => [ok, what])
  }

  /** One compressed effect on an integrated GPU, applied at 0 s, trimmed at 3 s. */
  const compressed = (notifyEviction: boolean, steps: Record<string, unknown>[]) =>
    results({
      system: {
        profile: 'integrated',
        localMemory: '64MiB',
        evictionMode: 'eager',
        driver: { notifyEviction },
      },
      app: {
        policy: 'fence-lru',
        effects: [
          {
            name: 'A',
            resources: [
              { name: 'r', size: '3MiB', compressed: true },
              { name: 'plain', size: '1MiB' },
            ],
          },
        ],
      },
      steps: [{ at: 0, apply: 'A' }, { at: '3s', trimToBudget: '4MiB' }, ...steps],
    })

  it('intact: what the CPU reads is what was written [AN-14]', async () => {
    const expect4 = { at: '4s', expect: { intact: ['A.r', 'A.plain'] } }
    expect(await compressed(true, [expect4])).toEqual([[true, { 'A.r': 'intact', 'A.plain': 'intact' }]])
    expect(await compressed(false, [expect4])).toEqual([
      [false, { 'A.r': '3145728 bytes corrupt', 'A.plain': 'intact' }],
    ])
    const removed = [{ at: '4s', removeEffect: 'A' }, expect4]
    expect(await compressed(true, removed)).toEqual([[false, { 'A.r': 'destroyed', 'A.plain': 'destroyed' }]])
  })

  it('hitches: packets that waited for memory which pressure took, and no others [RS-10]', async () => {
    const found = await results({
      system: { localMemory: '64MiB', pagingBandwidth: '1GiB' },
      app: { policy: 'none', effects: [{ name: 'A', resources: [{ name: 'r', size: '32MiB', resident: false }] }] },
      steps: [
        { at: 0, apply: 'A' },
        { at: '1s', expect: { hitches: 0 } },
        { at: '1s', otherProcess: { name: 'game', usage: '64MiB' } },
        { at: '2s', otherProcess: { name: 'game', usage: 0 } },
        { at: '2s', apply: 'A' },
        { at: '2s', expect: { hitches: 0 } },
        { at: '3s', expect: { hitches: 1 } },
        { at: '3s', apply: 'A' },
        { at: '4s', expect: { hitches: { min: 1, max: 1 } } },
      ],
    })
    expect(found.map(([ok]) => ok)).toEqual([true, true, true, true])
    expect(found.map(([, count]) => count)).toEqual([0, 0, 1, 1])
  })

  it('devicesRemoved: since the start of the run, also those made anew [RS-07]', async () => {
    const found = await results({
      system: { localMemory: '64MiB', nonLocalMemory: '64MiB' },
      app: {
        policy: 'none',
        effects: [{ name: 'A', resources: ['a', 'b'].map((name) => ({ name, size: '40MiB' })) }],
      },
      steps: [
        { at: 0, expect: { devicesRemoved: 0 } },
        // both at once are more than their segment has
        { at: 0, submit: { engine: '3d', gpuTime: '1ms', resources: ['A.a', 'A.b'] } },
        { at: '1s', recreateDevice: true },
        { at: '2s', submit: { engine: '3d', gpuTime: '1ms', resources: ['A.a', 'A.b'] } },
        { at: '3s', expect: { devicesRemoved: 2 } },
        { at: '3s', expect: { devicesRemoved: 1 } },
      ],
    })
    expect(found).toEqual([
      [true, 0],
      [true, 2],
      [false, 2],
    ])
  })
})
