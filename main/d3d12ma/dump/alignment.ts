import { PlacementAlignment } from '../../d3d12/resource-desc'

/**
 * What alignment an allocation of a dump may need, as dumps do not tell: its offset and its size are multiples of it
 * (DF-02), so that it is no more than this, and what is placed so satisfies it whatever it is.
 * @param offset bytes from the start of its block
 * @param size bytes
 * @returns bytes, a power of two up to 64 KiB
 */
export function alignmentOf(offset: number, size: number): number {
  let alignment: number = PlacementAlignment.DEFAULT
  while (offset % alignment !== 0 || size % alignment !== 0) alignment /= 2
  return alignment
}
