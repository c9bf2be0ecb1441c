/** The looser reading of a file: what is good is kept wherever something else is bad, and what is dropped is reported. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { list, record } from '../../../../../main/session/scenario/check/lists'
import { draftOf, leftOut, partsIn, sourceOf } from '../../../../../main/session/scenario/format/draft'
import { fileSchema } from '../../../../../main/session/scenario/format/file'
import { duration, label, size, strict } from '../../../../../main/session/scenario/format/quantities'
import { stepSchema } from '../../../../../main/session/scenario/format/steps'
import { EXAMPLE } from '../example'
import { STEPS } from '../example-steps'

const step = (fields: object) => {
  const draft = draftOf(stepSchema, { at: 0, ...fields })
  if (draft === null) throw new Error('a step is an object')
  return draft
}

/** All of a draft, read out: objects and collections as objects, lists as lists. */
function readOut(draft: unknown): unknown {
  const parts = [...partsIn(draft)]
  if (parts.length === 0) return draft
  return Object.fromEntries(parts.flatMap(([part, value]) => (value === undefined ? [] : [[part, readOut(value)]])))
}

describe('the looser form of a schema', () => {
  const schema = strict(
    {
      name: label('a name'),
      size: size('bytes').prefault('1KiB'),
      time: duration('how long').optional(),
      inner: strict({ on: z.boolean().prefault(true) }, 'inner').prefault({}),
      list: list(strict({ name: label('a name') }, 'element')).prefault([{ name: 'usual' }]),
      counts: record(z.string().regex(/^[a-z]+$/), z.int()).optional(),
    },
    'an object',
  ).transform(({ name }) => name)

  test('has the fields that are good, null for those that are bad or missing, and defaults for those that are absent', () => {
    const draft = draftOf(schema, { size: 'x', time: '2ms', list: [{ name: 'a' }, 3, { name: '' }] })
    expect(draft?.name).toBeNull()
    expect(draft?.size).toBeNull()
    expect(draft?.time).toBe(2000)
    expect(draft?.inner?.on).toBe(true)
    expect([...(draft?.list ?? [])].map((element) => element?.name)).toEqual(['a', undefined, null])
    expect(draft?.list?.at(0)?.name).toBe('a')
    expect(draft?.list?.at(1)).toBeNull()
    expect(draft?.list?.at(3)).toBeUndefined()
    expect(draft?.counts).toBeUndefined()
    expect([...leftOut(draft)].map((path) => path.join('.'))).toEqual(['name', 'size', 'list.1', 'list.2.name'])
  })

  test('fills in defaults as the file would write them', () => {
    const draft = draftOf(schema, { name: 'n' })
    expect(draft?.size).toBe(1024)
    expect(draft?.list?.at(0)?.name).toBe('usual')
    expect([...leftOut(draft)]).toEqual([])
  })

  test('is null where an object, a list or a collection is none', () => {
    for (const value of [undefined, null, 3, 'x', [], true]) expect(draftOf(schema, value)).toBeNull()
    expect(draftOf(schema, { name: 'n', list: {} })?.list).toBeNull()
    expect(draftOf(schema, { name: 'n', counts: [] })?.counts).toBeNull()
    expect(draftOf(schema, { name: 'n', inner: 1 })?.inner).toBeNull()
  })

  test('has the entries of a collection whose names are good, also where what they are is bad', () => {
    const draft = draftOf(schema, { name: 'n', counts: { a: 1, B: 2, c: 'x' } })
    expect(draft?.counts?.names).toEqual(['a', 'c'])
    expect([...(draft?.counts?.entries() ?? [])]).toEqual([
      ['a', 1],
      ['c', null],
    ])
    expect([...leftOut(draft)]).toEqual([
      ['counts', 'B'],
      ['counts', 'c'],
    ])
  })

  test('takes only what an object has by itself, and tells fields that there are not', () => {
    const draft = draftOf(schema, JSON.parse('{ "name": "n", "__proto__": { "time": 1 }, "constructor": 1 }'))
    expect(draft?.time).toBeUndefined()
    expect([...leftOut(draft)]).toEqual([['__proto__'], ['constructor']])
    expect(sourceOf(draft)).toHaveProperty('constructor', 1)
    expect(sourceOf('text')).toBe('text')
  })

  test('of a choice has the form that the value has', () => {
    expect(step({ unregisterCallback: 'f' }).unregisterCallback).toEqual({ name: 'f' })
    expect(step({ unregisterCallback: 7 }).unregisterCallback).toEqual({ cookie: 7 })
    expect(readOut(step({ unregisterCallback: { cookie: 7 } }).unregisterCallback)).toEqual({ cookie: 7 })
    expect(step({ unregisterCallback: '' }).unregisterCallback).toBeNull()
  })

  test('of a choice has the form of which the least is left out, where the value has none entirely', () => {
    expect(readOut(step({ unregisterCallback: { name: 'f', other: 1 } }).unregisterCallback)).toEqual({ name: 'f' })
    const call = { call: 'begin', pool: 'P', ignore: 3, algorithm: 'none', maxBytesPerPass: -1 }
    const { defragmentation } = step({ defragmentation: call })
    expect(readOut(defragmentation)).toMatchObject({ call: 'begin', pool: 'P', ignore: null, algorithm: null })
  })
})

describe('of a whole file', () => {
  const file = { ...EXAMPLE, steps: [...EXAMPLE.steps, ...STEPS.map(([verb]) => ({ at: '40s', ...verb }))] }

  /** Paths of all that it is made of, itself first. */
  function* placesIn(value: unknown, path: (string | number)[] = []): Generator<(string | number)[]> {
    yield path
    if (typeof value !== 'object' || value === null) return
    for (const [key, part] of Object.entries(value))
      yield* placesIn(part, [...path, Array.isArray(value) ? Number(key) : key])
  }

  const places = [...placesIn(file)].filter((path) => path.length > 0)

  /** The file with something else at the place; undefined: nothing. */
  function withAt(value: unknown, [key, ...rest]: (string | number)[], bad: unknown): unknown {
    if (key === undefined) return bad
    const part = (value as Record<string | number, unknown>)[key]
    const made = withAt(part, rest, bad)
    if (Array.isArray(value)) return value.map((element, i) => (i === key ? made : element))
    const { [key]: _, ...others } = value as Record<string | number, unknown>
    return made === undefined ? others : { ...others, [key]: made }
  }

  const pathText = (path: readonly PropertyKey[]): string => path.map((part) => `/${String(part)}`).join('')

  /** Paths → what is good or bad as a whole there. */
  function leaves(draft: unknown, path: (string | number)[] = []): Map<string, unknown> {
    const parts = [...partsIn(draft)]
    if (parts.length === 0) return new Map([[pathText(path), draft]])
    return new Map(parts.flatMap(([part, value]) => [...leaves(value, [...path, part])]))
  }

  const junk = fc.constantFrom<unknown>(undefined, null, -1, 0.5, 'no such', '', true, [], {}, [1], { other: 1 })
  const broken = fc.record({ place: fc.constantFrom(...places), bad: junk })

  test('nothing is left out of one without mistakes [SC-02]', () => {
    expect([...leftOut(draftOf(fileSchema, file))]).toEqual([])
  })

  test('it has what reading it by the schema gives [SC-02]', () => {
    const draft = draftOf(fileSchema, file)
    const { system, seed, name } = fileSchema.parse(file)
    expect([draft?.seed, draft?.name]).toEqual([seed, name])
    const whole = Object.entries(system).filter(([, value]) => typeof value !== 'object')
    expect(whole.length).toBeGreaterThan(10)
    for (const [field, value] of whole) expect(readOut(draft?.system)).toHaveProperty(field, value)
  })

  test('all but what is broken is kept, wherever that is [SC-02]', () => {
    const before = leaves(draftOf(fileSchema, file))
    fc.assert(
      fc.property(broken, ({ place, bad }) => {
        const after = leaves(draftOf(fileSchema, withAt(file, place, bad)))
        // what it stands in may be another form of a choice now
        const touched = pathText(place.slice(0, 3))
        const kept = [...before].filter(([path]) => path !== touched && !path.startsWith(`${touched}/`))
        expect(kept.length).toBeGreaterThan(place.length < 2 ? 0 : 100)
        expect(kept.filter(([path, value]) => !isDeepStrictEqual(after.get(path), value))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('whatever is left out is reported: at its place, inside it, or for what it stands in [SC-02]', () => {
    let dropped = 0
    const under = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`)
    fc.assert(
      fc.property(fc.array(broken, { minLength: 1, maxLength: 3 }), (mistakes) => {
        const value = mistakes.reduce<unknown>((whole, { place, bad }) => {
          return holderIn(whole, place) ? withAt(whole, place, bad) : whole
        }, file)
        const result = fileSchema.safeParse(value)
        const reported = (result.error?.issues ?? []).flatMap((issue) =>
          issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
        )
        const all = reported.map(pathText)
        const left = [...leftOut(draftOf(fileSchema, value))].map(pathText)
        dropped += left.length
        expect(left.filter((path) => !all.some((own) => under(own, path) || under(path, own)))).toEqual([])
      }),
      { numRuns: 60 },
    )
    expect(dropped).toBeGreaterThan(30)
  })

  /** Whether what the place is in is still there. */
  function holderIn(value: unknown, place: readonly (string | number)[]): boolean {
    let holder = value
    for (const key of place.slice(0, -1)) {
      if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key)) return false
      holder = (holder as Record<string | number, unknown>)[key]
    }
    return typeof holder === 'object' && holder !== null
  }
})
