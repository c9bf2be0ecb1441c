/** Dawn's residency manager against its clauses written down once more, over random programs, committed and placed. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SegmentGroup } from '../../../../preload/contract/names'
import { MIB, MS, type TestWorld, worldOf } from '../../support/world'
import { Model, SEGMENTS, type Thing } from '../support/dawn-oracle'

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F']
const GROUPS = ['local', 'non-local'] as const

interface Made {
  size: number
  resident: boolean
  heap: 'default' | 'upload' | 'readback'
}

/** Plays a program, with the model beside it. */
class Player {
  readonly world: TestWorld
  readonly model: Model
  private readonly gpuTime: number

  constructor(policy: 'dawn' | 'dawn-fixed', allocation: 'committed' | 'placed', busy: boolean, effects: Made[][]) {
    this.gpuTime = busy ? 150 * MS : 2 * MS
    const [local, nonLocal] = SEGMENTS
    const paging = { pagingBandwidth: busy ? '1GiB' : '64GiB' }
    const system = { localMemory: local, nonLocalMemory: nonLocal, budget: '120MiB', ...paging }
    const pools = [{ name: 'P', blockSize: '48MiB' }]
    const specs = effects.map((made, i) => this.specOf(NAMES[i] as string, made))
    this.world = worldOf({ system, app: { policy, allocation, pools, effects: specs } })
    this.model = new Model(this.world, policy === 'dawn-fixed')
    for (const [i, made] of effects.entries()) this.enter(NAMES[i] as string, made)
    this.wait(100 * MS)
  }

  thingsOf(effect: string): Thing[] {
    return [...this.model.things.values()].filter((thing) => thing.effect === effect)
  }

  press(effect: string): void {
    const set = this.thingsOf(effect)
    if (set.length === 0) return
    this.world.do({ verb: 'apply', value: effect })
    this.model.take(set, this.model.press(set, effect))
  }

  use(names: readonly string[]): void {
    const set = [...new Set(names.flatMap((name) => this.model.things.get(name) ?? []))]
    this.world.do({ verb: 'use', value: { set: set.map(({ name }) => name), engine: '3d', gpuTime: 1000 } })
    this.model.take(set, this.model.press(set, 'use'))
  }

  map(verb: 'map' | 'unmap', name: string): void {
    const thing = this.model.things.get(name)
    if (thing?.group !== SegmentGroup.NON_LOCAL) return
    this.world.do({ verb, value: name })
    this.model.take([thing], verb === 'map' ? this.model.lock(thing) : this.model.unlock(thing))
  }

  add(effect: string, made: Made[]): void {
    if (this.thingsOf(effect).length > 0) return
    const hr = this.world.do({ verb: 'addEffect', value: this.specOf(effect, made) })
    if (this.model.lost) expect(hr).not.toBe('S_OK')
    if (hr === 'S_OK') this.enter(effect, made)
  }

  /** What a press that waits uses is another matter: it is submitted first. */
  remove(effect: string): void {
    if (this.thingsOf(effect).length === 0 || this.model.isWaitedFor(effect)) return
    this.world.do({ verb: 'removeEffect', value: effect })
    this.model.release(effect)
  }

  reserve(group: SegmentGroup, bytes: number): void {
    this.world.do({ verb: 'externalReservation', value: { group: GROUPS[group], bytes } })
    this.model.reserved[group] = bytes
  }

  fail(count: number): void {
    this.world.do({ verb: 'inject', value: { fault: 'make-resident-fails', count } })
    this.model.fails += count
  }

  wait(duration: number): void {
    const { sim } = this.world
    const end = sim.now + duration
    for (let next = sim.nextEventTime; next !== null && next <= end; next = sim.nextEventTime) {
      this.world.wait(next - sim.now)
      this.model.poll()
    }
    this.world.wait(end - sim.now)
    this.model.poll()
  }

  /** @returns how much was compared; null: the device is gone, and later calls come to nothing */
  compare(): number | null {
    const did: string[] = []
    for (const record of this.world.records) {
      if (record.type === 'device-removed') {
        expect(did).toEqual(this.model.did.slice(0, did.length))
        return null
      }
      if (record.type === 'evict') did.push(`evict ${record.resource} ${record.references}`)
      if (record.type === 'make-resident') did.push(`in ${record.resources}`)
      if (record.type === 'apply') did.push(`apply ${record.effect ?? 'use'}`)
    }
    expect(did).toEqual(this.model.did)
    return did.length
  }

  private enter(effect: string, made: Made[]): void {
    const things = made.map(({ resident, heap }, i) => this.thingOf(`${effect}.r${i}`, effect, resident, heap))
    this.model.register(things)
    if (made.some(({ resident }) => resident)) this.model.take(things, this.model.enter(things))
  }

  private thingOf(name: string, effect: string, resident: boolean, heap: Made['heap']): Thing {
    const resource = this.world.editor.find(name)
    if (resource === undefined) throw new Error(`there is no ${name}`)
    const { handle, size: bytes, placed } = resource
    return {
      name,
      effect,
      group: heap === 'default' ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL,
      bytes,
      heap: {
        id: placed === undefined ? `${name} ${handle}` : `${handle}`,
        bytes: placed?.heap.size ?? Math.ceil(bytes / 65_536) * 65_536,
        shared: placed !== undefined,
      },
      references: resident ? 1 : 0,
      submission: 0,
      locks: 0,
      usedBy: 0,
      releasedAt: 0,
    }
  }

  private specOf(name: string, made: Made[]) {
    return { name, gpuTime: this.gpuTime, resources: made.map((one, i) => ({ name: `r${i}`, ...one })) }
  }
}

type Act = (player: Player) => void
const name = fc.constantFrom(...NAMES)
const full = fc.tuple(name, fc.nat(2)).map(([effect, i]) => `${effect}.r${i}`)
const made: fc.Arbitrary<Made[]> = fc.array(
  fc.record({
    size: fc.constantFrom(100_000, MIB, 8 * MIB, 24 * MIB, 40 * MIB),
    resident: fc.boolean(),
    heap: fc.constantFrom('default' as const, 'default', 'default', 'upload', 'readback'),
  }),
  { minLength: 1, maxLength: 3 },
)
const budget = fc.constantFrom(32, 64, 96, 160, 230)
const reservation = fc.tuple(
  fc.constantFrom(SegmentGroup.LOCAL, SegmentGroup.NON_LOCAL),
  fc.constantFrom(0, 10, 60, 400),
)
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 12,
    arbitrary: name.map(
      (one): Act =>
        (player) =>
          player.press(one),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.array(full, { maxLength: 4 }).map(
      (set): Act =>
        (player) =>
          player.use(set),
    ),
  },
  {
    weight: 3,
    arbitrary: full.map(
      (one): Act =>
        (player) =>
          player.map('map', one),
    ),
  },
  {
    weight: 3,
    arbitrary: full.map(
      (one): Act =>
        (player) =>
          player.map('unmap', one),
    ),
  },
  {
    weight: 2,
    arbitrary: name.map(
      (one): Act =>
        (player) =>
          player.remove(one),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(name, made).map(
      ([one, list]): Act =>
        (player) =>
          player.add(one, list),
    ),
  },
  {
    weight: 2,
    arbitrary: budget.map(
      (mib): Act =>
        ({ world }) =>
          void world.do({ verb: 'budget', value: mib * MIB }),
    ),
  },
  {
    weight: 2,
    arbitrary: reservation.map(
      ([group, mib]): Act =>
        (player) =>
          player.reserve(group, mib * MIB),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1, 2, 3).map(
      (count): Act =>
        (player) =>
          player.fail(count),
    ),
  },
)

/** The rarer things that have to happen. */
const FAULTS = { dawn: ['wrapped', 'both'], 'dawn-fixed': [] } as const

it.each([
  ['dawn', 'committed'],
  ['dawn-fixed', 'committed'],
  ['dawn', 'placed'],
  ['dawn-fixed', 'placed'],
] as const)(
  '%s, %s: evicts and makes resident what the clauses say, in their order, whatever it waits for [PL-30] [PL-31] [PL-32] [PL-33] [PL-34] [PL-35] [PL-36] [PL-44] [PL-45]',
  (policy, allocation) => {
    const seen: Record<string, number> = {}
    const effects = fc.tuple(made, made, made, made)
    const programs = fc.tuple(fc.boolean(), effects, fc.array(acts, { minLength: 8, maxLength: 40 }))
    fc.assert(
      fc.property(programs, ([busy, start, list]) => {
        const player = new Player(policy, allocation, busy, start)
        for (const act of [...list, (last: Player) => last.wait(30_000 * MS)]) {
          act(player)
          player.wait(busy ? 20 * MS : 300 * MS)
          if (player.compare() === null) break
        }
        for (const [what, times] of Object.entries(player.model.seen)) seen[what] = (seen[what] ?? 0) + times
      }),
      { numRuns: 250 },
    )
    for (const what of ['evicted', 'waited', 'failed', 'lost', ...FAULTS[policy]])
      expect(seen[what], what).toBeGreaterThan(3)
  },
)
