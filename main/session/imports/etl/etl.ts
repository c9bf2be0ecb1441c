/**
 * An ETW log of DxgKrnl as a scenario: one process is the app, whose allocations are resources and whose packets are
 * submissions; the others are work beside it. WDDM 2 binds nothing to a submission: what is made resident counts as used
 * then, which is derived, and said to be.
 *
 * @see shared/data/real/formats.md, 2.3
 */
import { formatDuration } from '../../../../preload/contract'
import type { CaptureFile, Importing, ImportOptions } from '../capture'
import { type Attempt, asksForPart, refuseBeyond, untilItFits } from '../parts'
import type { StepLimits } from '../steps'
import { appOf } from './app'
import { type LogHeader, readLogHeader } from './container'
import { Log } from './log'
import { LogRecords } from './records'
import { damageText, reportOf } from './report'
import { systemOf } from './system'
import { LogWriter } from './writer'

const RECORDS_IN_A_TURN = 20_000
/** of the work: finding out where each buffer begins */
const LOOKING = 0.3

/** @throws CaptureError where nothing of it can be imported */
export function* importEtl(file: CaptureFile, options: ImportOptions = {}, limits?: StepLimits): Importing {
  const header = readLogHeader(file)
  const records = new LogRecords(file, header)
  for (const part of records.look()) yield part * LOOKING
  const importing = untilItFits(options, (part) => logIn(file, header, records, part, limits))
  for (;;) {
    const next = importing.next()
    if (next.done === true) return next.value
    yield LOOKING + (1 - LOOKING) * next.value
  }
}

function* logIn(
  file: CaptureFile,
  header: LogHeader,
  records: LogRecords,
  options: ImportOptions,
  limits: StepLimits | undefined,
): Attempt {
  const { from = 0, until = Number.POSITIVE_INFINITY } = options
  const log = new Log(records, from, until, limits?.steps)
  let count = 0
  for (const record of records.merged()) {
    log.take(record)
    // who the app is only all of the log can say
    if (log.cut !== null && log.cut.next < until) return { made: null, cut: log.cut }
    if (++count % RECORDS_IN_A_TURN === 0) yield Math.min(1, record.offset / file.size)
  }
  log.end()
  const damage = damageText(records)
  refuseBeyond(from, log.lastOfAll, damage)
  const app = appOf(log, options.process)
  const writer = new LogWriter(log, records, app, options, limits)
  writer.write()
  const system = systemOf(log, writer)
  const report = reportOf({ log, records, header, app, writer, system, options })
  // a part of it is not as long as the log
  const length = formatDuration(log.last - from)
  const name = `process ${app.process} in ${asksForPart(options) ? `${length} of an ETW log` : `an ETW log of ${length}`}`
  const head = { name, derived: report.derived, system: system.fields }
  return { made: { head, steps: writer.steps.lines, report, damage }, cut: writer.steps.cut ?? log.cut }
}
