/** Events of a log as they are when they have been read, for who gathers them; times in ticks of logs.ts. */
import { Bytes } from '../../../../../main/session/imports/bytes'
import { Log } from '../../../../../main/session/imports/etl/log'
import { type LogRecord, LogRecords } from '../../../../../main/session/imports/etl/records'
import { captureOf } from '../support'
import { FREQUENCY, Q0 } from './logs'

type Particulars = Partial<Pick<LogRecord, 'ticks' | 'process' | 'thread' | 'pointer'>>

export function recordOf(id: number, payload: Uint8Array, particulars: Particulars = {}): LogRecord {
  return {
    ticks: 0,
    offset: 0,
    id,
    version: 1,
    process: 100,
    thread: 1,
    pointer: 8,
    payload: new Bytes(payload),
    ...particulars,
  }
}

export const HEADER = { start: Q0, frequency: FREQUENCY, eventsLost: 0, buffersLost: 0, buffers: 0 }

/** The clock of a log of which nothing is read. */
export const CLOCK = new LogRecords(captureOf(new Uint8Array(0)), HEADER)

/** A log that has taken these, and is at its end. @param from µs @param until µs @param most events */
export function logOf(records: readonly LogRecord[], from = 0, until?: number, most?: number): Log {
  const log = new Log(CLOCK, from, until, most)
  for (const record of records) log.take(record)
  log.end()
  return log
}

/** µs → ticks */
export const us = (time: number): number => (time * FREQUENCY) / 1_000_000
