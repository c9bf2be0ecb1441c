/** Size and alignment are the same wherever a resource lies, and the dump says what it is (DF-02, DF-23). */
import { describe, expect, test } from 'vitest'
import type { DumpJson } from '../../../main/d3d12ma/dump/format'
import { dumpText } from '../../../main/session/document/dump-text'
import { KIB, MIB, worldOf } from '../support/world'

const resources = [
  { name: 'plain', size: '5MiB' },
  { name: 'multisampled', size: '5MiB', alignment: '4MiB' },
  { name: 'icon', size: '5KiB', alignment: '4KiB' },
  { name: 'page', size: '64KiB', alignment: '4KiB' },
  { name: 'constants', size: '5KiB' },
]

const worldWith = (allocation: 'committed' | 'placed') =>
  worldOf({
    system: { compositor: { enabled: false } },
    app: { policy: 'none', allocation, effects: [{ name: 'E', resources }] },
  })

describe('a resource of an effect', () => {
  test.each(['committed', 'placed'] as const)('has the same size %s [DF-02]', (allocation) => {
    const sizes = worldWith(allocation).editor.effects.flatMap((effect) => effect.resources.map(({ size }) => size))
    expect(sizes).toEqual([5 * MIB, 8 * MIB, 8 * KIB, 64 * KIB, 64 * KIB])
  })

  test('is in the dump what its alignment says: only buffers have 64 KiB [DF-23]', () => {
    const { DefaultPools } = JSON.parse(dumpText(worldWith('placed'))) as DumpJson
    const { Blocks = {}, DedicatedAllocations = [] } = DefaultPools.DEFAULT ?? {}
    const all = [...Object.values(Blocks).flatMap(({ Suballocations }) => Suballocations), ...DedicatedAllocations]
    const typeOf = (name: string) => all.find((own) => 'Name' in own && own.Name === `E.${name}`)?.Type
    expect(resources.map(({ name }) => typeOf(name))).toEqual([
      'BUFFER',
      'TEXTURE2D',
      'TEXTURE2D',
      'TEXTURE2D',
      'BUFFER',
    ])
  })

  test('up to 32 KiB that is a buffer is committed, a small texture is not [DF-01]', () => {
    const { allocator } = worldWith('placed').editor.memory
    expect([...allocator.defaultPools.DEFAULT.committed].map(({ name, size }) => [name, size])).toEqual([
      ['E.constants', 64 * KIB],
    ])
  })
})
