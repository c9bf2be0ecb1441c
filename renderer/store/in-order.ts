/** Searches in rows that are in order: a million take twenty looks. Pure. */

/**
 * @param count of rows
 * @param isBefore asked of a row's index: true of the first rows, false of all that follow
 * @returns index of the first row that is not before; `count` where all are
 */
export function firstNotBefore(count: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the first item at or after a moment, µs. @param items in order of time */
export function firstFrom(items: readonly { readonly t: number }[], t: number): number {
  return firstNotBefore(items.length, (at) => items[at]!.t < t)
}
