/**
 * Opens a memory dump of D3D12MA, or of its Vulkan sibling, that anybody has written (DF-23). It may be malformed in any
 * way: all that is wrong is told with its path, and nothing throws.
 *
 * The file's totals are not held against its pools: the allocator takes them before it walks through its pools, while
 * other threads go on, and on adapters of the first resource heap tier D3D12MA writes committed allocations thrice.
 */
import { DEFAULT_BLOCK_SIZE } from '../../d3d12ma/definitions'
import { POOL_FLAG_NAMES, TYPE_FREE } from '../../d3d12ma/dump/format'
import { IssueList } from '../scenario/check/lists'
import { expectedText } from '../scenario/text/expected'
import { issuesOf } from '../scenario/text/issues'
import type { Issue, Path, Problem } from '../scenario/text/problems'
import { locate, readJsonText } from '../scenario/text/text'
import { checkBlock } from './check-block'
import { decodeDump } from './decode'
import type { Dump, DumpBlock, DumpPool, DumpResource } from './dump'
import { heapOf, MEMORY_TYPES } from './heap-types'
import { type BlockFile, type DumpFile, dumpSchema, type PoolFile, type ResourceFile } from './schema'

export type DumpResult = { ok: true; dump: Dump } | { ok: false; problems: Problem[] }

/** More than anybody reads at once; the count of the others is told. */
const MAX_PROBLEMS = 20

/** @param bytes the file: UTF-8 or UTF-16, with a byte order mark or without, at most MAX_DUMP_BYTES */
export function readDump(bytes: Uint8Array): DumpResult {
  const decoded = decodeDump(bytes)
  if (!decoded.ok) return refuse([decoded.problem])
  const read = readJsonText(decoded.text, 'a memory dump, which nests no deeper than 8')
  if (!read.ok) return refuse(read.problems)
  const checked = check(read.value)
  const problems = checked.ok ? read.repeats : [...read.repeats, ...locate(checked.issues, read.text)]
  return checked.ok && problems.length === 0 ? checked : refuse(problems)
}

function refuse(problems: Problem[]): DumpResult {
  const shown = problems.slice(0, MAX_PROBLEMS)
  const others = problems.length - shown.length
  const more = { path: '', found: `${others} more like these`, expected: 'none' }
  return { ok: false, problems: others === 0 ? shown : [...shown, more] }
}

function check(value: unknown): { ok: true; dump: Dump } | { ok: false; issues: Issue[] } {
  const parsed = dumpSchema.safeParse(value, { error: expectedText })
  if (!parsed.success) return { ok: false, issues: issuesOf(parsed.error, value) }
  const issues = new IssueList()
  const reader = new PoolReader(parsed.data, issues)
  const { DefaultPools = {}, CustomPools = {}, General } = parsed.data
  const defaults = Object.entries(DefaultPools).map(([type, pool]) => reader.read(type, pool, ['DefaultPools', type]))
  const custom = Object.entries(CustomPools).flatMap(([type, pools]) =>
    pools.map((pool, i) => reader.read(type, pool, ['CustomPools', type, i], i)),
  )
  const pools = [...defaults, ...custom].filter((pool) => pool !== null)
  if (issues.issues.length > 0) return { ok: false, issues: issues.issues }
  return { ok: true, dump: { api: General.API, gpu: General.GPU, pools } }
}

class PoolReader {
  constructor(
    private readonly file: DumpFile,
    private readonly issues: IssueList,
  ) {}

  /**
   * @param index of a custom pool among those of its memory type; a default pool has none
   * @returns null with at least one issue
   */
  read(memoryType: string, pool: PoolFile, path: Path, index?: number): DumpPool | null {
    const { Flags = [], Blocks = {}, DedicatedAllocations = [], PreferredBlockSize = 0 } = pool
    const heap = heapOf(this.file, memoryType, Flags)
    if (heap === null) {
      const expected = `a memory type of ${this.file.General.API}: ${MEMORY_TYPES[this.file.General.API]}`
      this.issues.add({ path: path.slice(0, 2), found: JSON.stringify(memoryType), expected, atKey: true })
    }
    const blocks = Object.entries(Blocks).map(([id, block]) => this.block(id, block, [...path, 'Blocks', id]))
    const dedicated = DedicatedAllocations.map((allocation, i) =>
      this.dedicated(allocation, [...path, 'DedicatedAllocations', i]),
    )
    if (heap === null || !blocks.every((block) => block !== null)) return null
    const largest = blocks.reduce((size, block) => Math.max(size, block.size), 0)
    return {
      name: index === undefined ? memoryType : nameOf(pool.Name, memoryType, index),
      custom: index !== undefined,
      memoryType,
      heap,
      algorithm: Flags.includes(POOL_FLAG_NAMES.ALGORITHM_LINEAR) ? 'linear' : 'tlsf',
      alwaysCommitted: Flags.includes(POOL_FLAG_NAMES.ALWAYS_COMMITTED),
      blockSize: PreferredBlockSize || largest || DEFAULT_BLOCK_SIZE,
      blocks,
      dedicated,
    }
  }

  private block(id: string, block: BlockFile, path: Path): DumpBlock | null {
    const ranges = checkBlock(block, path, this.issues)
    if (ranges === null) return null
    const allocations = ranges.map((range) => ({ offset: range.Offset, ...resourceOf(range) }))
    return { id, size: block.TotalBytes, allocations }
  }

  private dedicated(allocation: ResourceFile, path: Path): DumpResource {
    if (allocation.Type === TYPE_FREE)
      this.issues.add({
        path: [...path, 'Type'],
        found: `"${TYPE_FREE}"`,
        expected: 'the type of a resource, or "UNKNOWN"',
      })
    return resourceOf(allocation)
  }
}

function resourceOf({ Size, Type, Usage, Name, CustomData }: ResourceFile): DumpResource {
  return { size: Size, type: Type, usage: Usage ?? null, name: Name ?? '', customData: CustomData ?? null }
}

/** The name alone: before it the file has the pool's number, or the number is all that there is. */
function nameOf(name: string | undefined, memoryType: string, index: number): string {
  return /^\d+ - ([\s\S]+)$/.exec(name ?? '')?.[1] ?? `${memoryType} ${name ?? index}`
}
