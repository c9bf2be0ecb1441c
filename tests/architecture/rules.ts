/** The import table of the architecture, and what the layers that live on simulated time may not use. */
import { posix } from 'node:path'
import type { Source } from './source'

/** Highest first: each imports itself and what stands after it. */
export const LAYERS = ['cli', 'session', 'editor', 'policies', 'd3d12ma', 'd3d12', 'dxgkrnl', 'drivers', 'sim'] as const

/** The app and its libraries know the runtime, as a real one does, and nothing of kernel and drivers. */
const APP: ReadonlySet<string> = new Set(['editor', 'policies', 'd3d12ma'])
const KERNEL: ReadonlySet<string> = new Set(['dxgkrnl', 'drivers'])

export const CONTRACT = 'preload/contract'
/** what of it the layers of the stack know */
const STACK: ReadonlySet<string> = new Set([`${CONTRACT}/names`, `${CONTRACT}/specs`])

/** Name and version of the product: data, for the composition roots, the shell and the page. */
const PRODUCT = 'package.json'

/** Files and the time that work on them takes: Node only, for the shell, the composition roots and the command line. */
const FILES = 'main/files/'
/** The command line: its composition root and its commands, on Node without Electron. */
const CLI = 'main/cli/'
const COMMAND_LINE = `${CLI}index.ts`

/** The one file that reads the device profiles, which are data. */
const PROFILES = 'main/session/scenario/profiles.ts'

/** A page for people, as a text: the command that begins a policy writes it, and Help shows it. */
const GUIDE = { page: 'resources/examples/policy/OWN-POLICY.md?raw', reader: 'main/policies/own/starter.ts' }

/** Pages for people that Help shows. */
const HELP_PAGES: ReadonlySet<string> = new Set([GUIDE.page, 'README.md?raw'])

/** Wall time, chance and timers: a run must not depend on them (SC-01). */
const NOT_DETERMINISTIC = new Set([
  'Date',
  'performance',
  'Math.random',
  'crypto.getRandomValues',
  'crypto.randomUUID',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'process.hrtime',
  'process.uptime',
  'process.nextTick',
  'queueMicrotask',
])

const DOM = new Set([
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'HTMLElement',
  'HTMLCanvasElement',
])

/** Modules that give what is forbidden by another name. */
const FORBIDDEN_MODULES = new Set(['electron', 'perf_hooks', 'timers', 'timers/promises'])

/** What works in the time of the machine and not of a simulation, with what of that it may use. */
export const WALL_TIME: Readonly<Record<string, ReadonlySet<string>>> = {
  // waits for a second to pass before it draws
  [CLI]: new Set(['setTimeout']),
  // waits for a pipe to have something, lets signals and messages through long work, and tells files of programs that have
  // ended from those of programs that run
  [FILES]: new Set(['setTimeout', 'setImmediate', 'Date', 'process.uptime']),
}

export interface Problem {
  path: string
  line: number
  message: string
}

/** Everything that breaks the table, in order of files and lines. */
export function problemsOf(sources: readonly Source[]): Problem[] {
  return sources.flatMap((source) => [
    ...source.imports.flatMap((one) => problem(source.path, one.line, importProblem(source.path, one.from))),
    ...source.imports.flatMap((one) =>
      problem(source.path, one.line, one.passedOn ? passingProblem(source.path, one.from) : null),
    ),
    ...source.uses.flatMap(({ name, line }) => problem(source.path, line, useProblem(source.path, name))),
  ])
}

function problem(path: string, line: number, message: string | null): Problem[] {
  return message === null ? [] : [{ path, line, message }]
}

function importProblem(path: string, from: string | null): string | null {
  if (from === null) return 'imports a module that is computed at run time: write its name as a string'
  const target = from.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), from)) : null
  const [process] = path.split('/')
  if (path.startsWith(`${CONTRACT}/`))
    return target?.startsWith(`${CONTRACT}/`) === true
      ? null
      : `${CONTRACT} imports nothing but itself, but imports ${from}`
  if (process === 'main') return target === null ? modulesOfMain(path, from) : importsOfMain(path, target)
  if (process === 'renderer') return target === null ? modulesOfRenderer(from) : importsOfRenderer(target)
  return target === null || target.startsWith('preload/') ? null : `preload imports nothing of ${target}`
}

/** The layer of a file in main/; undefined for the composition roots and the shell. */
function layerOf(path: string): number | undefined {
  const index = LAYERS.findIndex((layer) => path.startsWith(`main/${layer}/`))
  return index < 0 ? undefined : index
}

function importsOfMain(path: string, target: string): string | null {
  if (target === CONTRACT || target.startsWith(`${CONTRACT}/`)) return importsOfContract(path, target)
  if (target === PRODUCT && (layerOf(path) === undefined || path === COMMAND_LINE)) return null
  if (path === PROFILES && /^resources\/profiles\/[\w-]+\.json$/.test(target)) return null
  if (path === GUIDE.reader && target === GUIDE.page) return null
  if (path.startsWith(FILES))
    return target.startsWith(FILES) ? null : `${FILES} imports nothing but itself and Node's modules: found ${target}`
  if (target.startsWith(FILES) && path.startsWith(CLI)) return null
  if (!target.startsWith('main/')) return `main imports nothing outside itself but ${CONTRACT}: found ${target}`
  const from = layerOf(path)
  const to = layerOf(target)
  if (from === undefined) return rootProblem(target)
  if (to === undefined) return `${LAYERS[from]} does not import ${target}: imports point down only`
  if (APP.has(LAYERS[from] as string) && KERNEL.has(LAYERS[to] as string))
    return `${LAYERS[from]} calls the runtime, not what is below it: found ${target}`
  return to >= from ? null : `${LAYERS[from]} does not import ${LAYERS[to]}: imports point down only (${target})`
}

/** What the runtime passes on of the kernel the app and its libraries would have without importing it. */
function passingProblem(path: string, from: string | null): string | null {
  if (from === null || !from.startsWith('.') || !path.startsWith('main/d3d12/')) return null
  const to = layerOf(posix.normalize(posix.join(posix.dirname(path), from)))
  return to !== undefined && KERNEL.has(LAYERS[to] as string)
    ? `d3d12 passes nothing of ${LAYERS[to]} on: it has names of its own for what the app sees`
    : null
}

/** Below session only the vocabulary of the stack and what is asked for are known. */
function importsOfContract(path: string, target: string): string | null {
  const layer = layerOf(path)
  if (layer === LAYERS.indexOf('sim')) return `sim imports nothing outside itself, but imports ${target}`
  if (layer === undefined || layer <= LAYERS.indexOf('session') || STACK.has(target)) return null
  return `${LAYERS[layer]} knows only ${[...STACK].join(' and ')} of the contract, but imports ${target}`
}

function rootProblem(target: string): string | null {
  if (target === 'main/index' || target === 'main/cli') return `nothing imports a composition root: found ${target}`
  return null
}

function modulesOfMain(path: string, from: string): string | null {
  const layer = layerOf(path)
  if (path.startsWith(FILES) && !from.startsWith('node:'))
    return `${FILES} imports nothing but itself and Node's modules: found ${from}`
  if (layer === LAYERS.indexOf('sim')) return `sim imports nothing outside itself, but imports ${from}`
  if (layer === undefined && !path.startsWith(FILES)) return null
  const module = from.replace(/^node:/, '')
  return FORBIDDEN_MODULES.has(module) || module.startsWith('electron/')
    ? `${from} is not for layers below the shell`
    : null
}

function importsOfRenderer(target: string): string | null {
  if (target.startsWith('renderer/') || target === CONTRACT || target === PRODUCT) return null
  if (HELP_PAGES.has(target)) return null
  return `the renderer imports nothing of the other processes but ${CONTRACT}: found ${target}`
}

function modulesOfRenderer(from: string): string | null {
  if (from === 'electron' || from.startsWith('electron/') || from.startsWith('node:'))
    return `the renderer is a page in a sandbox: ${from} is not there`
  return null
}

function useProblem(path: string, name: string): string | null {
  if (layerOf(path) === undefined && !path.startsWith(FILES)) return null
  if (Object.entries(WALL_TIME).some(([folder, names]) => path.startsWith(folder) && names.has(name))) return null
  if (NOT_DETERMINISTIC.has(name))
    return `${name} has no place below the shell: use simulated time, the seeded generator`
  return DOM.has(name) || name.startsWith('window.')
    ? `${name} is the page's, and there is no page below the shell`
    : null
}
