/** Split buffers that are broadcast to linked adapters (GP-20). */
import { describe, expect, it } from 'vitest'
import { crampedWorld, findings, packetsOn, part, submitParts } from './submitting'

const split = (system: Record<string, unknown>, megabytes = 24) => {
  const world = crampedWorld(system, megabytes)
  submitParts(world, part('a'), part('b'), part('c'), part('d'))
  world.wait(1_000_000)
  return world
}
const CHANGES = { driver: { changesSplitBuffers: true } }

describe('a split buffer on linked adapters', () => {
  it('that the driver changes is a violation, found by checksum, for each part [GP-20]', () => {
    const world = split({ ...CHANGES, physicalAdapters: 2 })
    const messages = findings(world, 'GP-20')
    expect(messages).toHaveLength(2)
    expect(messages[0]).toContain('part 1 of 2 of "submitted work" (fence 1)')
    expect(messages[1]).toContain('part 2 of 2 of "submitted work" (fence 1)')
    for (const message of messages) {
      expect(message).toContain('2 linked adapters')
      expect(message).toContain('adapter 0')
      const [found, expected] = message.match(/0x[0-9a-f]{8}/g) ?? []
      expect(found).toBeDefined()
      expect(expected).toBeDefined()
      expect(found).not.toBe(expected)
    }
    // reported, and run all the same
    expect(packetsOn(world, '3d', 'app').map(({ outcome }) => outcome)).toEqual(['completed', 'completed'])
  })

  it('that the driver leaves alone is none [GP-20]', () => {
    const world = split({ physicalAdapters: 4 })
    expect(packetsOn(world, '3d', 'app')).toHaveLength(2)
    expect(world.of('finding')).toEqual([])
  })

  it('is not broadcast on a single adapter, and a buffer that is not split is not meant [GP-20]', () => {
    const single = split(CHANGES)
    expect(packetsOn(single, '3d', 'app')).toHaveLength(2)
    const whole = split({ ...CHANGES, physicalAdapters: 2 }, 16)
    expect(packetsOn(whole, '3d', 'app')).toHaveLength(1)
    expect([...single.of('finding'), ...whole.of('finding')]).toEqual([])
  })
})
