import { describe, expect, it } from 'vitest'
import { Checkpoint, Origin } from '../../../../main/sim/checkpoint/checkpoint'
import { NotCopied } from '../../../../main/sim/checkpoint/copying'
import { lasts } from '../../../../main/sim/checkpoint/lasting'
import { goOnWith, kept, type Then } from '../../../../main/sim/continuation'

interface Item {
  name: string
  weight: number
}

/** Built of parts that know each other by objects and by functions. */
class Machine {
  readonly items: Item[] = []
  readonly sums = new Map<string, number>()
  readonly notes = new WeakMap<object, string>()
  readonly counter: Counter
  readonly memory = new Int32Array(2)
  later: Then | null = null
  last: Item | null = null

  constructor(readonly name = 'machine') {
    // a part calls back by what has captured the machine
    this.counter = new Counter((count) => this.sums.set('counted', count))
    this.notes.set(this.counter, 'built')
  }

  add(name: string, weight: number): void {
    this.last = { name, weight }
    this.items.push(this.last)
    this.sums.set(name, (this.sums.get(name) ?? 0) + weight)
    this.notes.set(this.last, `note ${this.items.length}`)
    this.memory[0] = (this.memory[0] as number) + weight
    this.counter.count()
  }

  get said(): unknown {
    const { items, sums, notes, counter, memory } = this
    return {
      items: structuredClone(items),
      sums: [...sums],
      notes: [counter, ...items].map((key) => notes.get(key)),
      counted: counter.counted,
      memory: [...memory],
    }
  }
}

class Counter {
  counted = 0
  constructor(private readonly told: (count: number) => void) {}
  count(): void {
    this.told(++this.counted)
  }
}

function built(): { machine: Machine; origin: Origin } {
  const machine = new Machine()
  return { machine, origin: new Origin(machine) }
}

/** After `a` and `b`. */
function kept2(): { machine: Machine; checkpoint: Checkpoint<Machine> } {
  const { machine, origin } = built()
  machine.add('a', 3)
  machine.add('b', 4)
  return { machine, checkpoint: Checkpoint.of(machine, origin) }
}

/** What a machine says after `a` and `b`. */
const THEN = {
  items: [
    { name: 'a', weight: 3 },
    { name: 'b', weight: 4 },
  ],
  sums: [
    ['a', 3],
    ['counted', 2],
    ['b', 4],
  ],
  notes: ['built', 'note 1', 'note 2'],
  counted: 2,
  memory: [7, 0],
}

describe('a system that was built alike [LB-02]', () => {
  it('is put where the other one was: what was there has the content, what came later is there as well', () => {
    const { checkpoint } = kept2()
    const { machine, origin } = built()
    const { items, counter } = machine
    expect(checkpoint.restore(origin)).toBe(true)
    expect(machine.said).toEqual(THEN)
    expect(machine.items).toBe(items)
    expect(machine.counter).toBe(counter)
    expect(machine.last).toBe(machine.items[1])
  })

  it('goes on by itself: its functions are its own, and nothing of it is of the other', () => {
    const { machine: one, checkpoint } = kept2()
    const { machine: other, origin } = built()
    checkpoint.restore(origin)
    other.add('c', 10)
    expect(one.said).toEqual(THEN)
    expect(other.said).toEqual({
      items: [...THEN.items, { name: 'c', weight: 10 }],
      sums: [...THEN.sums.with(1, ['counted', 3]), ['c', 10]],
      notes: [...THEN.notes, 'note 3'],
      counted: 3,
      memory: [17, 0],
    })
  })

  it('may have gone on before: it is put back, and what it knew by the way is forgotten', () => {
    const { machine, origin } = built()
    const early = Checkpoint.of(machine, origin)
    const item = { name: 'x', weight: 0 }
    machine.add('a', 3)
    machine.notes.set(machine.items, 'about the list')
    machine.notes.set(machine.counter, 'changed')
    expect(early.restore(origin)).toBe(true)
    expect(machine.said).toEqual({ items: [], sums: [], notes: ['built'], counted: 0, memory: [0, 0] })
    expect(machine.notes.has(machine.items)).toBe(false)
    machine.items.push(item)
    expect(machine.notes.get(item)).toBeUndefined()
  })

  it('does later what the other one was going to do, with what is its own', () => {
    const { machine: one, origin } = built()
    one.add('a', 1)
    one.later = kept({ self: one, item: one.items[0] as Item }, ({ self, item }) =>
      self.add(item.name, item.weight + 1),
    )
    const checkpoint = Checkpoint.of(one, origin)
    const { machine: other, origin: itsOrigin } = built()
    checkpoint.restore(itsOrigin)
    const [item] = other.items
    if (item === undefined || other.later === null) throw new Error('nothing was restored')
    item.weight = 5
    goOnWith(other.later)
    expect(other.items).toEqual([
      { name: 'a', weight: 5 },
      { name: 'a', weight: 6 },
    ])
    expect(one.items).toEqual([{ name: 'a', weight: 1 }])
  })
})

describe('what is kept', () => {
  it('is not changed by what the original does afterwards', () => {
    const { machine: one, checkpoint } = kept2()
    one.add('a', 100)
    ;(one.items[0] as Item).weight = 50
    one.sums.clear()
    one.notes.delete(one.counter)
    one.memory.fill(9)
    const { machine: other, origin } = built()
    checkpoint.restore(origin)
    expect(other.said).toEqual(THEN)
  })

  it('is not changed by what a system does that was put there: two of them are apart', () => {
    const { checkpoint } = kept2()
    const [first, second, third] = [built(), built(), built()]
    checkpoint.restore(first.origin)
    first.machine.add('c', 1)
    ;(first.machine.items[0] as Item).name = 'renamed'
    checkpoint.restore(second.origin)
    expect(second.machine.said).toEqual(THEN)
    second.machine.add('d', 2)
    second.machine.notes.delete(second.machine.counter)
    checkpoint.restore(third.origin)
    expect(third.machine.said).toEqual(THEN)
    expect(first.machine.items.map(({ name }) => name)).toEqual(['renamed', 'b', 'c'])
    expect(second.machine.items.map(({ name }) => name)).toEqual(['a', 'b', 'd'])
  })

  it('is nothing while a function waits that came later', () => {
    const { machine, origin } = built()
    machine.later = () => machine.add('a', 1)
    expect(() => Checkpoint.of(machine, origin)).toThrow(NotCopied)
    machine.later = null
    expect(() => Checkpoint.of(machine, origin)).not.toThrow()
  })
})

describe('a system that was built otherwise', () => {
  class Part {
    value = 1
  }
  class OtherPart {
    value = 1
  }
  const systemOf = (part: object, run: () => number, more: readonly object[] = []) => ({ value: 1, part, run, more })
  const one = () => 1
  const checkpoint = (more: readonly object[] = []): Checkpoint<ReturnType<typeof systemOf>> => {
    const system = systemOf(new Part(), one, more)
    const origin = new Origin(system)
    system.value = 2
    return Checkpoint.of(system, origin)
  }

  it.each<[string, object, () => number, readonly object[]]>([
    ['has another class at a place', new OtherPart(), one, []],
    ['has a list at a place', [], one, []],
    ['has another function at a place', new Part(), () => 2, []],
    ['has more', new Part(), one, [{}]],
  ])('%s: it is refused, and is as it was', (_what, part, run, more) => {
    const system = systemOf(part, run, more)
    expect(checkpoint().restore(new Origin(system))).toBe(false)
    expect(system).toEqual(systemOf(part, run, more))
    expect(system.value).toBe(1)
  })

  it('has less: it is refused, and is as it was', () => {
    const system = systemOf(new Part(), one)
    expect(checkpoint([{}]).restore(new Origin(system))).toBe(false)
    expect(system).toEqual(systemOf(new Part(), one))
  })

  it('is no other one where functions were made anew that say the same', () => {
    const again = () => 1
    const system = systemOf(new Part(), again)
    expect(String(again)).toBe(String(one))
    expect(checkpoint().restore(new Origin(system))).toBe(true)
    expect([system.value, system.run]).toEqual([2, again])
    expect(system.run).toBe(again)
  })
})

describe('what a system consists of', () => {
  it('is all that is reachable, each once and in one order, but what lasts and what is apart', () => {
    class Watched {
      static readonly apart = ['port'] as const
      port = { outside: true }
      inside = { list: [] }
    }
    class Costs {
      static readonly lasting = true
      readonly file = {}
    }
    const lasting = new Costs()
    const key = { key: true }
    const run = () => 1
    const watched = new Watched()
    const set = new Set([watched])
    const root = { map: new Map([[key, run]]), set, again: key, lasting, number: 5, none: null }
    const origin = new Origin(root)
    expect(origin.parts).toEqual([root, root.map, set, key, run, watched, watched.inside, watched.inside.list])
    expect(origin.parts.map((part) => origin.placeOf(part))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect([watched.port, lasting, lasting.file, {}].map((part) => origin.placeOf(part))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const kinds = [
      Object.prototype,
      Map.prototype,
      Set.prototype,
      Object.prototype,
      '() => 1',
      Watched.prototype,
      Object.prototype,
      Array.prototype,
    ]
    expect(origin.kinds.map((kind, i) => kind === kinds[i])).toEqual(kinds.map(() => true))
  })

  it('has what was said to last between two systems in both: the one is still put where the other was', () => {
    const FIRST = { spans: [1] }
    const built = () => ({ timeline: FIRST, moment: 0 })
    const [one, before] = [built(), new Origin({})]
    const origin = new Origin(one)
    one.moment = 5
    // a step that takes something back names it
    lasts(FIRST)
    const checkpoint = Checkpoint.of(one, origin)
    const again = built()
    expect(checkpoint.restore(new Origin(again))).toBe(true)
    expect([again.moment, again.timeline]).toEqual([5, FIRST])
    expect(checkpoint.restore(before)).toBe(false)
  })
})
