/** WebAssembly as far as it is used here: below the shell there are no types of pages, which is where TypeScript has it. */

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

export interface WasmGlobal {
  value: number
}

/** Compiled, and bound to no memory yet. */
export type CompiledModule = object

interface Standard {
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory
  readonly Module: new (bytes: Uint8Array) => CompiledModule
  readonly Instance: new (
    module: CompiledModule,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> }
}

/** As the standard has it, in Node and Electron alike. */
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: Standard }).WebAssembly
