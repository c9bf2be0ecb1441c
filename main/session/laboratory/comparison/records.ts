/** The records that a number of a comparison's table counts: from each number one comes to what it stands on. */
import type { ComparedKey, VariantChoice, VariantRecords } from '../../../../preload/contract'
import { traceLine } from '../../../sim/trace-lines'
import type { TraceRecord } from '../../../sim/trace-records'
import type { Scenario } from '../../scenario'
import { measureVariant } from './measure'

/** records that are told; of the others their number and sum (**choice**) */
export const MOST_RECORDS = 1000

/** Columns that are sums over records of the trace; the others are integrals, percentiles and shares. */
const AMOUNTS: Partial<Record<ComparedKey, (record: TraceRecord) => number>> = {
  pageInBytes: (record) => (record.type === 'page-in' ? record.bytes : 0),
  pageOutBytes: (record) => (record.type === 'page-out' ? record.bytes : 0),
  hitches: (record) => (record.type === 'packet' && record.hitch !== undefined ? 1 : 0),
  devicesRemoved: (record) => (record.type === 'device-removed' ? 1 : 0),
  findingsCount: (record) => (record.type === 'finding' ? 1 : 0),
}

/** Whether the column counts records. */
export function countsRecords(key: ComparedKey): boolean {
  return AMOUNTS[key] !== undefined
}

/** Runs a variant again, and keeps what the column counts. @param from µs, where what is counted begins */
export async function recordsOf(
  scenario: Scenario,
  variant: VariantChoice,
  key: ComparedKey,
  {
    from = 0,
    ...options
  }: { from?: number; onProgress?: (now: number, until: number) => void; breathe?: () => Promise<void> } = {},
): Promise<VariantRecords> {
  const amountOf = AMOUNTS[key]
  if (amountOf === undefined) throw new Error(`the column ${key} counts no records`)
  const found: VariantRecords = { count: 0, sum: 0, records: [] }
  await measureVariant(scenario, variant, {
    ...options,
    from,
    // what belongs to the part that all variants share is not counted
    onBegin: () => {
      found.count = 0
      found.sum = 0
      found.records.length = 0
    },
    onRecord: (record) => {
      const amount = amountOf(record)
      if (amount === 0) return
      found.count++
      found.sum += amount
      if (found.records.length < MOST_RECORDS) found.records.push({ t: record.t, text: traceLine(record), amount })
    },
  })
  return found
}
