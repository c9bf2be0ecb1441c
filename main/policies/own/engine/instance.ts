/**
 * One QuickJS, compiled to WebAssembly, in a memory of its own (LB-15). It is given no function of ours but the question
 * whether it has worked enough: no clock, no chance, no files, no modules. So what it does depends on what it is told and
 * on nothing else, on every machine.
 */

/// <reference path="./assets.d.ts" />
import wasm from '@jitl/quickjs-wasmfile-release-sync/wasm?url&inline'
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
/** pages that the program asks for at least, and those that it gets at most: what a policy may use, and its own */
const PAGES = { least: 256, most: 1024 }

let compiled: CompiledModule | undefined

/** Compiled once in each thread, when the first policy needs it: synchronously, as policies are made synchronously. */
function program(): CompiledModule {
  compiled ??= new webAssembly.Module(metered(Buffer.from(wasm.slice(wasm.indexOf(',') + 1), 'base64')))
  return compiled
}

export interface Instance {
  readonly memory: WasmMemory
  readonly program: Program
  /** turns of loops that it may still make; below 0 it has stopped for good */
  readonly fuel: WasmGlobal
}

/**
 * @param contents what its memory begins with: pages of another instance, by number [a new one, which is initialised]
 * @param mayGoOn asked again and again while it works; false ends that
 */
export function instantiate(mayGoOn: () => boolean, contents?: ReadonlyMap<number, Uint8Array>): Instance {
  const pages = Math.max(PAGES.least, ...[...(contents?.keys() ?? [])].map((page) => page + 1))
  const memory = new webAssembly.Memory({ initial: pages, maximum: PAGES.most })
  const { exports } = new webAssembly.Instance(program(), { a: { a: memory, ...hostOf(memory, mayGoOn) } })
  const named = Object.entries(EXPORTS).map(([name, exported]) => [name, exports[exported] as Native])
  const fuel = exports[FUEL] as WasmGlobal
  fuel.value = 0x7fffffff
  const instance = { memory, program: Object.fromEntries(named) as Program, fuel }
  if (contents === undefined) instance.program.initialise()
  else for (const [page, bytes] of contents) new Uint8Array(memory.buffer).set(bytes, page * WASM_PAGE)
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
  const missing = Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE)
  if (missing <= 0) return 1
  if (memory.buffer.byteLength / WASM_PAGE + missing > PAGES.most) return 0
  memory.grow(missing)
  return 1
}
