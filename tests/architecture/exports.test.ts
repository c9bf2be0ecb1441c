/** What is exported is imported by somebody, and in main/ has a name of its own. */
import { describe, expect, it } from 'vitest'
import { type Exported, type Module, notTaken, readModule } from './exports'
import { filesIn, textOf } from './files'

const OWN = ['main', 'preload', 'renderer']
/** Take of it too: what only a test reads is exported for that. */
const OTHERS = ['tests', 'scripts']

/** Read by no import: by the compiler, and by whoever runs the file. */
const ELSEWHERE = new Set([
  'main/session/commands/schema/index.ts GATE_IS_CONTRACT',
  // the engine of policies of one's own has it as a text
  'main/policies/own/template.mjs default',
  // the library, which others import by the package's name
  ...['bound', 'checkPolicy', 'compare', 'importRecording', 'policies', 'profiles', 'run'].map(
    (name) => `main/cli/index.ts ${name}`,
  ),
])

function modulesIn(folder: string): Module[] {
  return filesIn(folder)
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .map((path) => readModule(path, textOf(path)))
}

const own = OWN.flatMap(modulesIn)

describe('exports', () => {
  const named = (exports: readonly Exported[]): string[] => exports.map(({ path, name }) => `${path} ${name}`)

  it('are each imported by somebody', () => {
    const takers = [...own, ...OTHERS.flatMap(modulesIn)]
    expect(takers.length).toBeGreaterThan(1000)
    expect(named(notTaken(own, takers)).filter((one) => !ELSEWHERE.has(one))).toEqual([])
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['nobody imports it', { 'a.ts': 'export const x = 1', 'b.ts': "import './a'" }, ['a.ts x']],
    ['by name, under another one', { 'a.ts': 'export const x = 1', 'b.ts': "import { x as y } from './a'" }, []],
    ['a type of its own', { 'a.ts': 'export interface X {}' }, ['a.ts X']],
    [
      'a type beside what it is of',
      { 'a.ts': 'export type X = 1\nexport const x: X = 1', 'b.ts': "import { x } from './a'" },
      [],
    ],
    ['as a type', { 'a.ts': 'export interface X {}', 'b.tsx': "import type { X } from './a'" }, []],
    ['all of it', { 'a.ts': 'export const x = 1', 'b.ts': "import * as a from './a'" }, []],
    ['at run time', { 'a.ts': 'export const x = 1', 'b.ts': "await import('./a.ts')" }, []],
    ['one of two', { 'a.ts': 'export const [x, { y }] = f()', 'b.ts': "import { x } from './a'" }, ['a.ts y']],
    ['through an index', { 'c/a.ts': 'export class X {}', 'c/index.ts': "export { X } from './a'" }, ['c/index.ts X']],
    [
      'of a folder',
      { 'c/index.ts': 'export function x() {}\nexport function y() {}', 'b.ts': "import { x } from './c'" },
      ['c/index.ts y'],
    ],
  ])('are found: %s', (_what, files, found) => {
    const modules = Object.entries(files).map(([path, text]) => readModule(path, text))
    expect(named(notTaken(modules, modules))).toEqual(found)
  })

  /** One name that two files give to different things; what is passed on is the same thing. */
  const twice = (modules: readonly Module[]): string[] => {
    const files = new Map<string, Set<string>>()
    for (const { path, exports, taken } of modules) {
      const passedOn = new Set(taken.map(({ name }) => name))
      for (const { name } of exports) {
        if (name !== 'default' && !passedOn.has(name)) files.set(name, (files.get(name) ?? new Set()).add(path))
      }
    }
    return [...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths].join(' '))
  }

  it('of main/ have a name of their own each', () => {
    // declarations for others have the names that those know
    const main = own.filter(({ path }) => path.startsWith('main/') && !path.endsWith('.d.ts'))
    expect(twice(main)).toEqual([])
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['two types', { 'a.ts': 'export type X = 1', 'b.ts': 'export interface X {}' }, ['X a.ts b.ts']],
    ['a type and a function', { 'a.ts': 'export type X = 1', 'b.ts': 'export function X() {}' }, ['X a.ts b.ts']],
    ['both in one file', { 'a.ts': 'export type X = 1\nexport const X = 1' }, []],
    ['passed on', { 'a.ts': 'export type X = 1', 'c/index.ts': "export type { X } from '../a'" }, []],
    ['defaults', { 'a.ts': 'export default 1', 'b.ts': 'export default 2' }, []],
  ])('of one name are found: %s', (_what, files, found) => {
    expect(twice(Object.entries(files).map(([path, text]) => readModule(path, text)))).toEqual(found)
  })
})
