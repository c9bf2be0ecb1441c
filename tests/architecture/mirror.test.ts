/**
 * The tests mirror the sources, see mirror.ts: every file of main/, and of the renderer every file but components, that does
 * something has a test of its own, with no exceptions. A file that is only carried out by tests about something else, from
 * several imports away, may fail far from them, or nowhere.
 */
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './files'
import { astray, hasBehaviour, importsIn, passedOnIn, unproved, type Ways } from './mirror'

const waysOf = (textOf: (path: string) => string): Ways => ({
  importsOf: (path) => importsIn(path, textOf(path)),
  passedOnBy: (path) => passedOnIn(path, textOf(path)),
})

const isCode = (path: string): boolean => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')

describe('the tests of a process', () => {
  it.each([
    ['main', 200],
    ['preload', 0],
    ['renderer', 50],
  ])('in tests/%s stand where what they prove stands', (folder, least) => {
    const tests = filesIn(`tests/${folder}`)
    expect(tests.filter((path) => /\.test\.tsx?$/.test(path)).length).toBeGreaterThan(least)
    expect(astray(tests, filesIn(folder).filter(isCode))).toEqual([])
  })
})

describe('where a test stands', () => {
  const sources = ['main/a/b.ts', 'main/a/c/d.tsx']

  it.each([
    'main/a/b',
    'main/a/b.one-side',
    'main/a/b/one-side',
    'main/a/c/d.x',
    'main/a/index',
    'main/a/index.together',
    'main/index',
  ])('is right: tests/%s.test.ts', (name) => {
    expect(astray([`tests/${name}.test.ts`], sources)).toEqual([])
  })

  it.each(['main/a/x', 'main/b', 'main/a/c', 'main/a/b/index', 'main/a/b/one-side/x', 'main/a/one-side', 'b'])(
    'is wrong: tests/%s.test.tsx',
    (name) => {
      expect(astray([`tests/${name}.test.tsx`], sources)).toEqual([`tests/${name}.test.tsx`])
    },
  )

  it('is wrong in a folder of sources under a name that none of them has, though a file is called as the folder', () => {
    expect(astray(['tests/main/a/c/x.test.ts'], [...sources, 'main/a/c.ts'])).toEqual(['tests/main/a/c/x.test.ts'])
  })

  it('is not asked of what tests have in common', () => {
    expect(astray(['tests/main/a/rig.ts'], sources)).toEqual([])
  })
})

describe('what does something', () => {
  it.each([
    ['a function', 'export function f(x: number) { return x }', true],
    ['an arrow', 'export const f = (x: number) => x + 1', true],
    ['a method', 'export class C { f() { return 1 } }', true],
    ['a constructor', 'class C { constructor(x: number) { g(x) } }', true],
    ['a class that only holds', 'export class C { a = 1; constructor(readonly x: number) {} }', false],
    ['a function that does nothing', 'export const f = () => {}', false],
    ['types and constants', 'export interface I { f(): void }\nexport const a = [1, g(2)] as const', false],
    ['what it passes on', "export { f } from './f'", false],
    ['an abstract method', 'export abstract class C { abstract f(): void }', false],
  ])('%s: %s', (_what, text, does) => {
    expect(hasBehaviour('planted.ts', text)).toBe(does)
  })
})

/** All of main/, and of the renderer what is no component: those are seen in journeys. */
const mustBeProved = (path: string): boolean =>
  path.startsWith('main/') || (path.startsWith('renderer/') && path.endsWith('.ts'))

describe('every file of main/, and of the renderer all but components, that does something', () => {
  it('has a test of its own name, or one of its folder that imports it', () => {
    const all = ['main', 'preload', 'renderer', 'tests'].flatMap(filesIn).filter(isCode)
    const doing = all.filter((path) => mustBeProved(path) && hasBehaviour(path, textOf(path)))
    expect(doing.length).toBeGreaterThan(600)
    expect(unproved(doing, all, waysOf(textOf))).toEqual([])
  })

  const proved = (files: Record<string, string>): string[] => {
    const paths = Object.keys(files)
    return unproved(
      paths.filter((path) => path.startsWith('main/')),
      paths,
      waysOf((path) => files[path] ?? ''),
    )
  }
  const [a, b, c] = ['main/f/a.ts', 'main/f/b.ts', 'main/g/c.ts']
  const byFolder = (text: string): Record<string, string> => ({ 'tests/main/f/index.both.test.ts': text })

  it.each<[string, Record<string, string>, string[]]>([
    ['by nothing', { [a]: '' }, [a]],
    ['by a test of its name', { [a]: '', 'tests/main/f/a.test.ts': '' }, []],
    ['by one side of it', { [a]: '', 'tests/main/f/a.far.test.ts': '' }, []],
    ['by one side of it, in a folder of them', { [a]: '', 'tests/main/f/a/far.test.ts': '' }, []],
    ['by none of another name', { [a]: '', [b]: '', 'tests/main/f/b.test.ts': "import '../../../main/f/a'" }, [a]],
    ["by its folder's, which imports it", { [a]: '', ...byFolder("import '../../../main/f/a'") }, []],
    [
      "by its folder's, from a file that passes it on",
      { [a]: '', [c]: "export { a } from '../f/a'", ...byFolder("import { a } from '../../../main/g/c'") },
      [c],
    ],
    [
      "by its folder's, from a file that passes all of it on",
      { [a]: '', 'main/f/index.ts': "export * from './a'", ...byFolder("import { a } from '../../../main/f'") },
      [],
    ],
    [
      "by its folder's, through another that imports it",
      { [a]: '', [b]: "import './a'", ...byFolder("import '../../../main/f/b'") },
      [a],
    ],
    [
      "by its folder's, from one that passes on what is passed on",
      {
        [a]: '',
        [b]: "export * from './a'",
        'main/f/index.ts': "export * from './b'",
        ...byFolder("import '../../../main/f'"),
      },
      [a],
    ],
    [
      "by its folder's, through what tests have in common",
      { [a]: '', 'tests/main/rig.ts': "import '../../main/f/a'", ...byFolder("import '../rig'") },
      [a],
    ],
    [
      "by its folder's, which knows its types alone",
      {
        [a]: '',
        [b]: "export type { A } from './a'",
        ...byFolder("import type { A } from '../../../main/f/a'\nimport '../../../main/f/b'"),
      },
      [a],
    ],
    ['by none of a folder above', { [a]: '', 'tests/main/index.test.ts': "import '../../main/f/a'" }, [a]],
  ])('%s', (_what, files, left) => {
    expect(proved(files)).toEqual(left)
  })
})
