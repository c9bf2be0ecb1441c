/**
 * Variants against their general shaders on this computer's WebGL2, bit by bit, in 32-bit targets (BP-25): shaders at
 * random, and all built-in effects. `TRIMLINE_SHADERS=10000` draws so many, `TRIMLINE_SEED` others than CI's,
 * `TRIMLINE_ANGLE=gl` draws them with the system's OpenGL (Mesa) instead of SwiftShader.
 */
import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { specialise } from '../../../main/drivers/umd/glsl'
import { BUILT_IN_EFFECTS, builtInEffect } from '../../../main/editor/effects/catalogue'
import { clock } from '../instruments/gpu-support'
import { expect, launchApp, test } from '../launch'
import { quietProject } from '../support'
import { angleArguments, type Case, compare, FLOATS, type Outcome, prepare, rendererOf } from './differential/draw'
import { casesOf } from './differential/effects'
import { type RandomShader, randomShader } from './differential/shaders'

const SHADERS = Number(process.env.TRIMLINE_SHADERS ?? 200)
const SEED = Number(process.env.TRIMLINE_SEED ?? 25)
const BATCH = 20

async function openPage(): Promise<Page> {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`, ...angleArguments()] })
  // it has no part in what is drawn here
  await clock(page, 'Pause')
  await prepare(page, FLOATS)
  return page
}

function caseOf({ source, types, constants }: RandomShader, label: string): { given: Case; made: number } {
  const { k, n, un, on, pair } = constants
  const whole = specialise(source, constants)
  const first = specialise(source, { k, n, un, on, pair } as typeof constants)
  const sources = [...new Set([whole.source, first.source])]
  const draws = sources.map((variant) => ({ constants, variant }))
  return { given: { label, general: source, types, draws }, made: whole.branchesRemoved + whole.loopsUnrolled }
}

const wrong = ({ different, problem, invalid, undrawn }: Outcome) =>
  (different > 0 || problem !== null) && !invalid && !undrawn

/** The shortest shader that fast-check finds from a failing one, as text. */
async function shortest(page: Page, seed: number, path: string): Promise<string> {
  const fails = fc.asyncProperty(randomShader, async (shader) => {
    const [bad] = (await compare(page, [caseOf(shader, '').given])).filter(wrong)
    if (bad !== undefined) throw new Error(`${bad.problem ?? bad.first}\n${shader.source}\nvariant:\n${bad.variant}`)
  })
  const { errorInstance, counterexample } = await fc.check(fails, {
    seed,
    path,
    numRuns: 1,
    interruptAfterTimeLimit: 60_000,
  })
  return `${JSON.stringify(counterexample?.[0]?.constants)}\n${errorInstance instanceof Error ? errorInstance.message : ''}`
}

test(`${SHADERS} shaders at random and their variants give the same bits [BP-25]`, async () => {
  test.setTimeout(60_000 + SHADERS * 2_000)
  const page = await openPage()
  const shaders = fc.sample(randomShader, { seed: SEED, numRuns: SHADERS })
  const seen = { invalid: 0, undrawn: 0, decided: 0, telling: 0, draws: 0 }
  const failing: number[] = []
  const casesFrom = (from: number) =>
    shaders.slice(from, from + BATCH).map((shader, i) => caseOf(shader, String(from + i)))
  let next = casesFrom(0)
  for (let from = BATCH; next.length > 0; from += BATCH) {
    const cases = next
    const drawn = compare(
      page,
      cases.map(({ given }) => given),
    )
    // the next are compiled while the page draws these
    next = casesFrom(from)
    const outcomes = await drawn
    seen.decided += cases.filter(({ made }) => made > 0).length
    seen.invalid += new Set(outcomes.filter(({ invalid }) => invalid).map(({ label }) => label)).size
    seen.undrawn += new Set(outcomes.filter(({ undrawn }) => undrawn).map(({ label }) => label)).size
    seen.telling += outcomes.filter(({ telling }) => telling > 0).length
    seen.draws += outcomes.length
    if (process.env.TRIMLINE_SHOW_INVALID)
      for (const o of outcomes) if (o.invalid || o.undrawn) console.log(o.problem, shaders[Number(o.label)]?.source)
    for (const { label, problem, first } of outcomes.filter(wrong)) {
      if (!failing.includes(Number(label))) failing.push(Number(label))
      console.log(`shader ${label}: ${problem ?? first}`)
    }
  }
  console.log(
    `${await rendererOf(page)}: ${SHADERS} shaders, seed ${SEED}: ${JSON.stringify(seen)}, failing ${failing.join(' ') || 'none'}`,
  )
  for (const index of failing.slice(0, Number(process.env.TRIMLINE_SHOWN ?? 1)))
    console.log(`shader ${index} of seed ${SEED}, shortened:\n${await shortest(page, SEED, String(index))}`)
  expect(failing).toEqual([])
  // of shaders that do not compile, decide nothing or are black nothing is proved
  expect(seen.invalid).toBe(0)
  expect(seen.undrawn).toBeLessThan(SHADERS * 0.01)
  expect(seen.decided).toBeGreaterThan(SHADERS * 0.7)
  expect(seen.telling).toBeGreaterThan(seen.draws * 0.5)
})

const SETS = Number(process.env.TRIMLINE_SETS ?? 12)

test('every variant of every built-in effect gives the 32-bit floats of its general shader [BP-25]', async () => {
  test.setTimeout(600_000)
  const page = await openPage()
  let draws = 0
  const failing: string[] = []
  const effects = [...BUILT_IN_EFFECTS, builtInEffect('Of no name')]
  const casesAt = (index: number) => {
    const effect = effects[index]
    return effect === undefined ? [] : casesOf(effect, SETS, SEED)
  }
  let next = casesAt(0)
  for (const [index, effect] of effects.entries()) {
    const drawn = compare(page, next)
    // the next are compiled while the page draws these
    next = casesAt(index + 1)
    const outcomes = await drawn
    draws += outcomes.length
    expect([effect.name, outcomes.some(({ telling }) => telling > 100)]).toEqual([effect.name, true])
    for (const { label, different, first, problem } of outcomes)
      if (different > 0 || problem !== null) failing.push(`${label}: ${problem ?? `${different}, ${first}`}`)
  }
  console.log(`${await rendererOf(page)}: ${draws} variants of built-in effects, ${failing.length} differ`)
  expect(failing).toEqual([])
})
