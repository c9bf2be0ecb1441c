/** The fields and verbs of background processing. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scenarioText } from '../../../../../main/session/document/project-file'
import { parseScenarioText, type Scenario, validateScenario } from '../../../../../main/session/scenario'
import { BACKGROUND_MODES, MEASUREMENTS_ACTIONS, WORKFLOWS } from '../../../../../preload/contract'

function scenarioOf(value: unknown): Scenario {
  const result = validateScenario(value)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

/** `path: found; expected; hint` of everything that is wrong. */
function refusal(value: unknown): string[] {
  const result = validateScenario(value)
  if (result.ok) throw new Error('accepted')
  return result.problems.map(({ path, found, expected, hint }) => [`${path}: ${found}`, expected, hint].join('; '))
}

const steps = (...fields: object[]) => ({ trimline: 1, steps: fields.map((step) => ({ at: 0, ...step })) })
const effect = (fields: object) => ({ trimline: 1, app: { effects: [{ name: 'A', ...fields }] } })
const constants = (values: object) => steps({ setConstants: { effect: 'Blur', constants: values } })
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, i]))
const COMMIT = { setBackgroundProcessingMode: { mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: 'first pass' } }

describe('the modelled CPU [BP-29 BP-30]', () => {
  test('has four cores without SMT', () => {
    expect(scenarioOf({ trimline: 1 }).system.cpu).toStrictEqual({
      cores: 4,
      smt: false,
      smtSlowdown: 0.3,
      quantum: 5000,
      frameTime: 2000,
      dispatch: 'runtime',
    })
  })

  test('each of its values may be said alone, up to the bounds', () => {
    const { cpu } = scenarioOf({ trimline: 1 }).system
    for (const [said, value] of [
      [{ cores: 1 }, { cores: 1 }],
      [{ cores: 64 }, { cores: 64 }],
      [{ smt: true }, { smt: true }],
      [{ smtSlowdown: 0 }, { smtSlowdown: 0 }],
      [{ smtSlowdown: 0.9 }, { smtSlowdown: 0.9 }],
      [{ quantum: '100us' }, { quantum: 100 }],
      [{ frameTime: 0 }, { frameTime: 0 }],
      [{ dispatch: 'app' }, { dispatch: 'app' }],
      [{ dispatch: { core: 3 } }, { dispatch: { core: 3 } }],
    ])
      expect(scenarioOf({ trimline: 1, system: { cpu: said } }).system.cpu).toStrictEqual({ ...cpu, ...value })
  })

  test.each<[object | number, string]>([
    [4, ': 4; an object'],
    [{ cores: 0 }, '.cores: 0; a whole number of at least 1'],
    [{ cores: 65 }, '.cores: 65; at most 64'],
    [{ cores: 1.5 }, '.cores: 1.5; a whole number of at least 1'],
    [{ smt: 2 }, '.smt: 2; true or false'],
    [{ smtSlowdown: -0.1 }, '.smtSlowdown: -0.1; a number from 0 to 0.9'],
    [{ smtSlowdown: 0.91 }, '.smtSlowdown: 0.91; a number from 0 to 0.9'],
    [{ smtSlowdown: '30%' }, '.smtSlowdown: "30%"; a number from 0 to 0.9'],
    [{ quantum: 99 }, '.quantum: 99; a duration of at least 100us'],
    [{ quantum: '0.09ms' }, '.quantum: "0.09ms"; a duration of at least 100us'],
    [{ frameTime: -1 }, '.frameTime: -1; a duration'],
    [{ threads: 8 }, '.threads: an unknown field; only the fields cores, smt, smtSlowdown, quantum, frameTime'],
    [{ dispatch: 'driver' }, '.dispatch: "driver"; "runtime", "app" or { "core": number }'],
    [{ dispatch: { core: -1 } }, '.dispatch.core: -1; a whole number of at least 0'],
    [{ dispatch: { core: 4 } }, '.dispatch.core: 4; at most 3: the first of the 4 cores is 0'],
    [{ cores: 2, dispatch: { core: 2 } }, '.dispatch.core: 2; at most 1'],
  ])('%j is refused', (cpu, message) => {
    const problems = refusal({ trimline: 1, system: { cpu } })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`system.cpu${message}`)
  })
})

describe("a shader's constants [BP-26]", () => {
  // Blur: radius 1 to 24, whole; sigma 0.5 to 16; edges 0 or 1. Vignette is chosen by its name
  test.each<[object, string, string]>([
    [{ shader: 'Blur', constants: { radius: 25 } }, 'radius', '25; a whole number from 1 to 24'],
    [{ shader: 'Blur', constants: { radius: [0] } }, 'radius', '0; a whole number from 1 to 24'],
    [{ shader: 'Blur', constants: { radius: 2.5 } }, 'radius', '2.5; a whole number from 1 to 24'],
    [{ shader: 'Blur', constants: { radius: [2, 3] } }, 'radius', '[2,3]; a whole number from 1 to 24'],
    [{ shader: 'Blur', constants: { sigma: 0.4 } }, 'sigma', '0.4; a number from 0.5 to 16'],
    [{ name: 'Blur', constants: { edges: -1 } }, 'edges', '-1; a whole number from 0 to 1'],
  ])('%j is refused in the list of effects and in a step, with its place', (fields, constant, message) => {
    expect(refusal(effect(fields))).toEqual([
      expect.stringContaining(`app.effects[0].constants.${constant}: ${message}`),
    ])
    const added = { addEffect: { name: 'A', ...fields } }
    expect(refusal({ ...effect({ name: 'B' }), ...steps(added) })).toEqual([
      expect.stringContaining(`steps[0].addEffect.constants.${constant}: ${message}`),
    ])
  })

  test('at the bounds they are taken, and so are those that the shader does not have', () => {
    const constants = { radius: [24], steps: [1], sigma: [0.5], edges: [1], strength: [99.5] }
    expect(scenarioOf(effect({ shader: 'Blur', constants })).app.effects[0]?.constants).toEqual(constants)
  })

  test('a number is a list of one; absent stays absent', () => {
    const values = { radius: 3, _m: Array.from({ length: 16 }, (_, i) => i / 4) }
    expect(scenarioOf(effect({ shader: 'Blur', constants: values })).app.effects[0]).toStrictEqual({
      name: 'A',
      gpuTime: 4000,
      resources: [],
      shader: 'Blur',
      constants: { ...values, radius: [3] },
    })
    expect(scenarioOf(effect({ constants: {} })).app.effects[0]).toHaveProperty('constants', {})
    expect(scenarioOf(effect({})).app.effects[0]).toStrictEqual({ name: 'A', gpuTime: 4000, resources: [] })
  })

  test('beside passes, they change nothing about the time', () => {
    const passes = [{ engine: 'compute', gpuTime: '3ms' }]
    expect(scenarioOf(effect({ passes, shader: 'Blur' })).app.effects[0]).toMatchObject({
      gpuTime: 3000,
      shader: 'Blur',
    })
  })

  test('64 of them', () => {
    expect(Object.keys(scenarioOf(effect({ constants: many(64) })).app.effects[0]?.constants ?? {})).toHaveLength(64)
    expect(scenarioOf(constants(many(64))).steps).toHaveLength(1)
  })

  test('-0 is 0, as a saved file says it', () => {
    const [step] = scenarioOf(constants({ a: -0, b: [-0, 1] })).steps
    expect(step?.value).toStrictEqual({ effect: 'Blur', constants: { a: [0], b: [0, 1] } })
  })

  test.each<[unknown, string]>([
    [[], ': an empty list; an object'],
    [many(65), ': an object with "c0"'],
    [{ '1a': 1 }, '["1a"]: "1a"; the name of a constant as GLSL has it'],
    [{ 'a b': 1 }, '["a b"]: "a b"; the name of a constant as GLSL has it'],
    [{ '': 1 }, '[""]: ""; the name of a constant as GLSL has it'],
    [{ gl_Depth: 1 }, '.gl_Depth: "gl_Depth"; the name of a constant as GLSL has it'],
    [{ a__b: 1 }, '.a__b: "a__b"; the name of a constant as GLSL has it'],
    [{ a: '1' }, '.a: "1"; a finite number, or a list of 1 to 16 of them'],
    [{ a: Number.NaN }, '.a: a number that is too large; a finite number'],
    [{ a: null }, '.a: null; a finite number'],
    [{ a: [] }, '.a: an empty list; a finite number, or a list of 1 to 16 of them'],
    [{ a: new Array(17).fill(1) }, '.a: a list; a finite number, or a list of 1 to 16 of them'],
    [{ a: [1, '2'] }, '.a[1]: "2"; a finite number'],
    [{ a: { x: 1 } }, '.a: an object with "x"; a finite number'],
  ])('%j are refused, of an effect and of the verb', (values, message) => {
    for (const [file, path] of [
      [effect({ constants: values }), 'app.effects[0].constants'],
      [steps({ addEffect: { name: 'A', constants: values } }), 'steps[0].addEffect.constants'],
      [steps({ setConstants: { effect: 'Blur', constants: values } }), 'steps[0].setConstants.constants'],
    ] as const) {
      const problems = refusal(file)
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain(path + message)
    }
  })

  test('more than 64 are refused with the limit', () => {
    expect(refusal(constants(many(65)))[0]).toContain('; at most 64 constants')
  })

  test('a number that is no double, and a constant called __proto__, with their places [SC-02] [SC-04]', () => {
    const text =
      '{"trimline": 1, "steps": [{"at": 0, "setConstants": {"effect": "Blur", "constants": {"a": 1e999, "__proto__": 1}}}]}'
    expect(parseScenarioText(text)).toMatchObject({
      ok: false,
      problems: [
        { path: 'steps[0].setConstants.constants.a', found: 'a number that is too large', line: 1, column: 91 },
        { path: 'steps[0].setConstants.constants.__proto__', line: 1, column: 98 },
      ],
    })
  })

  test.each<[unknown, string]>([
    [{ effect: 'Blur', constants: {} }, '.constants: an empty object; at least one constant'],
    [{ effect: 'Blur' }, '.constants: nothing; an object'],
    [{ constants: { a: 1 } }, '.effect: nothing; a name that is not empty'],
    [{ effect: 'Blurr', constants: { a: 1 } }, '.effect: "Blurr"; the name of an effect that exists at that time: '],
    ['Blur', ': "Blur"; an object'],
  ])('setConstants %j is refused', (setConstants, message) => {
    const problems = refusal(steps({ setConstants }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`steps[0].setConstants${message}`)
  })

  test('an effect has constants from its addition on, as its removal may fail [SC-16]', () => {
    const setConstants = { effect: 'B', constants: { a: 1 } }
    const file = steps({ setConstants }, { addEffect: { name: 'B' } }, { setConstants }, { removeEffect: 'B' })
    expect(refusal(file).map((problem) => problem.split(':')[0])).toEqual(['steps[0].setConstants.effect'])
    const after = steps({ addEffect: { name: 'B' } }, { setConstants }, { removeEffect: 'B' }, { setConstants })
    expect(validateScenario(after).ok).toBe(true)
  })

  test('an effect whose name cannot be made out may be the one that is meant', () => {
    const file = { ...constants({ a: 1 }), app: { effects: [{ name: 7 }] } }
    expect(refusal(file).map((problem) => problem.split(':')[0])).toEqual(['app.effects[0].name'])
  })

  test.each<[unknown, string]>([
    ['', 'shader: ""; a name that is not empty'],
    [3, 'shader: 3; a name that is not empty'],
  ])('shader %j is refused', (shader, message) => {
    expect(refusal(effect({ shader }))[0]).toContain(`app.effects[0].${message}`)
  })
})

describe('verbs [BP-02] to [BP-17]', () => {
  test('every mode with every action is one call, whatever the runtime says to it', () => {
    for (const mode of BACKGROUND_MODES) {
      for (const action of MEASUREMENTS_ACTIONS) {
        const call = { mode, action, event: 'e' }
        expect(scenarioOf(steps({ setBackgroundProcessingMode: call })).steps[0]?.value).toStrictEqual(call)
      }
    }
  })

  test('the action is KEEP_ALL when absent; an absent event and drain stay absent', () => {
    const file = steps({ setBackgroundProcessingMode: { mode: 'DISABLE_BACKGROUND_WORK' } })
    expect(scenarioOf(file).steps[0]).toStrictEqual({
      at: 0,
      verb: 'setBackgroundProcessingMode',
      value: { mode: 'DISABLE_BACKGROUND_WORK', action: 'KEEP_ALL' },
    })
  })

  test('a workflow makes 8 passes when it does not say', () => {
    for (const name of WORKFLOWS) {
      expect(scenarioOf(steps({ workflow: { name } })).steps[0]?.value).toStrictEqual({ name, maxPasses: 8 })
    }
  })

  test.each<[object, string]>([
    [{ setBackgroundProcessingMode: {} }, 'setBackgroundProcessingMode.mode: nothing; one of "ALLOWED"'],
    [{ setBackgroundProcessingMode: 'ALLOWED' }, 'setBackgroundProcessingMode: "ALLOWED"; an object'],
    [
      { setBackgroundProcessingMode: { mode: 'ALOWED' } },
      'setBackgroundProcessingMode.mode: "ALOWED"; one of "ALLOWED", "ALLOW_INTRUSIVE_MEASUREMENTS", ' +
        '"DISABLE_BACKGROUND_WORK" or "DISABLE_PROFILING_BY_SYSTEM"; did you mean "ALLOWED"?',
    ],
    [
      { setBackgroundProcessingMode: { mode: 'ALLOWED', action: 'COMMIT' } },
      'setBackgroundProcessingMode.action: "COMMIT"; one of "KEEP_ALL", "COMMIT_RESULTS"',
    ],
    [
      { setBackgroundProcessingMode: { mode: 'ALLOWED', event: '' } },
      'setBackgroundProcessingMode.event: ""; a name that is not empty',
    ],
    [
      { setBackgroundProcessingMode: { mode: 'ALLOWED', drain: 'yes' } },
      'setBackgroundProcessingMode.drain: "yes"; true or false',
    ],
    [
      { setBackgroundProcessingMode: { mode: 'ALLOWED', measurements: 1 } },
      'setBackgroundProcessingMode.measurements: an unknown field; only the fields mode, action, event, drain',
    ],
    [{ frames: 5 }, 'frames: 5; an object'],
    [{ frames: {} }, 'frames.count: nothing; a whole number of at least 1'],
    [{ frames: { count: 0 } }, 'frames.count: 0; a whole number of at least 1'],
    [{ frames: { count: 1001 } }, 'frames.count: 1001; at most 1000'],
    [{ workflow: 'turn-off' }, 'workflow: "turn-off"; an object'],
    [
      { workflow: {} },
      'workflow.name: nothing; one of "turn-off", "turn-off-profiling", "prime-benchmark" or "pix-single-frame"',
    ],
    [{ workflow: { name: 'turn-of' } }, '; did you mean "turn-off"?'],
    [{ workflow: { name: 'turn-off', maxPasses: 0 } }, 'workflow.maxPasses: 0; a whole number of at least 1'],
    [{ workflow: { name: 'turn-off', maxPasses: 1001 } }, 'workflow.maxPasses: 1001; at most 1000'],
    [{ system: { developerMode: 'on' } }, 'system.developerMode: "on"; true or false'],
    [{ system: { cpu: {} } }, 'system.cpu: an empty object; at least one setting'],
    [{ system: { cpu: { cores: 65 } } }, 'system.cpu.cores: 65; at most 64'],
    [{ system: { cpu: { smtSlowdown: 1 } } }, 'system.cpu.smtSlowdown: 1; a number from 0 to 0.9'],
    [{ system: { cpu: { quantum: '50us' } } }, 'system.cpu.quantum: "50us"; a duration of at least 100us'],
    [{ system: { cpu: { dispatch: { core: 64 } } } }, 'system.cpu.dispatch.core: 64; at most 63'],
  ])('%j is refused', (fields, message) => {
    const problems = refusal(steps(fields))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
    expect(problems[0]).toMatch(/^steps\[0\]\./)
  })
})

describe('expectations', () => {
  test.each<[object, string]>([
    [{ backgroundTasks: -1 }, 'backgroundTasks: -1; a whole number'],
    [{ cancelledTasks: {} }, 'cancelledTasks: an empty object; "min", "max" or both'],
    [{ variants: {} }, 'variants: an empty object; at least one effect'],
    [{ variants: 2 }, 'variants: 2; an object'],
    [{ variants: { Blur: 'two' } }, 'variants.Blur: "two"; a whole number, or an object'],
    [{ variants: { '': 1 } }, 'variants[""]: ""; a name that is not empty'],
    [{ variants: { Blurr: 1 } }, 'variants.Blurr: "Blurr"; the name of an effect: "Blur" or "Grayscale"; did you mean'],
    [{ variants: { 'Blur.main': 1 } }, 'variants["Blur.main"]: "Blur.main"; the name of an effect: '],
    [{ signalled: [] }, 'signalled: an empty list; at least one event'],
    [{ signalled: [''] }, 'signalled[0]: ""; a name that is not empty'],
    [{ signalled: 'first pass' }, 'signalled: "first pass"; a list'],
    [
      { signalled: ['first pas'] },
      'signalled[0]: "first pas"; an event that a step setBackgroundProcessingMode names: "first pass"; did you mean',
    ],
    [{ furtherMeasurementsDesired: 1 }, 'furtherMeasurementsDesired: 1; true or false'],
    [{ workflows: {} }, 'workflows: an empty object; at least one workflow'],
    [{ workflows: { 'turn-off': 1 } }, 'workflows["turn-off"]: 1; true or false'],
    [
      { workflows: { 'turn-of': true } },
      'workflows["turn-of"]: an unknown field; only the fields turn-off, turn-off-profiling',
    ],
  ])('%j is refused', (expectation, message) => {
    const problems = refusal(steps(COMMIT, { expect: expectation }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`steps[1].expect.${message}`)
  })

  test('effects and events that exist at some time may be named [BP-07]', () => {
    const named = { expect: { variants: { Late: 0 }, signalled: ['first pass'] } }
    expect(scenarioOf(steps(named, { addEffect: { name: 'Late' } }, COMMIT)).steps[0]?.value).toStrictEqual(
      named.expect,
    )
  })

  test('a guided run has events of its own, which the file does not name [BP-17]', () => {
    const file = steps({ workflow: { name: 'prime-benchmark' } }, { expect: { signalled: ['pass 1 1'] } })
    expect(scenarioOf(file).steps).toHaveLength(2)
  })

  test('a name that cannot be made out is reported alone: it may be the one that is expected', () => {
    const event = { setBackgroundProcessingMode: { mode: 'ALLOWED', event: 5 } }
    const file = steps(event, { addEffect: { name: '' } }, { expect: { signalled: ['e'], variants: { A: 1 } } })
    expect(refusal(file).map((problem) => problem.split(':')[0])).toEqual([
      'steps[0].setBackgroundProcessingMode.event',
      'steps[1].addEffect.name',
    ])
  })
})

test('whatever constants are accepted, saved and read, they are the same to the bit', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/)
  const number = fc.double({ noNaN: true, noDefaultInfinity: true })
  const value = fc.oneof(number, fc.array(number, { minLength: 1, maxLength: 16 }))
  fc.assert(
    fc.property(fc.dictionary(name, value, { minKeys: 1, maxKeys: 64 }), (values) => {
      const scenario = scenarioOf({ ...constants(values), ...effect({ name: 'Blur', constants: values }) })
      const read = parseScenarioText(scenarioText(scenario))
      if (!read.ok) throw new Error(JSON.stringify(read.problems))
      expect(read.scenario).toStrictEqual(scenario)
      const accepted = scenario.app.effects[0]?.constants
      for (const [constant, said] of Object.entries(values)) {
        expect(accepted?.[constant]).toEqual([said].flat().map((component) => component + 0))
      }
    }),
  )
})

test('all that is wrong is told at once, in the order of the file [SC-02]', () => {
  const text = `{
  "trimline": 1,
  "system": { "cpu": { "cores": 0, "quantum": "1us" } },
  "app": { "effects": [{ "name": "A", "shader": "", "constants": { "a b": 1, "c": [] } }] },
  "steps": [
    { "at": 0, "setBackgroundProcessingMode": { "action": "KEEP" } },
    { "at": 0, "setConstants": { "effect": "B", "constants": { "x": "1" } } },
    { "at": 0, "frames": { "count": 0 } },
    { "at": 0, "workflow": { "name": "pix", "maxPasses": 0 } },
    { "at": 0, "expect": { "variants": { "B": 1 }, "signalled": [""], "workflows": { "pix": true } } }
  ]
}`
  const result = parseScenarioText(text)
  if (result.ok) throw new Error('accepted')
  expect(result.problems.map(({ path, line, column }) => `${line}:${column} ${path}`)).toEqual([
    '3:33 system.cpu.cores',
    '3:47 system.cpu.quantum',
    '4:49 app.effects[0].shader',
    '4:68 app.effects[0].constants["a b"]',
    '4:83 app.effects[0].constants.c',
    '6:47 steps[0].setBackgroundProcessingMode.mode',
    '6:59 steps[0].setBackgroundProcessingMode.action',
    '7:44 steps[1].setConstants.effect',
    '7:69 steps[1].setConstants.constants.x',
    '8:37 steps[2].frames.count',
    '9:38 steps[3].workflow.name',
    '9:58 steps[3].workflow.maxPasses',
    '10:42 steps[4].expect.variants.B',
    '10:66 steps[4].expect.signalled[0]',
    '10:86 steps[4].expect.workflows.pix',
  ])
})
