import { describe, expect, it } from 'vitest'
import { ContentsModel } from '../../../../main/dxgkrnl/vidmm/contents'
import { KIB, MIB } from '../../support/world'

/** An allocation of 2.5 MiB in chunks of 1 MiB: two granules of that, and one of half of it. */
function modelled(): ContentsModel {
  const contents = new ContentsModel()
  contents.add(3, 2.5 * MIB, MIB)
  return contents
}

describe('what is in a compressed allocation [AN-14]', () => {
  it('reads as it was written until the GPU has used it', () => {
    const contents = modelled()
    expect(contents.isCompressed(3)).toBe(false)
    expect(contents.readByCpu(3)).toEqual({ corrupt: 0, bytes: 2.5 * MIB, version: 0 })
  })

  it('reads as other bytes while it is compressed, all of it', () => {
    const contents = modelled()
    contents.written(3)
    expect(contents.isCompressed(3)).toBe(true)
    expect(contents.readByCpu(3)).toEqual({ corrupt: 2.5 * MIB, bytes: 2.5 * MIB, version: 1 })
  })

  it.each([
    ['the first granule', 0, MIB, 1.5 * MIB],
    ['the last, which is half a one', 2 * MIB, 0.5 * MIB, 2 * MIB],
    ['every granule that the range touches', 1023 * KIB, 2 * KIB, 0.5 * MIB],
    ['all of it', 0, 2.5 * MIB, 0],
  ])('reads right again where it was decompressed: %s', (_what, offset, bytes, corrupt) => {
    const contents = modelled()
    contents.written(3)
    contents.decompress(3, offset, bytes)
    expect(contents.readByCpu(3).corrupt).toBe(corrupt)
    expect(contents.isCompressed(3)).toBe(corrupt > 0)
  })

  it('is compressed anew by the next use, with new contents', () => {
    const contents = modelled()
    contents.written(3)
    contents.decompress(3, 0, 2.5 * MIB)
    contents.written(3)
    expect(contents.readByCpu(3)).toEqual({ corrupt: 2.5 * MIB, bytes: 2.5 * MIB, version: 2 })
  })

  it('is nobody else’s, and is gone with the allocation', () => {
    const contents = modelled()
    contents.add(4, MIB, MIB)
    contents.written(4)
    expect([contents.isCompressed(3), contents.isCompressed(4)]).toEqual([false, true])
    contents.remove(4)
    expect([contents.has(3), contents.has(4), contents.isCompressed(4)]).toEqual([true, false, false])
    expect(contents.readByCpu(4)).toEqual({ corrupt: 0, bytes: 0, version: 0 })
  })

  it('is modelled by at most 65,536 checksums: in 128 GiB each stands for 2 MiB', () => {
    const contents = new ContentsModel()
    contents.add(1, 128 * 1024 * MIB, MIB)
    contents.written(1)
    contents.decompress(1, 0, 1)
    expect(contents.readByCpu(1).corrupt).toBe((128 * 1024 - 2) * MIB)
  })
})
