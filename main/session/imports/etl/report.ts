/** What is said of the import of a log. */
import { counted, formatBytes, formatCount } from '../../../../preload/contract'
import { GRANULE } from '../../scenario'
import type { ImportOptions, ImportReport } from '../capture'
import { nextPart } from '../steps'
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

function warningsOf({ header, log, writer }: Parts): string[] {
  const lost = [
    header.eventsLost === 0 ? null : counted(header.eventsLost, 'event'),
    header.buffersLost === 0 ? null : counted(header.buffersLost, 'buffer'),
  ].filter((text) => text !== null)
  const cut = writer.steps.cut === null ? null : [writer.steps.cut]
  return [
    ...(lost.length === 0
      ? []
      : [`the log lost ${lost.join(' and ')} while it was recorded: what they said is missing`]),
    ...(cut ?? moreText(log)),
  ]
}

/** What is said where the log has more than can be gathered of it. */
function moreText({ next, last }: Log): string[] {
  if (next === null) return []
  return [`the log has more than a scenario holds: it ends at ${last} us; ${nextPart(next)}`]
}

function importedOf({ app, writer: { written, engines }, system, records }: Parts): string[] {
  const { resources, bytes, rounding, freed, submissions, others, otherProcesses, budgets, unknownGroup } = written
  const ms = (process: number): string => `${formatCount(records.microseconds(app.times.get(process) ?? 0))} us of GPU`
  const lines = [
    `process ${app.process} as the app: ${ms(app.process)}${app.compositor === null ? '' : `; process ${app.compositor} is the compositor`}`,
    `${counted(resources, 'resource')} of ${formatBytes(bytes)}, ${formatCount(freed)} of them freed`,
    rounding === 0 ? null : `sizes are rounded up to ${formatBytes(GRANULE)}: ${formatBytes(rounding)} more in all`,
    `${counted(submissions, 'submission')} of the app, ${formatCount(others)} of ${counted(otherProcesses.size, 'other process', 'other processes')}`,
    budgets === 0 ? null : counted(budgets, 'change of the budget', 'changes of the budget'),
    unknownGroup === 0 ? null : `${counted(unknownGroup, 'resource')} without a known segment, taken as default`,
    engines.inferred.size === 0 ? null : `engines of ${counted(engines.inferred.size, 'node')}: inferred`,
    ...system.imported,
  ]
  return lines.filter((text) => text !== null)
}

function derivedOf({ writer: { written, engines }, log, system, options }: Parts): string[] {
  const { derivedUses, assumed } = written
  const lines = [
    `uses: ${formatCount(derivedUses)} from MakeResident, at its time and of 1 us each; WDDM 2 binds nothing to a submission`,
    engines.inferred.size === 0 ? null : `engines: inferred from what the nodes do, as the log does not name them`,
    assumed === 0
      ? null
      : `size: ${formatBytes(options.unknownSize ?? 0)} assumed for ${counted(assumed, 'allocation')} that the log does not describe`,
    log.work.preempted === 0
      ? null
      : `gpuTime: of ${counted(log.work.preempted, 'preempted packet')} the sum of their parts`,
    ...system.derived,
  ]
  return lines.filter((text) => text !== null)
}

function ignoredOf({ log, records: { passed }, writer: { written } }: Parts): string[] {
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
    [log.work.faulted, 'packet that faulted, taken as ended', 'packets that faulted, taken as ended'],
    [log.work.pagingPackets, 'paging packet', 'paging packets'],
    [passed.frameMarks, 'frame mark of SteamVR', 'frame marks of SteamVR'],
    [passed.otherProviders, 'event of another provider', 'events of other providers'],
    [passed.otherRecords, 'record of another kind', 'records of other kinds'],
    [passed.outOfRange, 'event with an impossible time', 'events with impossible times'],
  ]
  const sizeless =
    written.sizeless.size === 0
      ? []
      : [`${counted(written.sizeless.size, 'allocation')} without a size: ${counted(uses, 'use')} ignored`]
  const attempts =
    log.attempts === 0
      ? []
      : [
          `${counted(log.attempts, 'AttemptPreemption event')}, ${formatCount(log.successes)} of them successful: not imported`,
        ]
  return [
    ...sizeless,
    ...attempts,
    ...counts.flatMap(([count, one, many]) => (count === 0 ? [] : [`${counted(count, one, many)}: not imported`])),
    ...[...log.counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${counted(count, `${name} event`)}: not imported`),
  ]
}
