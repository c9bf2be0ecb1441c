import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatDuration,
  formatExactBytes,
  formatHResult,
  formatTime,
  GIB,
  KIB,
  MIB,
  sizeText,
} from '../../../renderer/widgets/format'

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [64 * KIB, '64 KiB'],
    [1.5 * MIB, '1.5 MiB'],
    [64 * MIB, '64 MiB'],
    [160 * MIB + 64 * KIB, '160.1 MiB'],
    [100 * MIB, '100 MiB'],
    [3.28 * GIB, '3.28 GiB'],
  ])('%d is written %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it('all digits are given where it matters', () => {
    expect(formatExactBytes(64 * MIB)).toBe('67,108,864 bytes')
    expect(formatExactBytes(1)).toBe('1 byte')
  })

  it.each([
    [64 * MIB, '64MiB'],
    [1.5 * GIB, '1536MiB'],
    [GIB, '1GiB'],
    [65_537, '65537'],
    [0, '0'],
  ])('%d is edited as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text)
  })
})

describe('times', () => {
  it.each([
    [0, '0.000 s'],
    [999, '0.000 s'],
    [12_345_678, '12.345 s'],
    [125_000_000, '2:05.000'],
    [3_725_000_000, '1:02:05.000'],
  ])('moment %d µs is written %s', (us, text) => {
    expect(formatTime(us)).toBe(text)
  })

  it.each([
    [250, '250 µs'],
    [4_000, '4 ms'],
    [2_550, '2.55 ms'],
    [1_500_000, '1.5 s'],
    [60_000_000, '1 min'],
    [125_000_000, '2 min 5 s'],
  ])('duration %d µs is written %s', (us, text) => {
    expect(formatDuration(us)).toBe(text)
  })
})

describe('HRESULT', () => {
  it('is eight hexadecimal digits, unsigned', () => {
    expect(formatHResult(0x887a0036)).toBe('0x887A0036')
    expect(formatHResult(0x887a0036 | 0)).toBe('0x887A0036')
    expect(formatHResult(0)).toBe('0x00000000')
  })
})
