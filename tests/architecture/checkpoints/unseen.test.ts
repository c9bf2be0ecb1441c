/**
 * A checkpoint copies what it finds in the fields of objects (LB-02). What is private to the engine (`#count`) it does not
 * find: a copy would be without it, and fail where it is asked for, far from here. So everything that can be part of a
 * simulated system, or watches one, has TypeScript's `private`, which is a field as any other.
 */
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from '../files'
import { unseenIn } from './unseen'

/** No object of theirs is in a system, and each has its reason. */
const NO_PARTS = [
  // they know systems from outside, in the time of the machine
  'main/shell/',
  'main/cli/',
  'main/files/',
  // they read files, and are gone when those are read: what they give is plain
  'main/session/scenario/',
  'main/session/imports/',
  'main/drivers/umd/glsl/reading/',
]

/** Counts with each run, by the same rules as with a file. */
const PART_AMONG_THEM = 'main/session/scenario/check/totals.ts'

const paths = filesIn('main').filter((path) => path.endsWith('.ts'))
const unseen = (path: string): string[] =>
  unseenIn(path, textOf(path)).map(({ line, what }) => `${path}:${line}: ${what}`)

describe('what can be part of a simulated system', () => {
  it('has no state that goes unseen [LB-02]', () => {
    const parts = paths.filter(
      (path) => path === PART_AMONG_THEM || !NO_PARTS.some((folder) => path.startsWith(folder)),
    )
    expect(parts.length).toBeGreaterThan(400)
    expect(parts.flatMap(unseen)).toEqual([])
  })

  it.each(NO_PARTS)('is none of what is in %s, which the rule would find something in', (folder) => {
    expect(paths.filter((path) => path.startsWith(folder)).flatMap(unseen)).not.toEqual([])
  })
})

describe('goes unseen', () => {
  it.each([
    ['a private field', 'class A {\n  #count = 0\n}', [{ line: 2, what: '#count' }]],
    [
      'a private method, which only those have that were made by their class',
      'class A { #f() {} }',
      [{ line: 1, what: '#f' }],
    ],
    ['a private getter, in a class without a name', 'f(class { get #g() { return 1 } })', [{ line: 1, what: '#g' }]],
    ['what stands behind an accessor', 'class A { accessor x = 1 }', [{ line: 1, what: 'accessor x' }]],
    ['what a kind of the language keeps', 'class A extends Map {}', [{ line: 1, what: 'extends Map' }]],
    [
      'memory of a class of its own',
      'export class A extends Float64Array {}',
      [{ line: 1, what: 'extends Float64Array' }],
    ],
  ])('%s', (_what, text, found) => {
    expect(unseenIn('planted.ts', text)).toEqual(found)
  })

  it.each([
    ['what is private to TypeScript', 'class A { private count = 0; private f() {} }'],
    ['what is of the class itself', 'class A { static #all = 0; static accessor x = 1 }'],
    ['what is of another class of the project', 'class A extends B {}'],
    ['an error, which is thrown and not kept', 'class A extends Error {}'],
    ['a colour', 'const colour = "#abc" // #count'],
  ])('not: %s', (_what, text) => {
    expect(unseenIn('planted.ts', text)).toEqual([])
  })
})
