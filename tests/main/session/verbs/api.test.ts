/** Whether a name exists is decided as the run goes: what failed leaves things as they were, and later steps rely on it. */
import { describe, expect, it } from 'vitest'
import { runScenario } from '../../../../main/session/run/runner'
import { validateScenario } from '../../../../main/session/scenario'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { scenario } from '../live-rig'

const MIB = 1024 * 1024

async function run(file: Record<string, unknown>): Promise<TraceRecord[]> {
  let text = ''
  await runScenario(scenario(file), { sink: (chunk) => (text += chunk) })
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as TraceRecord)
}

const findings = (records: readonly TraceRecord[]) =>
  records.flatMap((record) => (record.type === 'finding' ? [[record.t, record.rule]] : []))
const times = (records: readonly TraceRecord[], type: string, resource: string) =>
  records.flatMap((record) =>
    record.type === type && 'resource' in record && record.resource === resource ? [record.t] : [],
  )

describe('a call that failed leaves things as they were, and the run goes on [SC-16]', () => {
  it('an allocation is freed again after a pass has refused it', async () => {
    const records = await run({
      app: { policy: 'none', effects: [], pools: [{ name: 'P', blockSize: '4MiB' }] },
      steps: [
        { at: 0, allocate: { name: 'a', size: '2MiB', count: 4, pool: 'P' } },
        { at: '10ms', free: { name: 'a 1' } },
        { at: '10ms', free: { name: 'a 3' } },
        { at: '20ms', defragmentation: { call: 'begin', pool: 'P', algorithm: 'full' } },
        { at: '20ms', defragmentation: { call: 'beginPass' } },
        { at: '20ms', free: { name: 'a' } },
        { at: '30ms', defragmentation: { call: 'end' } },
        { at: '40ms', free: { name: 'a' } },
        { at: '40ms', expect: { notAllocated: ['a'] } },
      ],
    })
    expect(records.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }])
    // one of the two was in the pass: refused then, and freed after it
    expect([...times(records, 'free', 'a 2'), ...times(records, 'free', 'a 4')].sort()).toEqual([20_000, 40_000])
    expect(findings(records)).toEqual([[20_000, 'DF-14']])
  })

  it('an effect is removed again, and applied when it is there no more', async () => {
    const records = await run({
      app: { policy: 'none' },
      steps: [
        { at: 0, removeEffect: 'Blur' },
        { at: 0, removeEffect: 'Blur' },
        { at: '1ms', apply: 'Blur' },
        { at: '2ms', addEffect: { name: 'Blur' } },
        { at: '2ms', addEffect: { name: 'Blur' } },
        { at: '3ms', apply: 'Blur' },
      ],
    })
    expect(times(records, 'destroy', 'Blur.main')).toEqual([0])
    expect(findings(records)).toEqual([
      [1_000, 'SC-16'],
      [2_000, 'SC-16'],
    ])
    expect(records.filter(({ type }) => type === 'apply')).toMatchObject([{ t: 3_000, effect: 'Blur' }])
  })

  it.each([
    ['resources', { resources: ['Blur.main', 'late'] }],
    ['the resources of a part', { parts: [{ gpuTime: '1ms' }, { gpuTime: '1ms', resources: ['late'] }] }],
  ])(
    'work of which %s are not there now is not submitted, nor does anything wait or signal [SC-15]',
    async (_what, uses) => {
      const submit = { engine: '3d', gpuTime: '2ms', wait: { fence: 'f', value: 9 }, ...uses }
      const records = await run({
        app: { policy: 'none' },
        steps: [
          { at: 0, submit },
          { at: '1ms', submit: { engine: '3d', gpuTime: '1ms' } }, // would stand behind the wait
          { at: '9ms', allocate: { name: 'late', size: '1MiB' } },
          { at: '10ms', submit: { ...submit, wait: undefined } },
          { at: '20ms', expect: { results: { 'steps[0]': 'E_INVALIDARG', 'steps[1]': 'S_OK', 'steps[3]': 'S_OK' } } },
        ],
      })
      expect(records.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
      expect(records.filter(({ type }) => type === 'finding')).toMatchObject([
        { t: 0, rule: 'SC-16', message: 'the work of the app was not submitted: there is no resource late' },
      ])
      const ends = records.flatMap((one) =>
        one.type === 'packet' && one.kind !== 'paging' && one.context === 'app' ? [one.outcome] : [],
      )
      expect(ends.filter((outcome) => outcome === 'completed')).toHaveLength(2)
    },
  )

  it.each([
    [
      'over the budget',
      { names: ['A.r'], denyOverbudget: true },
      { budget: '1MiB' },
      'RS-06',
      'E_OUTOFMEMORY: 15728640',
    ],
    [
      'more than the segment',
      { names: ['A.r', 'B.r', 'C.r'] },
      { idle: true },
      'RS-06',
      'EnqueueMakeResident: 50331648',
    ],
    ['no objects', { names: [] }, { idle: true }, 'RS-01', 'EnqueueMakeResident with no objects'],
    ['a name that is not there', { names: ['C.r'] }, { removeEffect: 'C' }, 'SC-16', 'no resource C.r'],
  ])(
    'one makeResident, %s, is one finding [RS-06] [SC-16] [TN-40]',
    async (_why, makeResident, before, rule, message) => {
      const effects = ['A', 'B', 'C'].map((name) => ({
        name,
        resources: [{ name: 'r', size: '16MiB', resident: false }],
      }))
      const steps = [
        { at: 0, ...before },
        { at: '1ms', makeResident },
      ]
      const system = { localMemory: '40MiB', budget: '32MiB' }
      const records = await run({ system, app: { policy: 'none', effects }, steps })
      expect(records.filter(({ type }) => type === 'finding')).toMatchObject([
        { t: 1_000, rule, message: expect.stringContaining(message) },
      ])
    },
  )

  it('a clip is imported again after there was no memory', async () => {
    const clip = { name: 'sea', width: 320, height: 180, frames: 1, thumbnails: 0 }
    const records = await run({
      app: { policy: 'none', effects: [] },
      steps: [
        // of a block in every size that the allocator tries
        { at: 0, inject: { fault: 'allocation-fails', count: 5 } },
        { at: 0, importClip: clip },
        { at: '1ms', importClip: clip },
        { at: '1ms', importClip: clip },
        { at: '2ms', expect: { allocated: ['sea.frame 1'] } },
        { at: '3ms', removeClip: 'sea' },
        { at: '3ms', removeClip: 'sea' },
      ],
    })
    expect(records.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }])
    expect(times(records, 'allocate', 'sea.frame 1')).toEqual([1_000])
    expect(findings(records)[0]).toEqual([0, 'DF-03'])
  })

  it('an effect is added again after a new device could not have it', async () => {
    const added = { name: 'Big', gpuTime: '1ms', resources: [{ name: 'r', size: '4MiB' }] }
    const records = await run({
      app: { policy: 'none', effects: [] },
      steps: [
        { at: 0, addEffect: added },
        { at: '1ms', inject: { fault: 'allocation-fails' } },
        { at: '1ms', recreateDevice: true },
        { at: '2ms', addEffect: added },
        { at: '3ms', apply: 'Big' },
      ],
    })
    expect(times(records, 'create', 'Big.r')).toEqual([0, 2_000])
    expect(findings(records)).toEqual([[1_000, 'SC-16']])
    expect(records.filter(({ type }) => type === 'apply')).toMatchObject([{ t: 3_000 }])
  })

  it('a layout is made again after there was no memory, and an allocation takes a name that an effect gave up', async () => {
    const layout = {
      pools: [{ name: 'dump', blocks: [{ size: MIB, allocations: [{ offset: 0, size: MIB, name: 'sky' }] }] }],
    }
    const records = await run({
      app: { policy: 'none' },
      steps: [
        { at: 0, inject: { fault: 'allocation-fails' } },
        { at: 0, layout },
        { at: '1ms', layout },
        { at: '2ms', allocate: { name: 'Blur.main', size: '1MiB' } },
        { at: '2ms', removeEffect: 'Blur' },
        { at: '3ms', allocate: { name: 'Blur.main', size: '1MiB' } },
      ],
    })
    expect(times(records, 'allocate', 'sky')).toEqual([1_000])
    expect(times(records, 'allocate', 'Blur.main')).toEqual([3_000])
    expect(findings(records)).toEqual([
      [0, 'DF-23'],
      [2_000, 'SC-16'],
    ])
  })

  it('effects keep their resources where their sizes would be too large, or the device is removed', async () => {
    const records = await run({
      system: { localMemory: '64MiB', tdr: { delay: '20ms' } },
      app: { policy: 'none', effects: [], project: { width: 320, height: 180 } },
      steps: [
        { at: 0, importClip: { name: 'sea', width: 320, height: 180, frames: 1 } },
        { at: '1ms', inject: { fault: 'hang' } },
        { at: '1ms', inject: { fault: 'engine-reset-fails' } },
        { at: '1ms', submit: { engine: '3d', gpuTime: '1ms' } },
        { at: '1s', allocation: 'placed' },
        { at: '1s', project: { width: 640, height: 360 } },
        { at: '1s', expect: { allocated: ['sea.frame 1'], devicesRemoved: { min: 1 } } },
      ],
    })
    expect(findings(records).filter(([t]) => t === 1_000_000)).toEqual([
      [1_000_000, 'RS-07'],
      [1_000_000, 'RS-07'],
    ])
  })

  it('names that nothing in the file makes by then are refused as before', () => {
    const refusedAt = (...steps: object[]) => {
      const result = validateScenario({ trimline: 1, steps: steps.map((step) => ({ at: 0, ...step })) })
      return result.ok ? [] : result.problems.map(({ path }) => path)
    }
    expect(refusedAt({ apply: 'Sepia' }, { addEffect: { name: 'Sepia' } }, { apply: 'Sepia' })).toEqual([
      'steps[0].apply',
    ])
    expect(refusedAt({ removeClip: 'Blur' })).toEqual(['steps[0].removeClip'])
    expect(refusedAt({ free: { name: 'x' } })).toEqual(['steps[0].free.name'])
    expect(
      refusedAt({ unregisterCallback: 'f' }, { registerCallback: { name: 'f' } }, { unregisterCallback: 'f' }),
    ).toEqual(['steps[0].unregisterCallback'])
    expect(refusedAt({ evict: { names: ['Blur.mian'] } })).toEqual(['steps[0].evict.names[0]'])
  })
})

describe('calls of the API by hand [SC-14]', () => {
  it('evict takes a reference, makeResident brings it back, and evicting too often is a finding', async () => {
    const names = ['Blur.main']
    const records = await run({
      system: { evictionMode: 'eager' },
      app: { policy: 'none' },
      steps: [
        { at: 0, evict: { names } },
        { at: '50ms', expect: { pagedOut: names } },
        { at: '50ms', makeResident: { names } },
        { at: '100ms', expect: { resident: names } },
        { at: '100ms', evict: { names: [...names, ...names] } },
        { at: '100ms', budget: 0 },
        { at: '100ms', makeResident: { names, denyOverbudget: true } },
      ],
    })
    expect(records.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }, { ok: true }])
    expect(records.filter(({ type }) => type === 'evict')).toMatchObject([
      { t: 0, resource: 'Blur.main', reason: 'explicit', references: 0 },
      { t: 100_000, resource: 'Blur.main', reason: 'explicit', references: 0 },
    ])
    expect(findings(records)).toEqual([
      [100_000, 'RS-01'],
      [100_000, 'RS-06'],
    ])
  })

  it('a name given twice is a reference more and no bytes more [RS-01] [SC-08]', async () => {
    const records = await run({
      app: { policy: 'none', effects: [{ name: 'A', resources: [{ name: 'r', size: '1MiB', resident: false }] }] },
      steps: [
        { at: 0, makeResident: { names: ['A.r', 'A.r'] } },
        { at: '9ms', expect: { references: { 'A.r': 2 }, localUsage: { min: MIB, max: MIB } } },
      ],
    })
    expect(records.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }, { ok: true }])
    expect(records.filter(({ type }) => type === 'make-resident')).toMatchObject([
      { resources: ['A.r', 'A.r'], bytes: MIB },
    ])
  })

  it('a callback is registered, called, refused a second time, and unregistered by name or cookie', async () => {
    const records = await run({
      app: { policy: 'none' },
      steps: [
        { at: 0, registerCallback: { name: 'f', behaviour: 'ignore' } },
        { at: 0, registerCallback: { name: 'f' } },
        { at: 0, registerCallback: { name: 'g', behaviour: 'ignore' } },
        { at: '1ms', periodicTrim: true },
        { at: '2ms', unregisterCallback: { name: 'f' } },
        { at: '3ms', periodicTrim: true },
        { at: '4ms', unregisterCallback: 1 },
        { at: '4ms', unregisterCallback: { cookie: 1 } },
        { at: '5ms', periodicTrim: true },
      ],
    })
    expect(records.flatMap((record) => (record.type === 'callback' ? [[record.t, record.cookie]] : []))).toEqual([
      [1_000, 0],
      [1_000, 1],
      [3_000, 1],
    ])
    expect(findings(records)).toEqual([
      [0, 'TN-08'],
      [4_000, 'TN-10'],
    ])
  })

  it('a name that no callback was registered with makes the call all the same: the first error that applies [TN-01] [TN-10]', async () => {
    const steps = (trimNotifications: boolean) => ({
      system: { trimNotifications },
      app: { policy: 'none' },
      steps: [
        { at: 0, inject: { fault: 'register-out-of-memory' } },
        { at: 0, registerCallback: { name: 'f' } },
        { at: 0, unregisterCallback: 'f' },
        { at: 0, expect: { results: { 'steps[2]': trimNotifications ? 'DXGI_ERROR_NOT_FOUND' : 'E_NOTIMPL' } } },
      ],
    })
    const [unsupported, supported] = [await run(steps(false)), await run(steps(true))]
    expect(unsupported.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }])
    expect(findings(unsupported)).toEqual([
      [0, 'TN-01'],
      [0, 'TN-01'],
    ])
    expect(supported.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }])
    expect(findings(supported)).toEqual([
      [0, 'TN-09'],
      [0, 'TN-10'],
    ])
  })

  it('nor does such a name hide that the device is removed [TN-10] [RS-07]', async () => {
    const records = await run({
      app: { policy: 'none' },
      steps: [
        { at: 0, inject: { fault: 'hang' } },
        { at: 0, apply: 'Blur' },
        { at: '9s', registerCallback: { name: 'f' } },
        { at: '9s', unregisterCallback: 'f' },
        { at: '9s', expect: { results: { 'steps[3]': 'DXGI_ERROR_DEVICE_REMOVED' } } },
      ],
    })
    expect(records.filter(({ type }) => type === 'expect')).toMatchObject([{ ok: true }])
  })

  it('cancelWorkflow ends the guided run: it has no result', async () => {
    const records = await run({
      app: { policy: 'none' },
      steps: [
        { at: 0, apply: 'Blur' },
        { at: '20ms', workflow: { name: 'prime-benchmark' } },
        { at: '30ms', cancelWorkflow: true },
      ],
      until: '30s',
    })
    expect(records.filter(({ type }) => type === 'workflow')).toEqual([])
  })
})
