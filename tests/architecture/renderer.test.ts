/** What holds of the renderer's folders: who imports whom, how many files lie in one, how long a file is (architecture). */
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circlesOf, dependenciesOf } from './circles'
import { filesIn, textOf } from './files'
import { MOST_FILES, MOST_LINES } from './most'
import { readSource, type Source } from './source'
import { literal, parse, visit } from './syntax'

/** Know no instrument and no part of the editor: both are made of them. */
const FOUNDATIONS = ['frame', 'store', 'canvas', 'charts', 'widgets']
/** What several instruments share. */
const SHARED_INSTRUMENT = 'lanes'

const isCode = (path: string): boolean => /\.tsx?$/.test(path)

const files = filesIn('renderer')
const sources = files.filter(isCode).map((path) => readSource(path, textOf(path)))

/** The folder of an instrument that a path lies in; undefined: in none. */
const instrumentOf = (path: string): string | undefined => /^renderer\/instruments\/([^/]+)\//.exec(path)?.[1]

function problemsOf({ path, imports }: Source): string[] {
  const foundation = FOUNDATIONS.find((folder) => path.startsWith(`renderer/${folder}/`))
  const instrument = instrumentOf(path)
  return imports.flatMap(({ from, line }) => {
    if (from === null || !from.startsWith('.')) return []
    const target = posix.join(posix.dirname(path), from)
    if (foundation !== undefined && /^renderer\/(instruments|editor)\//.test(target))
      return [`${path}:${line}: ${foundation} knows no instrument and no part of the editor: ${target}`]
    const other = instrumentOf(target)
    if (instrument === undefined || other === undefined || other === instrument || other === SHARED_INSTRUMENT)
      return []
    return [`${path}:${line}: no instrument imports another: ${target}`]
  })
}

describe('the imports of the renderer', () => {
  it('are of no instrument in what instruments are made of, nor of one instrument in another', () => {
    expect(sources.length).toBeGreaterThan(200)
    for (const folder of FOUNDATIONS)
      expect(
        sources.some(({ path }) => path.startsWith(`renderer/${folder}/`)),
        folder,
      ).toBe(true)
    expect(sources.flatMap(problemsOf)).toEqual([])
  })

  it('go in no circle', () => {
    expect(circlesOf(dependenciesOf(sources))).toEqual([])
  })

  it.each([
    ['renderer/canvas/planted.ts', "import { x } from '../instruments/gpu/text'"],
    ['renderer/store/tabs/planted.ts', "import type { Plan } from '../../editor/preview/plan'"],
    ['renderer/widgets/planted.tsx', "import '../instruments/lanes/panel.css'"],
    ['renderer/instruments/gpu/planted.ts', "import { x } from '../memory/chart/data'"],
    ['renderer/instruments/gpu/lanes/planted.ts', "import '../../background/tab.css'"],
    ['renderer/instruments/lanes/planted.ts', "import { x } from '../gpu/text'"],
  ])('are found in %s: %s', (path, text) => {
    expect(problemsOf(readSource(path, text))).toHaveLength(1)
  })

  it.each([
    ['renderer/instruments/gpu/lanes/planted.ts', "import { x } from '../../lanes/time'\nimport { y } from '../text'"],
    ['renderer/instruments/planted.tsx', "import { GpuTab } from './gpu/tab'"],
    ['renderer/editor/system/planted.tsx', "import { GpuSettings } from '../../instruments/gpu/settings'"],
    ['renderer/canvas/planted.ts', "import { x } from '../widgets/format'\nimport { useEffect } from 'react'"],
  ])('are allowed in %s: %s', (path, text) => {
    expect(problemsOf(readSource(path, text))).toEqual([])
  })
})

describe('the folders of the renderer', () => {
  it(`hold at most ${MOST_FILES} files of code each`, () => {
    const counts = new Map<string, number>()
    for (const path of files.filter(isCode)) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([])
  })

  it(`hold files of at most ${MOST_LINES} lines, style sheets too`, () => {
    const long = files.filter((path) => textOf(path).split('\n').length - 1 > MOST_LINES)
    expect(long).toEqual([])
  })

  it('have every style sheet beside the code that imports it, but for what is global', () => {
    const imported = new Set(
      sources.flatMap(({ path, imports }) =>
        imports.flatMap(({ from }) => (from?.endsWith('.css') ? [posix.join(posix.dirname(path), from)] : [])),
      ),
    )
    const sheets = files.filter((path) => path.endsWith('.css') && !path.startsWith('renderer/styles/'))
    expect(sheets.filter((path) => !imported.has(path))).toEqual([])
    for (const sheet of sheets) {
      const users = sources.filter(({ path, imports }) =>
        imports.some(({ from }) => from?.endsWith('.css') && posix.join(posix.dirname(path), from) === sheet),
      )
      expect(
        users.some(({ path }) => posix.dirname(path) === posix.dirname(sheet)),
        `${sheet} is imported from its own folder`,
      ).toBe(true)
    }
  })
})

/** Texts with a typewriter's apostrophe in a word, or behind one: what is between tags, and literals with words in them. */
function straightIn(path: string, text: string): string[] {
  const found: string[] = []
  const { program, lineOf } = parse(path, text)
  visit(program, (node) => {
    const written = node.type === 'TemplateElement' ? (node.value as { raw: string }).raw : literal(node)
    if (written !== null && /\p{L}'(?:\p{L}| )/u.test(written)) found.push(`${path}:${lineOf(node)}: ${written}`)
  })
  return found
}

describe('the texts of the renderer', () => {
  /** what a graphics driver reads, where comments have what a keyboard has */
  const isShader = (path: string): boolean => path.startsWith('renderer/editor/preview/shaders/')

  it('have one form of apostrophe, ’', () => {
    const texts = files.filter((path) => isCode(path) && !isShader(path))
    expect(texts.flatMap((path) => straightIn(path, textOf(path)))).toEqual([])
  })

  it.each([
    ['renderer/planted.tsx', `const a = <p title="the app's">x</p>`],
    ['renderer/planted.tsx', `const a = <p>the app's</p>`],
    ['renderer/planted.ts', `const a = "the apps' budgets"`],
    ['renderer/planted.ts', "const a = `the driver's caps`"],
  ])('have none of another, as in %s: %s', (path, text) => {
    expect(straightIn(path, text)).toHaveLength(1)
  })

  it('may have it in code: what is quoted, and what a comment says', () => {
    expect(straightIn('renderer/planted.ts', `// the app's\nconst a = "[role='tab']"\nconst b = 'the app’s'`)).toEqual(
      [],
    )
  })
})

describe('what there is one of in the renderer', () => {
  const usersOf = (pattern: RegExp): string[] => files.filter((path) => isCode(path) && pattern.test(textOf(path)))

  it('is one loop of animation frames', () => {
    expect(usersOf(/\b(request|cancel)AnimationFrame\b/)).toEqual(['renderer/frame/scheduler.ts'])
  })

  it('is one store', () => {
    expect(usersOf(/\bfrom 'zustand/)).toEqual(['renderer/store/store.ts'])
  })

  it('is one place that asks a canvas for a context to draw pictures with, and one that makes patterns', () => {
    expect(usersOf(/\bcreatePattern\(/)).toEqual(['renderer/canvas/hatch.ts'])
    // the Preview has canvases of its own: pixels that come from WebGL, and the text of the clip
    const contexts = usersOf(/\.getContext\('2d'/).filter((path) => !path.startsWith('renderer/editor/preview/'))
    expect(contexts).toEqual(['renderer/canvas/context.ts', 'renderer/canvas/hatch.ts'])
  })
})
