import { describe, expect, it } from 'vitest'
import { formatExactBytes, formatHResult, GIB, MIB, sizeText } from '../../../renderer/widgets/format'

describe('bytes', () => {
  it('all digits are given where it matters', () => {
    expect(formatExactBytes(64 * MIB)).toBe('67,108,864 bytes')
    expect(formatExactBytes(1)).toBe('1 byte')
  })

  it.each([
    [64 * MIB, '64MiB'],
    [1.5 * GIB, '1.5GiB'],
    [1_887_424 * 1024, '1843.1875MiB'],
    [GIB, '1GiB'],
    [65_537, '65537'],
    [0, '0'],
  ])('%d is edited as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

describe('HRESULT', () => {
  it('is eight hexadecimal digits, unsigned', () => {
    expect(formatHResult(0x887a0036)).toBe('0x887A0036')
    expect(formatHResult(0x887a0036 | 0)).toBe('0x887A0036')
    expect(formatHResult(0)).toBe('0x00000000')
  })
})
