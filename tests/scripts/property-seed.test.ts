/** How random tests are made to repeat, and which of them the long run takes. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyTests } from '../../scripts/testing/test-kinds.mjs'
import { DEFAULT_SEED, seedOf } from '../support/property-seed'
import { temporaryFolder } from './temporary'

describe('the seed of random tests', () => {
  test.each([
    [undefined, DEFAULT_SEED],
    ['', DEFAULT_SEED],
    ['7', 7],
    ['0', 0],
    ['-106475715', -106475715],
    ['2147483647', 2147483647],
    ['random', null],
  ])('TRIMLINE_SEED=%s', (value, seed) => {
    expect(seedOf(value)).toBe(seed)
  })

  test.each(['2147483648', '1.5', 'Random', '1e3', ' 7'])('"%s" is refused, and the message says what is', (value) => {
    expect(() => seedOf(value)).toThrow(`TRIMLINE_SEED: found "${value}", expected random or a whole number of 32 bits`)
  })

  test('is what properties start from', () => {
    const expected = seedOf(process.env.TRIMLINE_SEED)
    const { seed } = fc.check(fc.property(fc.nat(), () => true))
    if (expected === null) expect(fc.readConfigureGlobal().seed).toBeUndefined()
    else expect(seed).toBe(expected)
  })
})

test('the long run takes every test file that uses fast-check, and no other', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
  const uses = "import fc from 'fast-check'\n"
  writeFileSync(join(folder, 'b.test.ts'), uses)
  writeFileSync(join(folder, 'deep', 'er', 'a.test.tsx'), uses)
  writeFileSync(join(folder, 'plain.test.ts'), "import { test } from 'vitest'\n")
  writeFileSync(join(folder, 'programs.ts'), uses)
  writeFileSync(join(folder, 'journey.spec.ts'), uses)
  expect(propertyTests(folder)).toEqual([join(folder, 'b.test.ts'), join(folder, 'deep', 'er', 'a.test.tsx')])
})
