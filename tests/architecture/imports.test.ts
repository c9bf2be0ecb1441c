import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circlesOf, dependenciesOf } from './circles'
import { filesIn, ROOT, textOf } from './files'
import { CONTRACT, LAYERS, problemsOf, WALL_TIME } from './rules'
import { readSource, type Source } from './source'

function sourcesIn(folder: string): Source[] {
  return filesIn(folder)
    .filter((path) => /\.(ts|tsx|mts|cts|js|mjs|cjs)$/.test(path))
    .map((path) => readSource(path, textOf(path)))
}

const all = ['main', 'preload', 'renderer'].flatMap(sourcesIn)

/** The problems of one planted file, as text. */
function planted(path: string, text: string): string[] {
  return problemsOf([readSource(path, text)]).map(({ line, message }) => `${line}: ${message}`)
}

describe('the import table, over every file of the three processes', () => {
  it('holds: imports point down only, and nothing below the shell knows wall time, chance, Electron or a page', () => {
    expect(problemsOf(all).map(({ path, line, message }) => `${path}:${line}: ${message}`)).toEqual([])
  })

  it('was held over the real files, all layers that exist among them', () => {
    const layers = readdirSync(join(ROOT, 'main'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(layers.map(({ name }) => name).filter((name) => name !== 'shell')).toEqual(
      expect.arrayContaining(['session', 'editor', 'policies', 'd3d12', 'dxgkrnl', 'drivers', 'sim']),
    )
    // a folder that the table does not know would be held to nothing
    for (const { name } of layers) expect(['shell', 'files', ...LAYERS]).toContain(name)
    expect(all.filter(({ path }) => path.startsWith('main/')).flatMap(({ imports }) => imports).length).toBeGreaterThan(
      200,
    )
    expect(all.map(({ path }) => path)).toContain(`${CONTRACT}/index.ts`)
  })

  it('goes in no circle, types included: a part has the narrow port that it needs, not the whole that it belongs to', () => {
    expect(circlesOf(dependenciesOf(all.filter(({ path }) => !path.startsWith('renderer/'))))).toEqual([])
  })

  it('lets nothing be used of the time of the machine that nothing uses', () => {
    for (const [folder, names] of Object.entries(WALL_TIME)) {
      const used = all.filter(({ path }) => path.startsWith(folder)).flatMap(({ uses }) => uses.map(({ name }) => name))
      expect(used, folder).toEqual(expect.arrayContaining([...names]))
    }
  })

  it('has one writer of interface state: nothing outside renderer/store sets the state of the store', () => {
    const writers = sourcesTexts().filter(([, text]) =>
      /\buseStore\s*\.\s*setState\b|\.getState\(\)\s*\.\s*set\(/.test(text),
    )
    expect(writers.map(([path]) => path)).toEqual(['renderer/store/store.ts'])
  })
})

function sourcesTexts(): [string, string][] {
  return all.filter(({ path }) => path.startsWith('renderer/')).map(({ path }) => [path, textOf(path)])
}

describe('the import table, against planted violations', () => {
  it.each([
    ['an import', "import { x } from '../d3d12/device'"],
    ['an import of types', "import type { Device } from '../d3d12/device'"],
    ['an import of types among others', "import { type Device } from '../d3d12/device'"],
    ['an import for its effects', "import '../d3d12/device'"],
    ['an import of everything', "import * as d3d12 from '../d3d12/device'"],
    ['a re-export', "export { Device } from '../d3d12/device'"],
    ['a re-export of types', "export type { Device } from '../d3d12/device'"],
    ['a re-export of everything', "export * from '../d3d12/device'"],
    ['a dynamic import', "const later = await import('../d3d12/device')"],
    ['a type by import', "let device: import('../d3d12/device').Device"],
    ['a require', "const device = require('../d3d12/device')"],
    ['an import by assignment', "import device = require('../d3d12/device')"],
  ])('finds %s that points up', (_how, text) => {
    expect(planted('main/dxgkrnl/planted.ts', `// first line\n${text}\n`)).toEqual([
      '2: dxgkrnl does not import d3d12: imports point down only (main/d3d12/device)',
    ])
  })

  it.each([
    ['a re-export', "export { Packet } from '../dxgkrnl/vidsch/context'", 1],
    ['a re-export of types', "export type { Packet } from '../dxgkrnl/vidsch/context'", 1],
    ['a re-export of everything', "export * from '../drivers/kmd/kernel-mode-driver'", 1],
    [
      'an import that is exported',
      "import type { Packet } from '../dxgkrnl/vidsch/context'\nexport type { Packet as P }",
      1,
    ],
    [
      'an import that is used',
      "import type { Packet } from '../dxgkrnl/vidsch/context'\nexport type Own = Packet['kind']",
      0,
    ],
    ['a re-export of its own', "export { Device } from './device'", 0],
  ])('finds what the runtime passes on of the kernel: %s', (_how, text, found) => {
    expect(planted('main/d3d12/planted.ts', text)).toHaveLength(found)
    // others may: nobody above them is kept from the kernel
    expect(
      planted('main/session/planted.ts', text.replaceAll("'../d", "'../../d")).filter((line) =>
        line.includes('passes'),
      ),
    ).toEqual([])
  })

  it('finds every step upwards, and of those downwards only what passes by the runtime', () => {
    for (const [from, upper] of LAYERS.entries())
      for (const [to, lower] of LAYERS.entries()) {
        const found = planted(`main/${upper}/deep/planted.ts`, `import '../../${lower}/x'`)
        const belowRuntime = ['dxgkrnl', 'drivers'].includes(lower)
        const skips = ['editor', 'policies', 'd3d12ma'].includes(upper) && belowRuntime
        expect(found.length, `${upper} → ${lower}`).toBe(to < from || skips ? 1 : 0)
      }
  })

  it.each([
    ['main/sim/planted.ts', "import type { Frame } from '../../preload/contract'"],
    ['main/sim/planted.ts', "import { createHash } from 'node:crypto'"],
    ['main/sim/planted.ts', "import { z } from 'zod'"],
    ['main/session/planted.ts', "import { app } from 'electron'"],
    ['main/session/planted.ts', "import { start } from '../shell/application'"],
    ['main/session/planted.ts', "import { useStore } from '../../renderer/store/store'"],
    ['main/session/planted.ts', "import { expose } from '../../preload/api'"],
    ['main/session/planted.ts', "import { performance } from 'node:perf_hooks'"],
    ['main/session/planted.ts', "import { setTimeout } from 'node:timers/promises'"],
    ['main/session/planted.ts', 'const name = await import(nameOfModule)'],
    ['main/session/planted.ts', "import { version } from '../../package.json'"],
    ['main/session/planted.ts', "import integrated from '../../resources/profiles/integrated.json'"],
    ['main/session/planted.ts', "import guide from '../../resources/examples/policy/OWN-POLICY.md?raw'"],
    ['renderer/editor/planted.ts', "import licence from '../../LICENSE?raw'"],
    ['main/cli/index.ts', "import { app } from 'electron'"],
    ['main/cli/index.ts', "import { start } from '../shell/application'"],
    ['main/session/planted.ts', "import { table } from '../cli/table'"],
    ['main/shell/planted.ts', "import '../index'"],
    ['main/files/planted.ts', "import { app } from 'electron'"],
    ['main/files/planted.ts', "import { z } from 'zod'"],
    ['main/files/planted.ts', "import { log } from '../shell/log'"],
    ['main/files/planted.ts', "import { Rng } from '../sim/rng'"],
    ['main/files/planted.ts', "import { performance } from 'node:perf_hooks'"],
    ['main/session/planted.ts', "import { writeFile } from '../files/atomic-file'"],
    ['main/session/scenario/planted.ts', "import { readFile } from '../../files/bounded-read'"],
    ['main/editor/planted.ts', "import { writeFile } from '../files/atomic-file'"],
    ['main/sim/planted.ts', "import { writeFile } from '../files/atomic-file'"],
    ['preload/planted.ts', "import { writeFile } from '../main/files/atomic-file'"],
    ['renderer/planted.ts', "import { writeFile } from '../main/files/atomic-file'"],
    ['preload/contract/planted.ts', "import type { Scenario } from '../../main/session/scenario'"],
    ['preload/contract/planted.ts', "import { z } from 'zod'"],
    ['main/editor/planted.ts', "import type { Frame } from '../../preload/contract'"],
    ['main/dxgkrnl/planted.ts', "import type { GpuView } from '../../preload/contract/views/gpu'"],
    ['preload/planted.ts', "import { LiveSession } from '../main/session/live-session'"],
    ['renderer/editor/planted.tsx', "import type { World } from '../../main/session/world/world'"],
    ['renderer/editor/planted.tsx', "import { expose } from '../../preload/api'"],
    ['renderer/editor/planted.tsx', "import { ipcRenderer } from 'electron'"],
    ['renderer/editor/planted.tsx', "import { readFileSync } from 'node:fs'"],
  ])('finds in %s: %j', (path, text) => {
    expect(planted(path, text)).toHaveLength(1)
  })

  it.each([
    ['main/session/planted.ts', "import type { Frame } from '../../preload/contract'"],
    ['preload/contract/planted.ts', "import type { Speed } from './names'"],
    ['main/d3d12/planted.ts', "import type { ResourceSpec } from '../../preload/contract/specs'"],
    ['main/session/planted.ts', "import { Rng } from '../sim/rng'"],
    ['main/session/planted.ts', "import { createHash } from 'node:crypto'"],
    ['main/shell/planted.ts', "import { app } from 'electron'\nimport { LiveSession } from '../session/live-session'"],
    ['main/cli/index.ts', "import { version } from '../../package.json'"],
    ['main/cli/index.ts', "import { FileError } from '../files/file-error'"],
    ['main/cli/planted.ts', "import { AtomicFile } from '../files/atomic-file'"],
    ['main/shell/planted.ts', "import { writeFile } from '../files/atomic-file'"],
    ['main/files/planted.ts', "import { openSync } from 'node:fs'\nimport { FileError } from './file-error'"],
    ['main/shell/planted.ts', 'setTimeout(() => {}, Date.now())'],
    ['renderer/editor/planted.tsx', "import type { Frame } from '../../preload/contract'\nimport '../styles/x.css'"],
    ['preload/planted.ts', "import { ipcRenderer } from 'electron'\nimport type { Frame } from './contract'"],
  ])('allows in %s: %j', (path, text) => {
    expect(planted(path, text)).toEqual([])
  })

  it.each([
    'const t = Date.now()',
    'const t = new Date()',
    'const now = Date',
    'const t = globalThis.Date.now()',
    "const t = globalThis['performance'].now()",
    'const t = performance.now()',
    'const r = Math.random()',
    "const r = Math['random']()",
    'const { now } = performance',
    'setTimeout(() => {}, 1)',
    'const timer = { start: setInterval }',
    'const t = process.hrtime.bigint()',
    'document.title = "x"',
    'const width = window.innerWidth',
    'class View { element = new HTMLElement() }',
  ])('finds below the shell: %s', (text) => {
    for (const layer of LAYERS.filter((name) => name !== 'cli'))
      expect(planted(`main/${layer}/planted.ts`, text), layer).toHaveLength(1)
  })

  it.each([
    ['main/cli/planted.ts', 'const t = Date.now()'],
    ['main/cli/planted.ts', 'const t = performance.now()'],
    ['main/cli/planted.ts', 'const r = Math.random()'],
    ['main/cli/planted.ts', 'document.title = "x"'],
    ['main/files/planted.ts', 'const t = performance.now()'],
    ['main/files/planted.ts', 'const r = Math.random()'],
    ['main/files/planted.ts', 'const timer = { start: setInterval }'],
    ['main/cli/planted.ts', 'setImmediate(() => {})'],
    ['main/session/planted.ts', 'setImmediate(() => {})'],
  ])('finds in %s: %s', (path, text) => {
    expect(planted(path, text)).toHaveLength(1)
  })

  it.each([
    'const { random } = this.rng; const x = Math.max(random, Math.floor(1))',
    'const view = { document: 1, Date: 2 }; const x = view.document + view.Date',
    'function show(window: number) { return window }',
    'class Clock { now() { return 0 } performance = 1 }',
    'interface Settings { window: number; location: string }',
    'const shown = "Date.now()" // performance.now()',
  ])('leaves alone what only looks like it: %s', (text) => {
    expect(planted('main/session/planted.ts', text)).toEqual([])
  })
})
