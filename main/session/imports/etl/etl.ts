/**
 * An ETW log of DxgKrnl as a scenario: one process is the app, whose allocations are resources and whose packets are
 * submissions; the others are work beside it. WDDM 2 binds nothing to a submission: what is made resident counts as used
 * then, which is derived, and said to be.
 *
 * @see shared/data/real/formats.md, 2.3
 */
import { formatDuration } from '../../../../preload/contract'
import type { CaptureFile, Importing, ImportOptions } from '../capture'
import { appOf } from './app'
import { readLogHeader } from './container'
import { Log } from './log'
import { LogRecords } from './records'
import { damageText, reportOf } from './report'
import { systemOf } from './system'
import { LogWriter } from './writer'

const RECORDS_IN_A_TURN = 20_000
/** µs in which what was submitted in a part has ended on the GPU: twice what it may take there before it is reset */
const LONGEST_PACKET = 4_000_000
/** of the work: finding out where each buffer begins */
const LOOKING = 0.3

/** @throws CaptureError where nothing of it can be imported */
export function* importEtl(file: CaptureFile, options: ImportOptions = {}): Importing {
  const header = readLogHeader(file)
  const records = new LogRecords(file, header)
  for (const part of records.look()) yield part * LOOKING
  const { from = 0, until = Number.POSITIVE_INFINITY } = options
  const log = new Log(records, from, until)
  let count = 0
  for (const record of records.merged()) {
    const at = records.microseconds(record.ticks)
    if (at < until) log.take(record)
    else if (at >= until + LONGEST_PACKET || !log.finish(record)) break
    if (++count % RECORDS_IN_A_TURN === 0) yield LOOKING + (1 - LOOKING) * Math.min(1, record.offset / file.size)
  }
  log.end()
  // how long the whole log is nobody has looked where a part is asked for
  const isPart = options.from !== undefined || options.until !== undefined
  const app = appOf(log, options.process, isPart)
  const writer = new LogWriter(log, records, app, options)
  writer.write()
  const system = systemOf(log, writer)
  const report = reportOf({ log, records, header, app, writer, system, options })
  const length = formatDuration((writer.steps.next ?? log.last) - from)
  const name = `process ${app.process} in ${isPart ? `${length} of an ETW log` : `an ETW log of ${length}`}`
  return {
    head: { name, derived: report.derived, system: system.fields },
    steps: writer.steps.lines,
    report,
    damage: damageText(records),
    next: writer.steps.next ?? log.next,
  }
}
