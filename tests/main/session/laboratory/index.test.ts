/** What is compared beside a live session: real runs, in this process, when they are told to (LB-03 to LB-06, LB-18). */
import { describe, expect, test } from 'vitest'
import { differenceOf } from '../../../../main/session/laboratory/comparison/compare'
import { measureVariant } from '../../../../main/session/laboratory/comparison/measure'
import { reportHtml } from '../../../../main/session/laboratory/comparison/report'
import { variantsOf } from '../../../../main/session/laboratory/comparison/variants'
import { runTask, type StartTasks, type Task, type TaskWatch } from '../../../../main/session/laboratory/tasks'
import { LiveSession } from '../../../../main/session/live-session'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import { INITIAL_MENU, withFrame } from '../../../../main/shell/menu/menu-model'
import { differenceRows, type Frame, type PolicyName, type SessionCommand } from '../../../../preload/contract'
import { compareVariants } from '../../support/compared'

const MiB = 2 ** 20

function scenarioOf(fields: object): Scenario {
  const parsed = validateScenario({ trimline: 1, name: 'turns', ...fields })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

/** A and B take turns; the budget has room for one and a half of them. */
const TURNS = {
  system: { localMemory: '256MiB', budget: '96MiB', evictionMode: 'eager', periodicTrim: { idleAfter: '10h' } },
  app: {
    policy: 'fence-lru',
    effects: ['A', 'B'].map((name) => ({
      name,
      gpuTime: '1ms',
      resources: [{ name: 'r', size: '64MiB', resident: false }],
    })),
  },
  steps: ['A', 'B', 'A', 'B'].map((apply, index) => ({ at: `${index + 1}s`, apply })),
  until: '6s',
}

/** A session whose work beside it is done when `work` is called. */
function begun(scenario: Scenario, seconds: number) {
  let wall = 0
  let frame: Partial<Frame> = {}
  const asked: { tasks: readonly Task[]; watch: TaskWatch; cancelled: boolean }[] = []
  const startTasks: StartTasks = (tasks, watch) => {
    const one = { tasks, watch, cancelled: false }
    asked.push(one)
    return {
      cancel: () => {
        one.cancelled = true
      },
    }
  }
  const session = new LiveSession({
    scenario,
    wallMs: () => wall,
    publish: (next) => {
      frame = { ...frame, ...next }
    },
    document: { title: 'turns', path: null, recent: [], theme: 'system' },
    startTasks,
  })
  session.execute({ kind: 'run' })
  // turns of a tenth: what a pump makes up for is bounded
  for (let turn = 0; turn < seconds * 10; turn++) {
    wall += 100
    while (session.pump()) {}
  }
  session.execute({ kind: 'pause' })
  const shown = (): Partial<Frame> => {
    session.publishFrame()
    return frame
  }
  const work = async (): Promise<void> => {
    const { tasks, watch } = asked.at(-1)!
    for (const [index, task] of tasks.entries())
      watch.done(index, structuredClone(await runTask(structuredClone(task))))
  }
  const must = (command: SessionCommand): void => expect(session.execute(command)).toMatchObject({ ok: true })
  return { session, shown, work, must, asked }
}

const POLICIES: PolicyName[] = ['none', 'fence-lru']

describe('a session is compared', () => {
  test('on what was done so far, and the numbers are those of its recording [LB-03] [LB-04] [LB-13]', async () => {
    const { session, shown, work, must } = begun(scenarioOf(TURNS), 7)
    /** whether there is a report, and whether the menu offers to export one */
    const exported = (): [boolean, boolean] => {
      const frame = { seq: 1, full: true, clock: { now: 0, running: false, speed: 1 }, ...shown() } as const
      return [session.laboratory.report() !== null, withFrame(INITIAL_MENU, frame).compared]
    }
    expect(exported()).toEqual([false, false])
    must({ kind: 'compareVariants', policies: POLICIES, budgets: [96 * MiB, 192 * MiB] })
    expect(shown().variants).toMatchObject({ state: 'running', done: 0, total: 4, share: 0, branch: 1, rows: [] })
    expect(exported()).toEqual([false, false])
    await work()
    expect(exported()).toEqual([true, true])
    const recording = session.recording()
    const alone = await compareVariants(recording, variantsOf({ policies: POLICIES, budgets: [96 * MiB, 192 * MiB] }))
    const { variants } = shown()
    expect(variants).toMatchObject({ state: 'done', done: 4, share: 1, until: recording.until, ...alone })
    expect(variants?.rows.map(({ isInput }) => isInput)).toEqual([false, false, true, false])
  })

  test('and is not touched by it; what is compared outlives a restart [LB-03]', async () => {
    const { session, shown, work, must } = begun(scenarioOf(TURNS), 7)
    const before = session.toRecordingText()
    must({ kind: 'compareVariants', policies: POLICIES })
    await work()
    expect(session.toRecordingText()).toBe(before)
    const { variants } = shown()
    must({ kind: 'restartSimulation' })
    expect(shown().variants).toEqual({ ...variants, branch: null })
  })

  test('one thing at a time, and cancelled it says so [LB-03]', () => {
    const { session, shown, must, asked } = begun(scenarioOf(TURNS), 7)
    expect(session.execute({ kind: 'cancelVariants' })).toEqual({ ok: false, message: 'No comparison is running.' })
    must({ kind: 'compareVariants', policies: POLICIES })
    for (const command of [
      { kind: 'compareVariants', preemption: true },
      { kind: 'compareRuns', one: 0, other: 1 },
      { kind: 'showRecords', row: 0, column: 'pageInBytes' },
    ] as const)
      expect(session.execute(command)).toEqual({
        ok: false,
        message: 'A comparison is running already. Cancel it first.',
      })
    must({ kind: 'cancelVariants' })
    expect([asked[0]?.cancelled, shown().variants?.state]).toEqual([true, 'cancelled'])
    must({ kind: 'compareVariants', policies: POLICIES })
    asked[1]?.watch.share(0, 0.5)
    // one of three pieces of work, half done
    expect(shown().variants).toMatchObject({ state: 'running', share: 0.16 })
    asked[1]?.watch.failed('The comparison failed: out of memory')
    expect(shown().variants).toMatchObject({ state: 'failed', message: 'The comparison failed: out of memory' })
    session.execute({ kind: 'compareVariants', policies: POLICIES })
    session.end()
    expect(asked[2]?.cancelled).toBe(true)
  })

  test('only where there is work [LB-03]', () => {
    const idle = begun(scenarioOf({}), 1)
    for (const command of [
      { kind: 'compareVariants', policies: POLICIES },
      { kind: 'compareVariants', policies: POLICIES, input: 'here' },
      { kind: 'compareVariants', policies: POLICIES, input: 'file' },
    ] as const)
      expect(idle.session.execute(command).ok, JSON.stringify(command)).toBe(false)
    expect(idle.asked).toEqual([])
  })
})

describe('from a moment on', () => {
  test('the input until then is common, and only what comes after it counts [LB-03]', async () => {
    const { shown, work, must } = begun(scenarioOf(TURNS), 7)
    must({ kind: 'compareVariants', policies: POLICIES, input: 'here', from: 2_500_000 })
    await work()
    const { variants } = shown()
    expect(variants).toMatchObject({ from: 2_500_000, until: 7_000_000 })
    const [none, lru] = variants!.rows
    // fence-lru until 2.5 s: B alone is there. Then A and B again under it; with none B stays, so that A alone comes back
    expect([none?.pageInBytes, lru?.pageInBytes]).toEqual([64 * MiB, 128 * MiB])
    // 64 MiB at 3 s is the first that is paged in; with half of B kept over A's use, half of B comes back
    expect([none?.bound, lru?.bound]).toEqual([96 * MiB, 96 * MiB])
    expect(lru?.evictions).toBe(2)
    // three and a half seconds: the first part holds B alone
    expect(none?.peakLocalUsage).toBe(128 * MiB)
  })

  test('now, what the scenario has yet to do is the input [LB-03]', async () => {
    const { shown, work, must, session } = begun(scenarioOf(TURNS), 2)
    must({ kind: 'compareVariants', policies: POLICIES, input: 'here' })
    await work()
    expect(shown().variants).toMatchObject({ from: session.world.sim.now, until: 6_000_000, done: 2 })
    expect(shown().variants?.rows[1]?.pageInBytes).toBeGreaterThanOrEqual(128 * MiB)
  })

  test('the whole is what comes before and what comes after, where nothing is changed [LB-03] [SC-05]', async () => {
    const scenario = scenarioOf(TURNS)
    for (const from of [1, 999_999, 2_000_000, 3_500_000, 6_000_000]) {
      const whole = await measureVariant(scenario, {})
      const before = await measureVariant(
        { ...scenario, until: from, steps: scenario.steps.filter(({ at }) => at < from) },
        {},
      )
      const after = await measureVariant(scenario, {}, { from })
      for (const key of [
        'pageInBytes',
        'pageOutBytes',
        'evictions',
        'localByteSeconds',
        'hitches',
        'effectsCompleted',
      ] as const)
        expect(before.row[key] + after.row[key], `${key} from ${from}`).toBeCloseTo(whole.row[key], 3)
    }
  })

  test('is refused for devices, for what has not come, and where nothing comes', () => {
    const { session } = begun(scenarioOf(TURNS), 7)
    const refused = (command: SessionCommand): string => {
      const result = session.execute(command)
      return result.ok ? 'carried out' : result.message
    }
    const here = { kind: 'compareVariants', input: 'here' } as const
    expect(refused({ ...here, profiles: ['linked'], from: 1 })).toContain('A device cannot change under way')
    expect(refused({ ...here, policies: POLICIES, from: 60_000_000 })).toContain('has not come yet')
    expect(refused({ ...here, policies: POLICIES })).toContain('Mark an earlier one')
  })
})

test('what is compared has its moments in the branch that was shown, until another run begins [LB-06, LB-02]', async () => {
  const { shown, work, must } = begun(scenarioOf(TURNS), 7)
  const compared = (): unknown => shown().variants?.branch
  must({ kind: 'goTo', time: 4_500_000 })
  must({ kind: 'step' })
  expect(shown().branches).toMatchObject({ shown: 2, end: null })
  must({ kind: 'compareVariants', policies: POLICIES })
  await work()
  expect(compared()).toBe(2)
  must({ kind: 'returnTo', branch: 1 })
  expect(shown().branches?.shown).toBe(1)
  expect(compared()).toBe(2)
  must({ kind: 'compareVariants', policies: POLICIES })
  expect(compared()).toBe(1)
  must({ kind: 'restartSimulation' })
  expect(compared()).toBeNull()
  // what it finds from then on is still of the run before
  await work()
  expect(shown().variants).toMatchObject({ state: 'done', branch: null })
})

test('a file is compared on, and what runs stays [LB-03]', async () => {
  const { session, shown, work, must } = begun(scenarioOf({}), 1)
  session.laboratory.open({ title: 'turns', scenario: scenarioOf(TURNS) })
  expect(shown().comparisonInput).toEqual({ title: 'turns', steps: 4, until: 6_000_000 })
  must({ kind: 'compareVariants', profiles: ['discrete-2gib', 'integrated'], input: 'file' })
  await work()
  expect(shown().variants?.rows.map(({ label }) => label)).toEqual(['discrete-2gib', 'integrated'])
  expect(shown().variants?.branch).toBeNull()
  must({ kind: 'closeComparisonInput' })
  expect(shown().comparisonInput).toBeNull()
})

describe('of what was compared', () => {
  test('two rows are told apart as by themselves [LB-06]', async () => {
    const { session, shown, work, must } = begun(scenarioOf(TURNS), 7)
    expect(session.execute({ kind: 'compareRuns', one: 0, other: 1 })).toMatchObject({ ok: false })
    must({ kind: 'compareVariants', policies: [...POLICIES, 'submission-lru'] })
    await work()
    for (const [one, other] of [
      [0, 0],
      [0, 3],
    ] as const)
      expect(session.execute({ kind: 'compareRuns', one, other })).toMatchObject({ ok: false })
    must({ kind: 'compareRuns', one: 1, other: 0 })
    expect(shown().difference).toMatchObject({ state: 'running', labels: ['fence-lru', 'none'], difference: null })
    await work()
    const alone = await differenceOf(session.recording(), [{ policy: 'fence-lru' }, { policy: 'none' }])
    expect(shown().difference).toMatchObject({ state: 'done', difference: alone })
    // B at 2 s has no room beside A: the first eviction of A, which none never makes
    expect(differenceRows(alone.resources).find(({ name }) => name === 'A.r')?.at).toEqual([2_000_000, null])
    // another comparison has other rows
    must({ kind: 'compareVariants', policies: POLICIES })
    expect(shown().difference).toBeNull()
  })

  test('the report is that of the command line, with the difference that is shown [LB-18]', async () => {
    const { session, shown, work, must } = begun(scenarioOf(TURNS), 7)
    expect(session.laboratory.report()).toBeNull()
    must({ kind: 'compareVariants', policies: POLICIES })
    expect(session.laboratory.report()).toBeNull()
    await work()
    must({ kind: 'compareRuns', one: 0, other: 1 })
    await work()
    const { variants, difference } = shown()
    if (!variants?.frontier || !variants.advice) throw new Error('nothing was compared')
    const { rows, curves, frontier, advice, until, seed } = variants
    const comparison = { rows, curves, frontier, advice }
    const told = difference?.difference ?? null
    expect(session.laboratory.report()).toBe(
      reportHtml({ name: 'turns', seed, from: 0, until, derived: [], comparison, difference: told }),
    )
    expect(session.laboratory.report()).toContain('They part at line')
  })

  test.each(['pageInBytes', 'pageOutBytes', 'hitches', 'findingsCount', 'devicesRemoved'] as const)(
    'the records that %s counts come to what it says [LB-04]',
    async (column) => {
      // what nobody evicts is paged out under pressure, and what hangs loses its device
      const fields = {
        ...TURNS,
        system: { ...TURNS.system, localMemory: '96MiB', pagingBandwidth: '1GiB', tdr: { delay: '100ms' } },
        steps: [...TURNS.steps, { at: '4500ms', inject: { fault: 'hang', count: 1 } }, { at: '4500ms', apply: 'A' }],
      }
      const { shown, work, must } = begun(scenarioOf(fields), 7)
      must({ kind: 'compareVariants', policies: ['none', 'creative-app', 'fence-lru'] })
      await work()
      const rows = shown().variants!.rows
      for (const [row, { label, [column]: value }] of rows.entries()) {
        must({ kind: 'showRecords', row, column })
        await work()
        const { found, ...view } = shown().variantRecords!
        expect(view).toMatchObject({ state: 'done', label, key: column })
        expect(found?.sum).toBe(value)
        expect(found?.records).toHaveLength(found?.count ?? -1)
        for (const { t, text } of found?.records ?? []) expect(JSON.parse(text)).toMatchObject({ t })
      }
      expect(Math.max(...rows.map((row) => row[column]))).toBeGreaterThan(0)
    },
  )

  test('a row that there is not has no records', async () => {
    const { session, work, must } = begun(scenarioOf(TURNS), 7)
    must({ kind: 'compareVariants', policies: POLICIES })
    await work()
    expect(session.execute({ kind: 'showRecords', row: 2, column: 'pageInBytes' })).toMatchObject({ ok: false })
  })
})
