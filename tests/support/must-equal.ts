import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'

/**
 * As `expect(found, said).toEqual(right)`, for what is compared by the thousand or is large: nearly always both are the same,
 * which is plain to see; what differs is shown as always.
 */
export function mustEqual(found: unknown, right: unknown, said?: string): void {
  if (!isDeepStrictEqual(found, right)) expect(found, said).toEqual(right)
}
