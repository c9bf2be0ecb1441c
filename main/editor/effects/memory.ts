/** Descriptions of the resources that effects have. */
import type { Format } from '../../d3d12/resource-desc'
import type { EffectResource, ProjectFormat } from './built-in-effect'

const MiB = 1024 * 1024

/** A picture of the project's size divided by `divisor`, in its format or another one. */
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

export function buffer(name: string, bytes: number, resident = true): EffectResource {
  return { name, desc: { dimension: 'buffer', width: bytes }, resident }
}

/** Weights of a network, which lie in one buffer; brought in when the effect is first applied. */
export function weights(name: string, mebibytes: number): EffectResource {
  return buffer(name, mebibytes * MiB, false)
}

/** What the CPU writes each time the effect is applied. */
export function upload(name: string, bytes: number): EffectResource {
  return { ...buffer(name, bytes), heap: 'upload' }
}
