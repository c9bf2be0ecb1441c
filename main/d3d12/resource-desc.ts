/**
 * Descriptions of resources and GetResourceAllocationInfo: what a resource takes, rounded up to its alignment
 * (constants.md: 64 KiB placed, 4 KiB small textures, 4 MiB multisampled).
 */

import { GRANULE } from '../../preload/contract/names'
import { alignmentsOf } from '../../preload/contract/specs'
import { alignUp } from '../sim/align'

const KiB = 1024
const MiB = 1024 * KiB

/** D3D12_DEFAULT_RESOURCE_PLACEMENT_ALIGNMENT and its relatives, bytes. */
export const PlacementAlignment = {
  DEFAULT: GRANULE,
  SMALL: 4 * KiB,
  DEFAULT_MSAA: 4 * MiB,
  SMALL_MSAA: 64 * KiB,
} as const

/** Bits per texel of the formats that effects use. */
export const FORMAT_BITS = {
  R8_UNORM: 8,
  R8G8_UNORM: 16,
  R16_FLOAT: 16,
  R8G8B8A8_UNORM: 32,
  R10G10B10A2_UNORM: 32,
  R32_FLOAT: 32,
  R16G16B16A16_FLOAT: 64,
  R32G32B32A32_FLOAT: 128,
} as const
export type Format = keyof typeof FORMAT_BITS

export interface BufferDesc {
  dimension: 'buffer'
  /** bytes */
  width: number
}

export interface Texture2DDesc {
  dimension: 'texture2d'
  /** texels */
  width: number
  height: number
  format: Format
  /** array layers [1] */
  arraySize?: number
  /** 0: the whole chain [1] */
  mipLevels?: number
  /** [1] */
  sampleCount?: 1 | 2 | 4 | 8
  /** asked for: 0 lets the runtime choose the default one */
  alignment?: number
}

export interface Texture3DDesc {
  dimension: 'texture3d'
  /** texels */
  width: number
  height: number
  depth: number
  format: Format
  /** 0: the whole chain [1]; each level halves all three edges */
  mipLevels?: number
  /** asked for: 0 lets the runtime choose the default one */
  alignment?: number
}

/**
 * A resource of which only its bytes and its alignment are told, as files tell it. The alignment says what it is: a
 * buffer (or a texture of whose texels nobody knows) has the default one, only small textures have the small one, and
 * only multisampled textures have theirs.
 */
export interface OpaqueDesc {
  dimension: 'opaque'
  /** bytes */
  width: number
  /** [the default one] */
  alignment?: number | undefined
  /** a texture in any case [what the alignment says] */
  texture?: boolean | undefined
}

export type ResourceDesc = BufferDesc | Texture2DDesc | Texture3DDesc | OpaqueDesc

/**
 * Whether it is a buffer; a resource of which only the size is known counts as one where nothing says that it is a
 * texture.
 */
export function isBuffer(desc: ResourceDesc): desc is BufferDesc | OpaqueDesc {
  if (desc.dimension !== 'opaque') return desc.dimension === 'buffer'
  return desc.texture !== true && (desc.alignment ?? PlacementAlignment.DEFAULT) === PlacementAlignment.DEFAULT
}

/** Whether its texture has more than one sample, for which D3D12 has an alignment of its own (4 MiB). */
export function isMultisampled(desc: ResourceDesc): boolean {
  if (desc.dimension === 'opaque') return desc.alignment === PlacementAlignment.DEFAULT_MSAA
  return desc.dimension === 'texture2d' && (desc.sampleCount ?? 1) > 1
}

/** D3D12_RESOURCE_ALLOCATION_INFO, bytes. */
export interface ResourceAllocationInfo {
  SizeInBytes: number
  Alignment: number
}

/**
 * @returns size and alignment; null for a description that no device accepts (no texels, more levels than the chain
 * has, levels of a multisampled texture, an alignment that does not exist or is too small for this resource)
 */
export function getResourceAllocationInfo(desc: ResourceDesc): ResourceAllocationInfo | null {
  if (desc.dimension === 'buffer') {
    if (!isCount(desc.width)) return null
    return { SizeInBytes: alignUp(desc.width, PlacementAlignment.DEFAULT), Alignment: PlacementAlignment.DEFAULT }
  }
  return desc.dimension === 'opaque' ? opaqueInfo(desc) : textureInfo(desc)
}

function opaqueInfo({ width, alignment = PlacementAlignment.DEFAULT }: OpaqueDesc): ResourceAllocationInfo | null {
  if (!isCount(width) || !alignmentsOf(width).includes(alignment)) return null
  return { SizeInBytes: alignUp(width, alignment), Alignment: alignment }
}

function textureInfo(desc: Texture2DDesc | Texture3DDesc): ResourceAllocationInfo | null {
  const isVolume = desc.dimension === 'texture3d'
  const samples = isVolume ? 1 : (desc.sampleCount ?? 1)
  const layers = isVolume ? 1 : (desc.arraySize ?? 1)
  if (![desc.width, desc.height, depthOf(desc), layers].every(isCount)) return null
  const texel = (FORMAT_BITS[desc.format] / 8) * samples
  const chain = samples > 1 ? 1 : fullChain(desc)
  const levels = desc.mipLevels === 0 ? chain : (desc.mipLevels ?? 1)
  if (!isCount(levels) || levels > chain) return null
  const bytes = layers * chainBytes(desc, levels, texel)
  const regular = samples > 1 ? PlacementAlignment.DEFAULT_MSAA : PlacementAlignment.DEFAULT
  const small = samples > 1 ? PlacementAlignment.SMALL_MSAA : PlacementAlignment.SMALL
  const asked = desc.alignment ?? 0
  if (asked !== 0 && asked !== regular && asked !== small) return null
  // a small alignment is granted where the most detailed level fits one regular page
  if (asked === small && chainBytes(desc, 1, texel) > regular) return null
  const Alignment = asked === 0 ? regular : asked
  return { SizeInBytes: alignUp(bytes, Alignment), Alignment }
}

function chainBytes(desc: Texture2DDesc | Texture3DDesc, levels: number, texel: number): number {
  let total = 0
  for (let level = 0; level < levels; level++) {
    const [width, height, depth] = [desc.width, desc.height, depthOf(desc)].map((edge) => Math.max(1, edge >> level))
    total += (width as number) * (height as number) * (depth as number) * texel
  }
  return total
}

function fullChain(desc: Texture2DDesc | Texture3DDesc): number {
  return 1 + Math.floor(Math.log2(Math.max(desc.width, desc.height, depthOf(desc))))
}

function depthOf(desc: Texture2DDesc | Texture3DDesc): number {
  return desc.dimension === 'texture3d' ? desc.depth : 1
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
