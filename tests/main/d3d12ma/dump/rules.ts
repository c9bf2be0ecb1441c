/**
 * What a dump has to keep to: the published schema, and what the published visualiser takes for granted when it draws
 * one for Direct3D 12 (it stops, or draws the wrong thing, otherwise).
 */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020'
import type { BlockJson, DumpJson, PoolJson, StatsJson } from '../../../../main/d3d12ma/dump/format'

const schema = JSON.parse(readFileSync(new URL('d3d12ma-dump.schema.json', import.meta.url), 'utf8')) as object
const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema)

/** What the schema has against it; empty: nothing. */
export function schemaErrors(dump: unknown): string[] {
  if (validate(dump)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)
}

/** What the visualiser, or anybody who adds up, would find wrong; empty: nothing. */
export function visualiserErrors(dump: DumpJson): string[] {
  const errors: string[] = []
  if (dump.General.API !== 'Direct3D 12') errors.push(`API ${dump.General.API}`)
  const defaults = Object.entries(dump.DefaultPools)
  const custom = Object.entries(dump.CustomPools).flatMap(([type, pools]) => pools.map((pool) => [type, pool] as const))
  for (const [type, pool] of custom) if (typeof pool.Name !== 'string') errors.push(`${type}: a pool without a name`)
  for (const pools of Object.values(dump.CustomPools)) {
    // it keeps them by name
    if (new Set(pools.map(({ Name }) => Name)).size < pools.length) errors.push('two pools of one name')
  }
  const all = [...defaults, ...custom]
  for (const [type, pool] of all) errors.push(...poolErrors(pool).map((error) => `${type}: ${error}`))
  errors.push(...sumErrors('Total', dump.Total, statsOf(all.map(([, pool]) => pool))))
  const infos = Object.entries(dump.MemoryInfo)
  errors.push(...sumErrors('MemoryInfo', dump.Total, sumOf(infos.map(([, { Stats }]) => Stats))))
  for (const [name, { Stats, MemoryPools }] of infos) {
    errors.push(...sumErrors(name, Stats, sumOf(Object.values(MemoryPools).map((pool) => pool.Stats))))
    for (const [type, pool] of Object.entries(MemoryPools)) {
      const own = all.filter(([of]) => of === type).map(([, of]) => of)
      errors.push(...sumErrors(`${name}.${type}`, pool.Stats, statsOf(own)))
    }
  }
  return errors
}

const DRAWN = ['FREE', 'UNKNOWN', 'BUFFER', 'TEXTURE1D', 'TEXTURE2D', 'TEXTURE3D']

function poolErrors(pool: PoolJson): string[] {
  const errors = Object.entries(pool.Blocks).flatMap(([id, block]) => [
    ...(/^\d+$/.test(id) ? [] : [`block ${id}: no number`]),
    ...blockErrors(block).map((error) => `block ${id}: ${error}`),
  ])
  for (const { Type, Usage } of pool.DedicatedAllocations)
    if (!DRAWN.slice(1).includes(Type) || !Number.isInteger(Usage)) errors.push(`dedicated ${Type} with usage ${Usage}`)
  return errors
}

function blockErrors(block: BlockJson): string[] {
  const errors: string[] = []
  let end = 0
  let lastWasFree = false
  for (const { Offset, Size, Type } of block.Suballocations) {
    if (Offset !== end) errors.push(`${Type} at ${Offset}, after ${end}`)
    if (!(Size > 0)) errors.push(`${Type} of ${Size} bytes`)
    if (!DRAWN.includes(Type)) errors.push(`type ${Type}`)
    if (Type === 'FREE' && lastWasFree) errors.push(`two free ranges side by side at ${Offset}`)
    lastWasFree = Type === 'FREE'
    end = Offset + Size
  }
  if (end !== block.TotalBytes) errors.push(`ranges end at ${end} of ${block.TotalBytes}`)
  const free = block.Suballocations.filter(({ Type }) => Type === 'FREE')
  if (bytesOf(free) !== block.UnusedBytes) errors.push('UnusedBytes')
  if (free.length !== block.UnusedRanges) errors.push('UnusedRanges')
  if (block.Suballocations.length - free.length !== block.Allocations) errors.push('Allocations')
  return errors
}

const bytesOf = (ranges: readonly { Size: number }[]) => ranges.reduce((bytes, { Size }) => bytes + Size, 0)

function statsOf(pools: readonly PoolJson[]): StatsJson {
  const blocks = pools.flatMap(({ Blocks }) => Object.values(Blocks))
  const dedicated = pools.flatMap(({ DedicatedAllocations }) => DedicatedAllocations)
  const ranges = blocks.flatMap(({ Suballocations }) => Suballocations)
  const free = ranges.filter(({ Type }) => Type === 'FREE')
  const taken = [...ranges.filter(({ Type }) => Type !== 'FREE'), ...dedicated]
  return {
    BlockCount: blocks.length + dedicated.length,
    BlockBytes: blocks.reduce((bytes, { TotalBytes }) => bytes + TotalBytes, 0) + bytesOf(dedicated),
    AllocationCount: taken.length,
    AllocationBytes: bytesOf(taken),
    UnusedRangeCount: free.length,
    ...extremes('AllocationSize', taken),
    ...extremes('UnusedRangeSize', free),
  }
}

function extremes(what: string, ranges: readonly { Size: number }[]): Record<string, number> {
  const sizes = ranges.map(({ Size }) => Size)
  return sizes.length === 0 ? {} : { [`${what}Min`]: Math.min(...sizes), [`${what}Max`]: Math.max(...sizes) }
}

function sumOf(parts: readonly StatsJson[]): StatsJson {
  const sum = (field: keyof StatsJson) => parts.reduce((total, part) => total + (part[field] ?? 0), 0)
  const present = (field: keyof StatsJson) => parts.flatMap((part) => part[field] ?? [])
  const least = (field: keyof StatsJson) =>
    present(field).length === 0 ? {} : { [field]: Math.min(...present(field)) }
  const most = (field: keyof StatsJson) => (present(field).length === 0 ? {} : { [field]: Math.max(...present(field)) })
  return {
    BlockCount: sum('BlockCount'),
    BlockBytes: sum('BlockBytes'),
    AllocationCount: sum('AllocationCount'),
    AllocationBytes: sum('AllocationBytes'),
    UnusedRangeCount: sum('UnusedRangeCount'),
    ...least('AllocationSizeMin'),
    ...most('AllocationSizeMax'),
    ...least('UnusedRangeSizeMin'),
    ...most('UnusedRangeSizeMax'),
  }
}

function sumErrors(what: string, said: StatsJson, counted: StatsJson): string[] {
  const fields = [...new Set([...Object.keys(said), ...Object.keys(counted)])] as (keyof StatsJson)[]
  return fields
    .filter((field) => said[field] !== counted[field])
    .map((field) => `${what}.${field}: ${said[field]}, counted ${counted[field]}`)
}
