/** A run again up to a moment of its line (LB-02): the system itself, without a session around it. */
import { describe, expect, it } from 'vitest'
import { Project } from '../../../../main/editor/project'
import { checkpointOf } from '../../../../main/session/past/checkpoints'
import type { Line, LineBeginning } from '../../../../main/session/past/line'
import { movedOn, playedTo, replayed, restored, type Way } from '../../../../main/session/past/replay'
import type { WatchedSystem } from '../../../../main/session/run/watched-system'
import type { Step } from '../../../../main/session/scenario'
import { inOneGo, type SliceProgress } from '../../../../main/sim/slices'
import { traceLine } from '../../../../main/sim/trace-lines'
import { effects, MIB, scenario } from '../live-rig'

/** The file presses B at 150 ms. */
const FILE = scenario({
  app: { policy: 'fence-lru', effects: effects({ A: MIB, B: MIB }) },
  steps: [{ at: '150ms', apply: 'B' }],
})
const BEGAN: LineBeginning = { scenario: FILE, project: new Project(), simulatesIdle: false }

const [played] = FILE.steps
if (played === undefined) throw new Error('the file has no step')
const press: Step = { at: 96_000, verb: 'apply', value: 'A' }
const budget: Step = { at: 192_000, verb: 'budget', value: 8 * MIB }

/** A person presses A, and sets a budget and Simulate idle later. */
const LINE: Line = {
  steps: [press, played, budget],
  played: [undefined, played],
  project: [],
  handChanges: [{ at: 192_000, action: { verb: 'budget', value: 8 * MIB } }],
  idle: [{ at: 200_000, on: true }],
  end: 288_000,
}

interface Again {
  running: WatchedSystem
  lines: string[]
}

function again(until: number, line = LINE, began = BEGAN): Again {
  const lines: string[] = []
  const running = inOneGo(replayed(began, line, until, { system: null }, (record) => lines.push(traceLine(record))))
  return { running, lines }
}

/** "effect t" of each application. */
const pressed = ({ lines }: Again): string[] =>
  lines.flatMap((line) => {
    const { type, effect, t } = JSON.parse(line)
    return type === 'apply' ? [`${effect} ${t}`] : []
  })

describe('a run again', () => {
  it.each([
    [0, []],
    [95_999, []],
    [96_000, ['A 96000']],
    [149_999, ['A 96000']],
    [150_000, ['A 96000', 'B 150000']],
    [288_000, ['A 96000', 'B 150000']],
  ])('is at %d µs when all that was due then has happened [LB-02]', (until, presses) => {
    const made = again(until)
    expect([made.running.world.sim.now, pressed(made)]).toEqual([until, presses])
  })

  it('has the journal of the run, and which of it the file did', () => {
    const { running } = again(160_000)
    expect(running.journal.map(({ verb, at }) => [verb, at])).toEqual([
      ['apply', 96_000],
      ['apply', 150_000],
    ])
    expect([running.played[0], running.played[1]]).toEqual([undefined, played])
    expect(running.playback.left).toEqual([])
  })

  it('has what no verb says as it was then: settings by hand, and who decides on idleness', () => {
    const at = (until: number): unknown[] => {
      const { running } = again(until)
      return [running.handChanges.budget, running.idleRule.isSimulated, running.idleSwitches.length]
    }
    expect(at(191_999)).toEqual([null, false, 0])
    expect(at(192_000)).toEqual([8 * MIB, false, 0])
    expect(at(200_000)).toEqual([8 * MIB, true, 1])
    // it began so, and was not switched since
    const idle = inOneGo(replayed({ ...BEGAN, simulatesIdle: true }, LINE, 199_999, { system: null }))
    expect(idle.idleRule.isSimulated).toBe(true)
  })

  it('leaves what it began with as it is', () => {
    const { running } = again(288_000)
    running.project.touch()
    expect([BEGAN.project.revision, running.project === BEGAN.project]).toEqual([new Project().revision, false])
  })

  it('passes over a condition that stands in the line', () => {
    const condition = scenario({ steps: [{ at: '100ms', expect: { devicesRemoved: 5 } }] }).steps[0]
    if (condition === undefined) throw new Error('there is no condition')
    const { running } = again(288_000, { ...LINE, steps: [press, condition], played: [] })
    expect(running.journal.map(({ verb }) => verb)).toEqual(['apply'])
  })

  it('leaves a system that can go on where it is given up between two steps, and none once it has arrived [LB-02]', () => {
    const way: Way = { system: null }
    const making = replayed(BEGAN, LINE, 60_000_000, way)
    while (way.system === null || way.system.world.sim.now < 1_000_000) expect(making.next().done).toBe(false)
    const left = way.system
    expect(inOneGo(movedOn(left, BEGAN, LINE, 60_000_000, way))).toBe(left)
    expect([left.world.sim.now, way.system]).toEqual([60_000_000, null])
  })

  it('leaves nothing to go on from where an event fails [LB-02]', () => {
    const way: Way = { system: null }
    const { running } = again(0)
    running.world.sim.schedule(30_000, () => {
      throw new Error('in the middle')
    })
    expect(() => inOneGo(movedOn(running, BEGAN, LINE, 90_000, way))).toThrow('in the middle')
    expect(way.system).toBeNull()
  })

  it('comes in slices, which say how far it is', () => {
    const slices: SliceProgress[] = []
    const making = replayed(BEGAN, LINE, 60_000_000, { system: null })
    for (let next = making.next(); next.done !== true; next = making.next()) slices.push(next.value)
    expect(slices.length).toBeGreaterThan(3)
    const done = slices.map((slice) => slice.done)
    expect(done).toEqual([...done].sort((a, b) => a - b))
    expect(new Set(slices.map(({ total }) => total))).toEqual(new Set([60_000_000]))
  })
})

describe('under a policy of one’s own, of which each call may take a second [LB-15]', () => {
  const text = "export default { name: 'slow', create: () => ({ prepare() {}, completed() {} }) }"
  const presses = Array.from(
    { length: 10 },
    (_unused, i): Step => ({ at: (i + 1) * 10_000, verb: 'apply', value: 'A' }),
  )
  const file = (steps: readonly object[]) =>
    scenario({ app: { policy: { file: 'slow.mjs', text }, effects: effects({ A: MIB }) }, steps })

  /** Calls of the policy's between two slices at most. */
  const mostCalls = (way: Way, making: Generator<SliceProgress, WatchedSystem>): number => {
    let [most, before] = [0, 0]
    for (let next = making.next(); ; next = making.next()) {
      const { longCalls } = next.done === true ? next.value.world.sim : (way.system?.world.sim ?? { longCalls: before })
      most = Math.max(most, longCalls - before)
      before = longCalls
      if (next.done === true) return most
    }
  }

  it('a run again comes in slices of one call', () => {
    const line: Line = { ...LINE, steps: presses, played: presses.map(() => undefined), handChanges: [], idle: [] }
    const way: Way = { system: null }
    const began = { ...BEGAN, scenario: file([]) }
    expect(mostCalls(way, replayed(began, line, 288_000, way))).toBe(1)
  })

  it('and so does one that is played to its end', () => {
    const steps = presses.map(({ at }) => ({ at, apply: 'A' }))
    const running = inOneGo(
      replayed({ ...BEGAN, scenario: file(steps) }, { ...LINE, steps: [], played: [] }, 0, { system: null }),
    )
    expect(
      mostCalls(
        { system: running },
        playedTo(running, 288_000, () => {}),
      ),
    ).toBe(1)
  })
})

describe('a system that is moved on', () => {
  it('is the same, and as one that was replayed to there at once [LB-02]', () => {
    const made = again(120_000)
    const moved = inOneGo(movedOn(made.running, BEGAN, LINE, 288_000, { system: null }))
    expect(moved).toBe(made.running)
    const whole = again(288_000)
    expect(made.lines).toEqual(whole.lines)
    expect([moved.world.sim.now, moved.handChanges.budget, moved.idleRule.isSimulated]).toEqual([
      288_000,
      8 * MIB,
      true,
    ])
  })

  it('does nothing of its file that the line does not, unless it is played', () => {
    const { running, lines } = again(120_000)
    inOneGo(playedTo(running, 149_999, () => {}))
    expect(pressed({ running, lines })).toEqual(['A 96000'])
    inOneGo(playedTo(running, 170_000, () => {}))
    expect([pressed({ running, lines }), running.world.sim.now]).toEqual([['A 96000', 'B 150000'], 170_000])
  })
})

describe('from a checkpoint', () => {
  it('what calls of earlier steps returned is known to the conditions that come later [LB-02, SC-15]', () => {
    const file = scenario({
      app: { effects: effects({ A: MIB }) },
      steps: [
        { at: '10ms', removeEffect: 'A' },
        { at: '20ms', removeEffect: 'A' },
        { at: '100ms', expect: { results: { 'steps[0]': 'S_OK', 'steps[1]': 'E_INVALIDARG' } } },
      ],
    })
    const began: LineBeginning = { scenario: file, project: new Project(), simulatesIdle: false }
    const line: Line = { ...LINE, steps: file.steps, played: file.steps, handChanges: [], idle: [], end: 200_000 }
    const { running } = again(50_000, line, began)
    if (running.origin === null) throw new Error('it is small')
    const checkpoint = checkpointOf(running, running.origin)
    const way: Way = { system: null }
    const { playback, world } = inOneGo(restored(checkpoint, began, line, 200_000, way))
    expect(world).not.toBe(running.world)
    expect(playback.view()).toMatchObject({ passed: 2, failed: 0 })
  })
})
