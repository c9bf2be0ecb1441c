import { describe, expect, it } from 'vitest'
import { bytesText, timeText } from '../../../main/session/quantity-text'

describe('bytes as a person reads them', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [1_048_575, '1024 KiB'],
    [1_048_576, '1 MiB'],
    [1_234_567, '1.18 MiB'],
    [2 ** 40, '1 TiB'],
    [2 ** 70, '1024 EiB'],
  ])('%d: %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text)
  })
})

describe('times as a person reads them', () => {
  it.each([
    [0, '0 µs'],
    [999, '999 µs'],
    [1000, '1 ms'],
    [15_625, '15.63 ms'],
    [999_999, '1000 ms'],
    [1_000_000, '1 s'],
    [90_500_000, '90.5 s'],
  ])('%d µs: %s', (us, text) => {
    expect(timeText(us)).toBe(text)
  })
})
