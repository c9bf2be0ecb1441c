/** What Save writes is read again as the same scenario. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scenarioText } from '../../../../../main/session/document/project-file'
import { parseScenarioText, type Scenario, validateScenario } from '../../../../../main/session/scenario'
import { EXAMPLE } from '../example'
import { STEPS } from '../example-steps'

function read(result: ReturnType<typeof validateScenario>): Scenario {
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

const everything = {
  ...EXAMPLE,
  steps: [
    ...EXAMPLE.steps,
    ...STEPS.map(([step]) => ({ at: '40s', ...step })),
    { at: '41s', expect: { signalled: ['done'] } },
  ],
  system: {
    ...EXAMPLE.system,
    cpu: { cores: 64, smt: true, smtSlowdown: 0.9, quantum: '100us', frameTime: 0 },
    driver: { ...EXAMPLE.system.driver, engines: { '3d': { graphics: 'none' }, compute: { compute: 'shader' } } },
  },
}

test('text → scenario → text → scenario, for every verb and field', () => {
  const scenario = read(validateScenario(everything))
  const text = scenarioText(scenario)
  expect(read(parseScenarioText(text))).toStrictEqual(scenario)
  expect(scenarioText(read(parseScenarioText(text)))).toBe(text)
})

test('any submission that is accepted comes back the same', () => {
  // with the defaults of the others the product stays below 2^53
  const count = fc.integer({ min: 1, max: 100 })
  const time = fc.integer({ min: 0, max: 10_000 })
  const optional = { requiredKeys: [] }
  const graphics = fc.record({ draws: count, primitives: count, triangles: count, pixels: count }, optional)
  const compute = fc.record({ dispatches: count, threadGroups: count, threads: count }, optional)
  const common = {
    gpuTime: time,
    priority: fc.constantFrom('normal', 'high', 'realtime'),
    context: fc.string({ minLength: 1 }),
    wait: fc.record({ fence: fc.string({ minLength: 1 }), value: fc.nat() }),
    disablePreemption: fc.boolean(),
  }
  const required = { requiredKeys: ['engine', 'gpuTime'] as ('engine' | 'gpuTime')[] }
  const submission = fc.oneof(
    fc.record({ engine: fc.constant('3d'), work: fc.oneof(graphics, compute), ...common }, required),
    fc.record({ engine: fc.constant('compute'), work: compute, ...common }, required),
    fc.record({ engine: fc.constantFrom('copy', 'video-decode'), ...common }, required),
  )
  fc.assert(
    fc.property(submission, (submit) => {
      const scenario = read(validateScenario({ trimline: 1, steps: [{ at: 0, submit }] }))
      expect(read(parseScenarioText(scenarioText(scenario)))).toStrictEqual(scenario)
      expect(scenario.steps[0]?.value).toMatchObject({ ...submit })
    }),
  )
})
