/** A record of the trace as a row that a person reads: what it is of, how much, how long, and the rest of it in words. */
import { formatBytes, formatDuration, formatTime, type RecordView, trimFlagsText } from '../../../../preload/contract'
import { traceLine } from '../../../sim/trace-lines'
import { TRACE_COLUMNS, type TraceRecord, type TraceType } from '../../../sim/trace-records'

/** The first of these that a record has is what it is of. */
const NAMES = ['resource', 'resources', 'effect', 'command', 'rule', 'device', 'pso', 'workflow', 'process', 'context']
const SIZES: ReadonlySet<string> = new Set([
  'left',
  'bytesToTrim',
  'budget',
  'usage',
  'offset',
  'free',
  'largest',
  'fromOffset',
  'toOffset',
  'bytesMoved',
])
const MOMENTS: ReadonlySet<string> = new Set(['start', 'end', 'submitted', 'requested', 'stopped'])
const DURATIONS: ReadonlySet<string> = new Set(['age', 'hitch', 'switch', 'save', 'waiting'])

/**
 * One record, by the fields that it has.
 * @param amount what it adds to the number that is asked for, in that number's own unit
 */
export function recordView(record: TraceRecord, amount = 0): RecordView {
  return { ...viewOf(record.t, record.type, new Map(Object.entries(record))), amount, text: traceLine(record) }
}

function viewOf(
  t: number,
  type: TraceType,
  fields: ReadonlyMap<string, unknown>,
): Pick<RecordView, 't' | 'type' | 'name' | 'bytes' | 'duration' | 'more'> {
  const named = NAMES.find((name) => fields.get(name) !== undefined)
  const [bytes, start, end] = ['bytes', 'start', 'end'].map((name) => numberOf(fields.get(name)))
  const duration = start === undefined || end === undefined ? null : end - start
  const told = new Set([named, 'bytes', ...(duration === null ? [] : ['end'])])
  const more = TRACE_COLUMNS[type].flatMap((name) => {
    const value = fields.get(name)
    if (value === undefined || told.has(name)) return []
    const flags = type === 'notification' && name === 'flags' ? flagsOf(value) : ''
    return [`${wordsOf(name)} ${flags || valueText(name, value)}`]
  })
  return {
    t,
    type,
    name: named === undefined ? '' : valueText(named, fields.get(named)),
    bytes: bytes ?? null,
    duration,
    more: more.join(', '),
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Of a notification, by their names, as everywhere else; '' where there is none to name. */
function flagsOf(value: unknown): string {
  return typeof value === 'number' ? trimFlagsText(value) : ''
}

/** `bytesToTrim`: "bytes to trim" */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'number') return JSON.stringify(value)
  if (SIZES.has(name)) return formatBytes(value)
  if (MOMENTS.has(name)) return formatTime(value)
  return DURATIONS.has(name) ? formatDuration(value) : String(value)
}
