/** A copy of `array` with room for `capacity` elements; the new ones are 0. */
export function grown<T extends Float64Array | Int32Array | Uint32Array | Uint8Array>(
  kind: new (length: number) => T,
  array: T,
  capacity: number,
): T {
  const copy = new kind(capacity)
  copy.set(array)
  return copy
}
