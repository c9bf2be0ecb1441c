/** A late press, frame or present: where it began, what it waited for, and the frame that was late, joined by a flow (LB-10). */
import type { Delay } from '../laboratory/delays/types'
import { type FieldValue, type Flow, type Form, fieldsOf } from './events'
import { DELAYS } from './places'
import type { Tracks } from './tracks'

/** Flows of records of the trace, of chains, and from a press straight to its frame have ids of one row. */
export const flowOfRecord = (index: number): number => 3 * index + 1
const flowOfChain = (ordinal: number): number => 3 * ordinal + 2
const flowOfDelay = (ordinal: number): number => 3 * ordinal + 3

/**
 * One flow leads through all that was waited for, another from the beginning straight to the frame that was late, so that
 * one finds it by one join (LB-17).
 * @param ordinal which of the delays it is, from 0
 */
export function writeDelay(form: Form, tracks: Tracks, delay: Delay, ordinal: number): void {
  const { what, name, set, command, begin, due, shown, late, segments } = delay
  const id = flowOfChain(ordinal)
  const straight = flowOfDelay(ordinal)
  const title = what === 'press' ? name : what
  const known: Record<string, FieldValue> = fieldsOf({ what, name, set, cause: command, begin, due, shown, late })
  const last = segments.at(-1)
  const ended = last?.kind === 'vertical-blank' ? last.start : shown
  const begun = tracks.lane(DELAYS, 'late', begin, shown)
  form.slice(begun, {
    name: `${what === 'press' ? 'press' : 'begin'} ${title}`,
    category: 'delay',
    start: begin,
    end: ended,
    fields: known,
    flows: [
      { id, role: 'start' },
      { id: straight, role: 'start' },
    ],
  })
  const chain = tracks.thread(DELAYS, `${begun.name}: waited for`)
  for (const { start, end, ...rest } of segments) {
    const flows: Flow[] = [{ id, role: 'step' }]
    if (rest.record !== null) flows.push({ id: flowOfRecord(rest.record.index), role: 'link' })
    const { kind, ...named } = rest
    // what was put together is of several kinds, whose times are fields
    const one = rest.together === undefined ? { name: kind, fields: named } : { name: 'pieces', fields: rest }
    form.slice(chain, { ...one, category: 'delay-segment', start, end, fields: fieldsOf(one.fields), flows })
  }
  form.slice(tracks.thread(DELAYS, `${begun.name}: frame`), {
    name: `late ${title}`,
    category: 'late-frame',
    start: ended,
    end: shown,
    fields: known,
    flows: [
      { id, role: 'end' },
      { id: straight, role: 'end' },
    ],
  })
}
