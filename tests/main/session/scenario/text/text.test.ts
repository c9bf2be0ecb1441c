import fc from 'fast-check'
import { type Node, parseTree } from 'jsonc-parser'
import { describe, expect, it } from 'vitest'
import { schemaText } from '../../../../../main/session/scenario/format/file'
import { parseScenarioText } from '../../../../../main/session/scenario/text/parse'
import { locate, readJson, readJsonText } from '../../../../../main/session/scenario/text/text'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const problems = (text: string) => {
  const read = readJsonText(text)
  return (read.ok ? read.repeats : read.problems).map(({ line, column, found }) => `${line}:${column} ${found}`)
}

/** Fields that stand in an object that has them already, by the tree of the text. */
function repeatsIn({ type, children = [] }: Node): number {
  const names = type === 'object' ? children.map(({ children: member }) => member?.[0]?.value as string) : []
  return names.length - new Set(names).size + children.reduce((total, child) => total + repeatsIn(child), 0)
}

/** How many objects and lists what the format takes lies in, at most. */
function formatDepth(): number {
  interface Part extends Record<'anyOf' | 'oneOf', Part[] | undefined> {
    $ref?: string
    type?: string
    items?: Part
    properties?: Record<string, Part>
    additionalProperties?: Part | boolean
  }
  const schema = JSON.parse(schemaText()) as Part & { $defs: Record<string, Part> }
  const depth = (part: Part): number => {
    if (part.$ref !== undefined) return depth(schema.$defs[part.$ref.replace('#/$defs/', '')] as Part)
    const { additionalProperties: others, items = [], properties = {}, anyOf = [], oneOf = [] } = part
    const within = [items, Object.values(properties), typeof others === 'object' ? others : []].flat()
    const own = part.type === 'object' || part.type === 'array' ? 1 + Math.max(0, ...within.map(depth)) : 0
    return Math.max(own, ...[...anyOf, ...oneOf].map(depth))
  }
  return depth(schema)
}

describe('JSON of a scenario [SC-02]', () => {
  it('is read with or without a byte order mark, which is none of the text', () => {
    for (const text of ['{"a": 1}', '\uFEFF{"a": 1}'])
      expect(readJson(encode(text))).toEqual({ ok: true, value: { a: 1 }, text: '{"a": 1}', repeats: [] })
  })

  it.each([
    ['{"a": 1,}', '1:9 "}"'],
    ['{\n  "a" 1\n}', '2:7 "1"'],
    ['{"a": 1 // one\n}', '1:9 "// one"'],
    ['{"a": [1', '1:9 the end of the file'],
    ['', '1:1 an empty file'],
    ['\uFEFF', '1:1 an empty file'],
    ['\n \t\n', '1:1 a file with nothing but white space'],
  ])('that is malformed is said with its place: %j', (text, said) => {
    expect(problems(text)).toContain(said)
  })

  it('may have a field twice, which is said and hides nothing else', () => {
    const read = readJsonText('{"a": 1,\n "b": {"c": 1, "c": 2},\n "a": 3}')
    expect(read).toMatchObject({
      ok: true,
      repeats: [
        { path: 'b.c', line: 2, column: 16 },
        { path: 'a', line: 3, column: 2 },
      ],
    })
  })

  it('has each field that stands twice said, wherever it stands and whatever else there is', () => {
    const field = fc.constantFrom('a', 'b', 'c:d', '"', '\\', '{', '__proto__', '')
    const { text } = fc.letrec<{ text: string; object: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 4 },
        fc
          .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), field, fc.constant(null))
          .map((v) => JSON.stringify(v)),
        tie('object'),
        fc.array(tie('text'), { maxLength: 4 }).map((elements) => `[ ${elements.join(' ,')}]`),
      ),
      object: fc
        .array(fc.tuple(field, tie('text')), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `\n${JSON.stringify(name)} : ${value}`).join(',')}}`),
    }))
    let some = 0
    fc.assert(
      fc.property(text, (json) => {
        const read = readJsonText(json)
        const repeats = repeatsIn(parseTree(json) as Node)
        expect(read).toMatchObject({ ok: true, value: JSON.parse(json), repeats: { length: repeats } })
        if (repeats > 0) some++
      }),
      { numRuns: 500 },
    )
    expect(some).toBeGreaterThan(50)
  })

  it('nests no deeper than anything in the format, whatever stands in its strings', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(readJsonText(nested(64)).ok).toBe(true)
    expect(problems(nested(65))).toEqual(['1:65 nesting deeper than 64 levels'])
    expect(readJsonText(JSON.stringify({ a: `"\\${'['.repeat(100)}` })).ok).toBe(true)
  })

  it('says of text that nests too deep how deep a scenario does [SC-02]', () => {
    const read = readJsonText('['.repeat(65))
    const [problem] = read.ok ? [] : read.problems
    expect(problem?.expected).toBe(`a scenario, which nests no deeper than ${formatDepth()}`)
  })

  it('is UTF-8: what is not is said, with what to do', () => {
    const refused = (...bytes: number[]) => {
      const read = readJson(Uint8Array.from(bytes))
      return read.ok ? null : read.problems.map(({ found, hint }) => [found, hint])
    }
    expect(refused(0xff, 0xfe, 0x7b, 0)).toEqual([['UTF-16 text', 'save the file as UTF-8']])
    expect(refused(0x22, 0xc3, 0x28, 0x22)).toEqual([['bytes that are not UTF-8', 'save the file as UTF-8']])
  })
})

it('issues are put in the order of the file, with the place of the value, or of the name where that is wrong [SC-02]', () => {
  const text = '{\n  "a": 1,\n  "b": [2, 3]\n}'
  const found = { found: 'x', expected: 'y' }
  const placed = locate(
    [
      { path: ['b', 1], ...found },
      { path: ['a'], ...found, atKey: true },
      { path: ['a'], ...found },
    ],
    text,
  )
  expect(placed.map(({ path, line, column }) => [path, line, column])).toEqual([
    ['a', 2, 3],
    ['a', 2, 8],
    ['b[1]', 3, 12],
  ])
})

it('a whole number that is too large to be exact is said as it stands in the file, not rounded [SC-02]', () => {
  const said = (seed: string) => {
    const result = parseScenarioText(`{ "trimline": 1, "seed": ${seed} }`)
    return result.ok ? 'read' : result.problems.map(({ found }) => found).join()
  }
  expect(['9007199254740991', '9007199254740993', '-9007199254740993', '1e16'].map(said)).toEqual([
    'read',
    '9007199254740993',
    '-9007199254740993',
    '10000000000000000',
  ])
})
