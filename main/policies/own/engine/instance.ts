/**
 * One QuickJS, compiled to WebAssembly, in a memory of its own (LB-15). It is given no function of ours but the question
 * whether it has worked enough: no clock, no chance, no files, no modules. So what it does depends on what it is told and
 * on nothing else, on every machine.
 */

/// <reference path="./assets.d.ts" />
import wasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url&inline'
import { stackTop, withoutLeast } from './memory'
import { FUEL, metered } from './metering'
import { type CompiledModule, type WasmGlobal, type WasmMemory, webAssembly } from './webassembly'

/** Pointers and numbers alike are 32 bit. */
type Native = (...args: number[]) => number

/**
 * What of the program is used, by the names that the release build of 0.32.0 gives its exports. The package is pinned to
 * that version; a test asks each of them for what it should do.
 */
const EXPORTS = {
  initialise: 'u',
  malloc: 'v',
  setMemoryLimit: 'y',
  setMaxStackSize: 'D',
  getUndefined: 'E',
  newRuntime: 'K',
  free: 'M',
  newContext: 'N',
  freeValue: 'P',
  freeCString: 'S',
  newString: '_',
  getString: '$',
  getProp: 'ha',
  call: 'ma',
  resolveException: 'na',
  evaluate: 'pa',
  typeOf: 'ra',
  enableInterruptHandler: 'Fa',
} as const

export type Program = Readonly<Record<keyof typeof EXPORTS, Native>>

/** bytes of a page of WebAssembly memory */
export const WASM_PAGE = 65_536
/** pages that the program gets at most, what a policy may use and its own; and those by which its memory grows at least */
const PAGES = { most: 1024, more: 4 }
/** bytes of its stack, as the release build is linked */
const STACK = 5 * 1024 * 1024

interface Compiled {
  readonly module: CompiledModule
  /** byte at which its stack begins, which falls, and what it allocates */
  readonly stack: number
}

let compiled: Compiled | undefined

/** Compiled once in each thread, when the first policy needs it: synchronously, as policies are made synchronously. */
function program(): Compiled {
  if (compiled !== undefined) return compiled
  const bytes = Buffer.from(wasm.slice(wasm.indexOf(',') + 1), 'base64')
  compiled = { module: new webAssembly.Module(metered(withoutLeast(bytes))), stack: stackTop(bytes) }
  return compiled
}

/** What a memory holds at a moment at which nothing runs in it. */
export interface MemoryContents {
  /** pages that it has */
  readonly size: number
  /** those that are not empty, by number; without what the stack alone has left */
  readonly pages: ReadonlyMap<number, Uint8Array>
}

/**
 * Pages that nothing but the stack writes: of no meaning while nothing runs.
 * @returns `from`: index of the first; `to`: index of the one behind the last
 */
export function stackPages(): { from: number; to: number } {
  const { stack } = program()
  return { from: Math.ceil((stack - STACK) / WASM_PAGE), to: Math.floor(stack / WASM_PAGE) }
}

export interface Instance {
  readonly memory: WasmMemory
  readonly program: Program
  /** turns of loops that it may still make; below 0 it has stopped for good */
  readonly fuel: WasmGlobal
}

/**
 * It has the memory that it needs and no more: the program itself asks for 16 MiB, of which it uses a few hundred KiB.
 * @param contents what its memory begins with: that of another instance [a new one, which is initialised]
 * @param mayGoOn asked again and again while it works; false ends that
 */
export function instantiate(mayGoOn: () => boolean, contents?: MemoryContents): Instance {
  const { module, stack } = program()
  const initial = contents?.size ?? Math.ceil(stack / WASM_PAGE)
  const memory = new webAssembly.Memory({ initial, maximum: PAGES.most })
  const { exports } = new webAssembly.Instance(module, { a: { a: memory, ...hostOf(memory, mayGoOn) } })
  const named = Object.entries(EXPORTS).map(([name, exported]) => [name, exports[exported] as Native])
  const fuel = exports[FUEL] as WasmGlobal
  fuel.value = 0x7fffffff
  const instance = { memory, program: Object.fromEntries(named) as Program, fuel }
  if (contents === undefined) instance.program.initialise()
  else for (const [page, bytes] of contents.pages) new Uint8Array(memory.buffer).set(bytes, page * WASM_PAGE)
  return instance
}

/** What the program asks of the system that it runs on, by the names of its imports. */
function hostOf(memory: WasmMemory, mayGoOn: () => boolean): Record<string, Native> {
  const refuse = (what: string) => () => {
    throw new Error(`the policy's engine asked for ${what}`)
  }
  return {
    b: refuse('an assertion to be reported'),
    c: () => BAD_FILE,
    d: () => BAD_FILE,
    e: () => 0,
    // no environment: no variables, of no bytes
    f: (count, bytes) => {
      const view = new DataView(memory.buffer)
      view.setUint32(count as number, 0, true)
      view.setUint32(bytes as number, 0, true)
      return 0
    },
    g: refuse('the name of a module'),
    h: refuse('a module'),
    i: () => (mayGoOn() ? 0 : 1),
    j: () => 0,
    k: (bytes) => grown(memory, (bytes as number) >>> 0),
    l: () => 0,
    m: refuse('the time of day'),
    n: refuse('the time zone'),
    o: () => BAD_FILE,
    // the moment at which it begins, of which the engine makes a seed that nothing uses
    p: () => 0,
    q: refuse('its end'),
    r: refuse('its exit'),
    s: refuse('a function'),
    t: () => 0,
  }
}

/** WASI's errno for a file that is not open */
const BAD_FILE = 8

/** @returns 1: its memory has so many bytes now · 0: it may not have them */
function grown(memory: WasmMemory, bytes: number): number {
  const size = memory.buffer.byteLength / WASM_PAGE
  const missing = Math.ceil(bytes / WASM_PAGE) - size
  if (missing <= 0) return 1
  if (size + missing > PAGES.most) return 0
  memory.grow(Math.min(Math.max(missing, PAGES.more), PAGES.most - size))
  return 1
}
