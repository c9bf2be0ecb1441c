/** The tests mirror the sources, see mirror.ts. */
import { describe, expect, it } from 'vitest'
import { filesIn, textOf } from './files'
import { astray, hasBehaviour, importsIn, unproved } from './mirror'

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

  it.each(['main/a/b', 'main/a/b.one-side', 'main/a/c/d.x', 'main/a/index', 'main/a/index.together', 'main/index'])(
    'is right: tests/%s.test.ts',
    (name) => {
      expect(astray([`tests/${name}.test.ts`], sources)).toEqual([])
    },
  )

  it.each(['main/a/x', 'main/b', 'main/a/c', 'main/a/b/index', 'main/a/one-side', 'b'])(
    'is wrong: tests/%s.test.tsx',
    (name) => {
      expect(astray([`tests/${name}.test.tsx`], sources)).toEqual([`tests/${name}.test.tsx`])
    },
  )

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

describe('every file of main/ that does something', () => {
  it('has a test of its own name, or one of its folder that comes to it', () => {
    const all = ['main', 'preload', 'tests'].flatMap(filesIn).filter(isCode)
    const doing = all.filter((path) => path.startsWith('main/') && hasBehaviour(path, textOf(path)))
    expect(doing.length).toBeGreaterThan(300)
    expect(unproved(doing, all, (path) => importsIn(path, textOf(path)))).toEqual([])
  })

  const proved = (files: Record<string, string>): string[] => {
    const paths = Object.keys(files)
    return unproved(
      paths.filter((path) => path.startsWith('main/')),
      paths,
      (path) => importsIn(path, files[path] ?? ''),
    )
  }
  /** Files of which each imports the next one, the first imported by the test of their folder. */
  function chain(length: number): Record<string, string> {
    const files = Array.from({ length }, (_, i) => [
      `main/f/n${i + 1}.ts`,
      i + 1 < length ? `import './n${i + 2}'` : '',
    ])
    return { ...Object.fromEntries(files), 'tests/main/f/index.test.ts': "import '../../../main/f/n1'" }
  }
  const [a, b, c] = ['main/f/a.ts', 'main/f/b.ts', 'main/g/c.ts']

  it.each<[string, Record<string, string>, string[]]>([
    ['by nothing', { [a]: '' }, [a]],
    ['by a test of its name', { [a]: '', 'tests/main/f/a.test.ts': '' }, []],
    ['by one side of it', { [a]: '', 'tests/main/f/a.far.test.ts': '' }, []],
    ['by none of another name', { [a]: '', [b]: '', 'tests/main/f/b.test.ts': "import '../../../main/f/a'" }, [a]],
    [
      "by its folder's, through another of the folder",
      { [a]: '', [b]: "import './a'", 'tests/main/f/index.both.test.ts': "import '../../../main/f/b'" },
      [],
    ],
    [
      "by its folder's, through what tests have in common",
      { [a]: '', 'tests/main/f/index.test.ts': "import '../rig'", 'tests/main/rig.ts': "import '../../main/f/a'" },
      [],
    ],
    [
      "by its folder's, though the way goes through another folder",
      { [a]: '', [c]: "import '../f/a'", 'tests/main/f/index.test.ts': "import '../../../main/g/c'" },
      [c],
    ],
    [
      "by its folder's, which knows its types alone",
      { [a]: '', 'tests/main/f/index.test.ts': "import type { A } from '../../../main/f/a'" },
      [a],
    ],
    ['by its folder’s, as far as six files further', chain(7), []],
    ['by its folder’s, and no further', chain(8), ['main/f/n8.ts']],
    ['by none of a folder above', { [a]: '', 'tests/main/index.test.ts': "import '../../main/f/a'" }, [a]],
  ])('%s', (_what, files, left) => {
    expect(proved(files)).toEqual(left)
  })
})
