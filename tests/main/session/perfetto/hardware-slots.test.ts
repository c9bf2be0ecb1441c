/** What stands in the hardware queue behind the packet that runs, and for how long in which slot (GP-27). Times in µs. */
import { describe, expect, it } from 'vitest'
import { HardwareSlots } from '../../../../main/session/perfetto/hardware-slots'
import { Tracks } from '../../../../main/session/perfetto/tracks'
import { contextOf, submitTo } from '../../dxgkrnl/vidsch/by-hand'
import { gpuWorld } from '../../dxgkrnl/vidsch/gpu-world'
import { Written } from './written'

function rig(queueDepth: number) {
  const world = gpuWorld({ queueDepth })
  const form = new Written()
  const slots = new HardwareSlots(world.scheduler, form, new Tracks(form))
  const context = contextOf(world, 'A')
  const submit = (command: string, duration: number): void => {
    submitTo(world, context, command, duration)
    slots.look()
  }
  /** So many µs later, looked at after whatever happens meanwhile. */
  const wait = (duration: number): void => {
    const until = world.sim.now + duration
    for (let at = world.sim.now + 10; at <= until; at += 10) {
      world.wait(10)
      slots.look()
    }
  }
  const drawn = () => form.slices.map(({ on, name, start, end }) => `${on}: ${name} ${start}–${end}`)
  return { form, slots, submit, wait, drawn }
}

describe('a packet in the hardware queue [GP-27]', () => {
  it('is drawn in each slot behind the first, for as long as it stands there', () => {
    const { submit, wait, drawn } = rig(3)
    submit('a', 100)
    submit('b', 200)
    wait(50)
    submit('c', 300)
    // beyond the queue's depth: it waits outside until a is done
    submit('d', 100)
    wait(600)
    expect(drawn()).toEqual([
      'GPU/3d slot 1: b 0–100',
      'GPU/3d slot 2: c 50–100',
      'GPU/3d slot 1: c 100–300',
      'GPU/3d slot 2: d 100–300',
      'GPU/3d slot 1: d 300–600',
    ])
  })

  it('says whose it is', () => {
    const { submit, wait, form } = rig(2)
    submit('a', 10)
    submit('b', 10)
    wait(20)
    expect(form.slices).toMatchObject([
      { category: 'hardware-queue', fields: { engine: '3d', slot: 1, context: 'A', kind: 'standard', fence: 2 } },
    ])
  })

  it('that still stands there is drawn to the end of the run', () => {
    const { submit, wait, slots, drawn } = rig(2)
    submit('a', 100)
    submit('b', 100)
    wait(40)
    expect(drawn()).toEqual([])
    slots.end()
    // a has no record before it is done, and is at work all the same
    expect(drawn()).toEqual(['GPU/3d slot 0: a 0–40', 'GPU/3d slot 1: b 0–40'])
  })

  it('is drawn in the first slot by its record, and there to the end of the run without one [LB-17]', () => {
    const { submit, wait, slots, drawn } = rig(2)
    submit('a', 100)
    submit('b', 100)
    wait(130)
    slots.end()
    expect(drawn()).toEqual(['GPU/3d slot 1: b 0–100', 'GPU/3d slot 0: b 100–130'])
    const idle = rig(2)
    idle.submit('a', 100)
    idle.wait(100)
    idle.slots.end()
    expect(idle.drawn()).toEqual([])
  })

  it('that left at the moment at which it came was never there', () => {
    const { submit, slots, drawn } = rig(2)
    submit('a', 100)
    submit('b', 100)
    slots.end()
    expect(drawn()).toEqual([])
  })
})
