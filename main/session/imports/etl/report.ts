/** What is said of the import of a log. */
import { counted, formatBytes, formatCount } from '../../../../preload/contract'
import { GRANULE } from '../../scenario'
import type { ImportOptions, ImportReport } from '../capture'
import { asksForPart } from '../parts'
import { ofThem } from '../report-text'
import type { AppChoice } from './app'
import type { LogHeader } from './container'
import type { Log } from './log'
import type { LogRecords } from './records'
import type { LogSystem } from './system'
import type { LogWriter } from './writer'

interface Parts {
  log: Log
  records: LogRecords
  header: LogHeader
  app: AppChoice
  writer: LogWriter
  system: LogSystem
  options: ImportOptions
}

/** @returns lines for a person; losses come first */
export function reportOf(parts: Parts): ImportReport {
  return {
    warnings: warningsOf(parts),
    imported: importedOf(parts),
    derived: derivedOf(parts),
    ignored: ignoredOf(parts),
  }
}

/** Where the log is malformed; null: nowhere. */
export function damageText({ damage, moreDamage }: LogRecords): string | null {
  if (damage === null || moreDamage === 0) return damage
  return `${damage} (and ${counted(moreDamage, 'place')} more)`
}

function warningsOf({ header, records, app: { process, times } }: Parts): string[] {
  const { buffersAfterLoss } = records
  const lost = [
    header.eventsLost === 0 ? null : counted(header.eventsLost, 'event'),
    header.buffersLost === 0 ? null : counted(header.buffersLost, 'buffer'),
  ].filter((text) => text !== null)
  // of a log that was not ended its header does not know
  const unknown =
    lost.length === 0 && buffersAfterLoss > 0
      ? [
          `the log lost events before ${counted(buffersAfterLoss, 'buffer')}, as is said there: what they said is missing`,
        ]
      : []
  return [
    ...(lost.length === 0
      ? unknown
      : [`the log lost ${lost.join(' and ')} while it was recorded: what they said is missing`]),
    ...(records.missing === null ? [] : [records.missing]),
    ...(times.has(process) ? [] : [`process ${process}, the app, submits nothing in that part of the log`]),
  ]
}

function importedOf({ app, writer: { written, engines }, system, records, options }: Parts): string[] {
  const { resources, bytes, rounding, freed, submissions, others, otherProcesses, budgets, unknownGroup } = written
  const ms = (process: number): string => `${formatCount(records.microseconds(app.times.get(process) ?? 0))} µs of GPU`
  const lines = [
    `process ${app.process} as the app: ${ms(app.process)}${app.compositor === null ? '' : `; process ${app.compositor} is the compositor`}`,
    `${counted(resources, 'resource')} of ${formatBytes(bytes)}, ${ofThem(resources, [freed, 'freed'])}`,
    rounding === 0 ? null : `sizes are rounded up to ${formatBytes(GRANULE)}: ${formatBytes(rounding)} more in all`,
    `${counted(submissions, 'submission')} of the app, ${formatCount(others)} of ${counted(otherProcesses.size, 'other process', 'other processes')}`,
    budgets === 0 ? null : counted(budgets, 'change of the budget', 'changes of the budget'),
    unknownGroup === 0 ? null : `${counted(unknownGroup, 'resource')} without a known segment, taken as default`,
    engines.inferred.size === 0 ? null : `engines of ${counted(engines.inferred.size, 'node')}: inferred`,
    options.anonymous === true ? 'names: anonymous changes nothing, as none of the app’s are taken from a log' : null,
    ...system.imported,
  ]
  return lines.filter((text) => text !== null)
}

function derivedOf({ writer: { written, engines }, system, options }: Parts): string[] {
  const { derivedUses, assumed, preempted } = written
  const lines = [
    `uses: ${formatCount(derivedUses)} from MakeResident, at its time and of 1 µs each; WDDM 2 binds nothing to a submission`,
    engines.inferred.size === 0 ? null : `engines: inferred from what the nodes do, as the log does not name them`,
    assumed === 0
      ? null
      : `size: ${formatBytes(options.unknownSize ?? 0)} assumed for ${counted(assumed, 'allocation')} that the log does not describe`,
    (options.from ?? 0) === 0
      ? null
      : 'names: contexts and allocations are numbered from where this part begins; other parts of the log number them anew',
    preempted === 0
      ? null
      : `gpuTime: of ${counted(preempted, 'preempted packet')} the sum of ${preempted === 1 ? 'its' : 'their'} parts`,
    ...system.derived,
  ]
  return lines.filter((text) => text !== null)
}

function ignoredOf({ log, records: { passed }, writer: { written }, options }: Parts): string[] {
  const uses = [...written.sizeless.values()].reduce((sum, count) => sum + count, 0)
  const counts: [number, string, string?][] = [
    [written.pageTables, 'page table', 'page tables'],
    [written.emptyAllocations, 'allocation of 0 bytes', 'allocations of 0 bytes'],
    [written.unfinished, 'submission whose end is not in the log', 'submissions whose end is not in the log'],
    [written.withoutProcess, 'submission of no known process', 'submissions of no known process'],
    [written.failed, 'call to MakeResident that failed', 'calls to MakeResident that failed'],
    [written.othersAllocations, 'allocation of another process', 'allocations of other processes'],
    [written.othersResident, 'MakeResident of another process', 'MakeResidents of other processes'],
    [log.work.otherQueued, 'queue packet of another type than render', 'queue packets of other types than render'],
    [written.late, 'use of what was freed', 'uses of what was freed'],
    [written.faulted, 'packet that faulted, taken as ended', 'packets that faulted, taken as ended'],
    [log.work.pagingPackets, 'paging packet', 'paging packets'],
  ]
  // they are counted before anything of the part is known
  const where = asksForPart(options) ? ' in the whole log' : ''
  const countsOfAll: typeof counts = [
    [passed.frameMarks, `frame mark of SteamVR${where}`, `frame marks of SteamVR${where}`],
    [passed.otherProviders, `event of another provider${where}`, `events of other providers${where}`],
    [passed.otherRecords, `record of another kind${where}`, `records of other kinds${where}`],
    [passed.outOfRange, `event with an impossible time${where}`, `events with impossible times${where}`],
  ]
  const sizeless =
    written.sizeless.size === 0
      ? []
      : [
          `${counted(written.sizeless.size, 'allocation')} without a size: ${counted(uses, 'use')} ignored (the option unknown-size imports them)`,
        ]
  const attempts =
    log.attempts === 0
      ? []
      : [
          `${counted(log.attempts, 'AttemptPreemption event')}, ${ofThem(log.attempts, [log.successes, 'successful'])}: not imported`,
        ]
  return [
    ...sizeless,
    ...attempts,
    ...[...counts, ...countsOfAll].flatMap(([count, one, many]) =>
      count === 0 ? [] : [`${counted(count, one, many)}: not imported`],
    ),
    ...[...log.counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${counted(count, `${name} event`)}: not imported`),
  ]
}
