import fc from 'fast-check'
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { offsetsOf } from '../../../../../main/session/scenario/text/places'
import type { Issue, Path } from '../../../../../main/session/scenario/text/problems'

const issue = (path: Path, atKey = false): Issue => ({ path, found: '', expected: '', ...(atKey ? { atKey } : {}) })

/** Where the whole tree of the text says that it stands: the value, or what is nearest around it that is there. */
function inTree(text: string, { path, atKey }: Issue): number {
  const tree = parseTree(text) as Node
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length) as (string | number)[])
    if (node !== undefined) return atKey === true && length === path.length ? (node.parent?.offset ?? -1) : node.offset
  }
  return tree.offset
}

const TEXT = `{
  "system": { "budget": "1MiB" },
  "steps": [ { "at": 0 }, { "at": 1, "at": 2, "apply": [ "Blur", {} ] } ]
}`

test.each([
  [[], TEXT.indexOf('{')],
  [['system'], TEXT.indexOf('{ "budget"')],
  [['system', 'budget'], TEXT.indexOf('"1MiB"')],
  [['system', 'none', 'deeper'], TEXT.indexOf('{ "budget"')],
  [['steps', 0, 'at'], TEXT.indexOf('0 }')],
  // of a field that stands twice the first
  [['steps', 1, 'at'], TEXT.indexOf('1, "at"')],
  [['steps', 1, 'apply', 0], TEXT.indexOf('"Blur"')],
  [['steps', 1, 'apply', 1], TEXT.indexOf('{} ]')],
  [['steps', 2], TEXT.indexOf('[ { "at"')],
  // a list has no fields, an object no places
  [['steps', '0'], TEXT.indexOf('[ { "at"')],
  [[0], TEXT.indexOf('{')],
] as [Path, number][])('%j stands where its value begins, or what is nearest around it [SC-02]', (path, offset) => {
  expect(offsetsOf(TEXT, [issue(path)])).toEqual([offset])
})

test('a wrong name stands where the name does [SC-02]', () => {
  expect(offsetsOf(TEXT, [issue(['system', 'budget'], true), issue(['system'], true)])).toEqual([
    TEXT.indexOf('"budget"'),
    TEXT.indexOf('"system"'),
  ])
})

test('what begins with a comment of spaces, and a text that is one value, have places too [SC-02]', () => {
  expect(offsetsOf('  \n 7', [issue(['a'])])).toEqual([4])
  expect(offsetsOf('\t[ null ]', [issue([0]), issue([])])).toEqual([3, 1])
})

test('everything stands where the whole tree of the text has it, fields that stand twice included [SC-02]', () => {
  const key = fc.constantFrom('a', 'b', '0', '__proto__', 'constructor', '"\n')
  const text = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('0', ' null', '"x"', ' true '),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((fields) => {
        const parts = fields.map(([name, value]) => `${JSON.stringify(name)} : ${value}`)
        return ` {${parts.join(' ,')} }`
      }),
      fc.array(tie('value'), { maxLength: 4 }).map((items) => `[ ${items.join(', ')}]`),
    ),
  })).value
  const path = fc.array(fc.oneof(key, fc.nat(3)), { maxLength: 5 })
  const issues = fc.array(fc.tuple(path, fc.boolean()), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(text, issues, (json, asked) => {
      // a name is only ever wrong of a field
      const all = asked.map(([at, atKey]) => issue(at, atKey && typeof at.at(-1) === 'string'))
      expect(offsetsOf(json, all)).toEqual(all.map((one) => inTree(json, one)))
    }),
    { numRuns: 2000 },
  )
})
