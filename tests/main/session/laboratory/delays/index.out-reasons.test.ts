/** Why what is brought in was out: each reason by hand, and the record that it stands for (LB-09). */
import { describe, expect, it } from 'vitest'
import type { OutReason } from '../../../../../main/session/laboratory/delays/types'
import { MIB, MS, S, type TestWorld, worldOf } from '../../../support/world'

const effect = (name: string, resident: boolean, size = '64MiB') => ({
  name,
  gpuTime: '4ms',
  resources: [{ name: 'r', size, resident }],
})
/** 64 MiB take 1/64 s; one effect fits, two do not. */
const SYSTEM = { pagingBandwidth: '4GiB', localMemory: '96MiB', budget: '96MiB' }

/** Why a resource was out that the last delay of its effect waited for. */
function why(world: TestWorld, resource: string): OutReason {
  world.wait(S)
  const found = world.delays.worst
    .toSorted((a, b) => b.begin - a.begin)
    .flatMap(({ segments }) => segments)
    .find((segment) => segment.kind === 'page-in' && segment.resource === resource)
  if (found?.kind !== 'page-in' || found.why === null) throw new Error(`nothing waited for ${resource}`)
  return found.why
}

const typeOf = (world: TestWorld, { record }: OutReason): string | undefined => world.records[record.index]?.type

describe('why a resource was out', () => {
  it('never resident: its creation [LB-09]', () => {
    const world = worldOf({ system: SYSTEM, app: { effects: [effect('A', false)] } })
    world.do({ verb: 'apply', value: 'A' })
    const reason = why(world, 'A.r')
    expect(reason).toMatchObject({ because: 'never-resident', record: { t: 0 } })
    expect(world.records[reason.record.index]).toMatchObject({ type: 'create', resource: 'A.r' })
  })

  it('evicted at a press, by the rule of the submissions: the fourth that does not use it [LB-09] [TN-27]', () => {
    const effects = [effect('A', true), effect('B', true, '1MiB')]
    const system = { ...SYSTEM, evictionMode: 'eager' }
    const world = worldOf({ system, app: { policy: 'creative-app', effects } })
    for (const name of ['A', 'B', 'B', 'B', 'B']) {
      world.do({ verb: 'apply', value: name })
      world.wait(100 * MS)
    }
    world.wait(S)
    world.do({ verb: 'apply', value: 'A' })
    // A is the first submission; at the press that becomes the fifth the index is 4, and 1 ≤ 4 − 3
    expect(why(world, 'A.r')).toMatchObject({
      because: 'evicted',
      occasion: {
        policy: 'creative-app',
        rule: 'opportunistic',
        t: 400 * MS,
        callback: null,
        press: { effect: 'B', submission: 5 },
      },
      record: { t: 400 * MS },
      // nobody wanted its memory
      pagedOut: { for: null },
    })
  })

  it('evicted in a callback, by which notification and rule [LB-09] [TN-19]', () => {
    const system = { ...SYSTEM, evictionMode: 'eager' }
    const world = worldOf({ system, app: { policy: 'fence-lru', effects: [effect('A', true)] } })
    world.do({ verb: 'apply', value: 'A' })
    world.wait(S)
    world.do({ verb: 'trimToBudget', value: MIB })
    world.wait(S)
    world.do({ verb: 'apply', value: 'A' })
    // the first notification, TRIM_TO_BUDGET, 0x4
    const reason = why(world, 'A.r')
    expect(reason).toMatchObject({
      because: 'evicted',
      occasion: {
        policy: 'fence-lru',
        rule: 'budget',
        callback: { cookie: 0, notification: 1, flags: 4 },
        press: null,
      },
      record: { t: S },
    })
    expect(typeOf(world, reason)).toBe('evict')
  })

  it('evicted by hand [LB-09] [SC-14]', () => {
    const system = { ...SYSTEM, evictionMode: 'eager' }
    const world = worldOf({ system, app: { effects: [effect('A', true)] } })
    world.do({ verb: 'evict', value: { names: ['A.r'] } })
    world.wait(S)
    // the policy has not evicted it, and does not bring it back
    world.do({ verb: 'makeResident', value: { names: ['A.r'] } })
    world.do({ verb: 'apply', value: 'A' })
    expect(why(world, 'A.r')).toMatchObject({
      because: 'evicted',
      occasion: { policy: 'by hand', rule: 'explicit', callback: null, press: null },
    })
  })

  it('reclaimed by the kernel for what the app wanted more, and for another process [LB-09] [RS-10]', () => {
    const world = worldOf({ system: SYSTEM, app: { effects: [effect('A', true), effect('B', false)] } })
    world.do({ verb: 'apply', value: 'B' })
    world.wait(S)
    world.do({ verb: 'apply', value: 'A' })
    const forB = why(world, 'A.r')
    expect(forB).toMatchObject({ because: 'reclaimed', for: 'B.r' })
    expect(world.records[forB.record.index]).toMatchObject({ type: 'page-out', resource: 'A.r', reason: 'pressure' })

    const other = worldOf({ system: SYSTEM, app: { effects: [effect('A', true)] } })
    // the game has more than the rest of the memory, and the app is over the budget that is left to it
    other.do({ verb: 'otherProcess', value: { name: 'game', usage: 64 * MIB, foreground: true } })
    other.wait(S)
    other.do({ verb: 'otherProcess', value: { name: 'game', usage: 0 } })
    other.do({ verb: 'apply', value: 'A' })
    expect(why(other, 'A.r')).toMatchObject({ because: 'reclaimed', for: 'process game' })
  })

  it('lost with its device, which was removed; what is made later by that name is not [LB-09] [RS-07]', () => {
    const world = worldOf({ system: SYSTEM, app: { effects: [effect('A', false)] } })
    world.do({ verb: 'apply', value: 'A' })
    world.wait(S)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of the test')
    world.do({ verb: 'recreateDevice', value: true })
    world.do({ verb: 'apply', value: 'A' })
    const lost = why(world, 'A.r')
    expect(lost).toMatchObject({ because: 'lost-with-device', record: { t: S } })
    expect(typeOf(world, lost)).toBe('device-removed')

    world.do({ verb: 'removeEffect', value: 'A' })
    world.wait(S)
    const resources = [{ name: 'r', size: 64 * MIB, resident: false, heap: 'default' as const }]
    world.do({ verb: 'addEffect', value: { name: 'A', gpuTime: 4 * MS, resources } })
    world.do({ verb: 'apply', value: 'A' })
    expect(why(world, 'A.r').because).toBe('never-resident')
  })

  it('never resident, though a device was lost meanwhile: before its transfer had ended [LB-09] [RS-07]', () => {
    const world = worldOf({ system: SYSTEM, app: { effects: [effect('A', false), effect('B', false, '1MiB')] } })
    world.do({ verb: 'apply', value: 'A' })
    world.wait(5 * MS) // of 15.6
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of the test')
    world.do({ verb: 'recreateDevice', value: true })
    world.wait(S)
    world.do({ verb: 'apply', value: 'A' })
    const reason = why(world, 'A.r')
    expect(reason).toMatchObject({ because: 'never-resident', record: { t: 5 * MS } })
    expect(world.records[reason.record.index]).toMatchObject({ type: 'create', resource: 'A.r' })
  })

  it('lost with the device that had it, also where another one was lost before it came back [LB-09] [RS-07]', () => {
    const world = worldOf({ system: SYSTEM, app: { effects: [effect('A', false)] } })
    world.do({ verb: 'apply', value: 'A' })
    world.wait(S)
    for (let time = 0; time < 2; time++) {
      world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of the test')
      world.do({ verb: 'recreateDevice', value: true })
      world.wait(S)
    }
    world.do({ verb: 'apply', value: 'A' })
    const lost = why(world, 'A.r')
    expect(lost).toMatchObject({ because: 'lost-with-device', record: { t: S } })
    expect(typeOf(world, lost)).toBe('device-removed')
  })

  it('lost while it was being taken out for another [LB-09] [RS-07]', () => {
    const world = worldOf({ system: SYSTEM, app: { effects: [effect('A', false), effect('B', false)] } })
    world.do({ verb: 'apply', value: 'A' })
    world.wait(S)
    world.do({ verb: 'apply', value: 'B' })
    world.wait(5 * MS) // of 15.6
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'of the test')
    world.do({ verb: 'recreateDevice', value: true })
    world.wait(S)
    world.do({ verb: 'apply', value: 'A' })
    expect(why(world, 'A.r')).toMatchObject({ because: 'lost-with-device', record: { t: S + 5 * MS } })
  })

  it('memory of a context that is being made is one of its own [LB-09] [GP-14]', () => {
    const driver = { contextAllocation: 65_536, pagingOperation: '20ms' }
    const world = worldOf({ system: { ...SYSTEM, driver }, app: { effects: [{ name: 'A', gpuTime: '4ms' }] } })
    world.do({ verb: 'apply', value: 'A' })
    expect(why(world, 'context app/3d').because).toBe('never-resident')
  })
})
