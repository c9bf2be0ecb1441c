/** A late press or frame in the export: its beginning, what it waited for, and the frame that was late (LB-10, LB-17). */
import { describe, expect, it } from 'vitest'
import type { Delay } from '../../../../main/session/laboratory/delays/types'
import { flowOfRecord, writeDelay } from '../../../../main/session/perfetto/delay-chain'
import { Tracks } from '../../../../main/session/perfetto/tracks'
import { Written } from './written'

const packet = { engine: '3d' as const, context: 'app', command: 'A', kind: 'standard' }

const DELAY: Delay = {
  what: 'press',
  name: 'A',
  set: null,
  command: 4,
  begin: 0,
  due: 16_667,
  shown: 33_333,
  late: 16_666,
  segments: [
    { kind: 'page-in', start: 0, end: 15_000, record: { t: 15_000, index: 5 }, resource: 'A.r', bytes: 64, why: null },
    { kind: 'run', start: 15_000, end: 19_000, record: null, packet, on: 'gpu' },
    { kind: 'vertical-blank', start: 19_000, end: 33_333, record: null, display: 1 },
  ],
}

function written(...delays: Delay[]): Written['slices'] {
  const form = new Written()
  const tracks = new Tracks(form)
  for (const [ordinal, delay] of delays.entries()) writeDelay(form, tracks, delay, ordinal)
  return form.slices
}

const shortly = (slices: Written['slices']) => slices.map(({ on, name, start, end }) => [on, name, start, end])

describe('a delay in the export [LB-10] [LB-17]', () => {
  it('is a press until the blank it waited for begins, each segment of its chain, and the late frame', () => {
    expect(shortly(written(DELAY))).toEqual([
      ['Delays/late', 'press A', 0, 19_000],
      ['Delays/late: waited for', 'page-in', 0, 15_000],
      ['Delays/late: waited for', 'run', 15_000, 19_000],
      ['Delays/late: waited for', 'vertical-blank', 19_000, 33_333],
      ['Delays/late: frame', 'late A', 19_000, 33_333],
    ])
  })

  it('of a present that ended with its blank is that until then', () => {
    const segments = DELAY.segments.slice(0, 2)
    const slices = written({ ...DELAY, what: 'present', name: 'present', shown: 19_000, segments })
    expect(shortly(slices)).toEqual([
      ['Delays/late', 'begin present', 0, 19_000],
      ['Delays/late: waited for', 'page-in', 0, 15_000],
      ['Delays/late: waited for', 'run', 15_000, 19_000],
      ['Delays/late: frame', 'late present', 19_000, 19_000],
    ])
  })

  it('says what it is beside both its ends, and of each segment what it names', () => {
    const [begun, pageIn, run, , frame] = written(DELAY)
    const known = { what: 'press', name: 'A', cause: 4, begin: 0, due: 16_667, shown: 33_333, late: 16_666 }
    expect([begun?.fields, frame?.fields]).toEqual([known, known])
    expect(pageIn?.fields).toEqual({ resource: 'A.r', bytes: 64, 'record.t': 15_000, 'record.index': 5 })
    expect(run?.fields).toEqual({
      'packet.engine': '3d',
      'packet.context': 'app',
      'packet.command': 'A',
      'packet.kind': 'standard',
      on: 'gpu',
    })
  })

  it('is joined by two flows: through the chain, and straight to its frame; a record by its own', () => {
    const [begun, pageIn, run, blank, frame] = written(DELAY).map(({ flows = [] }) => flows)
    const [chain, straight] = begun?.map(({ id }) => id) ?? []
    expect(begun?.map(({ role }) => role)).toEqual(['start', 'start'])
    expect(frame).toEqual([
      { id: chain, role: 'end' },
      { id: straight, role: 'end' },
    ])
    expect([run, blank]).toEqual([[{ id: chain, role: 'step' }], [{ id: chain, role: 'step' }]])
    expect(pageIn).toEqual([
      { id: chain, role: 'step' },
      { id: flowOfRecord(5), role: 'link' },
    ])
  })

  it('shares no flow with another delay, nor with any record', () => {
    const [first, second] = written(DELAY, DELAY).filter(({ category }) => category === 'delay')
    const ids = [first, second].flatMap((slice) => slice?.flows?.map(({ id }) => id) ?? [])
    const records = Array.from({ length: 20 }, (_unused, index) => flowOfRecord(index))
    expect(new Set([...ids, ...records]).size).toBe(4 + 20)
  })

  it('at the same time as another is on tracks of its own', () => {
    const tracks = new Set(written(DELAY, { ...DELAY, begin: 10 }).map(({ on }) => on))
    expect([...tracks].slice(3)).toEqual(['Delays/late 2', 'Delays/late 2: waited for', 'Delays/late 2: frame'])
  })

  it('of a frame has no name but that; what was put together says how many, and the times of each kind', () => {
    const together = { pieces: 3, times: { run: 20, engine: 7 } }
    const segments: Delay['segments'] = [
      { kind: 'run', start: 0, end: 27, record: null, packet: null, on: 'gpu', together },
      { kind: 'vertical-blank', start: 27, end: 90, record: null, display: 1 },
    ]
    const [begun, pieces, , frame] = written({ ...DELAY, what: 'frame', name: 'frame', command: null, segments })
    expect([begun?.name, frame?.name, pieces?.name]).toEqual(['begin frame', 'late frame', 'pieces'])
    expect(begun?.fields).not.toHaveProperty('cause')
    expect(pieces?.fields).toEqual({
      kind: 'run',
      on: 'gpu',
      'together.pieces': 3,
      'together.times.run': 20,
      'together.times.engine': 7,
    })
  })
})
