import { describe, expect, it } from 'vitest'
import { checksumOf, submitSplitBuffer } from '../../../../main/drivers/kmd/dma-buffer'

describe('the checksum', () => {
  it('is FNV-1a over the words', () => {
    expect(checksumOf(Uint32Array.of())).toBe(0x811c9dc5)
    expect(checksumOf(Uint32Array.of(0))).toBe(0x050c5d1f)
    expect(checksumOf(Uint32Array.of(0x61))).toBe(0xe40c292c)
  })

  it('changes with every adapter for which a faulty driver changes the buffer, and not otherwise [GP-20]', () => {
    const buffer = Uint32Array.of(1, 2, 3)
    const sums = [checksumOf(buffer)]
    for (let adapter = 0; adapter < 4; adapter++) {
      submitSplitBuffer(buffer, adapter, { changesSplitBuffers: false })
      expect(checksumOf(buffer)).toBe(sums.at(-1))
      submitSplitBuffer(buffer, adapter, { changesSplitBuffers: true })
      sums.push(checksumOf(buffer))
    }
    expect(new Set(sums).size).toBe(5)
  })
})
