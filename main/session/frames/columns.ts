/** Columns of numbers that hold the newest of what there is: the oldest value gives its place to the newest. */

export interface FrameColumn<T> {
  length: number
  slice(from: number, to: number): T
  subarray(from: number, to: number): T
  set(values: T, at: number): void
}

/** `count` values from the index `from` on, going on at the beginning after the end. */
export function part<T extends FrameColumn<T>>(column: T, from: number, count: number): T {
  const untilEnd = column.length - from
  if (count <= untilEnd) return column.slice(from, from + count)
  const joined = column.slice(0, count)
  joined.set(column.subarray(from, column.length), 0)
  joined.set(column.subarray(0, count - untilEnd), untilEnd)
  return joined
}
