/** A policy of one's own in its machine: messages in, what it asks for out (LB-14, LB-15). */
import { describe, expect, it, vi } from 'vitest'
import { Machine } from '../../../../main/policies/own/engine/machine'
import { Guest, type GuestCall, type GuestState } from '../../../../main/policies/own/guest'

const FILE = 'mine.mjs'

/** Two units of 1 and 2 MiB, the second in use. */
function standing(more: Partial<GuestState> = {}): GuestState {
  return { now: 0, budget: 100, usage: 3, segment: 200, completed: 1, submissions: 2, ...more, ...NOTHING_NEW(more) }
}
const NOTHING_NEW = ({ added = [], changed = [], removed = [] }: Partial<GuestState>) => ({ added, changed, removed })

const UNITS: Partial<GuestState> = {
  added: [
    [0, 'A.x', 1, true, 10, 'A'],
    [1, 'B.y', 2, false, 11, null],
  ],
  changed: [
    [0, true, 1, 1, 5, 10],
    [1, true, 2, 2, 7, 11],
  ],
}

const TRIM: GuestCall = {
  e: 'onTrim',
  notification: { flags: 1, bytesToTrim: 0, periodic: true, restart: false, toBudget: false },
}

/** The text of a module of which the functions are these. */
const module = (functions: string, before = ''): string =>
  `export default { name: 'mine', create(host) { ${before} return {\n${functions}\n} } }`

function created(text: string): Guest {
  const guest = new Guest({ file: FILE, text })
  const fault = guest.create(standing(), 1)
  if (fault !== null) throw new Error(fault.message)
  return guest
}

const THERE_IS_NONE = 'a policy has the language, its host and nothing else'

describe('a guest that is created', () => {
  it('has its name, and what it wants to be told with the line of each', () => {
    const guest = created(module('onTrim() {},\nsubmitted() {},\nnoEvent() {}'))
    expect([guest.name, [...guest.lines]]).toEqual([
      'mine',
      [
        ['submitted', 3],
        ['onTrim', 2],
      ],
    ])
  })

  it.each([
    ['bound', 'onTrim.bind(null)'],
    ['a proxy', 'new Proxy(onTrim, {})'],
    ['without a line of its own', 'Object.defineProperty(onTrim, "lineNumber", { value: undefined })'],
  ])(
    'is told what happens where its function is %s: it has no line, and the finding names the first [LB-14] [LB-15]',
    (_what, written) => {
      const guest = created(
        `export default { name: 'mine', create(host) {\nfunction onTrim() {\nthrow 'no stack' }\nreturn { onTrim: ${written} } } }`,
      )
      const notification = { flags: 1, bytesToTrim: 0, periodic: true, restart: false, toBudget: false }
      expect([...guest.lines]).toEqual([['onTrim', 1]])
      expect(guest.tell(standing(), { e: 'onTrim', notification }).fault).toMatchObject({
        message: 'no stack',
        line: 1,
      })
    },
  )

  it('is not, where create returns a promise: nothing that this would come to is asked for [LB-14] [LB-15]', () => {
    const text = 'export default { name: "mine", create: async () => ({ prepare() {} }) }'
    expect(new Guest({ file: FILE, text }).create(standing(), 1)).toMatchObject({
      message: 'TypeError: create returned a promise; a policy answers at once',
    })
  })

  it.each([
    ['gives nothing', 'return null'],
    ['gives a promise', 'return { then() {} }'],
    ['gives what is no function', 'return { prepare: 7 }'],
    ['throws what has no stack', 'throw 7'],
  ])('is not, with the line of create, where that %s [LB-15]', (_what, body) => {
    const text = `\n\nexport default { name: 'mine',\ncreate() {\n\n${body} } }`
    expect(new Guest({ file: FILE, text }).create(standing(), 1)).toMatchObject({ line: 4 })
  })

  it.each([
    ['does not parse', 'export default {', 1, /./],
    ['imports', '\nimport fs from "node:fs"\nexport default { name: "a", create() { return {} } }', 2, /node:fs/],
    ['throws', 'export default { name: "a", create() {\nthrow new Error("no") } }', 2, /no/],
    ['has no policy', 'export default 7', 1, /./],
    [
      'has nothing that is ever called',
      '\nexport default { name: "a", create() { return { trim() {} } } }',
      2,
      /found none but "trim"/,
    ],
    [
      'waits',
      '\nawait new Promise(() => {})\nexport default { name: "a", create() { return {} } }',
      2,
      /^the module waits/,
    ],
  ])('is not, with the line, where it %s [LB-15]', (_what, text, line, message) => {
    const guest = new Guest({ file: FILE, text })
    expect(guest.create(standing(), 1)).toEqual({
      kind: expect.any(String),
      message: expect.stringMatching(message),
      line,
    })
    // by its file, as it has not said how it calls itself
    expect(guest.name).toBe(FILE)
  })

  it.each(['console.log(1)', 'setTimeout(() => {}, 1)', 'process.exit()', 'require("fs")', 'performance.now()'])(
    'that calls %s is told that a policy has no such thing [LB-15]',
    (call) => {
      const guest = new Guest({ file: FILE, text: `export default { name: 'a', create() {\n${call} } }` })
      expect(guest.create(standing(), 1)).toMatchObject({ message: expect.stringContaining(THERE_IS_NONE), line: 2 })
    },
  )

  it.each([
    ['is misspelt', 'consol.log(1)', 'is not defined'],
    ['is its own, before its line', 'window.x = 1\nconst window = {}', 'initialized'],
  ])('that names what %s is told what the engine says alone [LB-15]', (_what, body, said) => {
    const guest = new Guest({ file: FILE, text: `export default { name: 'a', create() {\n${body} } }` })
    const message = guest.create(standing(), 1)?.message
    expect(message).toContain(said)
    expect(message).not.toContain(THERE_IS_NONE)
  })

  it('has the chance that the seed gives [LB-15]', () => {
    const text = module('onTrim() { throw new Error(String(Math.random())) }')
    const [one, again, other] = [1, 1, 2].map((seed) => {
      const guest = new Guest({ file: FILE, text })
      guest.create(standing(), seed)
      return guest.tell(standing(), TRIM).fault?.message
    })
    expect(again).toBe(one)
    expect(other).not.toBe(one)
  })
})

describe('what a guest is told and asks for', () => {
  it('is how things stand and its units, and evictions and memory by id, in its order', () => {
    const guest = created(
      module(`onTrim() {
        const [x, y] = host.units
        host.makeResident([y])
        host.evict(x)
        throw new Error([host.now, host.budget, host.usage, x.name, x.size, x.local, x.effect, y.inUse, y.lastUsed].join())
      }`),
    )
    const told = guest.tell(standing({ now: 9, ...UNITS }), TRIM)
    // nothing of a call that failed is asked for
    expect(told).toMatchObject({ asked: [], fault: { kind: 'threw', message: 'Error: 9,100,3,A.x,1,true,A,true,7' } })
    const asks = created(module('onTrim() { const [x, y] = host.units; host.makeResident([y]); host.evict(x) }'))
    // y was evicted since
    const changed: GuestState['changed'] = [
      [0, true, 1, 1, 5, 10],
      [1, false, 1, 1, 7, 11],
    ]
    expect(asks.tell(standing({ ...UNITS, changed }), TRIM)).toEqual({
      asked: [
        { call: 'makeResident', id: 1 },
        { call: 'evict', id: 0 },
      ],
      fault: null,
    })
  })

  it('that is refused is a fault with its line, and what it asked for before stands if it goes on', () => {
    const guest = created(
      module('onTrim() {\n const [x, y] = host.units; host.evict(x)\n try { host.evict(y) } catch {}\n}'),
    )
    const { asked, fault } = guest.tell(standing(UNITS), TRIM)
    expect(asked).toEqual([{ call: 'evict', id: 0 }])
    expect(fault).toMatchObject({ kind: 'refused', line: 4, message: expect.stringContaining('B.y') })
  })

  it('is nothing where only the state is told', () => {
    const guest = created(module('submitted() { throw new Error("told") }'))
    expect(guest.tell(standing(UNITS), null)).toEqual({ asked: [], fault: null })
  })
})

describe('after a call that failed a guest is as it was before [LB-15]', () => {
  it('keeps what good calls have counted, and nothing of the one that failed', () => {
    const text = module(
      `submitted() { n++ },
       onTrim() { n += 100; throw new Error('at ' + n + ' with ' + host.units.length) },`,
      'let n = 0;',
    )
    const guest = created(text)
    const submitted: GuestCall = { e: 'submitted', effect: null, ids: [] }
    guest.tell(standing(UNITS), submitted)
    guest.tell(standing(), submitted)
    expect(guest.tell(standing(), TRIM).fault?.message).toBe('Error: at 102 with 2')
    guest.tell(standing(), submitted)
    // the units that came with what failed are there
    const more = standing({ added: [[2, 'C.z', 1, true, 12, null]] })
    expect(guest.tell(more, TRIM).fault?.message).toBe('Error: at 103 with 3')
    expect(guest.tell(standing(), TRIM).fault?.message).toBe('Error: at 103 with 3')
  })

  it('is stopped where it goes on for ever, and told the next one', () => {
    const guest = created(module("onTrim() {\nfor (;;);\n},\nsubmitted() { throw new Error('still here') }"))
    expect(guest.tell(standing(UNITS), TRIM)).toEqual({
      asked: [],
      fault: { kind: 'work', message: 'it did not end: stopped after all the work that one call may do', line: 2 },
    })
    const next = guest.tell(standing(), { e: 'submitted', effect: null, ids: [0] })
    expect(next.fault?.message).toBe('Error: still here')
  })

  it.each([
    ['of its own code', 'for (let i = 0; i < 300000; i++);'],
    ['of the engine’s', 'host.units.slice.call([].concat(new Array(400000).fill(1))).reverse()'],
  ])('is told again no more than one call may do, however much work there was: %s [LB-02]', (_whose, work) => {
    const guest = created(module(`prepare() { ${work} },\nsubmitted() { null.x }`))
    const often = 24
    const times = (act: () => void): number => {
      const spy = vi.spyOn(Machine.prototype, 'call')
      act()
      const { length } = spy.mock.calls
      spy.mockRestore()
      return length
    }
    const call: GuestCall = { e: 'prepare', effect: 'A', ids: [] }
    for (let i = 0; i < often; i++) expect(guest.tell(standing(), call).fault).toBeNull()
    // the one that fails, those that are told again, and how things stand
    const told = times(() => void guest.tell(standing(), { e: 'submitted', effect: 'A', ids: [] }))
    expect(told).toBeGreaterThan(1)
    expect(told).toBeLessThan(often / 2)
  })

  it('cannot answer what its own side would not have written', () => {
    const guest = created(
      module('onTrim() { JSON.stringify = () => "[]"; Array.prototype.map = null; host.evict(host.units[0]) }'),
    )
    const { asked, fault } = guest.tell(standing(UNITS), TRIM)
    // its side has kept its own functions
    expect([asked, fault]).toEqual([[{ call: 'evict', id: 0 }], null])
  })
})
