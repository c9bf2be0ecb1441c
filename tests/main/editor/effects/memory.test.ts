/** Oracle: the texels and bytes written out; sizes of D3D12 headers. */
import { describe, expect, it } from 'vitest'
import { buffer, picture, volume, volumeUpload, weights } from '../../../../main/editor/effects/memory'

const HD = { width: 1920, height: 1080, format: 'R8G8B8A8_UNORM' } as const

describe('a picture', () => {
  it('is of the project’s size and format, one layer without mips, resident from the start', () => {
    expect(picture('main', HD)).toEqual({
      name: 'main',
      desc: { dimension: 'texture2d', width: 1920, height: 1080, format: 'R8G8B8A8_UNORM', arraySize: 1, mipLevels: 1 },
      resident: true,
    })
  })

  it('that is smaller has no part of a texel less than it needs, and at least one', () => {
    const sizes = [2, 7, 4000].map((divisor) => picture('p', HD, { divisor }).desc)
    // 1920 / 7 = 274.3, 1080 / 7 = 154.3
    expect(sizes).toMatchObject([
      { width: 960, height: 540 },
      { width: 275, height: 155 },
      { width: 1, height: 1 },
    ])
  })

  it('with mips has all of them, which D3D12 writes as 0', () => {
    expect(picture('p', HD, { mips: true, layers: 6, format: 'R16_FLOAT' }).desc).toMatchObject({
      mipLevels: 0,
      arraySize: 6,
      format: 'R16_FLOAT',
    })
  })
})

describe('a volume', () => {
  it('is filled out of a buffer whose rows begin at multiples of 256 bytes', () => {
    const { desc } = volume('table', [33, 33, 33], 'R8G8B8A8_UNORM')
    // 33 texels of 4 bytes are 132 bytes, in rows of 256: 33 × 33 of them
    expect(volumeUpload('upload', desc)).toEqual({
      name: 'upload',
      desc: { dimension: 'buffer', width: 256 * 33 * 33 },
      resident: true,
      heap: 'upload',
    })
    const wide = volume('wide', [65, 2, 3], 'R8G8B8A8_UNORM')
    // 260 bytes take two times 256
    expect(volumeUpload('upload', wide.desc).desc).toEqual({ dimension: 'buffer', width: 512 * 2 * 3 })
  })
})

it('weights of a network are a buffer in MiB that is brought in at the first use', () => {
  expect(weights('net', 3)).toEqual(buffer('net', 3_145_728, false))
})
