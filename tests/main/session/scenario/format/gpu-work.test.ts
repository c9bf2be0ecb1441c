/** The fields and verbs of the GPU scheduler. */
import { describe, expect, test } from 'vitest'
import { parseScenarioText, type Scenario, validateScenario } from '../../../../../main/session/scenario'

function scenarioOf(value: unknown): Scenario {
  const result = validateScenario(value)
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario
}

/** `path: found; expected` of everything that is wrong. */
function refusal(value: unknown): string[] {
  const result = validateScenario(value)
  if (result.ok) throw new Error('accepted')
  return result.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`)
}

const steps = (...fields: object[]) => ({ trimline: 1, steps: fields.map((step) => ({ at: 0, ...step })) })
const submit = (fields: object) => steps({ submit: fields })
const submitted = (fields: object) => scenarioOf(submit(fields)).steps[0]?.value
const effect = (fields: object) => ({ trimline: 1, app: { effects: [{ name: 'A', ...fields }] } })

const GRAPHICS = { draws: 4, primitives: 1, triangles: 2, pixels: 1_000_000, instructions: 100 }
const COMPUTE = { dispatches: 4, threadGroups: 8100, threads: 256, instructions: 100 }

describe('defaults', () => {
  const { driver, compositor } = scenarioOf({ trimline: 1 }).system

  test('of the driver: it declares the Windows 8 model [GP-01] [GP-05]', () => {
    expect(driver).toStrictEqual({
      notifyEviction: false,
      notifyIoMmuUnmap: false,
      pagingBufferCovers: 67_108_864,
      touchesAfterUnmap: false,
      pagingProcessVaFails: false,
      interfaceVersion: 'win8',
      schedulingCaps: ['MultiEngineAware', 'PreemptionAware'],
      flipCaps: ['FlipOnVSyncMmIo'],
      queueDepth: 2,
      contextSave: {
        'dma-buffer': 10,
        primitive: 15,
        triangle: 20,
        pixel: 40,
        dispatch: 15,
        'thread-group': 20,
        thread: 60,
        shader: 100,
      },
      contextRestore: 10,
      preemptionRequest: 5,
      engines: {},
      pagingEngine: 'paging',
      contextAllocation: 0,
      leaksBindings: false,
      changesSplitBuffers: false,
    })
    expect(compositor).toStrictEqual({ enabled: true, gpuTime: 500 })
  })

  test('each cost of saving a context may be said alone', () => {
    const said = { contextSave: { pixel: '1ms' }, engines: { compute: { compute: 'none' } } }
    const own = scenarioOf({ trimline: 1, system: { driver: said } }).system.driver
    expect(own).toStrictEqual({
      ...driver,
      contextSave: { ...driver.contextSave, pixel: 1000 },
      engines: { compute: { compute: 'none' } },
    })
  })

  test('inconsistent caps are no mistake of the file: the run shows what comes of them [GP-02]', () => {
    const caps = { schedulingCaps: ['PreemptionAware'], flipCaps: [], interfaceVersion: 'win7' }
    expect(scenarioOf({ trimline: 1, system: { driver: caps } }).system.driver).toMatchObject(caps)
  })
})

describe('work [GP-06]', () => {
  test.each<[string, object, object]>([
    ['3d', {}, GRAPHICS],
    ['3d', { draws: 1 }, { ...GRAPHICS, draws: 1 }],
    ['3d', { threads: 32, instructions: 1 }, { ...COMPUTE, threads: 32, instructions: 1 }],
    ['compute', {}, COMPUTE],
    ['compute', { dispatches: 9 }, { ...COMPUTE, dispatches: 9 }],
  ])('on %s, %j is filled in', (engine, work, filled) => {
    expect(submitted({ engine, gpuTime: 1, work })).toStrictEqual({
      engine,
      gpuTime: 1,
      priority: 'normal',
      work: filled,
    })
    const pass = { engine, gpuTime: 1, work }
    expect(scenarioOf(effect({ passes: [pass] })).app.effects[0]?.passes).toStrictEqual([{ ...pass, work: filled }])
  })

  test('absent stays absent', () => {
    expect(submitted({ engine: '3d', gpuTime: '1ms' })).toStrictEqual({
      engine: '3d',
      gpuTime: 1000,
      priority: 'normal',
    })
    expect(scenarioOf(effect({})).app.effects[0]).toStrictEqual({ name: 'A', gpuTime: 4000, resources: [] })
  })

  test.each<[string, object, string]>([
    ['3d', { draws: 1, threads: 1 }, 'an object with "draws", "threads"; graphics work (draws, primitives'],
    ['compute', { pixels: 1 }, 'an object with "pixels"; compute work (dispatches, threadGroups, threads)'],
    ['compute', { instructions: 1 }, 'an object with "instructions"; also at least one of "dispatches"'],
    ['3d', { instructions: 1 }, 'an object with "instructions"; also at least one of "draws"'],
    ['copy', {}, 'an empty object; no work, as packets of the engine copy'],
    ['video-decode', { draws: 1 }, 'an object with "draws"; no work, as packets of the engine video-decode'],
    ['3d', { draws: 45_035_997 }, 'counts whose product is 9007199400000000; counts whose product is less than 2^53'],
    ['compute', { dispatches: 2 ** 53 - 1 }, 'counts whose product is'],
  ])('on %s, %j is refused', (engine, work, message) => {
    const problems = refusal(submit({ engine, gpuTime: 1, work }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`steps[0].submit.work: ${message}`)
    if (engine === 'video-decode') return
    expect(refusal(effect({ passes: [{ engine, gpuTime: 1, work }] }))[0]).toContain(
      `app.effects[0].passes[0].work: ${message}`,
    )
    expect(refusal(steps({ addEffect: { name: 'A', passes: [{ engine, gpuTime: 1, work }] } }))[0]).toContain(
      `steps[0].addEffect.passes[0].work: ${message}`,
    )
  })

  test('the largest product is accepted', () => {
    const work = { draws: 2 ** 53 - 1, primitives: 1, triangles: 1, pixels: 1, instructions: 1 }
    expect(submitted({ engine: '3d', gpuTime: 1, work })).toMatchObject({ work })
  })
})

describe('parts and passes add up [GP-17]', () => {
  const part = (gpuTime: unknown, resources = ['Blur.main']) => ({ gpuTime, resources })

  test('the time of a submission may be said or be the sum of its parts', () => {
    for (const gpuTime of [{}, { gpuTime: '3ms' }])
      expect(submitted({ engine: '3d', ...gpuTime, parts: [part('1ms'), part('2ms')] })).toMatchObject({
        gpuTime: 3000,
      })
  })

  test('the time of an effect may be said or be the sum of its passes', () => {
    const passes = [
      { engine: 'copy', gpuTime: '1ms' },
      { engine: '3d', gpuTime: '5ms' },
    ]
    for (const gpuTime of [{}, { gpuTime: '6ms' }])
      expect(scenarioOf(effect({ ...gpuTime, passes })).app.effects[0]).toMatchObject({ gpuTime: 6000 })
    expect(refusal(effect({ gpuTime: '4ms', passes }))).toEqual([
      'app.effects[0].gpuTime: 4ms; 6ms, the sum of its passes, or nothing',
    ])
  })

  test.each<[object, string]>([
    [{}, 'gpuTime: nothing; a duration, or "parts", whose sum it is'],
    [{ gpuTime: '1ms', parts: [part('1ms'), part(1)] }, 'gpuTime: 1ms; 1001us, the sum of its parts, or nothing'],
    [{ parts: [] }, 'parts: an empty list; at least one part'],
    [
      { parts: [part(Number.MAX_SAFE_INTEGER), part(1)] },
      'parts: parts that add up to more; a sum of at most 9007199254740991 microseconds',
    ],
    [
      { gpuTime: 1, resources: ['Blur.mian'] },
      'resources[0]: "Blur.mian"; the full name of a resource, or the name of an allocation: ',
    ],
    [
      { parts: [part(1, ['Blur'])] },
      'parts[0].resources[0]: "Blur"; the full name of a resource, or the name of an allocation: ',
    ],
  ])('%j is refused', (fields, message) => {
    const problems = refusal(submit({ engine: '3d', ...fields }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`steps[0].submit.${message}`)
  })

  test('resources that are created at some time may be named', () => {
    const added = { name: 'B', resources: [{ name: 'r', size: 1 }] }
    const file = steps({ submit: { engine: '3d', gpuTime: 1, resources: ['B.r'] } }, { addEffect: added })
    expect(scenarioOf(file).steps).toHaveLength(2)
  })
})

describe('faults, settings and expectations', () => {
  test.each<[object, string]>([
    [{ inject: { fault: 'engine-reset-fails', duration: 1 } }, 'steps[0].inject.duration: 1; no duration'],
    [{ inject: { fault: 'engine-reset-fails', engine: '3d' } }, 'steps[0].inject.engine: "3d"; no engine'],
    [{ inject: { fault: 'hang', engine: '2d' } }, 'steps[0].inject.engine: "2d"; one of "3d"'],
    [{ system: {} }, 'steps[0].system: an empty object; at least one setting'],
    [{ system: { preemption: {} } }, 'steps[0].system.preemption: an empty object; at least one setting'],
    [{ system: { wddm: '2.0' } }, 'steps[0].system.wddm: an unknown field; only the fields evictionMode'],
    [{ system: { tdr: { limitCount: 1 } } }, 'steps[0].system.tdr.limitCount: an unknown field; only the fields level'],
    [{ system: { periodicTrim: { interval: 1 } } }, 'steps[0].system.periodicTrim.interval: 1; a duration of at least'],
    [{ system: { compositor: { gpuTime: 0 } } }, 'steps[0].system.compositor.gpuTime: 0; a duration of at least 1us'],
    [{ play: 1 }, 'steps[0].play: 1; true or false'],
    [{ expect: { compositorLatency: 1 } }, 'steps[0].expect.compositorLatency: 1; an object'],
    [
      { expect: { compositorLatency: { min: '2us', max: 1 } } },
      'steps[0].expect.compositorLatency.min: "2us"; at most',
    ],
    [{ expect: { bugCheck: 1 } }, 'steps[0].expect.bugCheck: 1; true or false'],
    [{ expect: { rules: {} } }, 'steps[0].expect.rules: an empty object; at least one rule'],
    [{ expect: { rules: 1 } }, 'steps[0].expect.rules: 1; an object'],
    [{ expect: { rules: { 'GP-5': 1 } } }, 'steps[0].expect.rules["GP-5"]: "GP-5"; a rule as findings name it'],
    [{ expect: { rules: { 'GP-05': -1 } } }, 'steps[0].expect.rules["GP-05"]: -1; a whole number'],
  ])('%j is refused', (fields, message) => {
    const problems = refusal(steps(fields))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })

  test('a rule called __proto__ is no rule [SC-04]', () => {
    const text = '{"trimline": 1, "steps": [{"at": 0, "expect": {"rules": {"__proto__": 1, "GP-05": 1}}}]}'
    expect(parseScenarioText(text)).toMatchObject({
      ok: false,
      problems: [{ path: 'steps[0].expect.rules.__proto__', line: 1, column: 58 }],
    })
  })

  test.each<[object, string]>([
    [{ driver: { queueDepth: 0 } }, 'system.driver.queueDepth: 0; a whole number of at least 1'],
    [{ driver: { queueDepth: 65 } }, 'system.driver.queueDepth: 65; at most 64'],
    [{ driver: { interfaceVersion: 'win10' } }, 'system.driver.interfaceVersion: "win10"; one of "win7"'],
    [{ driver: { schedulingCaps: ['Fast'] } }, 'system.driver.schedulingCaps[0]: "Fast"; one of "MultiEngineAware"'],
    [
      { driver: { schedulingCaps: ['PreemptionAware', 'PreemptionAware'] } },
      'system.driver.schedulingCaps[1]: "PreemptionAware"; each name once',
    ],
    [{ driver: { contextSave: { warp: 1 } } }, 'system.driver.contextSave.warp: an unknown field'],
    [
      { driver: { contextAllocation: '5KiB' } },
      'system.driver.contextAllocation: "5KiB"; a size that is a multiple of',
    ],
    [
      { driver: { engines: { copy: {} } } },
      'system.driver.engines.copy: an unknown field; only the fields 3d, compute',
    ],
    [
      { driver: { engines: { compute: { compute: 'pixel' } } } },
      'system.driver.engines.compute.compute: "pixel"; one of',
    ],
    [{ driver: { pagingEngine: 'compute' } }, 'system.driver.pagingEngine: "compute"; one of "paging", "copy" or "3d"'],
    [{ compositor: { gpuTime: 0 } }, 'system.compositor.gpuTime: 0; a duration of at least 1us'],
  ])('system %j is refused', (system, message) => {
    const problems = refusal({ trimline: 1, system })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(message)
  })
})

test('all that is wrong with GPU work is told at once [SC-02]', () => {
  const bad = {
    engine: 'copy',
    gpuTime: '1x',
    priority: 'highest',
    work: { draws: 0, threads: 1 },
    parts: [{ gpuTime: -1, resources: ['Blur.q'] }],
    wait: { fence: '', value: -1 },
    colour: 1,
  }
  const file = { ...steps({ submit: bad }), ...effect({ passes: [{ engine: 'paging', gpuTime: 1, work: [] }] }) }
  const paths = refusal(file).map((problem) => problem.slice(0, problem.indexOf(':')))
  expect(paths.sort()).toEqual([
    'app.effects[0].passes[0].engine',
    'app.effects[0].passes[0].work',
    'steps[0].submit.colour',
    'steps[0].submit.gpuTime',
    'steps[0].submit.parts[0].gpuTime',
    'steps[0].submit.parts[0].resources[0]',
    'steps[0].submit.priority',
    'steps[0].submit.wait.fence',
    'steps[0].submit.wait.value',
    'steps[0].submit.work',
    'steps[0].submit.work.draws',
  ])
})
