/** What a late press waited for leads to the record that it stands for, asked of Perfetto's own trace processor (LB-09, LB-10). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PerfettoRecorder } from '../../../../main/session/perfetto/recorder'
import { TraceProcessor } from '../../../support/perfetto/trace-processor'

let processor: TraceProcessor
beforeAll(async () => {
  processor = await TraceProcessor.start()
}, 120_000)
afterAll(() => processor?.stop())

/** Segments that share a flow with the record that they name, where that is neither a packet nor a whole transfer. */
const LINKED = `
  select distinct segment.name as segment, record.category as record
    from flow join slice one on one.id = flow.slice_out join slice other on other.id = flow.slice_in
      join slice segment on segment.id in (one.id, other.id) and segment.category = 'delay-segment'
      join slice record on record.id in (one.id, other.id) and record.category in ('callback', 'paging-operation', 'make-resident', 'destroy')
    where extract_arg(record.arg_set_id, 'debug.record') = extract_arg(segment.arg_set_id, 'debug.record_index')
    order by segment.ts`

it('leads to a callback that holds the lock, an operation of a transfer that has several, a call that a policy waits for, and the end of what was to leave [LB-09] [LB-10] [LB-17]', async () => {
  const pieces: Uint8Array[] = []
  const recorder = new PerfettoRecorder('protobuf', (piece) => pieces.push(Buffer.from(piece)), {
    name: 'links',
    policy: 'none',
    seed: 1,
  })
  recorder.record({ t: 9, type: 'callback', cookie: 0, evicted: 0, bytes: 0 })
  const operation = { operation: 'VIRTUAL_TRANSFER', resource: 'A.r', segment: 'local', chunk: 0, chunks: 2 } as const
  recorder.record({
    t: 14,
    type: 'paging-operation',
    ...operation,
    offset: 0,
    bytes: 64,
    start: 9,
    end: 14,
    direction: 'in',
  })
  recorder.record({ t: 15, type: 'make-resident', resources: ['B.r'], bytes: 64, fence: 1 })
  recorder.record({ t: 19, type: 'destroy', resource: 'C.r', bytes: 64, resident: false })
  const [lock, chunk, call, gone] = [
    { t: 9, index: 0 },
    { t: 14, index: 1 },
    { t: 15, index: 2 },
    { t: 19, index: 3 },
  ]
  const callback = { cookie: 0, notification: 1 }
  recorder.late({
    what: 'press',
    name: 'A',
    set: null,
    command: 3,
    begin: 5,
    due: 10,
    shown: 20,
    late: 10,
    segments: [
      { kind: 'policy-wait', start: 5, end: 9, record: lock, policy: 'creative-app', callback, packet: null },
      { kind: 'page-in', start: 9, end: 15, record: chunk, resource: 'A.r', bytes: 128, why: null },
      { kind: 'policy-wait', start: 15, end: 18, record: call, policy: 'dawn', callback: null, packet: null },
      { kind: 'page-out', start: 18, end: 19, record: gone, resource: 'C.r', bytes: 64, for: 'A.r' },
      { kind: 'vertical-blank', start: 19, end: 20, record: null, display: 1 },
    ],
  })
  recorder.end(20)
  await processor.load(Buffer.concat(pieces))
  expect(await processor.query(LINKED)).toEqual([
    { segment: 'policy-wait', record: 'callback' },
    { segment: 'page-in', record: 'paging-operation' },
    { segment: 'policy-wait', record: 'make-resident' },
    { segment: 'page-out', record: 'destroy' },
  ])
  expect(await processor.count("select count(*) from stats where severity = 'error' and value > 0")).toBe(0)
})
