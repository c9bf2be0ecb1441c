import { describe, expect, it } from 'vitest'
import {
  counted,
  formatByteSeconds,
  formatBytes,
  formatCount,
  formatDuration,
  formatExactDuration,
  formatRate,
  formatShare,
  formatTime,
  formatTimes,
} from '../../../preload/contract'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

describe('bytes as a person reads them', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KiB'],
    [1536, '1.5 KiB'],
    [64 * KIB, '64 KiB'],
    [1_048_575, '1024 KiB'],
    [1_048_576, '1 MiB'],
    [1_234_567, '1.18 MiB'],
    [160 * MIB + 64 * KIB, '160.1 MiB'],
    [3.28 * GIB, '3.28 GiB'],
    [2 ** 40, '1 TiB'],
    [2 ** 70, '1024 EiB'],
    [-1536, '-1.5 KiB'],
  ])('%d: %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('amounts beside another', () => {
  it.each([
    [0, '0.00 ×'],
    [0.001, '< 0.01 ×'],
    [0.74, '0.74 ×'],
    [0.9999, '< 1.00 ×'],
    [1, '1.00 ×'],
    [1.255, '1.26 ×'],
    [12_271_617, '12,271,617.00 ×'],
  ])('%d: %s, with commas, and nothing that is less than once as once', (times, text) => {
    expect(formatTimes(times)).toBe(text)
  })

  it.each([
    [0, '0.00'],
    [0.000_1, '< 0.01'],
    [1234.5, '1,234.50'],
  ])('%d per second: %s', (rate, text) => {
    expect(formatRate(rate)).toBe(text)
  })

  it.each([
    [0, '0 %'],
    [0.000_001, '< 0.1 %'],
    [0.123_4, '12.3 %'],
    [0.999_9, '> 99.9 %'],
    [1, '100 %'],
  ])('the share %d: %s, only none of it as none, and all as all', (share, text) => {
    expect(formatShare(share)).toBe(text)
  })
})

it.each([
  [0, '0 B·s'],
  [0.000_001, '< 1 B·s'],
  [0.499, '< 1 B·s'],
  [0.5, '1 B·s'],
  [1023.4, '1023 B·s'],
  [1.5 * GIB, '1.5 GiB·s'],
])('%d byte-seconds: %s, only none of it as none', (byteSeconds, text) => {
  expect(formatByteSeconds(byteSeconds)).toBe(text)
})

describe('moments', () => {
  it.each([
    [0, '0.000 s'],
    [999, '0.000999 s'],
    [1_000, '0.001 s'],
    [12_345_678, '12.345678 s'],
    [12_345_678.9, '12.345678 s'],
    [12_345_600, '12.345600 s'],
    [59_999_999, '59.999999 s'],
    [125_000_000, '2:05.000'],
    [3_725_000_001, '1:02:05.000001'],
    [3_725_020_000, '1:02:05.020'],
  ])('%d µs: %s, with six digits where three would lose some', (us, text) => {
    expect(formatTime(us)).toBe(text)
  })
})

describe('durations, rounded to what is shown, in hours where the clock has them', () => {
  it.each([
    [0, '0 µs'],
    [999, '999 µs'],
    [1000, '1 ms'],
    [15_625, '15.63 ms'],
    [123_456, '123.5 ms'],
    [999_949, '999.9 ms'],
    [999_950, '1 s'],
    [1_000_000, '1 s'],
    [59_994_999, '59.99 s'],
    [59_995_000, '1 min'],
    [60_000_000, '1 min'],
    [60_049_999, '1 min'],
    [60_050_000, '1 min 0.1 s'],
    [119_949_999, '1 min 59.9 s'],
    [119_950_000, '2 min'],
    [125_000_000, '2 min 5 s'],
    [201_640_000, '3 min 21.6 s'],
    [201_999_000, '3 min 22 s'],
    [3_599_949_999, '59 min 59.9 s'],
    [3_599_950_000, '1 h'],
    [3_600_000_000, '1 h'],
    [3_605_500_000, '1 h 5.5 s'],
    [3_720_000_000, '1 h 2 min'],
    [3_725_500_000, '1 h 2 min 5.5 s'],
    [7_416_100_000, '2 h 3 min 36.1 s'],
    [90_000_000_000, '25 h'],
  ])('%d µs: %s', (us, text) => {
    expect(formatDuration(us)).toBe(text)
  })
})

it.each([
  [0, '0 µs'],
  [999, '999 µs'],
  [1000, '1 ms'],
  [23_176, '23.176 ms'],
  [999_999, '999.999 ms'],
  [1_500_000, '1.5 s'],
  [3_576_176, '3.576176 s'],
  [59_999_999, '59.999999 s'],
  [125_000_000, '2 min 5 s'],
  [7_200_000_001, '2 h 0.000001 s'],
])('an exact duration of %d µs loses nothing: %s [LB-19]', (us, text) => {
  expect(formatExactDuration(us)).toBe(text)
})

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [18_805, '18,805'],
  [1_234_567_890, '1,234,567,890'],
])('a comma stands before every third digit from the right: %d', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

it('one is one, none and more are several', () => {
  expect([counted(0, 'use'), counted(1, 'use'), counted(18_805, 'use')]).toEqual(['0 uses', '1 use', '18,805 uses'])
  expect([counted(1, 'process', 'processes'), counted(2, 'process', 'processes')]).toEqual(['1 process', '2 processes'])
})
