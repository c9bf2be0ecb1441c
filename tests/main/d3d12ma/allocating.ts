/** An allocator on a provider that only counts, and what it grants. */
import type { ResourceDesc } from '../../../main/d3d12/resource-desc'
import type { Allocation } from '../../../main/d3d12ma/allocation'
import type { AllocationResult } from '../../../main/d3d12ma/allocation-request'
import { Allocator, type AllocatorDesc } from '../../../main/d3d12ma/allocator'
import { MemoryProvider, type MemoryProviderOptions } from '../../../main/d3d12ma/memory-provider'

export const KiB = 1024
export const MiB = 1024 * KiB

export function setUp(options: MemoryProviderOptions = {}, desc: Partial<AllocatorDesc> = {}) {
  const provider = new MemoryProvider(options)
  const reports: string[] = []
  const report = (rule: string, message: string) => reports.push(`${rule}: ${message}`)
  return { provider, reports, allocator: new Allocator({ provider, report, ...desc }) }
}

export const buffer = (width: number): ResourceDesc => ({ dimension: 'buffer', width })

export function granted({ allocation, failure }: AllocationResult): Allocation {
  if (allocation === null) throw new Error(failure.message)
  return allocation
}
