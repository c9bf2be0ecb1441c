/** What makes many calls is done in slices; what comes of it does not depend on where they end. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { performInSlices } from '../../../../main/session/verbs/steps'
import { buildWorld, buildWorldInSlices } from '../../../../main/session/world/build'
import { traceLine } from '../../../../main/sim/trace-lines'
import type { SessionCommand } from '../../../../preload/contract'
import { busy, type Rig, resources, rigOf, scenarioOf, traceOfRun } from './slices-rig'

describe('Work in slices', () => {
  it('leaves the trace as it is when it is drained at once [SC-01]', async () => {
    const lines: string[] = []
    const world = buildWorld(busy, { writer: (record) => lines.push(traceLine(record)) }, 0)
    for (const step of busy.steps) {
      world.sim.advanceTo(step.at)
      if (step.verb === 'expect') continue
      const slices = performInSlices(world, step)
      for (let slice = slices.next(); slice.done !== true; slice = slices.next())
        expect(slice.value.done).toBeGreaterThan(0)
    }
    world.sim.advanceTo(busy.until)
    const [, ...run] = (await traceOfRun(busy)).trimEnd().split('\n')
    expect(lines).toEqual(run)
  })

  it('gives records that carry their own step as cause, whoever writes between slices', () => {
    const world = buildWorld(busy)
    const slices = performInSlices(world, busy.steps[0] as never)
    slices.next()
    expect(world.sim.trace.cause).toBe(0)
    world.sim.trace.write('finding', { rule: 'X', message: 'between' })
    const record = [...world.sim.trace.records()].at(-1)
    expect(record).not.toHaveProperty('cause')
    slices.next()
    expect([...world.sim.trace.records()].at(-1)).toHaveProperty('cause', 1)
  })

  it('stops often enough: no slice makes more than a hundred calls', () => {
    let made = 0
    const building = buildWorldInSlices(busy, { writer: ({ type }) => void (type === 'allocate' && made++) })
    let before = 0
    for (let slice = building.next(); slice.done !== true; slice = building.next()) {
      expect(made - before).toBeLessThanOrEqual(100)
      before = made
    }
    expect(made).toBeGreaterThan(200)
  })

  it('stops often enough while pools are made with the blocks that they begin with, also for a new device', () => {
    const pools = [
      { name: 'P', minBlocks: 500, blockSize: '64KiB' },
      { name: 'Q', minBlocks: 3, blockSize: '4MiB' },
      { name: 'R', minBlocks: 200, blockSize: '64KiB', heap: 'upload' },
    ]
    const lines: string[] = []
    let made = 0
    const hooks = {
      writer: (record: Parameters<typeof traceLine>[0]) => {
        lines.push(traceLine(record))
        if (record.type === 'create') made++
      },
    }
    const many = scenarioOf({ app: { effects: [], pools } })
    const whole = buildWorld(many, hooks)
    const atOnce = [lines.splice(0), made]
    made = 0
    const drained = <Result>(slices: Generator<unknown, Result>): Result => {
      for (let before = made; ; before = made) {
        const slice = slices.next()
        expect(made - before).toBeLessThanOrEqual(100)
        if (slice.done === true) return slice.value
      }
    }
    const world = drained(buildWorldInSlices(many, hooks))
    expect([lines.splice(0), made]).toEqual(atOnce)
    expect(made).toBeGreaterThanOrEqual(703)
    made = 0
    drained(performInSlices(world, { verb: 'recreateDevice', value: true }))
    expect(made).toBeGreaterThanOrEqual(703)
    expect(world.editor.memory.allocator.customPools.map(({ blockVector }) => blockVector.blocks.length)).toEqual(
      whole.editor.memory.allocator.customPools.map(({ blockVector }) => blockVector.blocks.length),
    )
  })

  it('stops often enough while another policy gets to know the effects', () => {
    const effects = Array.from({ length: 20 }, (_, i) => ({ name: `E${i}`, resources: resources(300) }))
    const world = buildWorld(scenarioOf({ system: { localMemory: '4GiB' }, app: { effects } }))
    const seen = []
    const slices = performInSlices(world, { verb: 'policy', value: 'fence-lru' })
    for (let slice = slices.next(); slice.done !== true; slice = slices.next()) seen.push(slice.value)
    // of 6,000 resources 300 with each effect: a policy of one's own may take a second for one
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => ({ done: 300 * (i + 1), total: 6000 })))
    expect(world.editor.policy.name).toBe('fence-lru')
  })

  it('gives the live session the same trace however long its slices are [SC-01]', async () => {
    const expected = await traceOfRun({ ...busy })
    const recorded = (perLook: number): string[] => {
      const rig = rigOf(busy, perLook)
      for (let i = 0; i < 3000 && rig.session.recording().until < busy.until; i++) {
        rig.advance(16)
        rig.session.pump()
      }
      return rig.session.recording().steps.map((step) => JSON.stringify(step))
    }
    expect(expected.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.constantFrom(0.01, 0.5, 3, 5), (perLook) => {
        expect(recorded(perLook)).toEqual(recorded(0))
      }),
      { numRuns: 4 },
    )
  })
})

describe('A step of the live session that makes many calls', () => {
  const many = scenarioOf({
    system: { localMemory: '4GiB' },
    steps: [{ at: 0, allocate: { name: 'g', size: '64KiB', count: 5000 } }],
    until: '1s',
  })

  /** After some slices, none of which is whole. */
  function begun(): Rig {
    const rig = rigOf(many, 3)
    rig.advance(16)
    for (let i = 0; i < 4; i++) expect(rig.session.pump()).toBe(true)
    return rig
  }

  it('is told with how far it is', () => {
    const { session, frames } = begun()
    session.publishFrame()
    const step = frames.at(-1)?.playback?.step
    expect(step).toMatchObject({ index: 0, verb: 'allocate', total: 5000 })
    expect(step?.done).toBeGreaterThan(0)
    expect(step?.done).toBeLessThan(5000)
    expect(frames.at(-1)?.playback?.stepsDone).toBe(0)
  })

  it('keeps commands out that change the simulation, and none else', () => {
    const { session } = begun()
    expect(session.execute({ kind: 'applyEffect', effect: 'Blur' })).toMatchObject({
      ok: false,
      message: expect.stringContaining('step of the scenario'),
    })
    expect(session.execute({ kind: 'setSpeed', speed: 4 })).toEqual({ ok: true })
  })

  it('goes on to its end while the simulation is paused', () => {
    const rig = begun()
    expect(rig.session.execute({ kind: 'pause' })).toEqual({ ok: true })
    let pumps = 0
    while (rig.session.pump()) expect(++pumps).toBeLessThan(1000)
    rig.session.publishFrame()
    expect(rig.frames.at(-1)?.playback).toMatchObject({ step: null, stepsDone: 1 })
    expect(rig.session.execute({ kind: 'applyEffect', effect: 'Blur' })).toEqual({ ok: true })
  })

  it('is whole in what is saved meanwhile', () => {
    const { session } = begun()
    expect(session.dumpText().match(/"Name": ?"g \d+"/g)).toHaveLength(5000)
  })
})

describe('A command of a person that makes very many calls', () => {
  const project = scenarioOf({
    system: { localMemory: '64GiB' },
    app: { effects: [{ name: 'E', resources: resources(3000) }] },
  })
  const allocate = { kind: 'allocate', name: 'g', size: 65536, count: 5000 } as const
  const COMMANDS: SessionCommand[] = [
    allocate,
    { kind: 'free', name: 'g' },
    { kind: 'setAllocation', mode: 'placed' },
    { kind: 'setProject', width: 1920, height: 1080 },
    { kind: 'setPolicy', policy: 'fence-lru' },
  ]

  /** @param perLook ms of a look at the clock: 0 never ends a slice */
  function rigWith(perLook: number, before: readonly SessionCommand[]): Rig {
    const rig = rigOf(project, 0)
    rig.advance(16)
    rig.session.pump()
    for (const command of [{ kind: 'pause' }, ...before] as const) {
      expect(rig.session.execute(command)).toMatchObject({ ok: true })
      while (rig.session.pump());
    }
    rig.slow(perLook)
    return rig
  }

  it('is begun at once, accepted, and gone on with in slices; meanwhile nothing else changes the simulation', () => {
    const { session } = rigWith(3, [])
    const before = session.recording().until
    expect(session.execute(allocate)).toEqual({ ok: true })
    const made = () => session.world.editor.memory.count
    const atOnce = made()
    expect(atOnce).toBeGreaterThan(500)
    expect(atOnce).toBeLessThan(2000)
    const busy = { ok: false, message: 'What was asked for before is being carried out. Try again when it is done.' }
    expect(session.execute({ kind: 'setBudget', bytes: 65536 })).toEqual(busy)
    for (const kind of ['run', 'pause'] as const) expect(session.execute({ kind })).toEqual({ ok: true })
    let turns = 0
    for (let last = atOnce; made() < 5000; last = made()) {
      session.pump()
      expect(made() - last).toBeLessThanOrEqual(130)
      expect(session.world.sim.now).toBe(before)
      turns++
    }
    expect(turns).toBeGreaterThan(20)
    while (session.pump());
    expect(session.execute({ kind: 'setBudget', bytes: 65536 })).toMatchObject({ ok: true })
    expect(session.recording().steps.map(({ verb }) => verb)).toEqual(['allocate', 'budget'])
  })

  it.each(COMMANDS.map((command, i) => [command.kind, i] as const))(
    '%s leaves the trace and the project as it is when it is carried out at once [SC-01]',
    (kind, i) => {
      const before = kind === 'free' ? [allocate] : []
      const [slow, fast] = [rigWith(3, before), rigWith(0, before)]
      for (const { session } of [slow, fast]) expect(session.execute(COMMANDS[i]!)).toMatchObject({ ok: true })
      while (slow.session.pump());
      while (fast.session.pump());
      expect(slow.lines).toEqual(fast.lines)
      expect(slow.session.toScenarioText()).toBe(fast.session.toScenarioText())
      expect(slow.session.recording()).toEqual(fast.session.recording())
    },
  )

  it('is whole in what is saved meanwhile; what is kept has the effects as they were, and then as they are', () => {
    const { session } = rigWith(3, [])
    const before = session.keptText()
    expect(session.execute({ kind: 'setAllocation', mode: 'placed' })).toEqual({ ok: true })
    const { revision } = session
    expect(session.keptText()).toBe(before)
    while (session.pump());
    expect(session.revision).toBeGreaterThan(revision)
    expect(session.keptText()).not.toBe(before)
    expect(session.keptText()).toBe(session.toScenarioText())
  })
})

describe('What is kept of the project meanwhile', () => {
  const glow = {
    name: 'Glow',
    gpuTime: 1000,
    resources: [{ name: 'r', size: 65536, resident: true }],
    shader: 'Grayscale',
    constants: { tone: [1] },
  }
  const played = scenarioOf({
    system: { localMemory: '4GiB' },
    app: { effects: [{ name: 'E', resources: resources(3000) }] },
    steps: [
      { at: 100_000, allocate: { name: 'g', size: { min: '64KiB', max: '256KiB' }, count: 3000 } },
      { at: 200_000, allocation: 'placed' },
      { at: 300_000, recreateDevice: true },
    ],
    until: '1s',
  })

  /** Glow was added by hand. */
  function edited(): Rig {
    const rig = rigOf(played, 3)
    expect(rig.session.execute({ kind: 'addEffect', effect: glow })).toEqual({ ok: true })
    // what an effect has now is more than what was added
    const constants = { tone: [2] }
    expect(rig.session.execute({ kind: 'setConstants', effect: 'Glow', constants })).toEqual({ ok: true })
    return rig
  }

  it('is only looked at: no step goes on, and the simulation takes the course that it takes without', () => {
    const [kept, left] = [edited(), edited()]
    const before = kept.session.keptText()
    expect(before).toBe(left.session.toScenarioText())
    let inStep = 0
    for (let i = 0; i < 1500; i++) {
      for (const { session, advance } of [kept, left]) {
        advance(4)
        session.pump()
      }
      kept.session.publishFrame()
      const step = kept.frames.at(-1)?.playback?.step ?? null
      // every third time, so that looks fall between any two slices
      if (i % 3 === 0) expect(kept.session.keptText()).toBe(before)
      if (step !== null && kept.session.execute({ kind: 'undo' }).message?.includes('being carried out') === true)
        inStep++
    }
    expect(inStep).toBeGreaterThan(100)
    expect(kept.lines).toEqual(left.lines)
    expect(kept.lines.length).toBeGreaterThan(6000)
    expect(kept.session.toScenarioText()).toBe(before)
  })
})
