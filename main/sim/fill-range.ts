/** A call of `fill` takes more than so many writes. */
const FEW = 16

type Column = Float64Array | Int32Array | Uint8Array

/** As `array.fill`, also where that would be slow. @param value of the column’s own unit @param from index of the first @param to index behind the last */
export function fillRange(array: Column, value: number, from: number, to: number): void {
  if (to - from >= FEW) array.fill(value, from, to)
  else for (let i = from; i < to; i++) array[i] = value
}

/** As one write into each; neighbours that rise, of which most have many, are filled as one. @param value of the column’s own unit */
export function fillEach(array: Column, value: number, indices: Int32Array): void {
  for (let i = 0; i < indices.length; ) {
    const start = indices[i] as number
    let end = start
    for (; i < indices.length && indices[i] === end; i++) end++
    fillRange(array, value, start, end)
  }
}
