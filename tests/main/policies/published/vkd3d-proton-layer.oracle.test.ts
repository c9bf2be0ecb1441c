/** Heaps below vkd3d-proton's layer against the clauses written down once more, over random programs with placed memory. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RESIDENCY_PRIORITIES, type ResidencyPriority } from '../../../../preload/contract/names'
import { begin, call, found, placedWorld } from '../../editor/placed-rig'
import { MIB, MS, type TestWorld } from '../../support/world'

const LAYER = { minimum: 0.16733, low: 0.33367, normal: 0.5, high: 0.7, maximum: 0.88332 } as const
const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']

/** What one resource has brought to the count of its heap. */
interface Placed {
  count: number
  priority: ResidencyPriority
  heap: string
}

/** PL-41 and PL-43 with RS-15: a heap counts what is in it, and a move is MakeResident of both heaps, then Evict. */
class Model {
  readonly placed = new Map<string, Placed>()
  readonly layer = new Map<string, number>()
  /** at the sources of moves that are under way, where they have their references still */
  private leaving: Placed[] = []
  private readonly held = new Set<string>()

  constructor(readonly mended: boolean) {}

  of(name: string): Placed {
    return this.placed.get(name) as Placed
  }

  countIn(heap: string): number {
    const held = this.held.has(heap) ? 1 : 0
    return this.in(heap).reduce((sum, { count }) => sum + count, held)
  }

  create(name: string, heap: string, resident: boolean): void {
    this.placed.set(name, { count: resident ? 1 : 0, priority: 'normal', heap })
    this.layer.set(heap, this.countIn(heap) === 0 ? 0 : this.highestIn(heap))
  }

  make(name: string): void {
    const one = this.of(name)
    one.count++
    this.layer.set(one.heap, this.highestIn(one.heap))
  }

  /** @returns the count that is left */
  evict(name: string): number {
    const one = this.of(name)
    if (!this.mended || one.count > 0) one.count--
    if (this.countIn(one.heap) === 0) this.layer.set(one.heap, 0)
    return this.countIn(one.heap)
  }

  prioritise(name: string, priority: ResidencyPriority): void {
    const one = this.of(name)
    one.priority = priority
    if (this.countIn(one.heap) !== 0) this.layer.set(one.heap, this.highestIn(one.heap))
  }

  release(name: string): void {
    const { heap } = this.of(name)
    this.leave(heap, () => this.placed.delete(name))
  }

  beginMove(name: string, heap: string): void {
    const one = this.of(name)
    for (const each of [one.heap, heap]) {
      if (!this.held.has(each)) this.layer.set(each, this.highestIn(each))
      this.held.add(each)
    }
    this.leaving.push({ ...one })
    one.heap = heap
    if (this.countIn(heap) !== 0) this.layer.set(heap, this.highestIn(heap))
  }

  endMoves(): void {
    for (const one of this.leaving)
      this.leave(one.heap, () => {
        this.leaving = this.leaving.filter((other) => other !== one)
      })
    for (const heap of this.held) {
      this.held.delete(heap)
      if (this.countIn(heap) === 0) this.layer.set(heap, 0)
    }
  }

  /** By an Evict too many the count of something in it is below 0: then it matters in which order moves end. */
  isMuddled(heap: string): boolean {
    return this.in(heap).some(({ count }) => count < 0)
  }

  /** Something goes from a heap with what it has brought. */
  private leave(heap: string, go: () => void): void {
    const before = this.countIn(heap)
    go()
    if (before > 0 && this.countIn(heap) <= 0) this.layer.set(heap, 0)
    else if (this.layer.get(heap) !== 0) this.layer.set(heap, this.highestIn(heap))
  }

  private in(heap: string): Placed[] {
    return [...this.placed.values(), ...this.leaving].filter((one) => one.heap === heap)
  }

  private highestIn(heap: string): number {
    const all = this.in(heap).map(({ priority }) => RESIDENCY_PRIORITIES.indexOf(priority))
    return LAYER[RESIDENCY_PRIORITIES[Math.max(...all)] ?? 'normal']
  }
}

/** Plays a program, and follows it with a model. */
class Player {
  private readonly world: TestWorld
  private readonly model: Model
  private seen = 0
  private isMoving = false
  readonly happened = { compared: 0, evicted: 0, moves: 0, whileMoving: 0 }

  constructor(policy: 'vkd3d-proton' | 'vkd3d-proton-fixed') {
    this.model = new Model(policy === 'vkd3d-proton-fixed')
    this.world = placedWorld({ system: { localMemory: '64MiB' } }, { policy })
    for (const [i, name] of NAMES.slice(0, 6).entries()) this.add(name, i % 2 === 0, i % 3 === 0 ? 2 : 1)
  }

  has(name: string): boolean {
    return this.model.placed.has(`${name}.r`)
  }

  add(name: string, resident: boolean, mib: number): void {
    const resources = [{ name: 'r', size: mib * MIB, resident }]
    if (this.world.do({ verb: 'addEffect', value: { name, gpuTime: 8000, resources } }) !== 'S_OK') return
    this.model.create(`${name}.r`, this.heapOf(`${name}.r`), resident)
  }

  /** While the GPU may still use it. One that is being moved is not released (DF-14). */
  remove(name: string): void {
    if (this.world.do({ verb: 'removeEffect', value: name }) === 'S_OK') this.model.release(`${name}.r`)
  }

  press(name: string): void {
    this.world.do({ verb: 'apply', value: name })
  }

  call(verb: 'evict' | 'makeResident', name: string): void {
    const names = [`${name}.r`]
    this.world.do(verb === 'evict' ? { verb, value: { names } } : { verb, value: { names, denyOverbudget: false } })
  }

  prioritise(name: string, priority: ResidencyPriority): void {
    this.world.do({ verb: 'residencyPriority', value: { resource: `${name}.r`, priority } })
    this.model.prioritise(`${name}.r`, priority)
  }

  wait(duration: number): void {
    this.world.wait(duration)
  }

  /** One pass, which copies 1 MiB in 1 ms. */
  move(evicted: 'skip' | 'make-resident'): void {
    const { world, model } = this
    if (this.isMoving) return
    call(world, 'end')
    if (begin(world, { evicted }) !== 'S_OK' || call(world, 'beginPass') !== 'S_FALSE') return
    const before = new Map([...model.placed.keys()].map((name) => [name, found(world, name).current]))
    call(world, 'endPass')
    this.isMoving = true
    for (const [name, current] of before) {
      if (found(world, name).current === current) continue
      this.happened.moves++
      model.beginMove(name, this.heapOf(name))
    }
  }

  /** What the trace tells: calls of the policy and by hand, and the ends of passes. */
  follow(): void {
    const { records } = this.world
    for (; this.seen < records.length; this.seen++) {
      const record = records[this.seen]
      if (record?.type === 'make-resident')
        for (const name of record.resources) if (this.model.placed.has(name)) this.model.make(name)
      if (record?.type === 'evict' && this.model.placed.has(record.resource)) {
        this.happened.evicted++
        expect(record.references).toBe(this.model.evict(record.resource))
      }
      if (record?.type === 'defragmentation-pass') this.endPass()
    }
  }

  compare(): void {
    const { residency } = this.world.device
    for (const [name, { heap }] of this.model.placed) {
      const resource = found(this.world, name)
      this.happened.compared++
      if (this.isMoving) this.happened.whileMoving++
      expect([name, this.heapOf(name), residency.referencesOf(resource)]).toEqual([
        name,
        heap,
        this.model.countIn(heap),
      ])
      if (this.model.mended) expect(this.model.isMuddled(heap)).toBe(false)
      if (!this.model.isMuddled(heap))
        expect(residency.layers.priorityOf(resource), `${name} in ${heap}`).toBeCloseTo(
          this.model.layer.get(heap) ?? -1,
          4,
        )
      else this.model.layer.set(heap, residency.layers.priorityOf(resource))
    }
  }

  private endPass(): void {
    if (!this.isMoving) return
    this.isMoving = false
    this.model.endMoves()
  }

  private heapOf(name: string): string {
    return found(this.world, name).current.heap.name
  }
}

type Act = (player: Player) => void

const name = fc.constantFrom(...NAMES)
const onOne = (act: (player: Player, name: string) => void): fc.Arbitrary<Act> =>
  name.map((one) => (player) => {
    if (player.has(one)) act(player, one)
  })
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: onOne((player, one) => player.press(one)) },
  { weight: 3, arbitrary: onOne((player, one) => player.call('evict', one)) },
  { weight: 3, arbitrary: onOne((player, one) => player.call('makeResident', one)) },
  { weight: 3, arbitrary: onOne((player, one) => player.remove(one)) },
  {
    weight: 3,
    arbitrary: fc.tuple(name, fc.boolean(), fc.constantFrom(1, 2)).map(
      ([one, resident, mib]): Act =>
        (player) => {
          if (!player.has(one)) player.add(one, resident, mib)
        },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(name, fc.constantFrom(...RESIDENCY_PRIORITIES)).map(
      ([one, priority]): Act =>
        (player) => {
          if (player.has(one)) player.prioritise(one, priority)
        },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('skip' as const, 'make-resident' as const).map(
      (evicted): Act =>
        (player) => {
          player.move(evicted)
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(1 * MS, 30 * MS).map(
      (time): Act =>
        (player) =>
          player.wait(time),
    ),
  },
)

it.each(['vkd3d-proton', 'vkd3d-proton-fixed'] as const)(
  '%s: a heap has the count of what is in it and the priority that follows, whatever is released, used or moved [PL-41] [PL-43] [RS-15] [DF-21]',
  (policy) => {
    const total = { compared: 0, evicted: 0, moves: 0, whileMoving: 0 }
    fc.assert(
      fc.property(fc.array(acts, { minLength: 10, maxLength: 45 }), (program) => {
        const player = new Player(policy)
        player.follow()
        for (const act of [...program, (last: Player) => last.wait(200 * MS)]) {
          player.follow()
          act(player)
          player.follow()
          player.compare()
        }
        for (const what of Object.keys(total) as (keyof typeof total)[]) total[what] += player.happened[what]
      }),
      { numRuns: 150 },
    )
    for (const [what, times] of Object.entries(total)) expect(times, what).toBeGreaterThan(50)
  },
)
