/** What a field of a command may carry, and what not: of each kind of field a value that is right and some that are wrong. */

export interface Field {
  good: unknown
  /** each makes the command one that must not be carried out */
  bad: readonly unknown[]
  /** may be left out */
  optional?: true
}

export const NO_TEXT = [1, true, null, [], {}, ['x'], { length: 3 }, Number.NaN]
/** One for all fields: each of its own would be laid out as it is first read, and count as what messages leave behind. */
const LONG = 'x'.repeat(100_000)
export const text = (good: string, most = 100): Field => ({ good, bad: ['', 'x'.repeat(most + 1), LONG, ...NO_TEXT] })
/** of what a file may have named */
export const known = (good: string): Field => text(good, 10_000)
export const bool = (good: boolean): Field => ({ good, bad: [0, 1, 'true', '', null, [], {}] })
export const whole = (good: number, least: number, most = Number.MAX_SAFE_INTEGER): Field => ({
  good,
  bad: [least - 1, most === Number.MAX_SAFE_INTEGER ? 2 ** 53 : most + 1, least + 0.5, -1e300, 1e300, ...NO_NUMBER],
})
export const NO_NUMBER = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '1',
  '',
  null,
  [],
  [1],
  {},
  true,
  1n,
]
export const oneOf = (good: string): Field => ({
  good,
  bad: [
    `${good} `,
    good.toUpperCase() === good ? good.toLowerCase() : good.toUpperCase(),
    '',
    'nonsense',
    '__proto__',
    'toString',
    0,
    null,
    [good],
    {},
  ],
})
export const list = (good: unknown[], bad: readonly unknown[]): Field => ({
  good,
  bad: [null, {}, 'x', 1, { length: 1 }, ...bad],
})
export const maybe = (field: Field): Field => ({ ...field, optional: true })
export const orNull = (field: Field): Field => ({ ...field, bad: field.bad.filter((value) => value !== null) })
