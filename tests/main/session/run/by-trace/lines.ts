/** The lines that `--trace` writes, read as a stranger would (SC-08). Shares nothing with the code that writes or counts them. */

export type Line = { t: number; type: string } & Readonly<Record<string, unknown>>

/** @throws Error when it is no trace: the first line is not about the file, or time goes back */
export function linesOf(trace: string): Line[] {
  if (!trace.endsWith('\n')) throw new Error('the last line of the trace has no end')
  const all: Line[] = trace
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
  const [meta, ...lines] = all
  if (meta?.type !== 'meta' || meta.t !== 0) throw new Error('the first line is not about the file')
  let before = 0
  for (const { t } of lines) {
    if (!Number.isInteger(t) || t < before) throw new Error(`time goes from ${before} to ${t}`)
    before = t
  }
  return lines
}

export function number(line: Line, field: string): number {
  const value = line[field]
  if (typeof value !== 'number') throw new Error(`${line.type} at ${line.t} has no number "${field}"`)
  return value
}

/** @returns 0 where it has none */
export function numberOrNone(line: Line, field: string): number {
  return line[field] === undefined ? 0 : number(line, field)
}

export const text = (line: Line, field: string): string => String(line[field])

/** The first vertical blank after a moment: they lie at the whole µs nearest to n ÷ rate. */
export function blankAfter(t: number, rate: number): number {
  let n = Math.max(0, Math.floor((t * rate) / 1e6) - 1)
  while (Math.round((n * 1e6) / rate) <= t) n++
  return Math.round((n * 1e6) / rate)
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values))

/** The least that at least 99 of 100 do not exceed. */
export function p99(values: readonly number[]): number | null {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? null
}
