/** SC-02: no input crashes the program. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ParseResult,
  parseScenario,
  parseScenarioText,
  problemsToText,
} from '../../../../../main/session/scenario'
import { EXAMPLE } from '../example'
import { STEPS } from '../example-steps'

/** Accepted, or refused with at least one problem that can be written. */
function expectResult(result: ParseResult): void {
  if (result.ok) expect(result.scenario.trimline).toBe(1)
  else {
    expect(result.problems.length).toBeGreaterThan(0)
    for (const { found, expected } of result.problems) expect(found.length * expected.length).toBeGreaterThan(0)
    expect(problemsToText(result.problems, 'x').endsWith('\n')).toBe(true)
  }
}

const VALID = JSON.stringify({
  ...EXAMPLE,
  steps: [...EXAMPLE.steps, ...STEPS.map(([step]) => ({ at: '40s', ...step }))],
})
const KEYS = [...new Set(VALID.match(/"[\w$-]+"(?=:)/g))].map((key) => JSON.parse(key) as string)

describe('any input', () => {
  test('random JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => expectResult(parseScenarioText(text))))
  })

  test('random JSON made of the names of the format', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<unknown>(
          1,
          0,
          -1,
          2 ** 40,
          '1s',
          '64MiB',
          true,
          false,
          null,
          'Blur',
          'hang',
          '3d',
          'copy',
          'win7',
        ),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 5 }),
      ),
    }))
    fc.assert(
      fc.property(value, (json) => expectResult(parseScenarioText(JSON.stringify(json)))),
      { numRuns: 500 },
    )
  })

  test('random text and bytes', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expectResult(parseScenarioText(text))))
    fc.assert(fc.property(fc.uint8Array(), (bytes) => expectResult(parseScenario(bytes))))
  })

  test('a valid file with a piece cut out or written over', () => {
    const piece = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('"', '{', '}', ']', ',', '-1', 'null', '[]'))
    fc.assert(
      fc.property(fc.nat(VALID.length), fc.nat(12), piece, (start, length, text) => {
        expectResult(parseScenarioText(VALID.slice(0, start) + text + VALID.slice(start + length)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('very many mistakes', () => {
  const many = <Item>(count: number, item: (i: number) => Item) => Array.from({ length: count }, (_, i) => item(i))

  test.each<[string, unknown]>([
    ['bad steps', { trimline: 1, steps: many(300_000, () => 1) }],
    ['bad names', { trimline: 1, steps: [{ at: 0, expect: { resident: many(300_000, () => 1) } }] }],
    ['unknown names', { trimline: 1, steps: many(20_000, (i) => ({ at: 0, apply: `Blurr${i}` })) }],
    [
      'unknown rules',
      { trimline: 1, steps: [{ at: 0, expect: { rules: Object.fromEntries(many(50_000, (i) => [i, 1])) } }] },
    ],
    [
      'effects that do not exist',
      { trimline: 1, steps: [{ at: 0, expect: { variants: Object.fromEntries(many(50_000, (i) => [`x${i}`, 1])) } }] },
    ],
    [
      'reserved constants',
      { trimline: 1, app: { effects: [{ constants: Object.fromEntries(many(50_000, (i) => [`gl_${i}`, 1])) }] } },
    ],
    ['bad passes', { trimline: 1, app: { effects: [{ name: 'A', passes: many(300_000, () => ({ work: 1 })) }] } }],
    [
      'work on the copy engine',
      { trimline: 1, steps: many(20_000, () => ({ at: 0, submit: { engine: 'copy', gpuTime: 1, work: {} } })) },
    ],
    [
      'names that a layout has twice',
      {
        trimline: 1,
        steps: [{ at: 0, layout: { pools: [{ name: 'A', committed: many(50_000, () => ({ size: 1, name: 'a' })) }] } }],
      },
    ],
    [
      'allocations that do not exist',
      { trimline: 1, steps: many(20_000, (i) => ({ at: 0, free: { name: `a${i}` } })) },
    ],
    [
      'pools that do not exist',
      { trimline: 1, steps: many(20_000, (i) => ({ at: 0, defragment: { pool: `a${i}` } })) },
    ],
    ['unknown fields', Object.fromEntries(many(50_000, (i) => [`field${i}`, i]))],
    ['repeated names', { trimline: 1, app: { effects: many(20_000, () => ({ name: 'A' })) } }],
  ])('%s are told up to a limit', (_name, value) => {
    const result = parseScenarioText(JSON.stringify(value))
    if (result.ok) throw new Error('accepted')
    expect(result.problems.length).toBeGreaterThanOrEqual(1000)
    expect(result.problems.length).toBeLessThan(1100)
  })
})
