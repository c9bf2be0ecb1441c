/** What counts as a GPU hang, and what comes of too many (GP-25, GP-26). Times in µs. */
import { describe, expect, it } from 'vitest'
import { buildWorld } from '../../../../../main/session/world/build'
import { scenarioOf, type TestWorld, worldOf } from '../../../support/world'
import { findings, hang, packetsOn, submit } from '../submitting'

const S = 1_000_000
/** 5 ms until the packet is asked, and as long for its answer: reset after 10 ms. */
const QUICK = { tdr: { delay: 5_000, limitCount: 3, limitTime: S } }

/** One adapter reset, twice TdrDelay from now. */
function adapterReset(world: TestWorld, context = 'bad'): void {
  world.do({ verb: 'inject', value: { fault: 'engine-reset-fails', count: 1 } })
  hang(world)
  submit(world, { gpuTime: 1_000, context })
  world.wait(2 * world.system.tdr.delay)
}

/** One engine reset, twice TdrDelay from now, without the app's process where a context is named. */
function engineReset(world: TestWorld, context?: string): string {
  hang(world)
  const hr = submit(world, { gpuTime: 1_000, ...(context === undefined ? {} : { context }) })
  world.wait(2 * world.system.tdr.delay)
  return hr
}

describe('the limit of GPU hangs', () => {
  it('exactly TdrLimitCount of them within TdrLimitTime are survived, one more is a bug check [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    for (let i = 0; i < 3; i++) adapterReset(world)
    expect(world.scheduler.timeouts).toMatchObject({ adapterResets: 3, bugCheck: null })
    expect(world.sim.halted).toBe(false)
    adapterReset(world)
    expect(world.scheduler.timeouts.adapterResets).toBe(3)
    expect(world.scheduler.timeouts.bugCheck).toMatchObject({ t: 40_000, code: 0x116 })
    expect(world.of('tdr').at(-1)).toMatchObject({ t: 40_000, action: 'bug-check' })
    const [message, ...more] = findings(world, 'GP-25')
    expect(more).toEqual([])
    expect(message).toMatch(/^bug check 0x116: .*GPU hang 4 within 1 s, where at most 3 are allowed/)
  })

  it('by default that is the sixth within 60 s [GP-25]', () => {
    const world = worldOf({ system: { tdr: {} } })
    // 4 s each in the Windows 8 model
    for (let i = 0; i < 5; i++) adapterReset(world)
    expect(world.scheduler.timeouts).toMatchObject({ adapterResets: 5, bugCheck: null })
    adapterReset(world)
    expect(world.scheduler.timeouts.bugCheck).toMatchObject({ t: 24 * S, code: 0x116 })
  })

  /** Three resets, at 10, 20 and 30 ms, and a fourth that long after the first. */
  function fourthAfter(span: number): TestWorld {
    const world = worldOf({ system: QUICK })
    for (let i = 0; i < 3; i++) adapterReset(world)
    world.wait(span - 30_000)
    adapterReset(world)
    return world
  }

  it('one that is older than TdrLimitTime does not count [GP-25]', () => {
    expect(fourthAfter(S - 1).scheduler.timeouts.bugCheck).toMatchObject({ t: 10_000 + S - 1 })
    // exactly as old is within it
    expect(fourthAfter(S).scheduler.timeouts.bugCheck).toMatchObject({ t: 10_000 + S })
    const world = fourthAfter(S + 1)
    expect(world.scheduler.timeouts).toMatchObject({ adapterResets: 4, bugCheck: null })
    // 10 ms later those at 20 ms and then at 30 ms are too old as well, so that three count each time
    for (let i = 0; i < 2; i++) adapterReset(world)
    expect(world.scheduler.timeouts).toMatchObject({ adapterResets: 6, bugCheck: null })
    adapterReset(world)
    expect(world.scheduler.timeouts).toMatchObject({ adapterResets: 6, bugCheck: { t: 1_040_001 } })
  })

  it('engine resets are no GPU hangs [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    for (let i = 0; i < 20; i++) engineReset(world, `process ${i}`)
    expect(world.scheduler.timeouts).toMatchObject({ engineResets: 20, adapterResets: 0, bugCheck: null })
    for (let i = 0; i < 3; i++) adapterReset(world)
    expect(world.scheduler.timeouts).toMatchObject({ adapterResets: 3, bugCheck: null })
  })
})

describe('a process whose devices cause TdrLimitCount engine resets', () => {
  it('is blocked from the GPU, however often it makes its device anew [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    // its device was removed each time, and it makes another for the next
    expect([engineReset(world, 'bad'), engineReset(world, 'bad')]).toEqual(['S_OK', 'S_OK'])
    expect(world.of('tdr').filter(({ action }) => action === 'blocked')).toEqual([])
    engineReset(world, 'bad')
    const [blocked, ...more] = world.of('tdr').filter(({ action }) => action === 'blocked')
    expect(more).toEqual([])
    expect(blocked).toMatchObject({ t: 30_000, context: 'bad' })
    expect(blocked?.because).toContain('3 engine resets')
    expect(blocked?.because).toContain('0x142')
    expect(findings(world, 'GP-25')).toEqual([blocked?.because])
    expect(submit(world, { gpuTime: 1_000, context: 'bad' })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(findings(world, 'GP-25').at(-1)).toContain('0x142')
    // others are not
    expect(submit(world, { gpuTime: 1_000, context: 'good' })).toBe('S_OK')
    world.wait(10_000)
    expect(packetsOn(world, '3d', 'good').map(({ outcome }) => outcome)).toEqual(['completed'])
    expect(packetsOn(world, '3d', 'bad').map(({ outcome }) => outcome)).toEqual(['reset', 'reset', 'reset'])
    expect(world.scheduler.timeouts.bugCheck).toBeNull()
  })

  it('resets of different processes are not added up [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    for (let i = 0; i < 8; i++) expect(engineReset(world, `process ${i % 4}`)).toBe('S_OK')
    expect(world.of('tdr').map(({ action }) => action)).not.toContain('blocked')
  })

  it('of resets that count no more, and of devices that gave way to others, nothing is kept [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    const { timeouts } = world.scheduler
    for (let i = 0; i < 4; i++) engineReset(world, `process ${i}`)
    expect(timeouts.known.processes).toBe(4)
    world.wait(S)
    engineReset(world, 'process 1')
    expect(timeouts.known.processes).toBe(1)
    const first = timeouts.processOf(world.device.id)
    for (let i = 0; i < 20; i++) world.do({ verb: 'recreateDevice', value: true })
    expect(timeouts.processOf(world.device.id)).toBe(first)
    // of the app's device, and of the one of process 1
    expect(timeouts.known.devices).toBeLessThanOrEqual(2)
  })

  it('what a device that gave way still has on the engine counts for its process [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    for (let i = 0; i < 3; i++) {
      hang(world)
      submit(world, { gpuTime: 1_000 })
      world.do({ verb: 'recreateDevice', value: true })
      world.do({ verb: 'recreateDevice', value: true })
      world.wait(15_000)
    }
    expect(world.of('tdr').filter(({ action }) => action === 'blocked')).toHaveLength(1)
    expect(world.blocked).toBe(true)
  })

  it('once: what runs of it on another engine is reset as well, and shuts nobody out again [GP-25]', () => {
    const world = worldOf({ system: { tdr: { delay: 5_000, limitCount: 1 } } })
    hang(world, undefined, '3d')
    submit(world, { gpuTime: 1_000, context: 'bad' })
    world.wait(1_000)
    hang(world, undefined, 'compute')
    submit(world, { gpuTime: 1_000, context: 'bad', engine: 'compute' })
    world.wait(20_000)
    expect(world.of('tdr').map(({ t, action, engine }) => `${t} ${action} ${engine}`)).toEqual([
      '5000 timeout 3d',
      '6000 timeout compute',
      '10000 engine-reset 3d',
      '10000 blocked 3d',
      '11000 engine-reset compute',
    ])
    expect(findings(world, 'GP-25')).toEqual([
      'its devices caused 1 engine reset within 60 s: the process of bad is blocked from the GPU (0x142)',
    ])
  })

  it('the compositor is not blocked, nor said to be, however often it is too slow [GP-25]', () => {
    const world = worldOf({ system: { tdr: { delay: 1_000 }, compositor: { enabled: true, gpuTime: 5_000 } } })
    world.wait(S)
    expect(world.scheduler.timeouts.engineResets).toBeGreaterThan(10)
    expect(world.of('tdr').map(({ action }) => action)).not.toContain('blocked')
    expect(world.of('finding').filter(({ rule }) => rule !== 'GP-23')).toEqual([])
  })

  it('those older than TdrLimitTime do not count [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    engineReset(world, 'bad')
    engineReset(world, 'bad')
    world.wait(S)
    for (let i = 0; i < 2; i++) expect(engineReset(world, 'bad')).toBe('S_OK')
    expect(world.of('tdr').map(({ action }) => action)).not.toContain('blocked')
    engineReset(world, 'bad')
    expect(world.of('tdr').map(({ action }) => action)).toContain('blocked')
  })

  it('those that are not older do, whatever others caused since the first of them was [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    engineReset(world, 'bad') // at 10 ms
    world.wait(900_000)
    engineReset(world, 'bad') // at 920 ms
    world.wait(100_000)
    // at 1.03 s, when the first is older than 1 s
    engineReset(world, 'other')
    for (let i = 0; i < 2; i++) expect(engineReset(world, 'bad')).toBe('S_OK')
    // 920 ms, 1.04 s, 1.05 s
    const blocked = world.of('tdr').filter(({ action }) => action === 'blocked')
    expect(blocked.map(({ t, context }) => [t, context])).toEqual([[1_050_000, 'bad']])
  })

  it('counts what a device has caused that is gone by then, and shuts its successor out [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    for (let round = 1; round <= 3; round++) {
      hang(world)
      expect(submit(world, { gpuTime: 1_000 })).toBe('S_OK')
      world.wait(7_000)
      // while the engine still has 3 ms to answer
      expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
      world.wait(3_000)
      const blocked = world.of('tdr').filter(({ action }) => action === 'blocked')
      expect(blocked.map(({ t }) => t)).toEqual(round < 3 ? [] : [30_000])
    }
    expect(world.blocked).toBe(true)
    expect(submit(world, { gpuTime: 1_000 })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    // those that were destroyed are not removed; the last one is
    expect(world.of('device-removed')).toMatchObject([
      { t: 30_000, device: 'app', reason: 'DXGI_ERROR_DEVICE_REMOVED' },
    ])
    expect(findings(world, 'GP-23')).toHaveLength(3)
  })

  it('the app itself: its device cannot be made anew [GP-25]', () => {
    const world = worldOf({ system: QUICK })
    for (let i = 0; i < 2; i++) {
      engineReset(world)
      expect(world.device.removed?.reason).toBe('DXGI_ERROR_DEVICE_HUNG')
      expect(world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
      expect(world.device.removed).toBeNull()
    }
    engineReset(world)
    expect(world.blocked).toBe(true)
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(world.device.removed).not.toBeNull()
    expect(submit(world, { gpuTime: 1_000 })).toBe('DXGI_ERROR_DEVICE_REMOVED')
    expect(findings(world, 'GP-25').at(-1)).toContain('0x142')
  })
})

describe('after a bug check', () => {
  /** It comes at 10 ms, while the desktop is composed and others have work; the Windows 7 model asks nobody before. */
  function stopped(): TestWorld {
    const system = { preemption: { model: 'win7' }, compositor: {}, tdr: { delay: 10_000, level: 'bugcheck' } }
    const world = worldOf({ system })
    hang(world)
    submit(world, { gpuTime: 1_000, context: 'bad' })
    submit(world, { gpuTime: 500_000, context: 'good', engine: 'compute' })
    world.wait(10_000)
    expect(world.sim.halted).toBe(true)
    return world
  }

  it('nothing happens any more: no blank, no packet, no event [GP-25]', () => {
    const world = stopped()
    const before = world.records.length
    world.wait(100 * S)
    expect(world.records).toHaveLength(before)
    expect(packetsOn(world, 'compute')).toEqual([])
    expect(world.compositor.verticalBlanks).toBe(0)
  })

  it('steps are not carried out, and say so [GP-25]', () => {
    const world = stopped()
    const before = world.records.length
    expect(world.do({ verb: 'recreateDevice', value: true })).toBe('E_FAIL')
    expect(submit(world, { gpuTime: 1_000 })).toBe('E_FAIL')
    const added = world.records.slice(before)
    expect(added).toMatchObject([
      { type: 'finding', rule: 'GP-25' },
      { type: 'finding', rule: 'GP-25' },
    ])
    expect(findings(world, 'GP-25').slice(-2)).toEqual([
      expect.stringMatching(/"recreateDevice" was not carried out: .* bug check/),
      expect.stringMatching(/"submit" was not carried out: .* bug check/),
    ])
  })

  it('a system that is started anew from the same scenario works [GP-25]', () => {
    const world = stopped()
    const anew = buildWorld(scenarioOf({ system: { compositor: {} } }))
    anew.sim.advanceTo(S)
    // the desktop is drawn at each of the first 59 blanks; the 60th comes at 1 s
    expect(anew.compositor.verticalBlanks).toBe(60)
    expect(world.compositor.verticalBlanks).toBe(0)
  })
})
