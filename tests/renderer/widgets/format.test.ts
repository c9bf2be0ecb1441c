import { describe, expect, it } from 'vitest'
import {
  counted,
  formatExactBytes,
  formatHResult,
  formatShare,
  GIB,
  MIB,
  sizeText,
  withSizes,
} from '../../../renderer/widgets/format'

describe('bytes', () => {
  it('all digits are given where it matters', () => {
    expect(formatExactBytes(64 * MIB)).toBe('67,108,864 bytes')
    expect(formatExactBytes(1)).toBe('1 byte')
  })

  it('those of a message of the simulation are written as everywhere else', () => {
    expect(withSizes('A.r: 67108864 bytes in pool P: 512 bytes are free in it, 3 of 4 blocks')).toBe(
      'A.r: 64 MiB in pool P: 512 B are free in it, 3 of 4 blocks',
    )
  })

  it.each([
    [64 * MIB, '64 MiB'],
    [1.5 * GIB, '1.5 GiB'],
    [1_887_424 * 1024, '1843.1875 MiB'],
    [GIB, '1 GiB'],
    [1024 * GIB, '1 TiB'],
    [1025 * GIB, '1025 GiB'],
    [65_537, '65537 B'],
    [0, '0 B'],
  ])('%d is edited as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

describe('counted', () => {
  it('has the plural for every number but one', () => {
    expect([0, 1, 2, 1024].map((count) => counted(count, 'frame'))).toEqual([
      '0 frames',
      '1 frame',
      '2 frames',
      '1,024 frames',
    ])
    expect(counted(1, 'entry', 'entries') + counted(2, 'entry', 'entries')).toBe('1 entry2 entries')
  })
})

describe('formatShare', () => {
  it('has a decimal where there is one, and says that a little is not nothing', () => {
    expect([0, 0.0002, 0.25, 0.1234, 1].map(formatShare)).toEqual(['0 %', '< 0.1 %', '25 %', '12.3 %', '100 %'])
  })
})

describe('HRESULT', () => {
  it('is eight hexadecimal digits, unsigned', () => {
    expect(formatHResult(0x887a0036)).toBe('0x887A0036')
    expect(formatHResult(0x887a0036 | 0)).toBe('0x887A0036')
    expect(formatHResult(0)).toBe('0x00000000')
  })
})
