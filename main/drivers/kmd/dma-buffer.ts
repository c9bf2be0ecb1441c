/** DMA buffers as the driver submits them to physical adapters. */

/** Commands; their meaning is the driver's. */
export type DmaBuffer = Uint32Array

export interface SubmitSettings {
  /** a faulty driver: changes a split buffer for each of the linked adapters (GP-20) */
  changesSplitBuffers: boolean
}

/**
 * DxgkDdiSubmitCommand to one of the linked adapters. They all read the same copy of the buffer.
 * @param adapter physical adapter index
 */
export function submitSplitBuffer(buffer: DmaBuffer, adapter: number, { changesSplitBuffers }: SubmitSettings): void {
  if (changesSplitBuffers) buffer[0] = ((buffer[0] ?? 0) ^ (0x10000 << adapter)) >>> 0
}

/** FNV-1a over the words, 32 bits. */
export function checksumOf(buffer: DmaBuffer): number {
  let hash = 0x811c9dc5
  for (const word of buffer) hash = Math.imul(hash ^ word, 0x01000193) >>> 0
  return hash
}
