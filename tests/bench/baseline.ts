/**
 * What was measured once and is kept in the repository: `npm run bench -- --json tests/bench/baseline.json` on a quiet
 * machine writes it anew. What has a peer is compared by its ratio to that, which holds on any machine; what has none only
 * on the same processor.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Row } from './table'

const PLACE = 'tests/bench/baseline.json'

interface Written {
  node: string
  processor: string
  rows: Pick<Row, 'group' | 'what' | 'median' | 'best' | 'ratios' | 'seconds' | 'target'>[]
}

export const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`

/** Everything that was measured, as `--json` writes it. */
export function write(path: string, rows: readonly Row[]): void {
  const written: Written = {
    node: process.versions.node,
    processor,
    rows: rows.map(({ change: _, ...row }) => row),
  }
  writeFileSync(path, `${JSON.stringify(written, null, 2)}\n`)
}

/** The rows with how they are now against the baseline; those that are not in it, or cannot be compared, without. */
export function compared(rows: readonly Row[]): Row[] {
  const path = join(process.env.TRIMLINE_ROOT as string, PLACE)
  if (!existsSync(path)) return [...rows]
  const baseline: Written = JSON.parse(readFileSync(path, 'utf8'))
  return rows.map((row) => {
    const before = baseline.rows.find(({ group, what }) => group === row.group && what === row.what)
    const change = before === undefined ? null : changeOf(row, before, baseline.processor === processor)
    return change === null ? row : { ...row, change }
  })
}

/** By the first peer that both have. */
function changeOf(row: Row, before: Written['rows'][number], isSameProcessor: boolean): number | null {
  for (const { peer, value } of row.ratios) {
    const then = before.ratios.find((ratio) => ratio.peer === peer)
    if (then !== undefined) return value / then.value - 1
  }
  if (!isSameProcessor || row.seconds === undefined || before.seconds === undefined) return null
  return before.seconds / row.seconds - 1
}
