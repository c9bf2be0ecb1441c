/** Anything may be opened; what is accepted can be; what was written comes back exactly [DF-23]. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Allocation } from '../../../../main/d3d12ma/allocation'
import { Allocator } from '../../../../main/d3d12ma/allocator'
import { AllocationFlag, PoolFlag } from '../../../../main/d3d12ma/definitions'
import { writeDump } from '../../../../main/d3d12ma/dump/write-dump'
import { MemoryProvider } from '../../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../../main/d3d12ma/pool'
import type { Dump, DumpPool } from '../../../../main/session/dump/dump'
import { type DumpResult, readDump } from '../../../../main/session/dump/read-dump'
import { schemaErrors } from '../../d3d12ma/dump/rules'
import { bytesOf, type Fields, SAMPLE, sample, small } from './files'

const KiB = 1024

/** A refusal says why; what is accepted has blocks in which everything lies in order, apart, and inside. */
function requireSound(result: DumpResult): void {
  if (!result.ok) {
    expect(result.problems.length).toBeGreaterThan(0)
    for (const { found, expected } of result.problems) expect([found, expected]).not.toContain('')
    return
  }
  for (const { size, allocations } of result.dump.pools.flatMap(({ blocks }) => blocks)) {
    let end = 0
    for (const allocation of allocations) {
      expect(allocation.offset).toBeGreaterThanOrEqual(end)
      expect(allocation.size).toBeGreaterThan(0)
      end = allocation.offset + allocation.size
    }
    expect(end).toBeLessThanOrEqual(size)
  }
}

/** Paths of all values of a file. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

function replaced(file: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy = Array.isArray(file) ? [...(file as unknown[])] : { ...(file as Fields) }
  const fields = copy as Fields
  fields[key] = replaced(fields[key], rest, value)
  return copy
}

describe('any bytes [DF-23]', () => {
  test('are read or refused, with a reason', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => requireSound(readDump(bytes))))
  })

  test('of the real dump with some changed, cut off or put in, are read or refused', () => {
    const change = fc.record({
      at: fc.nat(SAMPLE.length - 1),
      remove: fc.integer({ min: 0, max: 40 }),
      insert: fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom(...['-', '{', '"', '9', ','].map(Buffer.from))),
    })
    fc.assert(
      fc.property(change, ({ at, remove, insert }) => {
        requireSound(readDump(Buffer.concat([SAMPLE.subarray(0, at), insert, SAMPLE.subarray(at + remove)])))
      }),
    )
  })

  test('of any JSON are read or refused', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => requireSound(readDump(bytesOf(value)))))
  })
})

test.each([
  ['the real dump', sample()],
  ['a small one', small()],
])('[DF-23] %s with any value replaced is never accepted where the published schema refuses it', (_what, file) => {
  const value = fc.oneof(
    fc.constantFrom(undefined, null, -1, 0, 0.5, 1, 2 ** 53, 1e300, '', 'FREE', 'Type 0', [], {}),
    fc.nat(),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...pathsOf(file)), value, (path, other) => {
      const bytes = bytesOf(replaced(file, path, other) ?? null)
      const result = readDump(bytes)
      requireSound(result)
      if (result.ok) expect(schemaErrors(JSON.parse(bytes.toString('utf8')))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

/** A pool of an allocator as a dump that was opened would have it. */
function expectedPool(pool: Pool, name: string): DumpPool {
  const resource = ({ size, name: own }: Allocation) => ({
    size,
    type: 'UNKNOWN',
    usage: 0,
    name: own,
    customData: null,
  })
  const blocks = pool.blockVector.blocks.toSorted((a, b) => a.id - b.id)
  return {
    name,
    custom: pool.custom,
    memoryType: pool.heapType,
    heap: pool.heapType === 'DEFAULT' ? 'default' : pool.heapType === 'UPLOAD' ? 'upload' : 'readback',
    algorithm: pool.linear ? 'linear' : 'tlsf',
    alwaysCommitted: pool.alwaysCommitted,
    blockSize: pool.blockSize,
    blocks: blocks.map((block) => ({
      id: String(block.id),
      size: block.size,
      allocations: Array.from(block, (own) => ({ offset: own.getOffset(), ...resource(own) })),
    })),
    dedicated: Array.from(pool.committed, resource),
  }
}

test('[DF-23] what an allocator writes is read back exactly', () => {
  const call = fc.record({
    size: fc.integer({ min: 1, max: 96 * KiB }),
    alignment: fc.constantFrom(1, 256, 64 * KiB),
    pool: fc.nat(4),
    committed: fc.boolean(),
    name: fc.string({ unit: 'binary' }),
    release: fc.option(fc.nat()),
  })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 80 }), (calls) => {
      const allocator = new Allocator({ provider: new MemoryProvider(), preferredBlockSize: 256 * KiB })
      const linear = allocator.createPool({ heapType: 'UPLOAD', name: '1 - ring', flags: PoolFlag.ALGORITHM_LINEAR })
      const committed = allocator.createPool({ heapType: 'READBACK', flags: PoolFlag.ALWAYS_COMMITTED })
      const pools = [...allocator.defaults, linear.pool, committed.pool].filter((pool) => pool !== null)
      const live: Allocation[] = []
      for (const { size, alignment, pool, name, release, ...how } of calls) {
        const customPool = pools[pool]
        const flags = how.committed ? AllocationFlag.COMMITTED : 0
        const desc = { name, flags, ...(customPool === undefined ? {} : { customPool }) }
        const { allocation } = allocator.allocateMemory(desc, size, alignment)
        if (allocation !== null) live.push(allocation)
        if (release !== null && live.length > 0) live.splice(release % live.length, 1)[0]?.release()
      }
      const names = ['DEFAULT', 'UPLOAD', 'READBACK', '1 - ring', 'READBACK 0']
      const expected: Dump = {
        api: 'Direct3D 12',
        gpu: 'Simulated GPU',
        pools: pools.map((pool, i) => expectedPool(pool, names[i] ?? '')),
      }
      const bytes = new TextEncoder().encode(writeDump(allocator, { gpu: 'Simulated GPU', uma: false }))
      expect(readDump(bytes)).toEqual({ ok: true, dump: expected })
    }),
  )
})
