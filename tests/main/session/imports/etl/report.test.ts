/** What is said of the import of a log (LB-19): losses first, then what is a scenario's, and what is not. */
import { describe, expect, it } from 'vitest'
import type { ImportOptions } from '../../../../../main/session/imports/capture'
import { appOf } from '../../../../../main/session/imports/etl/app'
import { type LogRecord, LogRecords } from '../../../../../main/session/imports/etl/records'
import { damageText, reportOf } from '../../../../../main/session/imports/etl/report'
import { systemOf } from '../../../../../main/session/imports/etl/system'
import { LogWriter } from '../../../../../main/session/imports/etl/writer'
import { captureOf } from '../support'
import { CLOCK, HEADER, logOf, recordOf, us } from './events'
import * as etl from './logs'

const KIB = 1024
const APP = 100
const C = 0xc1

const at = (time: number, process = APP) => ({ ticks: us(time), process })
const packet = (time: number, sequence: number, length: number) => [
  recordOf(178, etl.queued(C, sequence, { dma: 0 }), at(time)),
  recordOf(175, etl.started(C, sequence, sequence), at(time, 4)),
  recordOf(177, etl.ended(C, sequence, sequence), at(time + length, 0)),
]

function reported(records: LogRecord[], { header = HEADER, options = {} as ImportOptions } = {}) {
  const log = logOf([...records, ...packet(90_000_000, 999, 5_000_000)])
  const app = appOf(log, undefined)
  const writer = new LogWriter(log, CLOCK, app, options)
  writer.write()
  const read = new LogRecords(captureOf(new Uint8Array(0)), header)
  return reportOf({ log, records: read, header, app, writer, system: systemOf(log, writer), options })
}

const made = (time: number, global: number, size: number) => recordOf(33, etl.allocation(global, size, {}), at(time))

describe('the report of a log [LB-19]', () => {
  it('says what was lost before all else, of either kind or both; nothing where nothing was', () => {
    const lost = (eventsLost: number, buffersLost: number) =>
      reported([], { header: { ...HEADER, eventsLost, buffersLost } }).warnings
    expect([lost(0, 0), lost(1, 0), lost(0, 2), lost(3, 1)]).toEqual([
      [],
      ['the log lost 1 event while it was recorded: what they said is missing'],
      ['the log lost 2 buffers while it was recorded: what they said is missing'],
      ['the log lost 3 events and 1 buffer while it was recorded: what they said is missing'],
    ])
  })

  it('says that a log ends before its last buffer, where it is cut between two', () => {
    const cut = (buffers: number) => reported([], { header: { ...HEADER, buffers } }).warnings
    expect([cut(0), cut(3)]).toEqual([
      [],
      [
        'the log says that it has 3 buffers, of which 0 are there: what the others said is missing; copy the whole file',
      ],
    ])
  })

  it('counts what became resources and work of the app, and how much rounding adds', () => {
    const { imported } = reported([
      made(5, 1, 100 * KIB),
      made(6, 2, 64 * KIB),
      recordOf(34, etl.allocation(1, 100 * KIB), at(9)),
      ...packet(20, 1, 30),
    ])
    expect(imported[0]).toMatch(/^process 100 as the app: [\d,]+ µs of GPU$/)
    // 100 KiB take two granules of 64
    expect(imported.slice(1, 4)).toEqual([
      '2 resources of 164 KiB, 1 of them freed',
      'sizes are rounded up to 64 KiB: 28 KiB more in all',
      '2 submissions of the app, 0 of 0 other processes',
    ])
  })

  it('says that anonymous changes nothing, to whoever asks for it: a log has numbers instead of names in any case', () => {
    const names = (options: ImportOptions) => reported([], { options }).imported.filter((text) => /^names: /.test(text))
    expect(names({ anonymous: true })).toEqual([
      'names: anonymous changes nothing, as none of the app’s are taken from a log',
    ])
    expect([...names({}), ...names({ anonymous: false })]).toEqual([])
  })

  it('says which uses are derived, and at what cost in truth', () => {
    const { derived } = reported([
      recordOf(36, etl.opened(7, 1), at(3)),
      made(2, 1, 64 * KIB),
      recordOf(320, etl.resident(7), at(10)),
    ])
    expect(derived[0]).toMatch(/^uses: \d+ from MakeResident, at its time and of 1 µs each; WDDM 2 binds nothing/)
  })
})

describe('where a log is malformed', () => {
  it('is its first place, and how many more there are', () => {
    const text = (damage: string | null, moreDamage: number): string | null => {
      const records = new LogRecords(captureOf(new Uint8Array(0)), HEADER)
      Object.assign(records, { damage, moreDamage } satisfies Partial<LogRecords>)
      return damageText(records)
    }
    expect([text(null, 0), text('offset 5: x', 0), text('offset 5: x', 1), text('offset 5: x', 2)]).toEqual([
      null,
      'offset 5: x',
      'offset 5: x (and 1 place more)',
      'offset 5: x (and 2 places more)',
    ])
  })
})
