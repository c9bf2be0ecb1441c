/**
 * Random programs, kept in the middle and gone on with twice. The oracle is the run itself, which goes on beside the copy:
 * the same trace comes of both, and object for object both are alike, right away and later. What compares them knows nothing
 * of how systems are copied.
 */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ended } from '../../../../main/session/commands/act'
import { checkpointOf } from '../../../../main/session/past/checkpoints'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { performInSlices } from '../../../../main/session/verbs/steps'
import { Checkpoint, type Origin } from '../../../../main/sim/checkpoint/checkpoint'
import { NotCopied } from '../../../../main/sim/checkpoint/copying'
import { inOneGo } from '../../../../main/sim/slices'
import { traceLine } from '../../../../main/sim/trace-lines'
import { mustEqual } from '../../../support/must-equal'
import { Chance } from '../../../torture/commands/chance'
import { anyCommand } from '../../../torture/commands/generate'
import { anyStart } from '../../../torture/commands/start'
import { graphsCompared } from '../../support/same-graph'
import { LiveRig } from '../live-rig'
import { programOfEverything } from '../programs-of-everything'
import { type Program, SYSTEMS, scenarioOfProgram } from '../random-programs'
import { isOfRun } from './of-run'
import { withOwnPolicies } from './own-modules'

const RUNS = Number(process.env.TRIMLINE_RUNS ?? (process.env.CI === undefined ? 20 : 50))
const SESSIONS = Math.ceil(RUNS / 3)
/** ms that a slow machine needs for all of them */
const TIMEOUT = 60_000 + RUNS * 1_000

const PROGRAMS: [string, fc.Arbitrary<Program>][] = [
  ...SYSTEMS.map(([name, programs]): [string, fc.Arbitrary<Program>] => [name, programs]),
  ['of everything', programOfEverything],
  ['of everything, under policies of one’s own', withOwnPolicies(programOfEverything)],
]

/** Follow from what they are known by, and are found when somebody asks: the one was looked at, and the other was not. */
const FOUND_BY_LOOKING = ['byResourceName']

/** A program that runs as in front of a person, an event or a step at a time. */
class Run {
  readonly running: WatchedSystem
  lines: string[] = []

  /** @param next its steps from there on are to come @param at µs, when the one before was due */
  constructor(
    private readonly program: Program,
    private next = 0,
    private at = 0,
  ) {
    this.running = WatchedSystem.of(scenarioOfProgram(program), undefined, undefined, (record) => {
      this.lines.push(traceLine(record))
    })
  }

  /** A new one, put where this one was. */
  restored(checkpoint: Checkpoint<WatchedSystem>): Run {
    const { program, next, at } = this
    const run = new Run(program, next, at)
    expect(checkpoint.restore(originOf(run.running))).toBe(true)
    run.lines = []
    return run
  }

  /** @returns false: all of its steps are done */
  goOn(): boolean {
    const step = this.program.steps[this.next]
    if (step === undefined) return false
    const due = this.at + step.after
    if (!this.running.world.sim.advanceTo(due, () => false)) return true
    this.at = due
    this.next++
    ended(step.action, inOneGo(performInSlices(this.running.world, step.action)), this.running)
    return true
  }
}

function originOf({ origin }: WatchedSystem): Origin {
  if (origin === null) throw new Error('these are small')
  return origin
}

/** null: something is under way that cannot be kept */
function keptOf(running: WatchedSystem): Checkpoint<WatchedSystem> | null {
  try {
    return checkpointOf(running, originOf(running))
  } catch (error) {
    if (error instanceof NotCopied) return null
    throw error
  }
}

/** What is looked up again by whoever needs it: systems have one in common, whose keys are objects of each. */
const CACHES = ['byResourceName', 'foldings']

describe.each(PROGRAMS)('a system that is put where another one was, in programs that are %s', (_name, programs) => {
  test('is alike, object for object, and goes on as that one does [LB-02]', { timeout: TIMEOUT }, () => {
    let [moments, refused, compared] = [0, 0, 0]
    const property = fc.property(programs, fc.nat(300), fc.nat(300), (program, before, behind) => {
      const original = new Run(program)
      for (let i = 0; i < before && original.goOn(); i++);
      moments++
      let checkpoint = keptOf(original.running)
      if (checkpoint === null) refused++
      while (checkpoint === null && original.goOn()) checkpoint = keptOf(original.running)
      if (checkpoint === null) return
      compared++
      const copy = original.restored(checkpoint)
      // one that is put there when both have gone on
      const later = original.restored(checkpoint)
      const { difference, shared } = graphsCompared(original.running, copy.running, CACHES)
      expect(difference).toBeNull()
      original.lines = []
      let events = 0
      while (events < behind && original.goOn()) events++
      for (let i = 0; i < events; i++) copy.goOn()
      mustEqual(copy.lines, original.lines)
      expect(graphsCompared(original.running, copy.running, CACHES).difference).toBeNull()
      expect(shared.changed).toBeNull()
      expect(checkpoint.restore(originOf(later.running))).toBe(true)
      for (let i = 0; i < events; i++) later.goOn()
      mustEqual(later.lines, original.lines)
    })
    // what fails is found again in each smaller program: no longer than it takes to read it
    fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: TIMEOUT / 2 })
    expect(compared).toBeGreaterThan(RUNS * 0.6)
    // so that nobody loses it unnoticed: paging is slow here on purpose, and is under way at many moments
    expect(1 - refused / moments).toBeGreaterThan(0.5)
  })
})

describe('a session that goes to an earlier moment from a checkpoint', () => {
  test('has the system that running all of it again comes to [LB-02]', { timeout: TIMEOUT }, () => {
    const made = vi.spyOn(Checkpoint, 'of')
    const put = vi.spyOn(Checkpoint.prototype, 'restore')
    for (let seed = 0; seed < SESSIONS; seed++) {
      const chance = new Chance(seed)
      const start = anyStart(chance)
      const [again, kept] = [new LiveRig(start), new LiveRig(start, {}, 1)]
      const both = (act: (rig: LiveRig) => void): void => [again, kept].forEach(act)
      const play = (commands: number): number[] => {
        const times: number[] = []
        for (let left = commands; left > 0; left--) {
          const command = anyCommand(chance, again.session.world)
          if (isOfRun(command)) both((rig) => rig.do(command))
          const ms = chance.one([0, 1, 16, chance.upTo(100)])
          both((rig) => rig.elapse(ms))
          times.push(again.session.world.sim.now)
        }
        return times
      }
      const mustBeAlike = (): void => {
        const { difference } = graphsCompared(again.session.world, kept.session.world, FOUND_BY_LOOKING)
        expect(difference, `seed ${seed}, at ${again.session.world.sim.now} µs`).toBeNull()
      }
      const times = play(chance.between(5, 30))
      for (let visit = 0; visit < 2; visit++) {
        const time = chance.one(times)
        both((rig) => rig.must({ kind: 'goTo', time }))
        mustBeAlike()
      }
      play(5)
      mustBeAlike()
    }
    expect(put.mock.calls.length).toBeGreaterThan(SESSIONS / 2)
    const kept = made.mock.results.filter(({ type }) => type === 'return').length
    // they are asked for after every event
    expect(kept / made.mock.results.length).toBeGreaterThan(0.7)
    vi.restoreAllMocks()
  })
})

describe('what compares two systems', () => {
  class Log {
    static readonly lasting = ['entries'] as const
    static readonly apart = ['port'] as const
    entries: object[]
    port = {}
    constructor(...entries: object[]) {
      this.entries = entries
    }
  }
  class Part {
    value = 1
  }
  class Hidden {
    #value: number
    constructor(value: number) {
      this.#value = value
    }
    get value(): number {
      return this.#value
    }
  }
  const [shared, words] = [{ name: 'shared' }, new Int32Array(4)]
  const [a, b] = [{ name: 'a' }, { name: 'a' }]

  test.each<[string, object, object]>([
    ['copies, with circles', circle(), circle()],
    ['functions of the same text', { f: () => 1 }, { f: () => 1 }],
    ['what is one in both', { shared }, { shared }],
    ['what is apart', { log: Object.assign(new Log(), { port: 1 }) }, { log: new Log() }],
    ['an entry that names the original, where the system has its copy', { log: new Log({ a }), a }, { log: new Log({ a }), a: b }], // biome-ignore format: as the others
    ['weak maps with copies as keys', { a, weak: new WeakMap([[a, 1]]) }, { a: b, weak: new WeakMap([[b, 1]]) }],
  ])('finds no difference between %s', (_what, one, other) => {
    expect(graphsCompared(one, other).difference).toBeNull()
  })

  test.each<[string, object, object]>([
    ['.list[1]: 2 is 3', { list: [1, 2] }, { list: [1, 3] }],
    ['.list[0]: is a hole in one of them', { list: new Array(1) }, { list: [undefined] }],
    ['.list: has 1 elements, and 2', { list: [1] }, { list: [1, 2] }],
    ['.x: 0 is 0', { x: 0 }, { x: -0 }],
    ['.map.keys[0]: "a" is "b"', { map: new Map([['a', 1], ['b', 2]]) }, { map: new Map([['b', 2], ['a', 1]]) }], // biome-ignore format: as the others
    ['.set[0]: 1 is 2', { set: new Set([1, 2]) }, { set: new Set([2, 1]) }],
    [': has the fields x, and x,y', { x: 1 }, { x: 1, y: undefined }],
    [': has the fields x,y, and y,x', { x: 1, y: 2 }, { y: 2, x: 1 }],
    ['.part: is of another class', { part: new Part() }, { part: { value: 1 } }],
    ['.f: the function () => 1 is the function () => 2', { f: () => 1 }, { f: () => 2 }],
    ['.memory: has other numbers', { memory: new Uint8Array([1]) }, { memory: new Uint8Array([2]) }],
    ['.one: stands for another one elsewhere', { two: a, one: a }, { two: { ...a }, one: { ...a } }],
    ['.one: stands for another one elsewhere', { two: { ...a }, one: { ...a } }, { two: a, one: a }],
    [
      '.two.buffer: stands for another one elsewhere',
      { two: words, one: new Float64Array(words.buffer) },
      { two: new Int32Array(4), one: new Float64Array(2) },
    ],
    ['.weak: knows a Object in one of them alone', { a, weak: new WeakMap([[a, 1]]) }, { a: b, weak: new WeakMap() }],
    ['.weak{a Object}: 1 is 2', { a, weak: new WeakMap([[a, 1]]) }, { a: b, weak: new WeakMap([[b, 2]]) }],
    ['.h: has fields that nobody sees', { h: new Hidden(1) }, { h: new Hidden(2) }],
    ['.log.entries[0].x: 1 is 2', { log: new Log({ x: 1 }) }, { log: new Log({ x: 2 }) }],
  ])('finds that %s', (difference, one, other) => {
    expect(graphsCompared(one, other).difference).toBe(difference)
  })

  test('finds that what both have in common has changed', () => {
    const entry = { x: { y: 1 } }
    const [one, other] = [{ log: new Log(entry) }, { log: new Log(entry) }]
    const common = graphsCompared(one, other).shared
    expect(common.changed).toBeNull()
    entry.x.y = 2
    expect(common.changed).toBe('.log.entries[0].x')
  })

  function circle(): object {
    const [first, second]: { next?: object; list: object[] }[] = [{ list: [] }, { list: [] }]
    Object.assign(first as object, { next: second, list: [first] })
    Object.assign(second as object, { next: first })
    return { first, second }
  }
})
