import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../../../main/session/commands/schema'
import { isProject, scenarioText } from '../../../../main/session/document/project-file'
import { parseScenarioText, type Scenario } from '../../../../main/session/scenario'
import { type EffectSpec, POLICY_NAMES, type SessionCommand } from '../../../../preload/contract'
import { effects, LiveRig, MIB, rig, scenario } from '../live-rig'

function read(text: string): Scenario {
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

/** Verbs of memory and of background processing, `notify` with each combination that is allowed. */
const EVERY_VERB = [
  { at: 0, apply: 'Blur' },
  { at: 0, idle: true },
  { at: 1, idle: false },
  { at: 1, suspend: true },
  { at: 1, resume: true },
  { at: 1, lock: true },
  { at: 1, unlock: true },
  { at: '2ms', periodicTrim: true },
  { at: '2ms', restartPeriodicTrim: true },
  { at: '2ms', trimToBudget: '5MiB' },
  { at: '3ms', notify: { flags: ['PERIODIC_TRIM'] } },
  { at: '3ms', notify: { flags: ['RESTART_PERIODIC_TRIM'], bytes: 0 } },
  { at: '3ms', notify: { flags: ['TRIM_TO_BUDGET'], bytes: '1GiB' } },
  { at: '3ms', notify: { flags: ['TRIM_TO_BUDGET', 'PERIODIC_TRIM'], bytes: 0 } },
  { at: '3ms', notify: { flags: ['RESTART_PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: 7 } },
  { at: '4ms', budget: '64MiB' },
  { at: '4ms', otherProcess: { name: 'game', usage: '1GiB' } },
  { at: '5ms', addEffect: { name: 'Toned', constants: { tone: 1, tint: [0.5, 0, 1] } } },
  { at: '5ms', addEffect: { name: 'Sepia', gpuTime: '1ms', resources: [{ name: 'lut', size: 5, resident: false }] } },
  { at: '5ms', setConstants: { effect: 'Toned', constants: { tone: 7 } } },
  { at: '5ms', removeEffect: 'Grayscale' },
  { at: '5ms', policy: 'fence-lru' },
  { at: '5ms', setBackgroundProcessingMode: { mode: 'ALLOWED', action: 'COMMIT_RESULTS', event: 'e', drain: true } },
  { at: '5ms', frames: { count: 2 } },
  { at: '6ms', workflow: { name: 'turn-off' } },
  { at: '6ms', inject: { fault: 'callback-throws', count: 2 } },
  { at: '6ms', inject: { fault: 'callback-takes', duration: '5ms' } },
  { at: '6ms', inject: { fault: 'register-out-of-memory' } },
  { at: '6ms', inject: { fault: 'allocation-fails' } },
  {
    at: '7ms',
    expect: {
      resident: ['Blur.main'],
      evictable: ['Blur.temp'],
      pagedOut: ['Sepia.lut'],
      notResident: ['Grayscale.convert'],
      localUsage: { min: '1MiB', max: '1GiB' },
      nonLocalUsage: { max: 0 },
      evictions: 3,
      notifications: { min: 1 },
      findings: { max: 9 },
      variants: { Toned: 0 },
    },
  },
]

describe('the project as a scenario file', () => {
  it('comes back the same, for these verbs', () => {
    const loaded = scenario({ name: 'all', seed: 9, steps: EVERY_VERB, until: '1s', system: { wddm: '3.0' } })
    expect(new Set(loaded.steps.map(({ verb }) => verb)).size).toBe(21)
    expect(read(scenarioText(loaded))).toEqual(loaded)
    expect(scenarioText(read(scenarioText(loaded)))).toBe(scenarioText(loaded))
  })

  it('comes back the same from the live session, when nothing was done', () => {
    for (const file of [{}, { steps: EVERY_VERB }, { steps: [{ at: 0, apply: 'Blur' }] }]) {
      const live = rig(file)
      live.elapse(16)
      const saved = read(live.session.toScenarioText())
      expect(saved).toEqual(live.scenario)
    }
  })

  it.each([
    ['a project', {}],
    ['a scenario that has played', { steps: EVERY_VERB }],
  ])('%s is saved the same once it was reopened, in whatever order it got what a file may leave out', (_what, file) => {
    const layout: SessionCommand = { kind: 'setPanelLayout', layout: { rows: { upper: 99, chart: 30 } } }
    const split: SessionCommand = { kind: 'timeline', change: { edit: 'split', at: 3_000_000 } }
    const texts = [
      [split, layout],
      [layout, split],
    ].map(([first, second]) => {
      const live = rig(file)
      // what it begins with from here has the first of them
      live.must(first as SessionCommand, { kind: 'restartSimulation' }, second as SessionCommand)
      return live.session.toScenarioText()
    })
    for (const text of texts) {
      expect(rig(JSON.parse(text)).session.toScenarioText()).toBe(text)
      expect(Object.keys(JSON.parse(text).app).slice(-3)).toEqual(['effects', 'layout', 'timeline'])
    }
    expect(texts[1]).toBe(texts[0])
  })

  it('is saved the same once it was reopened, with where it is from and what nothing in it makes', () => {
    const loaded = scenario({ source: 'a capture', derived: ['times'], steps: EVERY_VERB })
    const text = scenarioText({ ...loaded, unmade: ['x'] })
    expect(JSON.parse(text)).toMatchObject({ source: 'a capture', unmade: ['x'] })
    expect(scenarioText(read(text))).toBe(text)
  })

  it('has the effects on the clip as steps, in order, and the policy and settings of now', () => {
    const live = rig()
    live.must({ kind: 'applyEffect', effect: 'Grayscale' }, { kind: 'applyEffect', effect: 'Blur' })
    live.must({ kind: 'setPolicy', policy: 'fence-lru' }, { kind: 'setBudget', bytes: 77 * MIB })
    live.must({ kind: 'setEvictionMode', mode: 'eager' }, { kind: 'setPeriodicTrim', idleAfter: 7 })
    const saved = read(live.session.toScenarioText())
    expect(saved.steps).toEqual([
      { at: 0, verb: 'apply', value: 'Grayscale' },
      { at: 0, verb: 'apply', value: 'Blur' },
    ])
    expect(saved.app.policy).toBe('fence-lru')
    expect(saved.system).toMatchObject({ budget: 77 * MIB, evictionMode: 'eager' })
    expect(saved.system.periodicTrim).toEqual({ interval: 10_000_000, idleAfter: 7, whileActive: false })
    expect(isProject(saved)).toBe(true)
  })

  it('keeps the steps and the budget of a scenario that has played, whatever its steps did', () => {
    const live = rig({ steps: EVERY_VERB })
    live.elapse(2_000)
    expect(read(live.session.toScenarioText())).toEqual(live.scenario)
  })

  it('keeps with a scenario what a person added or set by hand, and only that', () => {
    const live = rig({ steps: EVERY_VERB.filter((step) => !('inject' in step)) })
    const mine = { name: 'Mine', gpuTime: 1000, resources: [{ name: 'a', size: MIB, resident: true }] }
    live.elapse(2_000)
    live.must({ kind: 'addEffect', effect: mine }, { kind: 'addEffect', effect: { ...mine, name: 'Gone' } })
    live.must({ kind: 'removeEffect', effect: 'Gone' }, { kind: 'setPolicy', policy: 'none' })
    live.must({ kind: 'removeEffect', effect: 'Sepia' }, { kind: 'addEffect', effect: { ...mine, name: 'Sepia' } })
    const saved = read(live.session.toScenarioText())
    expect(saved).toEqual({
      ...live.scenario,
      app: { ...live.scenario.app, policy: 'none', effects: [...live.scenario.app.effects, mine] },
    })
    live.must({ kind: 'restartSimulation' })
    expect(live.shown.system.policy).toBe('none')
    expect(live.shown.effects.map(({ name }) => name)).toEqual(['Blur', 'Grayscale', 'Mine'])
    expect(read(live.session.toScenarioText())).toEqual(saved)
  })

  it('keeps what the steps of a scenario use, though another effect of its name is what was set by hand', () => {
    const steps = [{ at: 1_000, evict: { names: ['Blur.r'] } }]
    const live = rig({ app: { effects: effects({ Blur: MIB }) }, steps })
    live.elapse(50)
    const other: EffectSpec = { name: 'Blur', gpuTime: 1, resources: [] }
    const set: SessionCommand = { kind: 'setConstants', effect: 'Blur', constants: { edges: [0] } }
    live.must({ kind: 'removeEffect', effect: 'Blur' }, { kind: 'addEffect', effect: other }, set)
    expect(read(live.session.toScenarioText())).toEqual(live.scenario)
    // of its own effect the constants are the user's, and all else the file's
    live.must({ kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' }, set)
    const [blur] = live.scenario.app.effects
    expect(read(live.session.toScenarioText()).app.effects).toEqual([{ ...blur, constants: { edges: [0] } }])
  })

  it('keeps what an effect draws with: passes, shader, and its constants as they are now', () => {
    const toned: EffectSpec = {
      name: 'Toned',
      gpuTime: 3000,
      resources: [],
      passes: [
        { engine: 'compute', gpuTime: 1000 },
        { engine: '3d', gpuTime: 2000 },
      ],
      shader: 'Grayscale',
      constants: { tone: [1], tint: [0.5, 0, 1] },
    }
    const set: SessionCommand = { kind: 'setConstants', effect: 'Toned', constants: { tone: [2] } }
    const now = { ...toned, constants: { tone: [2], tint: [0.5, 0, 1] } }
    const files = [{ app: { effects: [toned] } }, {}, { steps: [{ at: 1, idle: true }] }]
    for (const [i, file] of files.entries()) {
      const live = rig(file)
      live.elapse(16)
      if (i > 0) live.must({ kind: 'addEffect', effect: structuredClone(toned) })
      expect(read(live.session.toScenarioText()).app.effects.at(-1)).toStrictEqual(toned)
      live.must(set)
      expect(read(live.session.toScenarioText()).app.effects.at(-1)).toStrictEqual(now)
      live.must({ kind: 'restartSimulation' })
      expect(read(live.session.toScenarioText()).app.effects.at(-1)).toStrictEqual(now)
    }
  })

  it('keeps the CPU of the file, and has the developer mode that was set since', () => {
    const cpu = { cores: 2, smt: true, smtSlowdown: 0.5, quantum: 1000, frameTime: 0, dispatch: 'app' }
    const live = rig({ system: { cpu, developerMode: false } })
    live.must({ kind: 'setDeveloperMode', on: true })
    expect(read(live.session.toScenarioText()).system).toMatchObject({ cpu, developerMode: true })
  })

  it('has the CPU that was set by hand, in a project and in a scenario, and after a restart', () => {
    for (const file of [{ system: { cpu: { cores: 2, quantum: 1000 } } }, { steps: [{ at: 1, idle: true }] }]) {
      const live = rig(file)
      const { quantum } = read(live.session.toScenarioText()).system.cpu
      live.must({ kind: 'setCpu', cores: 8, smt: true, dispatch: { core: 7 } }, { kind: 'setCpu', frameTime: 12_000 })
      const set = { cores: 8, smt: true, smtSlowdown: 0.3, quantum, frameTime: 12_000, dispatch: { core: 7 } }
      expect(live.shown.background.cpu).toEqual(set)
      expect(live.shown.project.dirty).toBe(true)
      expect(read(live.session.toScenarioText()).system.cpu).toEqual(set)
      live.must({ kind: 'restartSimulation' })
      expect(live.shown.background.cpu).toEqual(set)
    }
  })

  it('is without spaces where they alone would make it too large to be opened [SC-16]', () => {
    const file = scenario({ name: 'größer', steps: [{ at: 0, apply: 'Blur' }] })
    const text = scenarioText(file)
    const bytes = new TextEncoder().encode(text).length
    expect(scenarioText(file, bytes)).toBe(text)
    const short = scenarioText(file, bytes - 1)
    expect(short).not.toMatch(/\n./)
    expect(read(short)).toEqual(read(text))
  })

  it('is a project with effects applied at the start only, and a scenario with any other step', () => {
    expect(isProject(scenario())).toBe(true)
    expect(isProject(scenario({ steps: [{ at: 0, apply: 'Blur' }] }))).toBe(true)
    expect(isProject(scenario({ steps: [{ at: 1, apply: 'Blur' }] }))).toBe(false)
    expect(isProject(scenario({ steps: [{ at: 0, idle: true }] }))).toBe(false)
  })

  it('can be read again whatever was done, and opens as the same project', () => {
    const name = fc.oneof(fc.constantFrom('Blur', 'Grayscale', 'A', 'B'), fc.string({ unit: 'binary', maxLength: 100 }))
    const constants = fc.dictionary(
      fc.constantFrom('a', 'b', '_', 'constructor', 'toString', 'gl_x', '__proto__'),
      fc.array(fc.double(), { maxLength: 2 }),
    )
    const effect: fc.Arbitrary<EffectSpec> = fc.record({
      name,
      gpuTime: fc.maxSafeNat(),
      resources: fc.array(fc.record({ name, size: fc.integer({ min: 1, max: 2 ** 33 }), resident: fc.boolean() }), {
        maxLength: 3,
      }),
      shader: fc.option(name, { nil: undefined }),
      constants: fc.option(constants, { nil: undefined }),
    })
    const bytes = fc.maxSafeNat()
    const edit: fc.Arbitrary<SessionCommand> = fc.oneof(
      fc.record({ kind: fc.constantFrom('applyEffect' as const, 'removeEffect' as const), effect: name }),
      fc.record({ kind: fc.constant('addEffect' as const), effect }),
      fc.record({ kind: fc.constant('setConstants' as const), effect: name, constants }),
      fc.constantFrom({ kind: 'undo' as const }, { kind: 'redo' as const }),
      fc.record({ kind: fc.constant('setBudget' as const), bytes }),
      fc.record({
        kind: fc.constant('setPeriodicTrim' as const),
        interval: fc.integer({ min: 1000 }),
        idleAfter: bytes,
      }),
      fc.record({ kind: fc.constant('setPolicy' as const), policy: fc.constantFrom(...POLICY_NAMES) }),
    )
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const live = rig()
        // only what the gate lets through reaches the session
        for (const edited of edits) {
          const parsed = parseCommand(edited)
          if (parsed.ok) live.do(parsed.command as SessionCommand)
        }
        const text = live.session.toScenarioText()
        const opened = new LiveRig(read(text))
        opened.elapse(16)
        expect(opened.session.toScenarioText()).toBe(text)
        expect(opened.session.dirty).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a project that is saved before its first steps have been played', () => {
  const onClip = { app: { policy: 'none' }, steps: ['Blur', 'Grayscale'].map((apply) => ({ at: 0, apply })) }
  const saved = (live: LiveRig) =>
    read(live.session.toScenarioText()).steps.map(({ at, verb, value }) => [at, verb, value])

  it('has the effects on the clip, in order: Save at once, Restart at once, and Save while paused', () => {
    const both = [
      [0, 'apply', 'Blur'],
      [0, 'apply', 'Grayscale'],
    ]
    const live = rig(onClip)
    expect(saved(live)).toEqual(both)
    live.must({ kind: 'restartSimulation' })
    expect(saved(live)).toEqual(both)
    live.must({ kind: 'pause' })
    live.elapse(32)
    expect(saved(live)).toEqual(both)
    live.must({ kind: 'step' })
    expect(saved(live)).toEqual(both)
    live.must({ kind: 'run' })
    live.elapse(500)
    expect(saved(live)).toEqual(both)
    expect(live.shown.project.stack).toEqual(['Blur', 'Grayscale'])
  })

  it('has each once, also one that a person has applied meanwhile, and none that was removed', () => {
    const live = rig(onClip)
    live.must({ kind: 'applyEffect', effect: 'Grayscale' })
    expect(saved(live)).toEqual([
      [0, 'apply', 'Blur'],
      [0, 'apply', 'Grayscale'],
    ])
    live.must({ kind: 'removeEffect', effect: 'Blur' })
    expect(saved(live)).toEqual([[0, 'apply', 'Grayscale']])
    live.elapse(500)
    expect(saved(live)).toEqual([[0, 'apply', 'Grayscale']])
    expect(live.shown.project.stack).toEqual(['Grayscale'])
  })

  it('has what a later Save has, whatever is on the clip', () => {
    fc.assert(
      fc.property(fc.subarray(['Blur', 'Grayscale', 'A', 'B']), fc.nat({ max: 40 }), (applied, ms) => {
        const live = rig({
          app: { effects: [...effects({ A: 1, B: 2 }), { name: 'Blur' }, { name: 'Grayscale' }] },
          steps: applied.map((apply) => ({ at: 0, apply })),
        })
        live.elapse(ms)
        expect(saved(live)).toEqual(applied.map((effect) => [0, 'apply', effect]))
      }),
      { numRuns: 50 },
    )
  })
})
