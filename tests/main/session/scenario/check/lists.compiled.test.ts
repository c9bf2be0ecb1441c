/** What is read by the million is read by compiled schemas: they say the same as those that they are compiled from. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../../main/session/scenario'
import { parsedBy } from '../../../../../main/session/scenario/check/lists'
import { VALUES } from '../../../../../main/session/scenario/format/steps'
import type { Verb } from '../../../../../main/session/scenario/format/types'
import { STEPS } from '../../../../torture/mutate/every-step'

/** more often than a schema is asked before it is compiled */
const OFTEN = 150

const schemaOf = (verb: Verb) => {
  const schema = VALUES.get(verb)
  if (schema === undefined) throw new Error(`no schema of ${verb}`)
  return schema
}

/** Every place in a value: the value itself, its fields, their fields. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))]
}

/** The value with another at that place; undefined: without it. */
function changed(value: unknown, [first, ...rest]: readonly (string | number)[], other: unknown): unknown {
  if (first === undefined) return other
  const copy = structuredClone(value) as Record<string | number, unknown>
  const part = changed(copy[first], rest, other)
  if (part !== undefined) copy[first] = part
  else delete copy[first]
  return copy
}

const anything = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, -1, 0, 1.5, 2 ** 53, '', 'x', '64KiB', '1s', '1.5h', 'low', 'hang'),
  fc.constantFrom<unknown>([], {}, [1], ['x'], [null], { min: 1 }, { name: 'x' }, { more: 1 }, { call: 'end' }),
)

describe.each(Object.keys(STEPS) as Verb[])('%s', (verb) => {
  const schema = schemaOf(verb)
  for (let i = 0; i < OFTEN; i++) parsedBy(schema, STEPS[verb](i))

  it('is made as before it is asked often [SC-02]', () => {
    for (const i of [0, 1]) {
      const value = STEPS[verb](i)
      expect(parsedBy(schema, value)?.value).toStrictEqual(schema.parse(value))
    }
  })

  it('is refused, or made, as before wherever something else stands in it [SC-02, SC-04]', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1 }), fc.nat(), anything, fc.boolean(), (i, nth, other, extra) => {
        const own = STEPS[verb](i)
        const places = placesIn(own)
        const spoiled = changed(own, places[nth % places.length] ?? [], other)
        const value = extra && typeof spoiled === 'object' && spoiled !== null ? { ...spoiled, extra: 1 } : spoiled
        const before = schema.safeParse(value)
        expect(parsedBy(schema, value)?.value).toStrictEqual(before.success ? before.data : undefined)
      }),
    )
  })

  it('says the same of a mistake among many as of one alone [SC-02]', () => {
    const named = { at: 0, allocate: { name: 'x', size: '64KiB' } }
    const app = { clips: [{ name: 'clip', width: 64, height: 64 }] }
    const bad = { at: OFTEN, [verb]: { more: [{ more: 1 }] } }
    const many = Array.from({ length: OFTEN }, (_, at) => ({ at, [verb]: STEPS[verb](at) }))
    const alone = validateScenario({ trimline: 1, app, steps: [named, bad] })
    const among = validateScenario({ trimline: 1, app, steps: [named, ...many, bad] })
    expect(alone.ok).toBe(false)
    const said = (result: typeof alone, index: number) =>
      result.ok
        ? []
        : result.problems
            .filter(({ path }) => path.startsWith(`steps[${index}]`))
            .map(({ path, ...rest }) => ({ path: path.replace(`[${index}]`, ''), ...rest }))
    expect(said(among, OFTEN + 1)).toEqual(said(alone, 1))
  })
})
