/** The dump of the app's allocator: what it is of, and what is in it, read back by the reader of dumps [DF-23]. */
import { expect, test } from 'vitest'
import { dumpText } from '../../../../main/session/document/dump-text'
import { layoutOf } from '../../../../main/session/dump/layout'
import { readDump } from '../../../../main/session/dump/read-dump'
import { MIB, type TestWorld, worldOf } from '../../support/world'
import { SAMPLE } from '../dump/files'

function dumpOf(world: TestWorld) {
  const read = readDump(new TextEncoder().encode(dumpText(world)))
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.dump
}

test('it is of the simulated adapter, by the name of its profile where it has one', () => {
  expect(dumpOf(worldOf()).gpu).toBe('Trimline simulated adapter')
  expect(dumpOf(worldOf({ system: { profile: 'measured-2018' } })).gpu).toBe('Trimline measured-2018')
})

test('it says of everything what it is: buffers, textures of clips, and memory of nothing', () => {
  const world = worldOf({
    app: {
      allocation: 'placed',
      pools: [{ name: 'P', blockSize: '4MiB' }],
      effects: [{ name: 'A', resources: [{ name: 'r', size: MIB }] }],
      clips: [{ name: 'C', width: 64, height: 64, frames: 1, thumbnails: 0 }],
    },
  })
  world.do({ verb: 'allocate', value: { name: 'one', size: MIB, pool: 'P' } })
  const types = dumpOf(world).pools.flatMap(({ blocks, dedicated }) =>
    [...blocks.flatMap(({ allocations }) => allocations), ...dedicated].map(({ name, type }) => `${name} ${type}`),
  )
  expect(types.sort()).toEqual([
    'A.r BUFFER',
    'C.frame 1 TEXTURE2D',
    'C.proxy 1:2 TEXTURE2D',
    'C.proxy 1:4 TEXTURE2D',
    'one BUFFER',
  ])
})

test('what another dump said of everything it still says, where that one is the starting state', () => {
  const world = worldOf()
  const read = readDump(SAMPLE)
  if (!read.ok) throw new Error('the sample was refused')
  const layout = layoutOf(read.dump)
  if (layout === null) throw new Error('the sample is empty')
  expect(world.do({ verb: 'layout', value: layout })).toBe('S_OK')
  const count = (text: string, type: RegExp): number => text.match(type)?.length ?? 0
  const [before, after] = [SAMPLE.toString('utf8'), dumpText(world)]
  // images of Vulkan are textures of Direct3D 12
  expect(
    [/"Type": ?"BUFFER"/g, /"Type": ?"TEXTURE2D"/g, /"Type": ?"UNKNOWN"/g].map((type) => count(after, type)),
  ).toEqual([/"Type": ?"BUFFER"/g, /"Type": ?"IMAGE_/g, /"Type": ?"UNKNOWN"/g].map((type) => count(before, type)))
  expect(count(after, /"Type": ?"TEXTURE2D"/g)).toBeGreaterThan(0)
})

test('it says whether memory is unified', () => {
  // with unified memory there are no groups of heaps beside the local one
  const groups = (system: object): string[] => {
    const { MemoryInfo } = JSON.parse(dumpText(worldOf({ system: { ...system } }))) as { MemoryInfo: object }
    return Object.keys(MemoryInfo)
  }
  expect([groups({}), groups({ localSegment: 'aperture' })]).toEqual([['L0', 'L1'], ['L0']])
})
