/**
 * What a run's summary, and its row of a comparison, say is what the trace that `run --trace` writes comes to by the clauses
 * alone: of random programs, each written as a file and run as the command line runs it.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { compare, run } from '../../../../main/cli/library/library'
import { programOfEverything } from '../programs-of-everything'
import { type Program, SYSTEMS } from '../random-programs'
import { callbackProblems, compositorLatency, counted, hitches } from './by-trace/counted'
import { fileOf } from './by-trace/file'
import { linesOf } from './by-trace/lines'
import { type Asked, shown, stoodStill, tellsPresses } from './by-trace/shown'
import { tellsUsage, usage } from './by-trace/usage'

const RUNS = 24
/** µs behind the last step, so that most of what was begun ends */
const AFTER = 500_000

const KINDS: readonly (readonly [string, fc.Arbitrary<Program>])[] = [
  ...SYSTEMS.map(([kind, programs]) => [kind, programs] as const),
  ['everything', programOfEverything],
]

/** names of numbers that were more than nothing in some run, so that none is proved by runs in which nothing happens */
const seen = new Set<string>()

function compared(numbers: Readonly<Record<string, unknown>>): Record<string, unknown> {
  for (const [name, value] of Object.entries(numbers)) if (typeof value === 'number' && value > 0) seen.add(name)
  return { ...numbers }
}

async function traced(file: Asked) {
  let trace = ''
  const { summary } = await run(file, { trace: (lines) => (trace += lines) })
  return { summary, lines: linesOf(trace) }
}

/** What the trace tells of the summary: of some runs it does not tell all. */
function byTrace(lines: ReturnType<typeof linesOf>, file: Asked, quiet: boolean) {
  const { until } = file
  const problems = callbackProblems(lines)
  const told: Record<string, unknown> = { ...counted(lines), ...compositorLatency(lines, until) }
  if (tellsUsage(lines, JSON.stringify(file))) {
    const { problems: contradicted, ...numbers } = usage(lines, until)
    problems.push(...contradicted)
    Object.assign(told, numbers)
  }
  if (!tellsPresses(lines, file)) return { problems, told, press: {}, late: null }
  const { effectsCompleted, press, delays } = shown(lines, file)
  told.effectsCompleted = effectsCompleted
  const allEnded = effectsCompleted === lines.filter(({ type }) => type === 'apply').length
  // no one but the app has work there, and nobody stops it
  if (quiet && allEnded && !lines.some(({ type }) => type === 'preempt')) told.waitedForPaging = stoodStill(lines)
  return { problems, told, press, late: delays }
}

describe('of random programs', () => {
  test.each(KINDS)('(%s) a summary says what the trace comes to [SC-05] [SC-08] [LB-10]', async (kind, programs) => {
    const property = fc.asyncProperty(programs, async (program) => {
      const file = fileOf(program, AFTER)
      const { summary, lines } = await traced(file)
      const { problems, told, late } = byTrace(lines, file, kind === 'quiet')
      expect(problems).toEqual([])
      expect(summary).toMatchObject(compared(told))
      if (late === null) return
      const { count, worst, ...kinds } = summary.delays
      const whole = Object.values(kinds).reduce((all, time) => all + time, 0)
      expect({ count, worst, whole }).toEqual(compared(late))
    })
    await fc.assert(property, { numRuns: RUNS })
  })

  test.each(KINDS)(
    '(%s) a row says what the trace of that policy comes to [SC-06] [LB-04] [GP-28]',
    async (_kind, programs) => {
      const property = fc.asyncProperty(programs, fc.constantFrom('none', 'fence-lru'), async (program, policy) => {
        const file = fileOf(program, AFTER)
        const [row] = (await compare(file, { policies: [policy] })).rows
        const steps = file.steps.filter((step) => !('policy' in step))
        const own = { ...file, app: { ...file.app, policy }, steps }
        const { summary, lines } = await traced(own)
        const { told, press } = byTrace(lines, own, false)
        const { expectations, bytesEvicted, notifications, tears, ...others } = told
        const { preemptions, worstPreemption, adapterResets, bugCheck, ...columns } = others
        const { localByteSeconds, waitedForPaging, effectsCompleted } = summary
        const same = { localByteSeconds, waitedForPaging, effectsCompleted }
        const effectsPerSecond = (effectsCompleted * 1e6) / file.until
        expect(row).toMatchObject(
          compared({ ...same, ...columns, ...press, hitches: hitches(lines), effectsPerSecond }),
        )
      })
      await fc.assert(property, { numRuns: RUNS / 3 })
    },
  )

  afterAll(() => {
    for (const name of ['evictions', 'bytesEvicted', 'pageInBytes', 'pageOutBytes', 'notifications', 'devicesRemoved'])
      expect(seen).toContain(name)
    for (const name of [
      'peakLocalUsage',
      'localByteSeconds',
      'waitedForPaging',
      'effectsCompleted',
      'whole',
      'worstPress',
    ])
      expect(seen).toContain(name)
    for (const name of [
      'missedVerticalBlanks',
      'worstCompositorLatency',
      'preemptions',
      'contextSwitchTime',
      'hitches',
    ])
      expect(seen).toContain(name)
  })
})
