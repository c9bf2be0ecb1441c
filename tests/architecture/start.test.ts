/** What is read before the window is seen: of each process no more than that takes, and the rest when it has been seen. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closureOf } from './closure'
import { ROOT, textOf } from './files'

const textAt = (path: string): string | null => (existsSync(join(ROOT, path)) ? textOf(path) : null)

/** Folders whose own files the main process may read first: each file of them that it does is there for the window. */
const SHELL = [
  'main/shell/',
  'main/shell/page/',
  'main/shell/window/',
  'main/shell/media/',
  'main/shell/documents/file-requests.ts',
  'main/files/',
]

/** Of what is below and of the contract single files that import nothing more. */
const LEAVES = [
  'main/session/scenario/format/units.ts',
  'main/session/scenario/text/shown.ts',
  'main/session/scenario/text/suggest.ts',
  'preload/contract/api.ts',
  'preload/contract/names.ts',
  'preload/contract/views/project.ts',
]

/** Everything of the shell that waits for the window. */
const LATER = ['main/shell/application.ts', 'main/shell/session-slot.ts', 'main/shell/frame-pump.ts']

function isOfShell(path: string): boolean {
  if (LATER.includes(path)) return false
  return SHELL.some((each) => path === each || (path.startsWith(each) && !path.slice(each.length).includes('/')))
}

describe('before the window is seen', () => {
  it('the main process reads the window, its page and its settings: nothing of the session, nothing that checks documents', () => {
    const { files, modules } = closureOf('main/index.ts', textAt)
    const paths = [...files.keys()]
    const others = paths.filter((path) => path !== 'main/index.ts' && !isOfShell(path))
    expect(others.sort()).toEqual(LEAVES)
    const packages = [...modules.keys()].filter((name) => !name.startsWith('node:'))
    expect(packages.sort()).toEqual(['electron', 'leven'])
    // what the list is about is there
    expect(paths).toEqual(expect.arrayContaining(['main/shell/window/main-window.ts', 'main/shell/settings.ts']))
    expect(LATER.filter((path) => textAt(path) === null)).toEqual([])
  })

  it('the page runs no more than it takes to see that it is shown', () => {
    const { files, modules } = closureOf('renderer/begin.ts', textAt)
    expect([...files.keys()].sort()).toEqual([
      'renderer/begin.ts',
      'renderer/frame/first-paint.ts',
      'renderer/frame/scheduler.ts',
    ])
    expect([...modules.keys()]).toEqual([])
  })

  it('the page reads what it opens with: none of the parts that it loads then, and what they are drawn with', () => {
    const { files, modules } = closureOf('renderer/main.tsx', textAt)
    const paths = [...files.keys()]
    const parts = [
      'renderer/shell.tsx',
      'renderer/later.ts',
      'renderer/instruments/',
      'renderer/charts/',
      'renderer/canvas/',
    ]
    expect(paths.filter((path) => parts.some((part) => path.startsWith(part)))).toEqual([])
    const drawnWith = [
      'chart.js',
      '@tanstack/react-virtual',
      'react-resizable-panels',
      'd3-hierarchy',
      'downshift',
      'zod',
    ]
    expect([...modules.keys()].filter((name) => drawnWith.includes(name))).toEqual([])
    expect(paths).toContain('renderer/editor/guide/start.tsx')
  })
})

describe('what a file imports to run', () => {
  it('is followed through all files, each with the one that brings it in', () => {
    const planted: Record<string, string> = {
      'main/a.ts': "import './b'\nimport { c } from './c'\nimport '../style.css'",
      'main/b.ts': "import { z } from 'zod'\nimport type { D } from './d'\nimport './c'\nconst e = () => import('./e')",
      'main/c/index.ts': "import '../a'",
      'style.css': '',
    }
    const { files, modules } = closureOf('main/a.ts', (path) => planted[path] ?? null)
    expect([...files]).toEqual([
      ['main/a.ts', null],
      ['main/b.ts', 'main/a.ts'],
      ['main/c/index.ts', 'main/a.ts'],
    ])
    expect([...modules]).toEqual([['zod', 'main/b.ts']])
    expect(() => closureOf('main/b.ts', (path) => (path === 'main/b.ts' ? "import './d'" : null))).toThrow(
      'main/b.ts imports ./d, which is not there',
    )
  })
})
