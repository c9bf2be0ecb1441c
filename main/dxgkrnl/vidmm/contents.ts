/**
 * What is in allocations that the driver compresses, modelled as a checksum and a version per granule (AN-14): what one
 * notification treats. A granule is compressed from its use by the GPU until the driver's notification commands decompress
 * it.
 */
import type { AllocationHandle } from './allocation-table'

/** checksums of one allocation, at most: where it has more chunks each stands for some */
const MOST_CHECKSUMS = 65_536

interface Contents {
  readonly bytes: number
  /** bytes that one checksum stands for */
  readonly granule: number
  version: number
  checksums: Uint32Array
  compressed: Uint8Array
}

export class ContentsModel {
  private readonly contents = new Map<AllocationHandle, Contents>()

  /**
   * Starts modelling an allocation; nothing is compressed before the GPU has used it.
   * @param chunk bytes that one notification treats
   */
  add(handle: AllocationHandle, bytes: number, chunk: number): void {
    const granule = chunk * Math.ceil(Math.ceil(bytes / chunk) / MOST_CHECKSUMS)
    const granules = Math.ceil(bytes / granule)
    const checksums = Uint32Array.from({ length: granules }, (_unused, index) => checksum(handle, 0, index))
    this.contents.set(handle, { bytes, granule, version: 0, checksums, compressed: new Uint8Array(granules) })
  }

  remove(handle: AllocationHandle): void {
    this.contents.delete(handle)
  }

  has(handle: AllocationHandle): boolean {
    return this.contents.has(handle)
  }

  /** A packet that uses it has ended: new contents, compressed. */
  written(handle: AllocationHandle): void {
    const contents = this.contents.get(handle)
    if (contents === undefined) return
    contents.version++
    for (let index = 0; index < contents.checksums.length; index++)
      contents.checksums[index] = checksum(handle, contents.version, index)
    contents.compressed.fill(1)
  }

  /** The driver's commands decompress this range. @param offset bytes from its start */
  decompress(handle: AllocationHandle, offset: number, bytes: number): void {
    const contents = this.contents.get(handle)
    if (contents === undefined) return
    const { granule, compressed } = contents
    compressed.fill(0, Math.floor(offset / granule), Math.ceil((offset + bytes) / granule))
  }

  isCompressed(handle: AllocationHandle): boolean {
    return this.contents.get(handle)?.compressed.some((granule) => granule === 1) ?? false
  }

  /**
   * What the CPU reads now. A compressed granule gives other bytes than were written.
   * @returns as `corrupt` the bytes that do not read as they were written, of how many; `version`, an ordinal, of what
   * was written
   */
  readByCpu(handle: AllocationHandle): { corrupt: number; bytes: number; version: number } {
    const contents = this.contents.get(handle)
    if (contents === undefined) return { corrupt: 0, bytes: 0, version: 0 }
    const { bytes, granule } = contents
    let corrupt = 0
    for (let index = 0; index < contents.checksums.length; index++) {
      const stored = contents.checksums[index] as number
      const read = contents.compressed[index] === 1 ? ~stored >>> 0 : stored
      if (read !== checksum(handle, contents.version, index)) corrupt += Math.min(granule, bytes - index * granule)
    }
    return { corrupt, bytes, version: contents.version }
  }
}

function checksum(handle: AllocationHandle, version: number, index: number): number {
  let value = Math.imul(handle + 1, 0x9e3779b1) ^ Math.imul(version + 1, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
