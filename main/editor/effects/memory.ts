/** Descriptions of the resources that effects have. */
import { FORMAT_BITS, type Format, type Texture3DDesc } from '../../d3d12/resource-desc'
import type { EffectResource, ProjectFormat } from './built-in-effect'

const MiB = 1024 * 1024

/**
 * A picture of the project's size divided by `divisor`, in its format or another one.
 * @param options `divisor`: how many times smaller each side is; `layers`: how many
 */
export function picture(
  name: string,
  { width, height, format }: ProjectFormat,
  options: { divisor?: number; format?: Format; layers?: number; mips?: boolean; resident?: boolean } = {},
): EffectResource {
  const divisor = options.divisor ?? 1
  const desc = {
    dimension: 'texture2d' as const,
    width: Math.max(1, Math.ceil(width / divisor)),
    height: Math.max(1, Math.ceil(height / divisor)),
    format: options.format ?? format,
    arraySize: options.layers ?? 1,
    mipLevels: options.mips === true ? 0 : 1,
  }
  return { name, desc, resident: options.resident ?? true }
}

/** @param edges width, height and depth, texels */
export function volume(name: string, [width, height, depth]: readonly [number, number, number], format: Format) {
  const desc = { dimension: 'texture3d' as const, width, height, depth, format }
  return { name, desc, resident: true } satisfies EffectResource
}

/** D3D12_TEXTURE_DATA_PITCH_ALIGNMENT, bytes: rows of texels in an upload buffer begin at multiples of it. */
const PITCH = 256

/** The buffer out of which a copy fills the volume. */
export function volumeUpload(name: string, { width, height, depth, format }: Texture3DDesc): EffectResource {
  const row = Math.ceil((width * FORMAT_BITS[format]) / 8 / PITCH) * PITCH
  return upload(name, row * height * depth)
}

/**
 * A buffer.
 * @param resident false: it is brought in when the effect is first applied
 */
export function buffer(name: string, bytes: number, resident = true): EffectResource {
  return { name, desc: { dimension: 'buffer', width: bytes }, resident }
}

/** Weights of a network, which lie in one buffer; brought in when the effect is first applied. */
export function weights(name: string, mebibytes: number): EffectResource {
  return buffer(name, mebibytes * MiB, false)
}

/** What the CPU writes each time the effect is applied. */
function upload(name: string, bytes: number): EffectResource {
  return { ...buffer(name, bytes), heap: 'upload' }
}
