/**
 * Oracle: GLSL ES 3.00 (integers of 32 bits that wrap) and IEEE 754 single precision, worked by hand. What may differ from
 * GPU to GPU has to come out as null (BP-25).
 */
import { describe, expect, it } from 'vitest'
import {
  binary,
  boundScalar,
  call,
  int,
  reliable,
  reliableIn,
  type Scalar,
  uint,
  unary,
} from '../../../../../main/drivers/umd/glsl/scalar'

const float = (value: number): Scalar => ({ type: 'float', value })
const bool = (value: 0 | 1): Scalar => ({ type: 'bool', value })
const numberOf = (scalar: Scalar | null): number | null => scalar?.value ?? null

describe('integers [BP-25]', () => {
  it.each([
    ['+', int(2_147_483_647), int(1), -2_147_483_648],
    ['-', uint(0), uint(1), 4_294_967_295],
    ['*', int(65_536), int(65_536), 0],
    ['*', uint(4_294_967_295), uint(4_294_967_295), 1],
    ['/', int(7), int(2), 3],
    ['%', int(7), int(4), 3],
    ['&', int(12), int(10), 8],
    ['|', int(12), int(10), 14],
    ['^', int(12), int(10), 6],
    ['<<', int(1), int(31), -2_147_483_648],
    ['>>', uint(2_147_483_648), uint(31), 1],
  ])('wrap: %s of %o and %o', (operator, a, b, value) => {
    expect(binary(operator, a, b)).toEqual({ type: a.type, value })
  })

  it.each([
    ['/', int(-7), int(2)],
    ['/', int(7), int(0)],
    ['%', int(7), int(-2)],
    ['>>', int(-8), int(1)],
    ['<<', int(1), int(32)],
    ['+', int(1), uint(1)],
    ['+', int(1), float(1)],
  ])('are not computed where GLSL leaves it open: %s of %o and %o', (operator, a, b) => {
    expect(binary(operator, a, b)).toBeNull()
  })

  it('are negated and complemented', () => {
    expect([unary('-', int(-2_147_483_648)), unary('~', uint(0)), unary('-', uint(1))].map(numberOf)).toEqual([
      -2_147_483_648, 4_294_967_295, 4_294_967_295,
    ])
  })
})

describe('floats [BP-25]', () => {
  it('are computed where the result is exact', () => {
    expect(numberOf(binary('+', float(0.5), float(0.25)))).toBe(0.75)
    expect(numberOf(binary('*', float(3), float(0.125)))).toBe(0.375)
    expect(numberOf(binary('-', float(1), float(4)))).toBe(-3)
  })

  it('are not where it is rounded, too large, flushed on some GPUs, or −0', () => {
    // 2^24 + 1 has no float
    expect(binary('+', float(16_777_216), float(1))).toBeNull()
    expect(binary('*', float(2 ** 100), float(2 ** 100))).toBeNull()
    expect(binary('*', float(2 ** -100), float(2 ** -30))).toBeNull()
    expect(binary('*', float(-1), float(0))).toBeNull()
    expect(unary('-', float(0))).toBeNull()
  })

  it('are never divided: that may be off in the last place', () => {
    expect(binary('/', float(1), float(2))).toBeNull()
  })

  it('are rounded to single precision when they are bound', () => {
    expect(boundScalar('float', 0.1)).toEqual({ type: 'float', value: 0.10000000149011612 })
    expect([boundScalar('float', Number.NaN), boundScalar('float', 1e300)]).toEqual([null, null])
    expect([boundScalar('int', 3.9), boundScalar('uint', -1), boundScalar('bool', 7)].map(numberOf)).toEqual([
      3, 4_294_967_295, 1,
    ])
  })
})

describe('truth values [BP-25]', () => {
  it.each([
    ['&&', bool(1), bool(0), 0],
    ['||', bool(1), bool(0), 1],
    ['^^', bool(1), bool(1), 0],
    ['<', int(1), int(2), 1],
    ['>=', float(1), float(2), 0],
    ['!=', uint(1), uint(1), 0],
  ])('come of %s of %o and %o', (operator, a, b, value) => {
    expect(binary(operator, a, b)).toEqual({ type: 'bool', value })
  })

  it('have no order, and no arithmetic', () => {
    expect([binary('<', bool(0), bool(1)), binary('+', bool(0), bool(1)), unary('-', bool(1))]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('functions [BP-25]', () => {
  it.each<[string, Scalar[], Scalar | null]>([
    ['int', [float(-2.75)], int(-2)],
    ['int', [float(3e9)], null],
    ['uint', [float(3e9)], uint(3_000_000_000)],
    ['uint', [float(-1)], null],
    ['uint', [float(-0.5)], null],
    ['float', [int(16_777_217)], null],
    ['bool', [float(0.5)], bool(1)],
    ['abs', [int(-2_147_483_648)], null],
    ['sign', [float(-3)], float(-1)],
    ['ceil', [float(-0.5)], float(0)],
    ['floor', [float(-0.5)], float(-1)],
    ['min', [int(3), int(-4)], int(-4)],
    ['clamp', [float(9), float(0), float(1)], float(1)],
    ['clamp', [float(9), float(1), float(0)], null],
    ['max', [int(1), float(2)], null],
    ['sqrt', [float(4)], null],
  ])('%s of %o', (name, args, result) => {
    expect(call(name, args)).toEqual(result)
  })
})

describe('what a shader’s precision holds on every GPU [BP-25]', () => {
  it('is 32 bits where it asks for highp, and less where it does not', () => {
    const highp = reliableIn('precision highp float;\nprecision highp int;')
    const usual = reliableIn('precision highp float;')
    const lowp = reliableIn('precision lowp float;')
    const at = (value: number) => [highp, usual, lowp].map((precision) => reliable(int(value), precision))
    expect([at(255), at(256), at(32_767), at(32_768)]).toEqual([
      [true, true, true],
      [true, true, false],
      [true, true, false],
      [true, false, false],
    ])
  })

  it('is not what a comment says', () => {
    expect(reliableIn('precision highp float; // lowp would do')).toEqual(reliableIn('precision highp float;'))
  })
})
