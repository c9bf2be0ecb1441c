/**
 * `npm run bench -- fidelity`: how the emulator's times compare with a recording of a real machine (SteamVR, Windows 10
 * 1803, an AMD GPU, two displays, 2.15 s). Everything of ours is read from the traces of runs, once with the format's
 * simple constants and once with the profile measured-2018; nothing is a target, as one machine is no calibration.
 */
import { runScenario } from '../../main/session/run/runner'
import { validateScenario } from '../../main/session/scenario'
import { MEASURED_2018 } from '../../main/session/scenario/measured-2018'
import type { TraceRecord, TraceType } from '../../main/sim/trace-records'
import { median as medianOf } from './measure'

type RecordOf<K extends TraceType> = Extract<TraceRecord, { type: K }>

/** µs */
const FRAME = 11_111
const FRAMES = 180
const JITTER = 670
/** of a frame of the recorded app: packets of the 3D engine, most of them short, and one of compute */
const PACKETS = [49, 49, 957, 1659]
const COMPUTE = 943

/** What runs read from a trace; null: it does not occur there. */
interface Measure {
  what: string
  /** µs, or a share where `unit` says so */
  measured: number
  unit: 'µs' | '%' | 'Hz'
  of(records: readonly TraceRecord[]): number | null
}

const pick = <K extends TraceType>(records: readonly TraceRecord[], type: K): RecordOf<K>[] =>
  records.filter((record): record is RecordOf<K> => record.type === type)

const median = (values: readonly number[]): number | null => (values.length === 0 ? null : medianOf(values))

const presents = (records: readonly TraceRecord[]): RecordOf<'packet'>[] =>
  pick(records, 'packet').filter(({ kind, outcome }) => kind === 'present' && outcome === 'completed')

/** Blanks a second of a display, from when its presents were submitted. */
function rate(records: readonly TraceRecord[], command: string): number | null {
  const times = presents(records)
    .filter((packet) => packet.command === command)
    .map(({ submitted }) => submitted)
  const between = times.slice(1).map((t, i) => t - (times[i] as number))
  const usual = median(between)
  return usual === null ? null : 1e6 / usual
}

/** Requests that stopped something, with where they stopped. */
const stops = (records: readonly TraceRecord[]): RecordOf<'preempt'>[] =>
  pick(records, 'preempt').filter(
    ({ engine, boundary }) => engine === '3d' && boundary !== 'finished' && boundary !== 'reset',
  )

function toNextStart(records: readonly TraceRecord[]): number | null {
  const starts = pick(records, 'packet')
    .filter(({ outcome, start, end }) => outcome === 'completed' || end > start)
    .map(({ engine, start }) => ({ engine, start }))
  return median(
    stops(records).flatMap(({ engine, stopped }) => {
      const after = starts.filter((packet) => packet.engine === engine && packet.start >= stopped)
      return after.length === 0 ? [] : [Math.min(...after.map(({ start }) => start)) - stopped]
    }),
  )
}

/** Those that move no data and write none: neither transfers nor fills. */
const without = (records: readonly TraceRecord[]): RecordOf<'paging-operation'>[] =>
  pick(records, 'paging-operation').filter(
    ({ operation }) => operation !== 'VIRTUAL_TRANSFER' && operation !== 'VIRTUAL_FILL',
  )

/**
 * From a resource's creation, resident, until the last that its memory needs is done, its zeroes included; 0 where it
 * needs nothing. What is created evicted gets its memory when it is first used.
 */
function newMemory(records: readonly TraceRecord[]): number | null {
  const made = pick(records, 'create').filter(({ resource, resident }) => resource.startsWith('new') && resident)
  const operations = pick(records, 'paging-operation').filter(({ operation }) => operation !== 'VIRTUAL_TRANSFER')
  return median(
    made.map(({ t, resource }) => {
      const own = operations.filter((operation) => operation.resource === resource)
      return Math.max(t, ...own.map(({ end }) => end)) - t
    }),
  )
}

function pagedIn(records: readonly TraceRecord[]): number | null {
  const asked = pick(records, 'make-resident')
  return median(
    pick(records, 'page-in').flatMap(({ resource, bytes, end }) => {
      const call = asked.findLast(({ t, resources }) => t < end && resources.includes(resource))
      return bytes !== 65_536 || call === undefined ? [] : [end - call.t]
    }),
  )
}

const refusedFor = (results: readonly string[]) => (records: readonly TraceRecord[]) => {
  const attempts = pick(records, 'preemption-attempt')
  if (attempts.length === 0) return null
  return (100 * attempts.filter(({ result }) => results.includes(result)).length) / attempts.length
}

const { attempts: ATTEMPTS, refreshRates: RATES } = MEASURED_2018

const MEASURES: readonly Measure[] = [
  { what: 'vertical blanks, first display', measured: RATES[0], unit: 'Hz', of: (records) => rate(records, 'present') },
  {
    what: 'vertical blanks, second display',
    measured: RATES[1],
    unit: 'Hz',
    of: (records) => rate(records, 'present 2'),
  },
  {
    what: "compositor's GPU time, a packet",
    measured: MEASURED_2018.compositorGpuTime,
    unit: 'µs',
    of: (records) => median(presents(records).map(({ start, end }) => end - start)),
  },
  {
    what: 'request to an engine that has just finished',
    measured: MEASURED_2018.requestReachesEngine,
    unit: 'µs',
    of: (records) => {
      const finished = pick(records, 'preempt').filter(({ boundary }) => boundary === 'finished')
      return median(finished.map(({ requested, stopped }) => stopped - requested))
    },
  },
  {
    what: 'request to stopped, pixel granularity',
    measured: MEASURED_2018.requestToStop,
    unit: 'µs',
    of: (records) => median(stops(records).map(({ requested, stopped }) => stopped - requested)),
  },
  { what: 'stopped to the next start', measured: MEASURED_2018.stopToNextStart, unit: 'µs', of: toNextStart },
  {
    what: 'paging operation without data',
    measured: MEASURED_2018.pagingOperation,
    unit: 'µs',
    of: (records) => median(without(records).map(({ start, end }) => end - start)),
  },
  { what: 'making new memory resident', measured: MEASURED_2018.newMemoryResident, unit: 'µs', of: newMemory },
  { what: 'paging in 64 KiB', measured: MEASURED_2018.pageIn64KiB, unit: 'µs', of: pagedIn },
  {
    what: 'attempts that preempt nothing',
    measured: 100 * (1 - ATTEMPTS.success / ATTEMPTS.all),
    unit: '%',
    of: (records) => {
      const success = refusedFor(['Success'])(records)
      return success === null ? null : 100 - success
    },
  },
  {
    what: 'attempts refused for a quantum',
    measured: (100 * ATTEMPTS.refusedForQuantum) / ATTEMPTS.all,
    unit: '%',
    of: refusedFor(['MissRemainingQuantum', 'MissRemainingPreemptionQuantum']),
  },
]

/** A step as a file has it. */
interface Timed {
  at: number
  [verb: string]: unknown
}

/** Frames as the recorded app has them, new memory and small page-ins now and then. */
function workload(system: Record<string, unknown>): unknown {
  const steps: Timed[] = []
  for (let frame = 0; frame < FRAMES; frame++) {
    // frames came every 10.73 to 11.40 ms: even ones would meet the blanks at the same few moments
    const at = frame * FRAME + ((frame * 7919) % JITTER)
    for (const gpuTime of PACKETS) steps.push({ at, submit: { engine: '3d', context: 'vr', gpuTime } })
    steps.push({ at, submit: { engine: 'compute', context: 'vrcompositor', gpuTime: COMPUTE } })
    if (frame % 12 === 0) {
      const resources = [
        { name: 'made', size: '1MiB', resident: true },
        { name: 'cold', size: '64KiB', resident: false },
      ]
      steps.push({ at, addEffect: { name: `new${frame}`, gpuTime: 100, resources } })
      steps.push({ at: at + 5000, apply: `new${frame}` })
    }
    // another app now and then, of the same priority
    if (frame % 3 === 1) steps.push({ at: at + 300, submit: { engine: '3d', context: 'client', gpuTime: 300 } })
    // an engine that has finished by the time that a request reaches it
    if (frame % 12 === 6) {
      const context = 'finishing'
      steps.push({ at: at + 8000, submit: { engine: 'copy', context, gpuTime: 100 } })
      const urgent = { engine: 'copy', context: 'urgent', priority: 'high', gpuTime: 10 }
      steps.push({ at: at + 8098, submit: urgent })
    }
  }
  const sorted = steps.toSorted((a, b) => a.at - b.at)
  return { trimline: 1, system, app: { effects: [] }, steps: sorted, until: FRAMES * FRAME }
}

async function recordsOf(system: Record<string, unknown>): Promise<TraceRecord[]> {
  const parsed = validateScenario(workload(system))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  let text = ''
  await runScenario(parsed.scenario, { sink: (chunk) => (text += chunk) })
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as TraceRecord)
}

export interface FidelityRow {
  what: string
  unit: Measure['unit']
  /** null: it does not occur in the run */
  simple: number | null
  profile: number | null
  measured: number
}

export async function fidelityRows(): Promise<FidelityRow[]> {
  const simple = await recordsOf({})
  const profile = await recordsOf({ profile: 'measured-2018' })
  return MEASURES.map(({ what, unit, measured, of }) => ({
    what,
    unit,
    simple: of(simple),
    profile: of(profile),
    measured,
  }))
}

/** The table: what a file without a profile has, what the profile has, what was measured, and both ratios. */
export async function fidelity(): Promise<string> {
  const rows = await fidelityRows()
  const value = (number: number | null, unit: string): string =>
    number === null ? 'none' : `${number.toFixed(number < 100 ? 1 : 0)} ${unit}`
  const ratio = (ours: number | null, measured: number): string =>
    ours === null ? '–' : `${(ours / measured).toFixed(2)} ×`
  const cells = [
    ['', 'no profile', 'ratio', 'measured-2018', 'ratio', 'measured'],
    ...rows.map(({ what, unit, simple, profile, measured }) => [
      what,
      value(simple, unit),
      ratio(simple, measured),
      value(profile, unit),
      ratio(profile, measured),
      value(measured, unit),
    ]),
  ]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => (line[column] as string).length))) ?? []
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] as number) : cell.padStart(widths[column] as number),
      )
      .join('  '),
  )
  const within = rows.filter(({ profile, measured }) => profile !== null && ratioOff(profile, measured) <= 3)
  return `${lines.join('\n')}\n\n${within.length} of ${rows.length} within three times of what was measured, with the profile\n`
}

const ratioOff = (ours: number, measured: number): number => Math.max(ours / measured, measured / ours)
