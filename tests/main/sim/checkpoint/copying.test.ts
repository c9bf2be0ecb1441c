import { describe, expect, it } from 'vitest'
import { Copying, type Counterpart, NotCopied, type WeakEntries } from '../../../../main/sim/checkpoint/copying'
import { lasts } from '../../../../main/sim/checkpoint/lasting'

const NONE: Counterpart = () => undefined
const copyOf = <Root extends object>(root: Root): Root => new Copying(NONE).copy(root)

/** Puts what is in `from` into `into`, where `pairs` say what stands for what. */
function put(from: object, into: object, ...pairs: (readonly [object, object])[]): void {
  const counterparts = new Map<object, object>([[from, into], ...pairs])
  new Copying((of) => counterparts.get(of)).copy(from)
}

class Point {
  constructor(
    public x: number,
    public y: number,
  ) {}
  get sum(): number {
    return this.x + this.y
  }
}

describe('a copy', () => {
  it('has the same values in objects of its own, of the same classes', () => {
    const root = {
      point: new Point(1, 2),
      list: [1, 'a', null, undefined, true, 5n],
      bare: Object.create(null),
      nan: NaN,
    }
    const copy = copyOf(root)
    expect(copy).toEqual(root)
    expect(copy.point).toBeInstanceOf(Point)
    expect(copy.point.sum).toBe(3)
    expect(Object.getPrototypeOf(copy.bare)).toBeNull()
    for (const key of ['point', 'list', 'bare'] as const) expect(copy[key]).not.toBe(root[key])
    copy.point.x = 10
    copy.list.push(7)
    expect(root.point.x).toBe(1)
    expect(root.list).toHaveLength(6)
  })

  it('has one object where there was one, and circles', () => {
    interface Link {
      next: Link | null
      of: object
    }
    const shared = { name: 'shared' }
    const [first, second]: Link[] = [
      { next: null, of: shared },
      { next: null, of: shared },
    ] as [Link, Link]
    if (first === undefined || second === undefined) throw new Error('two were made')
    first.next = second
    second.next = first
    const copy = copyOf({ first, again: first, shared })
    expect(copy.first.next?.next).toBe(copy.first)
    expect(copy.again).toBe(copy.first)
    expect(copy.first.of).toBe(copy.shared)
    expect(copy.first.next?.of).toBe(copy.shared)
    expect(copy.shared).not.toBe(shared)
  })

  it('has nothing in arrays where there was nothing, and undefined where that was', () => {
    const list: unknown[] = []
    list[1] = 'b'
    list[3] = undefined
    list.length = 6
    const { copied } = copyOf({ copied: list })
    expect(copied).toHaveLength(6)
    expect([0, 1, 2, 3, 4, 5].map((i) => i in copied)).toEqual([false, true, false, true, false, false])
  })

  it('has maps and sets in their order, with copies of their keys', () => {
    const [a, b] = [{ name: 'a' }, { name: 'b' }]
    const root = { a, b, map: new Map<object, string>([[b, 'second'], [a, 'first']]), set: new Set<unknown>([b, 1, a]) } // biome-ignore format: a pair a line says no more
    const copy = copyOf(root)
    expect([...copy.map]).toEqual([
      [{ name: 'b' }, 'second'],
      [{ name: 'a' }, 'first'],
    ])
    expect(copy.map.get(copy.a)).toBe('first')
    expect(copy.map.has(a)).toBe(false)
    expect([...copy.set]).toEqual([{ name: 'b' }, 1, { name: 'a' }])
    expect(copy.set.has(copy.b)).toBe(true)
    copy.map.clear()
    copy.set.clear()
    expect([root.map.size, root.set.size]).toEqual([2, 3])
  })

  it('has memory of its own, of every kind that there is', () => {
    const root = {
      doubles: new Float64Array([0.5, Number.NEGATIVE_INFINITY]),
      signed: new Int32Array([-1, 2 ** 31 - 1]),
      words: new Uint32Array([2 ** 32 - 1]),
      halves: new Uint16Array([65_535, 1]),
      bytes: new Uint8Array([255, 0, 7]),
      none: new Uint8Array(0),
    }
    const copy = copyOf(root)
    expect(copy).toEqual(root)
    copy.bytes[0] = 1
    expect(root.bytes[0]).toBe(255)
  })

  it('has one memory where two looked at one: what is written through the one is seen through the other', () => {
    const words = new Int32Array(4)
    const copy = copyOf({ words, doubles: new Float64Array(words.buffer), bytes: new Uint8Array(words.buffer) })
    expect(copy.doubles.buffer).toBe(copy.words.buffer)
    expect(copy.bytes.buffer).toBe(copy.words.buffer)
    copy.doubles[1] = 1
    // 1 as a double has its upper half in the word behind, or before, as the machine has it
    expect([...copy.words].filter((word) => word === 0x3ff00000)).toHaveLength(1)
    expect([...words]).toEqual([0, 0, 0, 0])
  })

  it('has the keys of weak maps and sets that are in the graph, and no others', () => {
    const [key, other] = [{ name: 'key' }, { name: 'other' }]
    const known = new WeakMap<object, object>([
      [key, { about: 'key' }],
      [{}, { about: 'nobody' }],
    ])
    const copying = new Copying(NONE)
    const image = copying.copy({ key, other, known, seen: new WeakSet([other]) })
    const [map, set] = [image.known, image.seen] as unknown as [WeakEntries, WeakEntries]
    expect([...map.values]).toEqual([[{ name: 'key' }, { about: 'key' }]])
    expect([...set.values.keys()]).toEqual([{ name: 'other' }])
    // and back into what they are
    const back = copyOf(image)
    expect(back.known).toBeInstanceOf(WeakMap)
    expect(back.known.get(back.key)).toEqual({ about: 'key' })
    expect(back.seen).toBeInstanceOf(WeakSet)
    expect([back.seen.has(back.other), back.seen.has(back.key)]).toEqual([true, false])
  })

  it('has keys that only the value of another weak map leads to, whichever comes first', () => {
    const [outer, inner] = [{ name: 'outer' }, { name: 'inner' }]
    const second = new WeakMap<object, string>([[inner, 'found']])
    const first = new WeakMap<object, object>([[outer, inner]])
    for (const root of [
      { outer, first, second },
      { second, first, outer },
    ]) {
      const back = copyOf(copyOf(root))
      const made = back.first.get(back.outer) as object
      expect(made).toEqual({ name: 'inner' })
      expect(back.second.get(made)).toBe('found')
    }
  })

  it('knows by weak maps what lasts, which is the same object in it [LB-02]', () => {
    class Steps {
      static readonly lasting = ['done', 'last'] as const
      done = [lasts({ verb: 'apply' })]
      last = lasts({ verb: 'idle' })
      rule = lasts({ name: 'rule' })
    }
    const steps = new Steps()
    const keys = [steps.done[0] as object, steps.last, steps.rule]
    const results = new WeakMap<object, number>(keys.map((key, i) => [key, i]))
    const back = copyOf(copyOf({ steps, results }))
    expect(back.results).not.toBe(results)
    expect(keys.map((key) => back.results.get(key))).toEqual([0, 1, 2])
  })
})

describe('what lasts and what is apart', () => {
  class Log {
    static readonly lasting = ['entries', 'unsent', 'byName', 'last'] as const
    static readonly apart = ['port'] as const
    entries: object[] = []
    unsent = new Set<object>()
    byName = new Map<string, object>()
    last: object | null = null
    port: object | null = null
    other: object = {}
  }

  it('is in containers of the copy as it is; other fields are copied, and what is apart is not there', () => {
    const log = new Log()
    const [entry, record] = [{ t: 1 }, /a/g]
    log.entries.push(entry)
    log.unsent.add(entry)
    log.byName.set('a', entry)
    log.last = entry
    log.port = { to: 'the window' }
    log.other = { record }
    const { copy } = copyOf({ copy: log })
    expect(copy).toBeInstanceOf(Log)
    expect(copy.entries).not.toBe(log.entries)
    expect([copy.entries[0], ...copy.unsent, copy.byName.get('a'), copy.last]).toEqual([entry, entry, entry, entry])
    expect(copy.entries[0]).toBe(entry)
    expect(copy.unsent.has(entry)).toBe(true)
    expect(copy.byName.get('a')).toBe(entry)
    expect(copy.last).toBe(entry)
    expect('port' in copy).toBe(false)
    expect(copy.other).toEqual({ record })
    expect(copy.other).not.toBe(log.other)
    log.entries.push({ t: 2 })
    log.unsent.clear()
    log.byName.clear()
    expect([copy.entries.length, copy.unsent.size, copy.byName.size]).toEqual([1, 1, 1])
  })

  it('is not copied where the class says so of all its instances', () => {
    class Known {
      static readonly lasting = true
      readonly seen = new Map([[1, 2]])
    }
    const known = new Known()
    expect(copyOf({ known }).known).toBe(known)
  })

  it('stays in a counterpart as it was, where it is apart', () => {
    const [from, into] = [new Log(), new Log()]
    from.port = { to: 'the one' }
    into.port = { to: 'the other' }
    from.last = { t: 5 }
    put(from, into)
    expect([into.port, into.last]).toEqual([{ to: 'the other' }, { t: 5 }])
  })
})

describe('a counterpart', () => {
  it('gets the content, in all that stands for something; what came later is new in it', () => {
    const from = {
      list: [1, 2],
      map: new Map([['a', 1]]),
      set: new Set([3]),
      memory: new Uint8Array([7]),
      late: { x: 1 },
    }
    const into = { list: [9, 9, 9], map: new Map([['z', 0]]), set: new Set([8]), memory: new Uint8Array(1) }
    const { list, map, set, memory } = into
    put(from, into, [from.list, list], [from.map, map], [from.set, set], [from.memory, memory])
    expect(into).toEqual(from)
    expect([into.list, into.map, into.set, into.memory]).toEqual([list, map, set, memory])
    expect(into.list).toBe(list)
    expect(into.memory).toBe(memory)
    expect(Reflect.get(into, 'late')).not.toBe(from.late)
  })

  it('loses the fields that are there no more, and keeps no others in their place', () => {
    const [from, into] = [new Point(1, 2), new Point(3, 4)]
    Object.assign(into, { label: 'was named' })
    put(from, into)
    expect(Object.keys(into)).not.toContain('label')
    expect({ ...into }).toEqual({ x: 1, y: 2 })
    // one that hides what its class has
    Object.assign(into, { toString: 5 })
    put(from, into)
    expect(Object.hasOwn(into, 'toString')).toBe(false)
    // as many as there were, but others; and one called as what every object has
    const [record, other]: Record<string, number>[] = [
      { a: 1, b: 2 },
      { toString: 5, b: 3 },
    ] as never
    if (record === undefined || other === undefined) throw new Error('two were made')
    put(record, other)
    expect(Object.entries(other)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  it('has the fields of a record in the order in which they came', () => {
    const from: Record<string, number> = { a: 1, b: 2, c: 3 }
    delete from.a
    from.a = 4
    const into: Record<string, number> = { a: 1, b: 2, c: 3 }
    put(from, into)
    expect(Object.entries(into)).toEqual([
      ['b', 2],
      ['c', 3],
      ['a', 4],
    ])
  })

  it('is what a function becomes, everywhere', () => {
    const [mine, theirs] = [() => 1, () => 2]
    const copy = new Copying((of) => (of === mine ? theirs : undefined)).copy({ one: mine, list: [mine] })
    expect(copy.one).toBe(theirs)
    expect(copy.list[0]).toBe(theirs)
  })

  it('can be an object for a function, and a function for that', () => {
    const [mine, theirs] = [() => 1, () => 2]
    const stand = { place: 0 }
    const image = new Copying((of) => (of === mine ? stand : undefined)).copy({ run: mine, again: mine })
    expect([image.run, image.again]).toEqual([stand, stand])
    const back = new Copying((of) => (of === stand ? theirs : undefined)).copy(image)
    expect([back.run, back.again]).toEqual([theirs, theirs])
  })

  it('has new memory beside it look at its own', () => {
    const [mine, theirs] = [new Int32Array(2), new Int32Array(2)]
    const from = { words: mine, doubles: new Float64Array(mine.buffer) }
    from.doubles[0] = 1.5
    const into: Partial<typeof from> = { words: theirs }
    put(from, into, [mine, theirs])
    expect(into.doubles?.buffer).toBe(theirs.buffer)
    expect(into.doubles?.[0]).toBe(1.5)
    expect([...theirs]).toEqual([...mine])
  })
})

describe('what cannot be copied', () => {
  function* counting(): Generator<number> {
    yield 1
  }

  it.each<[string, () => unknown, string]>([
    ['a function without a counterpart', () => () => 1, 'a function: () => 1'],
    ['a generator that is under way', () => counting(), '[object Generator]'],
    ['a promise', () => Promise.resolve(1), '[object Promise]'],
    ['an error, as it keeps its stack for itself', () => new Error('x'), '[object Error]'],
    ['a moment of the real world', () => new Date(0), '[object Date]'],
    ['memory itself', () => new ArrayBuffer(8), '[object ArrayBuffer]'],
    ['a look at a part of memory', () => new Uint8Array(new ArrayBuffer(8), 4), 'memory that others share'],
    ['a look at the beginning of memory', () => new Int32Array(8).subarray(0, 2), 'memory that others share'],
    ['memory of another kind', () => new Int16Array(2), '[object Int16Array]'],
  ])('is %s', (_what, made, message) => {
    // not one deep alone
    const root = { list: [new Map([['a', { value: made() }]])] }
    expect(() => copyOf(root)).toThrow(NotCopied)
    expect(() => copyOf(root)).toThrow(message)
  })

  it('is memory of which the one look was there and the other came later, where that does not come to the same', () => {
    const mine = new Int32Array(2)
    const from = { late: new Float64Array(mine.buffer), words: mine, bytes: new Uint8Array(mine.buffer) }
    const into = { words: new Int32Array(2), bytes: new Uint8Array(8) }
    expect(() => put(from, into, [from.words, into.words], [from.bytes, into.bytes])).toThrow(
      'memory of which a part came later',
    )
  })

  it('says its name', () => {
    expect(new NotCopied('x').name).toBe('NotCopied')
  })
})
