/**
 * What each scenario that ships gives for Perfetto, asked of Perfetto's own trace processor, and compared with what its
 * golden trace and its summary say.
 */
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { policyLabel } from '../../../../main/policies/own/label'
import type { Delay } from '../../../../main/session/laboratory/delays/types'
import { type PerfettoForm, PerfettoRecorder } from '../../../../main/session/perfetto/recorder'
import { together } from '../../../../main/session/run/followers'
import { type Line, linesOf, Residents } from '../../../golden/reading'
import { residencyLines, SHIPPED, shipped, traced } from '../../../golden/scenarios'
import { TraceProcessor } from '../../../support/perfetto/trace-processor'

const golden = (name: string) => new URL(`../../../golden/traces/${name}.jsonl`, import.meta.url)
/** those that have a trace to compare with, not only its hash */
const NAMES = SHIPPED.filter((name) => existsSync(golden(name)))

let processor: TraceProcessor
beforeAll(async () => {
  processor = await TraceProcessor.start()
}, 120_000)
afterAll(() => processor?.stop())

interface Exported {
  protobuf: Uint8Array
  json: Uint8Array
  delays: Delay[]
}

/** Both forms of one run. */
async function exported(name: string): Promise<Exported> {
  const scenario = shipped(name)
  const about = { name: scenario.name, policy: policyLabel(scenario.app.policy), seed: scenario.seed }
  const pieces: Record<PerfettoForm, Uint8Array[]> = { protobuf: [], json: [] }
  const delays: Delay[] = []
  const recorders = (['protobuf', 'json'] as const).map(
    (form) => new PerfettoRecorder(form, (piece) => pieces[form].push(Buffer.from(piece)), about),
  )
  const late = {
    kernel: () => {},
    record: () => {},
    look: () => {},
    submitted: () => {},
    late: (delay: Delay) => delays.push(delay),
  }
  const follower = together([...recorders, late])!
  const { text } = await traced(scenario, {
    follower,
    atEnd: ({ sim }) => {
      for (const recorder of recorders) recorder.end(sim.now)
    },
  })
  // watching changes nothing
  expect(text).toBe(readFileSync(golden(name), 'utf8'))
  return { protobuf: Buffer.concat(pieces.protobuf), json: Buffer.concat(pieces.json), delays }
}

/** How much there was to compare, over all scenarios. */
const compared = new Map<string, number>()

function equal(what: string, found: readonly unknown[], expected: readonly unknown[]): void {
  compared.set(what, (compared.get(what) ?? 0) + expected.length)
  expect(found.toSorted(byText)).toEqual(expected.toSorted(byText))
}

/** The next one runs while the processor, which has a thread of its own, reads this one. */
const ahead = new Map<string, Promise<Exported>>()

function begun(name: string | undefined): Promise<Exported> | undefined {
  if (name === undefined) return undefined
  const known = ahead.get(name) ?? exported(name)
  ahead.set(name, known)
  return known
}

const ERRORS = "select name, value from stats where severity = 'error' and value > 0"

/** Everything that is counted, at once: a row per kind. */
const COUNTS = `
  select 'slice ' || category kind, count(*) n from slice where category not in
    ('delay', 'delay-segment', 'late-frame', 'hardware-queue', 'context-switch', 'background-run', 'run') group by 1
  union all select 'moment ' || category, count(*) from slice where category = 'notification' and dur = 0 group by 1`

/** What nests in another slice of its thread, as what overlaps it does; moments, which are slices here too, may. */
const NESTED = `
  select thread.name as thread, slice.name as name, slice.ts as ts, slice.depth as depth
    from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)
    where slice.depth > 0 and category in ('packet', 'context-switch', 'hardware-queue', 'paging-operation', 'page-in',
      'page-out', 'preempt', 'background-run', 'delay', 'delay-segment', 'late-frame')`

/** Each late frame with the press, or the beginning of the frame, to which its flow leads back through the chain. */
const CHAINS = `
  with recursive back(late, id) as (
    select id, id from slice where category = 'late-frame'
    union select back.late, flow.slice_out from back join flow on flow.slice_in = back.id
      join slice on slice.id = flow.slice_out and slice.category in ('delay', 'delay-segment')
        and not (slice.category = 'delay' and back.id = back.late))
  select late.ts + late.dur as shown, begun.ts as begin, begun.name as name
    from back join slice late on late.id = back.late join slice begun on begun.id = back.id
    where begun.category = 'delay' and extract_arg(begun.arg_set_id, '$ARGS.shown') * 1000 = late.ts + late.dur
      and extract_arg(begun.arg_set_id, '$ARGS.begin') = extract_arg(late.arg_set_id, '$ARGS.begin')
      and extract_arg(begun.arg_set_id, '$ARGS.name') = extract_arg(late.arg_set_id, '$ARGS.name')
    group by late.id order by 1, 2, 3`

/** The same by one join. */
const STRAIGHT = `
  select late.ts + late.dur as shown, begun.ts as begin, begun.name as name
    from flow join slice begun on begun.id = flow.slice_out join slice late on late.id = flow.slice_in
    where begun.category = 'delay' and late.category = 'late-frame' group by late.id order by 1, 2, 3`

const PACKETS =
  "select ts / 1000 as start, (ts + dur) / 1000 as end, name from slice where category = 'packet' order by 1, 2, 3"

const samples = (name: string) =>
  `select value from counter join counter_track on counter.track_id = counter_track.id where name = '${name}' order by counter.id`

/** What the golden trace says of the same. */
function countsOf(lines: readonly Line[]): Record<string, number> {
  const counts: Record<string, number> = {}
  const count = (kind: string): void => {
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  for (const { type } of lines.slice(1)) {
    count(`slice ${type}`)
    if (type === 'notification') count('moment notification')
  }
  return counts
}

function usagesOf(lines: readonly Line[]): number[] {
  const residents = new Residents()
  const usages = [0]
  const each = lines.flatMap((line) =>
    line.type === 'make-resident'
      ? (line.resources as string[]).map((name) => ({ ...line, resources: [name] }))
      : [line],
  )
  for (const line of each) {
    residents.apply(line)
    if (residents.usage !== usages.at(-1)) usages.push(residents.usage)
  }
  return usages
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

describe.each(NAMES.map((name, i) => [name, NAMES[i + 1]] as const))('%s', (name, next) => {
  it('is read without errors in both forms, with all that its trace has [LB-17] [SC-10] [LB-10]', async () => {
    const { protobuf, json, delays } = await begun(name)!
    ahead.delete(name)
    const lines = linesOf(readFileSync(golden(name), 'utf8'))
    const packets = lines
      .filter(({ type }) => type === 'packet')
      .map(({ start, end, command }) => ({ start, end, name: command }))
    const chains = delays.map(({ what, name, begin, shown }) => ({
      shown: shown * 1000,
      begin: begin * 1000,
      name: what === 'press' ? `press ${name}` : `begin ${what}`,
    }))
    const budgets = lines
      .filter(({ type, process }) => type === 'budget' && process === 'app')
      .map(({ budget }) => budget)
    for (const [bytes, args, unit] of [
      [protobuf, 'debug', ''],
      [json, 'args', ' bytes'],
    ] as const) {
      const loading = processor.load(bytes)
      void begun(next)
      await loading
      expect(await processor.query(ERRORS)).toEqual([])
      expect(await processor.query(NESTED)).toEqual([])
      const values = async (counter: string) =>
        (await processor.query(samples(`local ${counter}${unit}`))).map(({ value }) => value)
      const counts = (await processor.query(COUNTS)).map(({ kind, n }) => [kind, n])
      equal('counts', counts, Object.entries(countsOf(lines)))
      equal('packets', await processor.query(PACKETS), packets)
      equal('chains', await processor.query(CHAINS.replaceAll('$ARGS', args)), chains)
      equal('straight from the beginning', await processor.query(STRAIGHT), chains)
      // in their order
      equal('usages', [await values('usage')], [usagesOf(residencyLines(name, lines))])
      equal(
        'budgets',
        (await values('budget')).slice(1).map((value, i) => [i, value]),
        budgets.map((value, i) => [i, value]),
      )
    }
  }, 30_000)
})

it('has compared something of each kind', () => {
  expect([...compared].filter(([, count]) => count === 0)).toEqual([])
  expect([...compared.keys()].sort()).toEqual([
    'budgets',
    'chains',
    'counts',
    'packets',
    'straight from the beginning',
    'usages',
  ])
})
