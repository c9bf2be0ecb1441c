import { describe, expect, test } from 'vitest'
import { type KernelTrimNotification, TrimNotificationWorker } from '../../../../main/dxgkrnl/vidmm/trim-notification'
import { Simulation } from '../../../../main/sim/simulation'
import { create, KIB, MIB, register, S, type TestWorld, worldOf } from '../../support/world'

function workerOf() {
  const sim = new Simulation({ seed: 1 })
  const budget = { excess: 0, delivered: 0 }
  const worker = new TrimNotificationWorker(sim, {
    excess: () => budget.excess,
    budgetDelivered: () => {
      budget.delivered++
    },
  })
  return { sim, worker, budget }
}

const STATUS_INVALID_PARAMETER = 0xc000000d

describe('D3DKMT registrations [TN-15]', () => {
  test('have handles of their own; what is not registered cannot be unregistered', () => {
    const { worker } = workerOf()
    const first = worker.register(1, (_, done) => done())
    const second = worker.register(1, (_, done) => done())
    expect([first.status, second.status]).toEqual([0, 0])
    expect(first.handle).not.toBe(second.handle)
    expect(worker.unregister(first.handle)).toBe(0)
    expect(worker.unregister(first.handle)).toBe(STATUS_INVALID_PARAMETER)
    expect(worker.unregister(9999)).toBe(STATUS_INVALID_PARAMETER)
    expect(worker.registered).toBe(1)
  })

  test('of one device go together, while one of its callbacks is at work', () => {
    const { sim, worker } = workerOf()
    const called: number[] = []
    let finish = (): void => {}
    worker.register(1, (_, done) => {
      called.push(1)
      finish = done
    })
    for (const device of [1, 2, 1])
      worker.register(device, (_, done) => {
        called.push(device)
        done()
      })
    worker.post(1, 0, 'system')
    sim.advanceTo(0)
    worker.unregisterDevice(1)
    finish()
    expect(called).toEqual([1, 2])
    expect(worker.registered).toBe(1)
  })
})

describe('the worker', () => {
  test('says who made a notification and numbers them from 1, also with nobody registered [TN-21]', () => {
    const { sim, worker } = workerOf()
    worker.post(1, 0, 'system')
    sim.advanceTo(0)
    const seen: KernelTrimNotification[] = []
    worker.register(1, (notification, done) => {
      seen.push(notification)
      done()
    })
    worker.post(4, 99, 'hand')
    sim.advanceTo(0)
    expect(seen).toEqual([{ id: 2, flags: 4, bytesToTrim: 99, source: 'hand' }])
    expect([...sim.trace.records()]).toMatchObject([
      { type: 'notification', flags: 1, callbacks: 0 },
      { type: 'notification', flags: 4, callbacks: 1 },
    ])
  })

  test('asks the budget for the excess at the moment of delivery and tells it after the last callback [TN-24 TN-25]', () => {
    const { sim, worker, budget } = workerOf()
    budget.excess = 100
    worker.postOverBudget()
    budget.excess = 70
    const seen: number[] = []
    worker.register(1, ({ bytesToTrim }, done) => {
      seen.push(bytesToTrim, budget.delivered)
      sim.schedule(5, done)
    })
    sim.advanceTo(0)
    expect([seen, budget.delivered]).toEqual([[70, 0], 0])
    sim.advanceTo(5)
    expect(budget.delivered).toBe(1)
  })

  test('a hand-made TRIM_TO_BUDGET keeps its own bytes and is not the budget’s business [TN-04 TN-24]', () => {
    const { sim, worker, budget } = workerOf()
    budget.excess = 100
    worker.post(4, 7, 'hand')
    sim.advanceTo(10 * S)
    expect([...sim.trace.records()]).toMatchObject([{ bytesToTrim: 7 }])
    expect(budget.delivered).toBe(0)
  })
})

/** 64 MiB resident, budget 64 MiB, one callback that takes 3 s for the first notification. */
function busyWorld(): TestWorld {
  const world = worldOf({ system: { localMemory: '1GiB', budget: '64MiB' } })
  create(world, 'Blur.main', 64 * MIB)
  register(world.device, () => {})
  world.faults.inject('callback-takes', 1, 3 * S)
  world.do({ verb: 'periodicTrim', value: true })
  return world
}

function notifications(world: TestWorld): number[][] {
  return world.of('notification').map(({ t, flags, bytesToTrim }) => [t / S, flags, bytesToTrim / MIB])
}

describe('a notification due while another is being delivered [TN-25]', () => {
  test('waits its turn, in order', () => {
    const world = busyWorld()
    world.wait(S)
    world.do({ verb: 'restartPeriodicTrim', value: true })
    world.do({ verb: 'trimToBudget', value: 5 * MIB })
    world.do({ verb: 'trimToBudget', value: 6 * MIB })
    world.do({ verb: 'periodicTrim', value: true })
    expect(notifications(world)).toEqual([[0, 1, 0]])
    world.wait(10 * S)
    expect(notifications(world)).toEqual([
      [0, 1, 0],
      [3, 2, 0],
      [3, 4, 5],
      [3, 4, 6],
      [3, 1, 0],
    ])
  })

  test('several budget changes that wait are merged into one, in the first one’s place, with the newest excess', () => {
    const world = busyWorld()
    world.do({ verb: 'budget', value: 48 * MIB })
    world.do({ verb: 'restartPeriodicTrim', value: true })
    world.do({ verb: 'budget', value: 16 * MIB })
    world.do({ verb: 'budget', value: 40 * MIB })
    world.wait(3 * S)
    expect(notifications(world)).toEqual([
      [0, 1, 0],
      [3, 4, 24],
      [3, 2, 0],
    ])
  })

  test('is not sent for a budget that is kept again by then', () => {
    const world = busyWorld()
    world.do({ verb: 'budget', value: 48 * MIB })
    world.do({ verb: 'budget', value: 64 * MIB })
    world.do({ verb: 'restartPeriodicTrim', value: true })
    world.wait(10 * S)
    expect(notifications(world)).toEqual([
      [0, 1, 0],
      [3, 2, 0],
    ])
  })

  test('a budget change while a budget notification is being delivered makes another one', () => {
    const world = worldOf({ system: { localMemory: '1GiB', budget: '64MiB' } })
    const resource = create(world, 'Blur.main', 64 * MIB)
    create(world, 'Blur.kernel', 64 * KIB, false)
    register(world.device, ({ NumBytesToTrim }) => {
      if (NumBytesToTrim === 32 * MIB) world.device.evict(resource)
    })
    world.faults.inject('callback-takes', 1, 3 * S)
    world.do({ verb: 'budget', value: 48 * MIB })
    world.wait(S)
    world.do({ verb: 'budget', value: 32 * MIB })
    world.wait(10 * S)
    expect(notifications(world)).toEqual([
      [0, 4, 16],
      [3, 4, 32],
    ])
  })
})
