/** The reference workloads of defragmentation (DF-16), the same for tests and benchmarks: seeded, on a provider that only counts. */
import type { Allocation } from '../../../../main/d3d12ma/allocation'
import { Allocator } from '../../../../main/d3d12ma/allocator'
import { PoolFlag } from '../../../../main/d3d12ma/definitions'
import { MemoryProvider } from '../../../../main/d3d12ma/memory-provider'
import type { Pool } from '../../../../main/d3d12ma/pool'
import { Rng } from '../../../../main/sim/rng'

const KIB = 1024
const MIB = 1024 * KIB
export const BLOCK = 64 * MIB

export interface Workload {
  name: string
  allocator: Allocator
  pool: Pool
}

export type Sizes = 'uniform' | 'log-uniform'

/** 64 KiB to 16 MiB, in steps of 64 KiB. */
function sizeOf(rng: Rng, sizes: Sizes): number {
  if (sizes === 'uniform') return (1 + rng.below(256)) * 64 * KIB
  return Math.round(2 ** (rng.below(1 << 20) / (1 << 17))) * 64 * KIB
}

function emptyWorkload(name: string): Workload {
  const allocator = new Allocator({ provider: new MemoryProvider() })
  const { pool } = allocator.createPool({ heapType: 'DEFAULT', flags: PoolFlag.NONE, blockSize: BLOCK, name: 'bench' })
  if (pool === null) throw new Error('the pool of the workload could not be created')
  return { name, allocator, pool }
}

function allocate({ allocator, pool }: Workload, size: number): Allocation {
  const { allocation, failure } = allocator.allocateMemory({ customPool: pool }, size, 64 * KIB)
  if (allocation === null) throw new Error(failure.message)
  return allocation
}

/** Blocks full of allocations of one size, of which every second is freed. */
export function checkerboard(blocks = 64, size = MIB): Workload {
  const workload = emptyWorkload('checkerboard')
  const all = Array.from({ length: (blocks * BLOCK) / size }, () => allocate(workload, size))
  for (const [index, allocation] of all.entries()) if (index % 2 === 1) allocation.release()
  return workload
}

/** Blocks filled with allocations of random sizes, of which a random half is freed. */
export function halfFreed(seed: number, sizes: Sizes = 'log-uniform', blocks = 100): Workload {
  const workload = emptyWorkload(`half freed, ${sizes}, seed ${seed}`)
  const rng = new Rng(seed)
  const live: Allocation[] = []
  while (workload.pool.blockVector.blocks.length <= blocks) live.push(allocate(workload, sizeOf(rng, sizes)))
  for (const allocation of live) if (rng.below(2) === 1) allocation.release()
  return workload
}

/**
 * Random allocations and frees for long at a steady load of so many blocks' bytes, after which a part is freed.
 * @param keep part of the load that stays, in percent
 */
export function churn(seed: number, sizes: Sizes, load = 100, keep = 70): Workload {
  const workload = emptyWorkload(`churn, ${sizes}, ${keep} % of ${load} blocks stay, seed ${seed}`)
  const rng = new Rng(seed)
  const live: Allocation[] = []
  let bytes = 0
  const free = () => {
    const index = rng.below(live.length)
    const allocation = live[index] as Allocation
    live[index] = live[live.length - 1] as Allocation
    live.pop()
    bytes -= allocation.size
    allocation.release()
  }
  const grow = () => {
    const allocation = allocate(workload, sizeOf(rng, sizes))
    live.push(allocation)
    bytes += allocation.size
  }
  while (bytes < load * BLOCK) grow()
  for (let turn = 8 * live.length; turn > 0; turn--) {
    while (bytes >= load * BLOCK) free()
    grow()
  }
  while (bytes > (load * BLOCK * keep) / 100) free()
  return workload
}

/** 18,000 allocations that random frees have left in 700 blocks. */
export function eighteenThousand(seed: number): Workload {
  const workload = emptyWorkload(`18,000 allocations, 700 blocks, seed ${seed}`)
  const rng = new Rng(seed)
  const live: Allocation[] = []
  const { blocks } = workload.pool.blockVector
  for (;;) {
    live.push(allocate(workload, Math.round(2 ** (rng.below(7 << 17) / (1 << 17))) * 64 * KIB))
    if (blocks.length > 700) break
  }
  live.pop()?.release()
  while (live.length > 18_000) {
    const index = rng.below(live.length)
    const allocation = live[index] as Allocation
    live[index] = live[live.length - 1] as Allocation
    live.pop()
    allocation.release()
  }
  return workload
}
