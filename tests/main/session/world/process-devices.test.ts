/** Other processes on the GPU: each with a device of its own, which it makes again, until it is shut out (GP-25, RS-07). */
import { describe, expect, it } from 'vitest'
import { Device } from '../../../../main/d3d12/device'
import { OtherProcessDevices } from '../../../../main/session/world/process-devices'
import { worldOf } from '../../support/world'

function rig() {
  const world = worldOf()
  const made: Device[] = []
  const processes = new OtherProcessDevices(world.scheduler, (name) => {
    const { sim, vidmm, scheduler, faults, background } = world
    const device = new Device({ name, sim, vidmm, scheduler, faults, trimNotifications: true, background })
    made.push(device)
    return device
  })
  return { world, processes, made }
}

describe('a process', () => {
  it('has one device, and a queue for each engine and priority', () => {
    const { processes, made } = rig()
    expect(processes.has('game')).toBe(false)
    const first = processes.queue('game', '3d', 'normal')
    const others = [
      processes.queue('game', '3d', 'high'),
      processes.queue('game', 'compute', 'normal'),
      processes.queue('tool', '3d', 'normal'),
    ]
    expect(new Set([first, ...others]).size).toBe(4)
    expect(processes.queue('game', '3d', 'normal')).toBe(first)
    expect(made.map(({ name }) => name)).toEqual(['game', 'tool'])
    expect([processes.has('game'), processes.isBlocked('game')]).toEqual([true, false])
  })

  it('makes another device where its own was removed, with other queues; the old one is gone [RS-07] [RS-14]', () => {
    const { world, processes, made } = rig()
    const before = processes.queue('game', '3d', 'normal')
    made[0]?.remove('DXGI_ERROR_DEVICE_HUNG', 'a hang')
    const after = processes.queue('game', '3d', 'normal')
    expect([made.length, after === before, made[1]?.removed]).toEqual([2, false, null])
    expect(world.scheduler.contexts.all.filter(({ name }) => name === 'game').map(({ device }) => device)).toEqual([
      made[1]?.id,
    ])
    // what the old one has caused is the process's
    expect(world.scheduler.timeouts.processOf(made[1]?.id as number)).toBe(made[0]?.id)
  })
})

it('says whose device is removed, until it makes another, which one that is shut out never does [RS-07] [GP-25]', () => {
  const { processes, made } = rig()
  for (const name of ['game', 'tool', 'other']) processes.queue(name, '3d', 'normal')
  expect(processes.removals).toEqual([])
  made[0]?.remove('DXGI_ERROR_DEVICE_HUNG', 'a hang')
  processes.block(made[1]?.id as number, 'too many resets')
  const removed = () => processes.removals.map(({ process, removal, blocked }) => [process, removal.because, blocked])
  expect(removed()).toEqual([
    ['game', 'a hang', false],
    ['tool', 'too many resets', true],
  ])
  processes.queue('game', '3d', 'normal')
  processes.queue('tool', '3d', 'normal')
  expect(removed()).toEqual([['tool', 'too many resets', true]])
})

describe('a process that is shut out [GP-25]', () => {
  it('loses its device, and gets no other; the rest go on', () => {
    const { processes, made } = rig()
    processes.queue('game', '3d', 'normal')
    processes.queue('tool', '3d', 'normal')
    processes.block(made[0]?.id as number, 'too many resets')
    expect(made.map(({ removed }) => removed?.because ?? null)).toEqual(['too many resets', null])
    expect([processes.queue('game', '3d', 'normal'), processes.queue('game', 'copy', 'high')]).toEqual([null, null])
    expect([processes.isBlocked('game'), processes.isBlocked('tool'), made.length]).toEqual([true, false, 2])
    expect(processes.queue('tool', '3d', 'normal')).not.toBeNull()
  })

  it('is meant by its first device, also after it has made another', () => {
    const { processes, made } = rig()
    processes.queue('game', '3d', 'normal')
    made[0]?.remove('DXGI_ERROR_DEVICE_HUNG', 'a hang')
    processes.queue('game', '3d', 'normal')
    processes.block(made[1]?.id as number, 'its second device is not what a process goes by')
    expect(processes.isBlocked('game')).toBe(false)
    processes.block(made[0]?.id as number, 'too many resets')
    expect([processes.isBlocked('game'), made[1]?.removed?.because]).toEqual([true, 'too many resets'])
  })
})

it('nobody is blocked who has done nothing', () => {
  const { processes } = rig()
  processes.block(7, 'nobody')
  expect([processes.isBlocked('game'), processes.has('game')]).toEqual([false, false])
})
