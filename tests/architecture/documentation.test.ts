/** What others may call in main/ says what it does, with the errors, and the units of its numbers, where the types do not. */
import { describe, expect, it } from 'vitest'
import { type Callable, callablesIn, elsewhereIn } from './callables'
import { missingIn, undocumented } from './documentation'
import { filesIn, textOf } from './files'

type File = readonly [path: string, text: string]

const main = filesIn('main')
  .filter((path) => /\.(ts|mjs)$/.test(path))
  .map((path): File => [path, textOf(path)])
const callables = main.flatMap(([path, text]) => callablesIn(path, text))

const placed = ({ path, line, name }: Callable): string => `${path}:${line} ${name}`

function missing(files: readonly File[]): string[] {
  const elsewhere = elsewhereIn(files)
  return files
    .flatMap(([path, text]) => callablesIn(path, text))
    .flatMap((one) => missingIn(one, elsewhere).map((what) => `${placed(one)}: ${what}`))
}

/** What is missing in one text, without its places. */
const missingInText = (text: string): string[] =>
  missing([['planted.ts', text]]).map((found) => found.replace(/^\S+ /, ''))

describe('exported functions of main/', () => {
  it('are documented, each of them', () => {
    expect(callables.filter(({ isMethod }) => !isMethod).length).toBeGreaterThan(700)
    expect(undocumented(callables).map(placed)).toEqual([])
  })

  it.each([
    ['export function f() {}', ['planted.ts:1 f']],
    ['/** Does. */\nexport function f() {}\nexport async function g() {}', ['planted.ts:3 g']],
    ['/** Does. */\n\nexport function* f() {}', []],
    ['// does\nexport const f = () => 1', ['planted.ts:2 f']],
    ['/* does */\nexport const f = function () {}', ['planted.ts:2 f']],
    ['/** Does. */\nconst a = 1\nexport const f = () => a', ['planted.ts:3 f']],
    ['export default 1', ['planted.ts:1 default']],
    ['export const a = 1\nexport class C {}\nexport type T = () => void\nfunction own() {}', []],
  ])('are found: %j', (text, found) => {
    expect(undocumented(callablesIn('planted.ts', text)).map(placed)).toEqual(found)
  })
})

describe('documentation of main/', () => {
  it('says of exported functions, and of methods of exported classes, which errors and which units they have', () => {
    const methods = callables.filter(({ isMethod }) => isMethod)
    expect(methods.length).toBeGreaterThan(1500)
    expect(callables.filter(({ throws }) => throws).length).toBeGreaterThan(50)
    expect(callables.filter(({ givesHResult }) => givesHResult).length).toBeGreaterThan(100)
    expect(callables.flatMap(({ numbers }) => numbers).length).toBeGreaterThan(800)
    expect(missing(main)).toEqual([])
  })

  it.each<[string, string[]]>([
    ['/** Does. */\nexport function f() { throw new Error() }', ['f: throws']],
    ['/** Does. */\nexport function* f() { yield 1; throw new Error() }', ['f: throws']],
    ['/** Does. */\nexport const f = () => { if (a) { throw a } }', ['f: throws']],
    ['/** Does. @throws */\nexport function f() { throw a }', ['f: throws']],
    ['/** Does. @throws Error */\nexport function f() { throw a }', ['f: throws']],
    ['/** Does. @throws Error for what is none */\nexport function f() { throw a }', []],
    ['/** Does; throws for what is none. */\nexport function f() { throw a }', []],
    ['// throws for what is none\nexport function f() { throw a }', ['f: throws']],
    // what it only hands on, and what it catches itself
    ['/** Does. */\nexport function f() { return () => { throw a } }', []],
    ['/** Does. */\nexport const f = () => () => { throw a }', []],
    ['/** Does. */\nexport function f() { return new (class { g() { throw a } })() }', []],
    ['/** Does. */\nexport function f() { try { throw a } catch { return 1 } }', []],
    ['/** Does. */\nexport function f() { try { g() } catch (e) { throw e } }', ['f: throws']],
    ['/** Does. */\nexport function f() { try { throw a } finally { g() } }', ['f: throws']],
    // of classes
    ['export class C { constructor() { throw a } }', ['C.constructor: throws']],
    ['export class C { f = () => { throw a } }', ['C.f: throws']],
    ['export class C {\n  /** @throws Error when it is over */\n  get f() { throw a }\n}', []],
    ['export class C { private f() { throw a }\n protected g() { throw a }\n #h() { throw a } }', []],
    ['class C { f() { throw a } }\nfunction f() { throw a }', []],
  ])('of errors that are thrown is found: %j', (text, found) => {
    expect(missingInText(text)).toEqual(found)
  })

  it.each<[string, string[]]>([
    ['/** Does. */\nexport function f(): HResultName {}', ['f: results']],
    ['/** @returns S_OK */\nexport function f(): HResultName {}', ['f: results']],
    ['/** @returns its HRESULT */\nexport function f(): Sliced<HResultName> {}', ['f: results']],
    ['/** Does. */\nexport function f(): { hr: HResultName; one: One | null } {}', ['f: results']],
    ['/** Does. */\nexport function f(): () => HResultName {}', ['f: results']],
    ['/** Does. */\nexport function f(hr: HResultName): void {}', []],
    ['/** @returns S_OK · E_INVALIDARG: there is none */\nexport function f(): HResultName {}', []],
    ['/** @returns S_OK always */\nexport function f(): HResultName {}', []],
    ['/** @returns as g */\nexport function f(): HResultName {}', []],
    ['/** @returns S_OK · what CreateHeap returned */\nexport function f(): HResultName {}', []],
    ['/** As it is. @see g */\nexport function f(): HResultName {}', ['f: results']],
  ])('of results is found: %j', (text, found) => {
    expect(missingInText(text)).toEqual(found)
  })

  it.each<[string, string[]]>([
    ['/** Does. */\nexport function f(size: number) {}', ['f: size']],
    ['/** Does. @param size of it */\nexport function f(size: number) {}', ['f: size']],
    ['/** Does. @param size bytes */\nexport function f(size: number) {}', []],
    ['/** Does with `size` bytes. */\nexport function f(size: number) {}', []],
    // in another sentence, of another parameter, or of nothing that is named
    ['/** Does with size in bytes. */\nexport function f(size: number) {}', ['f: size']],
    ['/** Does with `size`. It has bytes. */\nexport function f(size: number) {}', ['f: size']],
    ['/** @param at µs @param size of it */\nexport function f(at: number, size: number) {}', ['f: size']],
    ['/** @param from and `to`: µs */\nexport function f(from: number, to: number) {}', []],
    ["/** @param value the constant's */\nexport function f(value: number) {}", ['f: value']],
    ["/** @param value in the constant's own unit */\nexport function f(value: number) {}", []],
    ['/** @param most segments */\nexport function f(most: number) {}', []],
    ['/** @param most that are kept */\nexport function f(most: number) {}', ['f: most']],
    ['/** Room for `most` records. */\nexport function f(most: number) {}', []],
    // names that say it
    ['/** Does. */\nexport function f(bytes: number, heldBytes: number, index: number, ms: number) {}', []],
    ['/** Does. */\nexport function f(rowCount: number, id: number, share: number, flags: number) {}', []],
    [
      '/** Does. */\nexport function f(byte: number, counter: number, length: number) {}',
      ['f: byte', 'f: counter', 'f: length'],
    ],
    // what is a number
    ['/** Does. */\nexport function f(a?: number, b = 1, c = -1, ...d: number[]) {}', ['f: a', 'f: b', 'f: c', 'f: d']],
    [
      '/** Does. */\nexport const f = (a: number | null, b: readonly number[], c = Number.NaN) => {}',
      ['f: a', 'f: b', 'f: c'],
    ],
    ['/** Does. */\nexport function f(a: string, b: Size, c = "1", d: (size: number) => void) {}', []],
    // of objects
    ['/** Does. */\nexport function f({ size }: { size: number; name: string }) {}', ['f: size']],
    ['/** Does. */\nexport function f(a: { /** bytes */ size: number; at: { t?: number } }) {}', ['f: t']],
    ['/** Does. */\nexport function f(): { size: number } {}', ['f: size']],
    ['/** @returns `size` in bytes */\nexport function f(): { size: number } | null {}', []],
    // what is returned
    ['/** Does. */\nexport function f(): number {}', ['f: f']],
    ['/** The size in bytes. */\nexport function f(): number {}', []],
    ['/** In bytes. @returns the size */\nexport function f(): number {}', ['f: f']],
    ['/** @returns bytes; null: there is none */\nexport function f(): Promise<number | null> {}', []],
    ['/** @param size bytes */\nexport function f(size: number): number {}', ['f: f']],
    ['/** Does. */\nexport function bytesOf(): number {}', []],
    ['/** Does. */\nexport function bytesFound(): number {}', ['bytesFound: bytesFound']],
    // of classes
    ['export class C { get size(): number {} }', ['C.size: size']],
    ['export class C {\n  /** bytes */\n  get size(): number {}\n}', []],
    ['export class C { set size(value: number) {} }', ['C.size: value']],
    [
      'export class C { constructor(private readonly a: number,\n /** µs */ readonly b: number) {} }',
      ['C.constructor: a'],
    ],
    ['export class C { private f(size: number) {} }', []],
    ['class C { f(size: number) {} }\nfunction f(size: number) {}', []],
  ])('of units is found: %j', (text, found) => {
    expect(missingInText(text)).toEqual(found)
  })

  const LIST = 'export class List extends Base implements Sized { add(size: number): HResultName { throw a } }'
  const SAID =
    '  /** @param size bytes @returns S_OK · E_FAIL @throws Error when it is full */\n  add(size: number): HResultName'

  it.each<[string, Record<string, string>, string[]]>([
    ['nowhere', { 'a.ts': LIST }, ['throws', 'results', 'size']],
    ['at an interface', { 'a.ts': LIST, 'b.ts': `export interface Sized {\n${SAID}\n}` }, []],
    ['at another one', { 'a.ts': LIST, 'b.ts': `export interface Other {\n${SAID}\n}` }, ['throws', 'results', 'size']],
    [
      'at another member',
      { 'a.ts': LIST, 'b.ts': `export interface Sized {\n${SAID.replace(' add', ' put')}\n}` },
      ['throws', 'results', 'size'],
    ],
    [
      'at what a class above it implements',
      { 'a.ts': `${LIST}\nexport class Base implements Deep {}`, 'b.ts': `export interface Deep {\n${SAID}\n}` },
      [],
    ],
    [
      'where it leads',
      {
        'a.ts': `export class List {\n  /** @see Sized.add */\n  add(size: number): HResultName { throw a }\n}`,
        'b.ts': `export interface Sized {\n${SAID}\n}`,
      },
      [],
    ],
    [
      'at a function where it leads',
      {
        'a.ts': '/** @see sized */\nexport function f(size: number) {}',
        'b.ts': '/** @param size bytes */\nexport function sized(size: number) {}',
      },
      [],
    ],
    [
      'where it leads in a circle',
      {
        'a.ts': '/** @see g */\nexport function f(size: number) {}\n/** @see f */\nexport function g(size: number) {}',
      },
      ['size', 'size'],
    ],
    [
      'of a parameter that is not used',
      {
        'a.ts': 'export class List implements Sized { put(_size: number) {} }',
        'b.ts': 'export interface Sized {\n  /** @param size bytes */\n  put(size: number): void\n}',
      },
      [],
    ],
  ])('is found elsewhere: %s', (_where, files, found) => {
    expect(missing(Object.entries(files)).map((one) => one.replace(/^.*: /, ''))).toEqual(found)
  })
})
