import { describe, expect, it } from 'vitest'
import { advice, foundReason, modeAdvice } from '../../../../main/session/commands/advice'
import { worldOf } from '../../support/world'
import { effects, LiveRig, MIB, rig, scenario } from '../live-rig'

it('says why the device is gone and what to do, and nothing of other results [RS-07]', () => {
  const world = worldOf()
  expect([advice('E_OUTOFMEMORY', world), advice('S_OK', world)]).toEqual(['', ''])
  world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a packet hung')
  expect(advice('DXGI_ERROR_DEVICE_REMOVED', world)).toBe(
    '. The device was removed because a packet hung. Recreate the device to go on.',
  )
  // the device is gone, but that is not what this call failed of
  expect(advice('E_INVALIDARG', world)).toBe('')
})

it('says that the system has stopped, and what to do: nothing is carried out by it any more [GP-25]', () => {
  const live = rig()
  expect(advice('E_FAIL', live.session.world)).toBe('')
  live.must({ kind: 'setTdr', level: 'bugcheck' }, { kind: 'inject', fault: 'hang', engine: '3d' })
  live.elapse(3000)
  expect(live.do({ kind: 'applyEffect', effect: 'Blur' }).message).toBe(
    '"Blur" was not applied: E_FAIL. The simulated system has stopped with a bug check. Restart the simulation to go on.',
  )
})

it('says what a refused call of SetBackgroundProcessingMode needs, by which of its arguments it is [BP-12] [BP-15]', () => {
  const developer = '. It needs developer mode: switch that on in the toolbar, and call it again.'
  const event = '. Only an action that commits takes an event: send none, or choose such an action.'
  expect(modeAdvice('E_INVALIDARG', { action: 'KEEP_ALL' })).toBe(developer)
  expect(modeAdvice('E_INVALIDARG', { action: 'COMMIT_RESULTS_HIGH_PRIORITY', event: 'e' })).toBe(developer)
  expect(modeAdvice('E_INVALIDARG', { action: 'KEEP_ALL', event: 'e' })).toBe(event)
  expect(modeAdvice('E_FAIL', { action: 'KEEP_ALL', event: 'e' })).toBe('')

  const live = rig()
  const refused = live.do({ kind: 'setBackgroundProcessingMode', mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' })
  expect(refused.message).toBe(`SetBackgroundProcessingMode failed: E_INVALIDARG${developer}`)
  live.must({ kind: 'setDeveloperMode', on: true })
  live.must({ kind: 'setBackgroundProcessingMode', mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' })
})

describe('a press whose memory cannot be had says what it needs, what there is and what to do [RS-06]', () => {
  const big = {
    name: 'Big',
    gpuTime: '4ms',
    resources: ['a', 'b'].map((name) => ({ name, size: '200MiB', resident: false })),
  }
  const press = (policy: string, localMemory: string): (string | undefined)[] => {
    const system = { localMemory, budget: '200MiB' }
    const live = new LiveRig(scenario({ system, app: { policy, effects: [big] } }))
    return [1, 2].map(() => live.do({ kind: 'applyEffect', effect: 'Big' }).message)
  }
  const known =
    '"Big" was not applied: E_OUTOFMEMORY. It needs 400 MiB of local memory at once, and at most 255.875 MiB can be free. Choose a smaller resolution in Media, more local memory in System, or smaller resources.'
  const lost = 'The policy has given up its device: choose another policy, or restart the simulation.'

  it('under a policy that is not asked', () => expect(press('none', '256MiB')).toEqual([known, known]))
  it('under one that gives up its device then [PL-34]', () =>
    expect(press('dawn', '256MiB')).toEqual([`${known} ${lost}`, `${known} ${lost}`]))
  it('and nothing where it can', () => expect(press('none', '1GiB')).toEqual([undefined, undefined]))

  it('and where MakeResident fails of itself, that the policy could not [PL-45]', () => {
    const steps = [{ at: '1ms', inject: { fault: 'make-resident-fails', count: 1 } }]
    const system = { localMemory: '1GiB' }
    const live = new LiveRig(scenario({ system, app: { policy: 'none', effects: [big] }, steps }))
    live.elapse(100)
    expect(live.do({ kind: 'applyEffect', effect: 'Big' }).message).toBe(
      '"Big" was not applied: E_OUTOFMEMORY. The policy could not make its resources resident: press it again, or choose another policy.',
    )
  })
})

it('says why memory that a pass is moving was not freed, and when it can be [DF-14]', () => {
  const pools = [{ name: 'P', blockSize: '4MiB', maxBlocks: 8 }]
  const live = rig({ app: { effects: [], pools } })
  live.must(
    { kind: 'allocate', name: 'tile', size: MIB, count: 16, pool: 'P' },
    { kind: 'free', name: 'tile', every: 2 },
    { kind: 'beginDefragmentation', pool: 'P', algorithm: 'full' },
    { kind: 'beginPass' },
  )
  const [{ name: moved = '' } = {}] = live.session.world.editor.defragmenter.moves
  const refused = `"${moved}" was not freed: DXGI_ERROR_INVALID_CALL`
  expect(live.do({ kind: 'free', name: moved }).message).toBe(
    `${refused}. A defragmentation pass is moving it. Free it when the pass has ended, or choose DESTROY for its move.`,
  )
  expect(live.do({ kind: 'free', name: 'tile' }).message).toBe(
    '"tile" was not freed: DXGI_ERROR_INVALID_CALL. What of it a defragmentation pass is moving stays, all else that was to ' +
      'go is free. Free what stayed when the pass has ended.',
  )
  // the moves of a pass that is carried out are chosen
  live.must({ kind: 'endPass' })
  expect(live.session.world.editor.defragmenter.state).toBe('copying')
  expect(live.do({ kind: 'setMoveOperation', move: 0, operation: 'DESTROY' }).ok).toBe(false)
  expect(live.do({ kind: 'free', name: moved }).message).toBe(
    `${refused}. A defragmentation pass is moving it. Free it when the pass has ended.`,
  )
  live.elapse(1000)
  live.must({ kind: 'endDefragmentation' }, { kind: 'free', name: 'tile' })
  expect([...live.session.world.editor.memory.all]).toEqual([])
})

it.each([
  ['far was not mapped: the CPU does not see DEFAULT memory', ': the CPU does not see DEFAULT memory'],
  ['Evict returned E_INVALIDARG: it has no reference', ': it has no reference'],
  ['D3D12 debug message 1136: a.r has no reference', ': D3D12 debug message 1136: a.r has no reference'],
  ['Reserve of 9 bytes was refused: at most 8 are available', ': at most 8 are available'],
  ['far was not mapped: E_INVALIDARG', ''],
  ['Evict returned E_INVALIDARG', ''],
  ['far was not mapped: the device is removed', ''],
  ['the set was not used: E_INVALIDARG', ''],
  ['the work of the app was not submitted: E_INVALIDARG', ''],
  ['no new block: E_INVALIDARG', ': no new block: E_INVALIDARG'],
])('of the finding "%s" the refusal has what it does not say itself [SC-14]', (message, behind) => {
  expect(foundReason(message, 'far was not mapped', 'E_INVALIDARG')).toBe(behind)
})

describe('a call by hand that fails says why in the same message [SC-14] [DF-15]', () => {
  const live = (): LiveRig => rig({ app: { policy: 'none', effects: effects({ A: MIB }) } })
  const placed = (one: LiveRig, name: string): number =>
    one.session.world.editor.memory.find(name)?.allocation.serial ?? -1

  it('what the CPU does not see is not mapped, and what is not mapped is not written', () => {
    const one = live()
    one.must({ kind: 'allocate', name: 'far', size: MIB, heap: 'default' })
    const allocation = placed(one, 'far')
    expect(one.do({ kind: 'map', allocation }).message).toBe(
      'far was not mapped: E_INVALIDARG: the CPU does not see DEFAULT memory',
    )
    expect(one.do({ kind: 'write', allocation }).message).toBe('far was not written: E_INVALIDARG: it is not mapped')
  })

  it('Evict without a reference, MakeResident over the budget: with the debug message, or the bytes', () => {
    const one = live()
    const id = one.id('A.r')
    one.must({ kind: 'evict', id })
    one.elapse(100)
    expect(one.do({ kind: 'evict', id }).message).toContain(
      'A.r was not evicted: E_INVALIDARG: D3D12 debug message 1136: ',
    )
    one.must({ kind: 'setBudget', bytes: 0 })
    expect(one.do({ kind: 'makeResident', id, denyOverbudget: true }).message).toMatch(
      /^A\.r was not made resident: E_OUTOFMEMORY: \d+ bytes would have to be trimmed$/,
    )
  })

  it('a finding of another command is not told', () => {
    const one = live()
    one.must({ kind: 'allocate', name: 'far', size: MIB, heap: 'default' })
    one.do({ kind: 'map', allocation: placed(one, 'far') })
    one.must({ kind: 'inject', fault: 'make-resident-fails' })
    const refused = one.do({ kind: 'makeResident', id: one.id('A.r') })
    expect(refused.message).not.toContain('DEFAULT')
  })
})

it('frames are rendered by hand where nothing else renders any, one row at a time, and not on a removed device [RS-07]', () => {
  const live = rig()
  const why = (): string | undefined => live.do({ kind: 'frames', count: 2 }).message
  live.must({ kind: 'frames', count: 2 })
  expect(why()).toBe('Frames are being rendered. Wait until they are presented.')
  live.elapse(500)
  live.must({ kind: 'frames', count: 2 })
  live.elapse(500)
  live.must({ kind: 'play', playing: true })
  expect(why()).toBe('The clip plays, and has its frames rendered itself. Stop it first.')
  live.must({ kind: 'play', playing: false })
  live.elapse(500)
  live.must({ kind: 'frames', count: 2 })
  // what a row was for is over with the device
  live.must({ kind: 'recreateDevice' })
  live.elapse(500)
  live.must({ kind: 'frames', count: 2 })
  live.elapse(500)
  live.session.world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'a packet hung')
  expect(why()).toBe('No frame is rendered while the device is removed. Recreate the device to go on.')
})
