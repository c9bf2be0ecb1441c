/**
 * What a person sets of the app under test before it starts, beside its effects: its pixels and its allocator. Another value
 * starts the simulation again. What is called what in the window is said here once, for it and for what is said of it.
 */
import type { PoolSpec } from './specs'

/** DXGI formats of the pixels between effects. */
export const PIXEL_FORMATS = [
  'R8_UNORM',
  'R8G8_UNORM',
  'R16_FLOAT',
  'R8G8B8A8_UNORM',
  'R10G10B10A2_UNORM',
  'R32_FLOAT',
  'R16G16B16A16_FLOAT',
  'R32G32B32A32_FLOAT',
] as const

export type PixelFormat = (typeof PIXEL_FORMATS)[number]

export interface AppSettings {
  /** of the pixels between effects, from which built-in effects take the sizes of their resources */
  format: PixelFormat
  /** bytes of a block of the default pools, a multiple of 64 KiB */
  blockSize: number
  /** custom ones, in order of creation */
  pools: readonly PoolSpec[]
  /** the custom pool of what the editor places in DEFAULT heaps; null: the default pool */
  pool: string | null
}

/** What the window calls them; those of a pool beside its name. */
export const APP_SETTING_LABELS = {
  format: 'Pixel format',
  blockSize: 'Block size',
  pool: 'Where the editor places',
  heap: 'Heap type',
  minBlocks: 'Least blocks',
  maxBlocks: 'Most blocks',
  algorithm: 'Algorithm',
  alwaysCommitted: 'Always committed',
} as const
