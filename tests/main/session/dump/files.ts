/** Dump files for tests: the real one, and small ones with something wrong. */
import { readFileSync } from 'node:fs'
import type { DumpFile } from '../../../../main/session/dump/schema'

/** A real one, of the Vulkan sibling. */
export const SAMPLE = readFileSync(new URL('d3d12ma-dump-sample.json', import.meta.url))
export const sample = () => JSON.parse(SAMPLE.toString('utf8')) as Fields

export type Fields = Record<string, unknown>

export const bytesOf = (file: unknown) => Buffer.from(JSON.stringify(file, null, 2), 'utf8')

/** The file with another value at a path such as "General.API"; undefined: the field is left out. */
export function changed(file: Fields, path: string, value: unknown): Fields {
  const parts = path.split('.')
  const last = parts.pop() ?? ''
  const copy = structuredClone(file)
  let at = copy
  for (const part of parts) at = at[part] as Fields
  at[last] = value
  return copy
}

const NO_STATS = { BlockCount: 0, BlockBytes: 0, AllocationCount: 0, AllocationBytes: 0, UnusedRangeCount: 0 }

/** Of the block below: 100 bytes taken, 200 free, 300 taken, 400 free. */
export const RANGES = [
  { Offset: 0, Type: 'BUFFER', Size: 100, Usage: 8, CustomData: 'F5D987', Name: 'vertices' },
  { Offset: 100, Type: 'FREE', Size: 200 },
  { Offset: 300, Type: 'TEXTURE2D', Size: 300, Usage: 1 },
  { Offset: 600, Type: 'FREE', Size: 400 },
]

/** Where it is, as `changed` takes it. */
export const BLOCK = 'DefaultPools.DEFAULT.Blocks.7'

/** One block of 1000 bytes in the default pool of video memory. */
export function small(): Fields {
  const block = { TotalBytes: 1000, UnusedBytes: 600, Allocations: 2, UnusedRanges: 2, Suballocations: RANGES }
  return {
    General: { API: 'Direct3D 12', GPU: 'Some GPU' },
    Total: NO_STATS,
    MemoryInfo: { L0: { Budget: {}, Stats: NO_STATS } },
    DefaultPools: {
      DEFAULT: {
        PreferredBlockSize: 1000,
        Blocks: { 7: block },
        DedicatedAllocations: [{ Type: 'TEXTURE3D', Size: 5000, Usage: 0, Name: 'volume' }],
      },
    },
  } satisfies DumpFile
}
