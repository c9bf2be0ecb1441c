/**
 * Scalars whose value is known, and the operations on them that give the same bits on every GPU (BP-25): integers and
 * comparisons, and of floating-point ones those whose result is exact. GLSL lets division and most functions differ by
 * some units in the last place, so those are never computed here.
 */
import type { GroupNode } from '@shaderfrog/glsl-parser/ast'
import { type AstNode, withoutComments } from './syntax'

export type ScalarType = 'int' | 'uint' | 'float' | 'bool'

/** A bool is 0 or 1. */
export interface Scalar {
  readonly type: ScalarType
  readonly value: number
}

const SMALLEST_NORMAL = 2 ** -126

/** @returns null for what is not the same everywhere: infinities, NaN, denormals (which may be flushed), and −0 */
function float(value: number): Scalar | null {
  if (!Number.isFinite(value) || Math.fround(value) !== value || Object.is(value, -0)) return null
  return value !== 0 && Math.abs(value) < SMALLEST_NORMAL ? null : { type: 'float', value }
}

/** A signed number of 32 bits, which wraps around. @param value its lowest 32 bits count */
export const int = (value: number): Scalar => ({ type: 'int', value: value | 0 })
/** An unsigned number of 32 bits, which wraps around. @param value its lowest 32 bits count */
export const uint = (value: number): Scalar => ({ type: 'uint', value: value >>> 0 })
/** A truth value, as 1 or 0. */
const bool = (value: boolean): Scalar => ({ type: 'bool', value: value ? 1 : 0 })

/**
 * A value as it is bound to a uniform of this type: a float is rounded to 32 bits.
 * @param value in the constant's own unit
 */
export function boundScalar(type: ScalarType, value: number): Scalar | null {
  if (type === 'float') return float(Math.fround(value))
  if (type === 'bool') return bool(value !== 0)
  return type === 'int' ? int(value) : uint(value)
}

/** Whether both are the same value of the same type; NaN is none, -0 is 0. */
export function sameScalar(a: Scalar | null, b: Scalar | null): boolean {
  return a === b || (a !== null && b !== null && a.type === b.type && a.value === b.value)
}

/** The value that a literal in the source has. */
export function literalValue(node: AstNode): Scalar | null {
  if (node.type === 'bool_constant') return bool(node.token === 'true')
  if (node.type === 'int_constant' || node.type === 'uint_constant') {
    // the parser calls an unsigned literal an int_constant, too
    const digits = node.token.replace(/u$/i, '')
    const value = integerOf(digits)
    return digits === node.token && node.type === 'int_constant' ? int(value) : uint(value)
  }
  return node.type === 'float_constant' ? float(Math.fround(Number(node.token.replace(/f$/i, '')))) : null
}

function integerOf(token: string): number {
  return /^0[0-7]+$/.test(token) ? Number.parseInt(token, 8) : Number(token)
}

/** Within what values are the same on every GPU: a shader may ask for less than full precision. */
export interface Reliable {
  /** of integers */
  readonly most: number
  /** floats are computed with 24 bits */
  readonly wide: boolean
}

/** @param source GLSL ES 3.00; without `precision highp int` the integers of a fragment shader may have 16 bits */
export function reliableIn(source: string): Reliable {
  const code = withoutComments(source)
    .replace(/\b(lowp|mediump|highp)\s+[iu]?sampler/g, 'sampler')
    // the driver's own is never computed with
    .replace(/\blowp vec4 driverAny/g, '')
  if (/\blowp\b/.test(code)) return { most: 255, wide: false }
  const narrow = /\bmediump\b/.test(code)
  const wideInt = !narrow && /\bprecision\s+highp\s+int\b/.test(code)
  return { most: wideInt ? 2 ** 32 : 2 ** 15 - 1, wide: !narrow }
}

/** Whether any implementation holds this value exactly in the precision at hand. */
export function reliable({ type, value }: Scalar, { most, wide }: Reliable): boolean {
  if (type === 'bool') return true
  if (type !== 'float') return Math.abs(value) <= most
  // small whole numbers and halves are exact in any of GLSL's precisions that has a range for them
  return wide || (Number.isInteger(value * 2) && Math.abs(value) <= (most > 255 ? 1024 : 1.5))
}

/** A literal that reads as just this value, with the space that follows it; a negative one stands in parentheses. */
export function literalOf({ type, value }: Scalar, whitespace = ''): AstNode {
  if (value >= 0) return positiveLiteral(type, value, whitespace)
  const operator = { type: 'literal', literal: '-', whitespace: '' } as const
  return {
    type: 'group',
    lp: { type: 'literal', literal: '(', whitespace: '' },
    expression: { type: 'unary', operator, expression: positiveLiteral(type, -value, '') },
    rp: { type: 'literal', literal: ')', whitespace },
  }
}

function positiveLiteral(type: ScalarType, value: number, whitespace: string): GroupNode['expression'] {
  if (type === 'bool') return { type: 'bool_constant', token: value === 0 ? 'false' : 'true', whitespace }
  if (type === 'int') return { type: 'int_constant', token: String(value), whitespace }
  if (type === 'uint') return { type: 'uint_constant', token: `${value}u`, whitespace }
  return { type: 'float_constant', token: floatToken(value), whitespace }
}

/** The shortest decimal that is rounded to just this 32-bit float. */
function floatToken(value: number): string {
  let token = String(value)
  for (let digits = 1; digits <= 9; digits++) {
    token = String(Number(value.toPrecision(digits)))
    if (Math.fround(Number(token)) === value) break
  }
  return /[.e]/.test(token) ? token : `${token}.0`
}

/**
 * What an operator makes of a value.
 * @returns null where GLSL has no such operation
 */
export function unary(operator: string, { type, value }: Scalar): Scalar | null {
  if (operator === '!') return type === 'bool' ? bool(value === 0) : null
  if (type === 'bool') return null
  if (operator === '+') return { type, value }
  if (operator === '-') return type === 'float' ? float(-value) : type === 'int' ? int(-value) : uint(-value)
  if (operator === '~' && type !== 'float') return type === 'int' ? int(~value) : uint(~value)
  return null
}

/** @returns null where the types do not fit, or the result is not the same everywhere */
export function binary(operator: string, a: Scalar, b: Scalar): Scalar | null {
  if (a.type !== b.type) return null
  const compared = comparison(operator, a, b)
  if (compared !== null) return bool(compared)
  if (a.type === 'bool') return logical(operator, a.value !== 0, b.value !== 0)
  if (a.type === 'float') return exactFloat(operator, a.value, b.value)
  return integer(operator, a.value, b.value, a.type === 'int' ? int : uint)
}

function comparison(operator: string, a: Scalar, b: Scalar): boolean | null {
  if (operator === '==') return a.value === b.value
  if (operator === '!=') return a.value !== b.value
  if (a.type === 'bool') return null
  if (operator === '<') return a.value < b.value
  if (operator === '<=') return a.value <= b.value
  if (operator === '>') return a.value > b.value
  return operator === '>=' ? a.value >= b.value : null
}

function logical(operator: string, a: boolean, b: boolean): Scalar | null {
  if (operator === '&&') return bool(a && b)
  if (operator === '||') return bool(a || b)
  return operator === '^^' ? bool(a !== b) : null
}

function exactFloat(operator: string, a: number, b: number): Scalar | null {
  // the product of two 32-bit floats is exact in 64 bits
  if (operator === '*') return float(a * b)
  if (operator === '+') return exactSum(a, b)
  return operator === '-' ? exactSum(a, -b) : null
}

/** Knuth's two-sum: the rounding error of a sum is known, and has to be nothing. */
function exactSum(a: number, b: number): Scalar | null {
  const sum = a + b
  const part = sum - a
  const error = a - (sum - part) + (b - part)
  return error === 0 ? float(sum) : null
}

function integer(operator: string, a: number, b: number, wrap: (value: number) => Scalar): Scalar | null {
  if (operator === '+') return wrap(a + b)
  if (operator === '-') return wrap(a - b)
  if (operator === '*') return wrap(Math.imul(a, b))
  if (operator === '&') return wrap(a & b)
  if (operator === '|') return wrap(a | b)
  if (operator === '^') return wrap(a ^ b)
  // GLSL leaves these open for negative operands, a divisor of 0 and shifts by 32 or more
  if (a < 0 || b < 0) return null
  if (operator === '/') return b === 0 ? null : wrap(Math.floor(a / b))
  if (operator === '%') return b === 0 ? null : wrap(a % b)
  if (b > 31) return null
  if (operator === '<<') return wrap(a << b)
  return operator === '>>' ? wrap(a >>> b) : null
}

/** Conversions and the functions whose result is one of their arguments or a whole number. */
export function call(name: string, args: readonly Scalar[]): Scalar | null {
  const [first, ...others] = args
  if (first === undefined) return null
  if (others.length === 0) return converted(name, first) ?? ofOne(name, first)
  if (others.some(({ type }) => type !== first.type) || first.type === 'bool') return null
  const values = others.map(({ value }) => value)
  if (args.length === 2 && name === 'min') return { ...first, value: Math.min(first.value, ...values) }
  if (args.length === 2 && name === 'max') return { ...first, value: Math.max(first.value, ...values) }
  const [low, high] = values
  // without a defined result where the bounds cross
  if (args.length !== 3 || name !== 'clamp' || low === undefined || high === undefined || low > high) return null
  return { ...first, value: Math.min(Math.max(first.value, low), high) }
}

function converted(name: string, { type, value }: Scalar): Scalar | null {
  if (name === 'float') return float(Math.fround(value) === value ? value : Number.NaN)
  if (name === 'bool') return bool(value !== 0)
  if (name !== 'int' && name !== 'uint') return null
  if (type !== 'float') return name === 'int' ? int(value) : uint(value)
  const whole = Math.trunc(value)
  if (name === 'int') return Math.abs(whole) < 2 ** 31 ? int(whole) : null
  // undefined for all that is negative, also where nothing is left of it
  return value >= 0 && whole < 2 ** 32 ? uint(whole) : null
}

function ofOne(name: string, { type, value }: Scalar): Scalar | null {
  if (type === 'bool' || type === 'uint') return null
  const make = type === 'int' ? int : float
  if (name === 'abs') return type === 'int' && value === -(2 ** 31) ? null : make(Math.abs(value))
  if (name === 'sign') return make(Math.sign(value))
  if (type === 'int') return null
  if (name === 'floor') return make(Math.floor(value))
  if (name === 'ceil') return make(Math.ceil(value) + 0)
  return name === 'trunc' ? make(Math.trunc(value) + 0) : null
}
