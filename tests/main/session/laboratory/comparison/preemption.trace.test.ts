/**
 * GP-28: what the comparison says of each model and granularity is what the traces of such runs say, and a finer
 * granularity never makes one request take longer. GP-27: the trace has what the lanes show.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { main } from '../../../../../main/cli'
import { preemptionChoices } from '../../../../../main/session/laboratory/comparison/preemption'
import { variantsOf, varied } from '../../../../../main/session/laboratory/comparison/variants'
import { runScenario } from '../../../../../main/session/run/runner'
import type { TraceRecord } from '../../../../../main/sim/trace-records'
import type { VariantRow } from '../../../../../preload/contract'
import { compareVariants } from '../../../support/compared'
import { type Draft, ofType, runAsWritten, scenarioOf } from '../../../support/world'

const MODELS = variantsOf({ preemption: preemptionChoices() })

/** Two effects that are late for the compositor, and work of another process on another engine. */
const WORKLOAD: Draft = {
  system: { refreshRate: 100 },
  app: {
    effects: [
      {
        name: 'Long',
        passes: [
          { engine: '3d', gpuTime: '47ms', work: { draws: 5, triangles: 3, pixels: 1000 } },
          { engine: 'compute', gpuTime: '9ms' },
        ],
      },
    ],
  },
  steps: [
    { at: '12ms', apply: 'Long' },
    { at: '15ms', submit: { engine: 'compute', gpuTime: '3ms', priority: 'realtime', context: 'tracking' } },
    { at: '150ms', apply: 'Long' },
  ],
  until: '400ms',
}

async function tracesOf(draft: Draft): Promise<TraceRecord[][]> {
  const traces: TraceRecord[][] = []
  for (const model of MODELS) {
    let text = ''
    await runScenario(varied(scenarioOf(draft), model), { sink: (chunk) => (text += chunk) })
    const [, ...lines] = text.trimEnd().split('\n')
    traces.push(lines.map((line) => JSON.parse(line) as TraceRecord))
  }
  return traces
}

/** The measures of one row, from the text of a trace alone. */
function measured(records: readonly TraceRecord[]): Partial<VariantRow> {
  const packets = ofType(records, 'packet')
  const latencies = packets
    .filter(({ context, outcome }) => context === 'dwm' && outcome === 'completed')
    .map(({ end, submitted }) => end - submitted)
    .sort((a, b) => a - b)
  const switches = packets.flatMap(({ switch: cost }) => (cost === undefined ? [] : [cost]))
  const saves = ofType(records, 'preempt').map(({ save }) => save)
  const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0)
  // the last pass is the one behind the compute engine's: a packet of no length on the direct queue
  const effects = packets.filter(
    ({ command, outcome, engine, start, end, context }) =>
      command === 'Long' && context === 'app' && engine === '3d' && outcome === 'completed' && start === end,
  )
  return {
    worstCompositorLatency: latencies.at(-1) ?? null,
    p99CompositorLatency: latencies[Math.ceil(latencies.length * 0.99) - 1] ?? null,
    missedVerticalBlanks: ofType(records, 'missed-vertical-blank').length,
    effectsCompleted: effects.length,
    effectsPerSecond: effects.length / 0.4,
    contextSwitches: switches.length,
    contextSwitchTime: sum(switches) + sum(saves),
    engineResets: ofType(records, 'tdr').filter(({ action }) => action === 'engine-reset').length,
  }
}

describe('the comparison', () => {
  it('has the numbers that the traces of the same runs have [GP-28]', async () => {
    const { rows } = await compareVariants(scenarioOf(WORKLOAD), MODELS)
    const traces = await tracesOf(WORKLOAD)
    expect(rows).toHaveLength(7)
    for (const [index, row] of rows.entries()) expect(row).toMatchObject(measured(traces[index] ?? []))
    // they are not all alike, and nothing is lost in any
    expect(new Set(rows.map(({ worstCompositorLatency }) => worstCompositorLatency)).size).toBeGreaterThan(3)
    expect(rows.map(({ effectsCompleted }) => effectsCompleted)).toEqual(Array(7).fill(2))
    expect(Math.min(...rows.map(({ contextSwitchTime }) => contextSwitchTime))).toBeGreaterThan(0)
  })

  it('the command line gives the same rows [GP-28] [SC-06]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trimline-comparison-'))
    const path = (name: string) => join(folder, name)
    writeFileSync(path('work.json'), JSON.stringify({ trimline: 1, name: 'work', ...WORKLOAD }))
    const streams = { out: () => {}, err: () => {}, stdin: () => new Uint8Array(), terminal: undefined }
    expect(await main(['compare', path('work.json'), '--preemption', '--json', path('rows.json')], streams)).toBe(0)
    const written = JSON.parse(readFileSync(path('rows.json'), 'utf8')) as Partial<VariantRow>[]
    rmSync(folder, { recursive: true })
    const { rows } = await compareVariants(scenarioOf(WORKLOAD), MODELS)
    expect(written).toHaveLength(rows.length)
    for (const [index, row] of rows.entries()) {
      const { variant, worstCompositorLatency, p99CompositorLatency, missedVerticalBlanks, contextSwitchTime } = row
      const same = {
        ...variant.preemption,
        worstCompositorLatency,
        p99CompositorLatency,
        missedVerticalBlanks,
        contextSwitchTime,
      }
      expect(written[index]).toMatchObject(same)
    }
  })

  const counts = fc.record({
    draws: fc.integer({ min: 1, max: 50 }),
    primitives: fc.integer({ min: 1, max: 20 }),
    triangles: fc.integer({ min: 1, max: 20 }),
    pixels: fc.integer({ min: 1, max: 10_000 }),
  })

  it('one request on one packet: finer is never later, nor is the Windows 7 model earlier [GP-28]', async () => {
    const workload = fc.record({
      work: counts,
      gpuTime: fc.integer({ min: 1_000, max: 200_000 }),
      at: fc.integer({ min: 0, max: 16_000 }),
    })
    const property = fc.asyncProperty(workload, async ({ work, gpuTime, at }) => {
      const steps = [
        { at, submit: { engine: '3d', gpuTime, work, context: 'long' } },
        { at: at + 500, submit: { engine: '3d', gpuTime: 100, priority: 'realtime', context: 'urgent' } },
      ]
      const traces = await tracesOf({ system: { compositor: { enabled: false } }, steps, until: 600_000 })
      const latencies = traces.map((records) => {
        const [urgent] = ofType(records, 'packet').filter(({ context }) => context === 'urgent')
        return (urgent?.end ?? Number.NaN) - (urgent?.submitted ?? Number.NaN)
      })
      const [win7, ...win8] = latencies
      expect(latencies.every((latency) => latency >= 100)).toBe(true)
      expect(win8).toEqual(win8.toSorted((a, b) => b - a))
      // the same boundary, the end of the packet, in both models
      expect(win7).toBe(win8[1])
    })
    await fc.assert(property, { numRuns: 25 })
  })

  it('one long packet: each granularity comes at its own boundary [GP-28] [GP-06]', async () => {
    // 80 ms: draws of 20 ms, two triangles of 10 ms each, pixels of 1 ms; asked at the blank at 10 ms, 4.5 ms in
    const work = { draws: 4, primitives: 1, triangles: 2, pixels: 10, instructions: 1_000_000 }
    const traces = await tracesOf({
      system: { refreshRate: 100 },
      steps: [{ at: '5500us', submit: { engine: '3d', gpuTime: '80ms', work, context: 'long' } }],
      until: '200ms',
    })
    const first = traces.map((records) => {
      const [request] = ofType(records, 'preempt')
      return request && `${request.boundary} ${request.requested}–${request.stopped}`
    })
    expect(first).toEqual([
      // its end, and 10 µs of saving
      'dma-buffer 10000–85510',
      'none 10000–85510',
      'dma-buffer 10000–85510',
      'primitive 10000–25515',
      'triangle 10000–15520',
      'pixel 10000–10540',
      // at once, when the request has come
      'shader 10000–10105',
    ])
  })
})

describe('the trace', () => {
  it('has what the lanes show, each with engine and time [GP-27]', async () => {
    const run = await runAsWritten({
      system: {
        localMemory: '64MiB',
        pagingBandwidth: '1000MiB',
        tdr: { delay: '50ms' },
        driver: { flipCaps: [], pagingEngine: '3d' },
      },
      app: { policy: 'none', effects: [{ name: 'E', gpuTime: '30ms', resources: [{ name: 'r', size: '40MiB' }] }] },
      steps: [
        // the app's context stays loaded until its memory is taken
        { at: '30ms', system: { compositor: { enabled: false } } },
        { at: '30ms', apply: 'E' },
        { at: '80ms', otherProcess: { name: 'game', usage: '60MiB', foreground: true } },
        { at: '200ms', otherProcess: { name: 'game', usage: 0 } },
        { at: '220ms', system: { compositor: { enabled: true } } },
        { at: '250ms', apply: 'E' },
        { at: '401ms', inject: { fault: 'hang' } },
        { at: '401ms', submit: { engine: '3d', gpuTime: '1ms', context: 'bad' } },
      ],
      until: '700ms',
    })
    const packets = run.of('packet')
    expect(new Set(packets.map(({ kind }) => kind))).toEqual(
      new Set(['standard', 'present', 'paging', 'context-switch']),
    )
    for (const { engine, context, fence, submitted, start, end, t } of packets) {
      expect(engine).toBe('3d')
      expect(context.length).toBeGreaterThan(0)
      expect(fence).toBeGreaterThan(0)
      // how long it stood in the queues shows between the first two
      expect([submitted, start, end]).toEqual([submitted, start, end].toSorted((a, b) => a - b))
      expect(end).toBe(t)
    }
    expect(packets.some(({ switch: cost }) => cost !== undefined && cost > 0)).toBe(true)
    const requests = run.of('preempt')
    expect(requests.map(({ fence }) => fence)).toEqual(requests.map((_, index) => index + 1))
    for (const { engine, requested, stopped, t } of requests) {
      expect(engine).toBe('3d')
      expect(stopped).toBe(t)
      expect(stopped).toBeGreaterThanOrEqual(requested + 5)
    }
    expect(new Set(requests.map(({ reason }) => reason))).toContain('priority')
    // it hangs from 401,010 on, the switch to it included; blank 25 is at 416,667 µs
    const missed = run.of('missed-vertical-blank')
    expect(missed.filter(({ t }) => t >= 400_000).map(({ number }) => number)).toEqual([26, 27, 28])
    expect(missed.at(-3)).toMatchObject({ t: 433_333, waiting: 433_333 - 416_667 })
    const actions = run.of('tdr').map(({ t, engine, action, context }) => `${t} ${engine} ${action} ${context}`)
    // asked for the present of blank 25, it has 50 ms from then
    expect(actions).toEqual(['451010 3d timeout bad', '466667 3d engine-reset bad'])
    expect(packets.filter(({ outcome }) => outcome === 'reset')).toMatchObject([
      { context: 'bad', start: 401_010, end: 466_667 },
    ])
  })
})
