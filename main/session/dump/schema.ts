/** The shape of a dump file, as strict as the published JSON schema, and with whole numbers that are exact (DF-23). */
import { z } from 'zod'
import { list, record } from '../scenario/check/lists'
import { strict } from '../scenario/format/quantities'
import { DUMP_APIS } from './dump'

function whole(min: number) {
  const error = `a whole number from ${min} to 9007199254740991`
  return z.int({ error }).min(min, { error })
}

/** Nothing follows from it: any whole number is taken, as the published schema has it, exact or not. */
const unused = z.number({ error: 'a whole number' }).refine(Number.isInteger, { error: 'a whole number' }).optional()

const text = z.string()
const bytes = whole(0)
const count = whole(0)
const size = whole(1)

const stats = strict(
  {
    BlockCount: count,
    BlockBytes: bytes,
    AllocationCount: count,
    AllocationBytes: bytes,
    UnusedRangeCount: count,
    AllocationSizeMin: bytes.optional(),
    AllocationSizeMax: bytes.optional(),
    UnusedRangeSizeMin: bytes.optional(),
    UnusedRangeSizeMax: bytes.optional(),
  },
  'statistics',
)

const resource = {
  Type: text,
  Size: size,
  Usage: whole(0).optional(),
  CustomData: text.regex(/^[0-9a-zA-Z]+$/, { error: 'letters and digits, at least one' }).optional(),
  Name: text.optional(),
  Layout: unused,
}
const dedicatedAllocation = strict(resource, 'an allocation with a heap of its own')
const suballocation = strict({ Offset: bytes, ...resource }, 'a range of a block')

/** The published schema lets blocks and default pools have more fields than it knows. */
const block = z.looseObject({
  MapRefCount: unused,
  TotalBytes: size,
  UnusedBytes: bytes,
  Allocations: count,
  UnusedRanges: count,
  Suballocations: list(suballocation).optional(),
})

const dedicated = list(dedicatedAllocation).optional()
const defaultPool = z.looseObject({
  Flags: list(z.unknown()).optional(),
  PreferredBlockSize: bytes.optional(),
  Blocks: record(text.regex(/[0-9]/, { error: "a block's number" }), block).optional(),
  DedicatedAllocations: dedicated,
})
const customPool = strict(
  {
    Name: text.optional(),
    Flags: list(z.unknown()).optional(),
    PreferredBlockSize: bytes,
    Blocks: record(text, block).optional(),
    DedicatedAllocations: dedicated,
  },
  'a custom pool',
)

const flags = list(text).optional()
const memory = strict(
  {
    Flags: flags,
    Size: bytes.optional(),
    Budget: strict({ BudgetBytes: unused, UsageBytes: unused }, 'budget'),
    Stats: stats,
    MemoryPools: record(text, strict({ Flags: flags, Stats: stats.optional() }, 'a memory pool')).optional(),
  },
  'a memory segment group or heap',
)

export const dumpSchema = strict(
  {
    General: z.looseObject({ API: z.enum(DUMP_APIS), GPU: text }),
    Total: stats,
    MemoryInfo: record(text, memory),
    DefaultPools: record(text, defaultPool).optional(),
    CustomPools: record(text, list(customPool)).optional(),
  },
  'a memory dump',
)

export type DumpFile = z.output<typeof dumpSchema>
export type BlockFile = z.output<typeof block>
export type SuballocationFile = z.output<typeof suballocation>
export type ResourceFile = z.output<typeof dedicatedAllocation>
/** What default and custom pools have in common. */
export interface PoolFile {
  Name?: string | undefined
  Flags?: unknown[] | undefined
  PreferredBlockSize?: number | undefined
  Blocks?: Record<string, BlockFile> | undefined
  DedicatedAllocations?: ResourceFile[] | undefined
}
