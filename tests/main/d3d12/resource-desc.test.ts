import { describe, expect, test } from 'vitest'
import {
  getResourceAllocationInfo,
  PlacementAlignment,
  type ResourceDesc,
  type Texture2DDesc,
} from '../../../main/d3d12/resource-desc'
import { ALIGNMENTS } from '../../../preload/contract'
import { worldOf } from '../support/world'

function texture(desc: Partial<Texture2DDesc>): ResourceDesc {
  return { dimension: 'texture2d', width: 64, height: 64, format: 'R8G8B8A8_UNORM', ...desc }
}

describe('GetResourceAllocationInfo [TN-31 RS-08]', () => {
  test.each([
    [1, 65_536],
    [65_536, 65_536],
    [65_537, 131_072],
    [67_108_864, 67_108_864],
  ])('a buffer of %i bytes takes %i, aligned to 64 KiB', (width, SizeInBytes) => {
    const info = getResourceAllocationInfo({ dimension: 'buffer', width })
    expect(info).toEqual({ SizeInBytes, Alignment: 65_536 })
  })

  const TEXTURES: [string, Partial<Texture2DDesc>, number, number][] = [
    // 8,294,400 bytes of texels: 126.6 pages
    ['1920 × 1080 in 8 bit RGBA', { width: 1920, height: 1080 }, 8_323_072, 65_536],
    // 66,355,200: 1012.5 pages
    ['4K in 16 bit float RGBA', { width: 3840, height: 2160, format: 'R16G16B16A16_FLOAT' }, 66_387_968, 65_536],
    ['one texel', { width: 1, height: 1, format: 'R8_UNORM' }, 65_536, 65_536],
    // 4 × (65,536 + 16,384 + 4,096 + 1,024 + 256 + 64 + 16 + 4 + 1) = 349,524
    ['a whole mip chain', { width: 256, height: 256, mipLevels: 0 }, 393_216, 65_536],
    // 524,288 + 131,072 + … + 2 + 1 = 699,051: the short side stays at one texel
    ['an oblong mip chain', { width: 1024, height: 512, format: 'R8_UNORM', mipLevels: 11 }, 720_896, 65_536],
    // 4 × (65,536 + 16,384) = 327,680, exactly 5 pages
    ['two mip levels', { width: 256, height: 256, mipLevels: 2 }, 327_680, 65_536],
    ['an array of six', { width: 100, height: 100, format: 'R32_FLOAT', arraySize: 6 }, 262_144, 65_536],
    // 33,177,600: 7.9 × 4 MiB
    ['1080p with 4 samples', { width: 1920, height: 1080, sampleCount: 4 }, 33_554_432, 4_194_304],
    ['a small multisampled one', { sampleCount: 2 }, 4_194_304, 4_194_304],
    // 40,000 bytes: 9.8 × 4 KiB
    ['a small one that asks for 4 KiB', { width: 100, height: 100, alignment: 4096 }, 40_960, 4096],
    ['the largest one that 4 KiB is granted to', { width: 128, height: 128, alignment: 4096 }, 65_536, 4096],
    [
      '64 KiB asked for with samples',
      { width: 512, height: 512, sampleCount: 4, alignment: 65_536 },
      4_194_304,
      65_536,
    ],
    ['the default alignment asked for', { width: 100, height: 100, alignment: 65_536 }, 65_536, 65_536],
  ]
  test.each(TEXTURES)('%s', (_what, desc, SizeInBytes, Alignment) => {
    expect(getResourceAllocationInfo(texture(desc))).toEqual({ SizeInBytes, Alignment })
  })

  const volume = (edge: number, depth: number, mipLevels = 1): ResourceDesc => ({
    dimension: 'texture3d',
    width: edge,
    height: edge,
    depth,
    format: 'R16G16B16A16_FLOAT',
    mipLevels,
  })
  test.each([
    // 33³ × 8 = 287,496 bytes: 4.4 pages
    ['33³ points', volume(33, 33), 327_680],
    // 33 × 33 × 132 × 8 = 1,149,984: 17.5 pages
    ['four of these behind each other', volume(33, 132), 1_179_648],
    // 8 × (32³ + 16³ + 8³ + 4³ + 2³ + 1) = 299,592: 4.6 pages; a level halves the depth too
    ['a whole chain of 32³', volume(32, 32, 0), 327_680],
  ])('a volume of %s', (_what, desc, SizeInBytes) => {
    expect(getResourceAllocationInfo(desc)).toEqual({ SizeInBytes, Alignment: 65_536 })
  })

  const REFUSED: [string, ResourceDesc][] = [
    ['a volume without depth', volume(33, 0)],
    ['more levels than a volume has', volume(4, 4, 4)],
    ['an empty buffer', { dimension: 'buffer', width: 0 }],
    ['a buffer of half a byte', { dimension: 'buffer', width: 0.5 }],
    ['no texels', texture({ height: 0 })],
    ['a negative size', texture({ width: -4 })],
    ['no layers', texture({ arraySize: 0 })],
    ['more levels than a chain has', texture({ width: 4, height: 4, mipLevels: 4 })],
    ['a negative number of levels', texture({ mipLevels: -1 })],
    ['one and a half levels', texture({ mipLevels: 1.5 })],
    ['levels of a multisampled texture', texture({ sampleCount: 4, mipLevels: 2 })],
    ['an alignment that does not exist', texture({ alignment: 8192 })],
    ['4 KiB for what is larger than 64 KiB', texture({ width: 129, height: 128, alignment: 4096 })],
    ['4 KiB for a multisampled texture', texture({ sampleCount: 4, alignment: 4096 })],
    ['64 KiB for 8 MiB of samples', texture({ width: 1024, height: 512, sampleCount: 4, alignment: 65_536 })],
  ]
  test.each(REFUSED)('%s is refused, and creating it is E_INVALIDARG', (_what, desc) => {
    expect(getResourceAllocationInfo(desc)).toBeNull()
    const world = worldOf()
    expect(world.device.createCommittedResource(desc, 0, 'bad')).toEqual({ hr: 'E_INVALIDARG', resource: null })
    expect(world.of('create')).toEqual([])
  })

  test('a committed resource has a heap of its own, of whole 64 KiB [RS-15]', () => {
    const world = worldOf()
    const { resource } = world.device.createCommittedResource(texture({ alignment: 4096 }), 0, 'small')
    expect(resource?.size).toBe(16_384)
    expect(world.vidmm.residency.counters[0].committed).toBe(65_536)
  })
})

describe('a resource of which only size and alignment are known', () => {
  const info = (width: number, alignment?: number) =>
    getResourceAllocationInfo({ dimension: 'opaque', width, alignment: alignment })

  test('is rounded up to its alignment, whatever that says it is [DF-02]', () => {
    expect(info(5 * 2 ** 20)).toEqual({ SizeInBytes: 5 * 2 ** 20, Alignment: 65_536 })
    expect(info(5 * 2 ** 20, 4 * 2 ** 20)).toEqual({ SizeInBytes: 8 * 2 ** 20, Alignment: 4 * 2 ** 20 })
    expect(info(5000, 4096)).toEqual({ SizeInBytes: 8192, Alignment: 4096 })
    expect(info(65_536, 4096)).toEqual({ SizeInBytes: 65_536, Alignment: 4096 })
    expect(info(1)).toEqual({ SizeInBytes: 65_536, Alignment: 65_536 })
  })

  test.each([
    [65_537, 4096],
    [12 * 2 ** 20, 4096],
    [4096, 8192],
    [4096, 2 ** 20],
    [4096, 8 * 2 ** 20],
    [0, 65_536],
    [1.5, 65_536],
  ])('of %d bytes at %d does not exist [DF-02]', (width, alignment) => {
    expect(info(width, alignment)).toBeNull()
  })
})

test('the alignments that the window offers are those of D3D12, but for small multisampled textures, which have that of others [DF-02]', () => {
  const { SMALL, DEFAULT, DEFAULT_MSAA } = PlacementAlignment
  expect(ALIGNMENTS).toEqual([SMALL, DEFAULT, DEFAULT_MSAA])
})
