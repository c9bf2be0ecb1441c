import { describe, expect, it } from 'vitest'
import { contentHash, policyLabel } from '../../../../main/policies/own/label'
import type { PolicyChoice } from '../../../../preload/contract'
import { type Line, MiB, ofType, type Played, play } from '../support/play'

const EFFECTS = [
  { name: 'A', gpuTime: '4ms', resources: [{ name: 'x', size: '64MiB' }] },
  { name: 'B', gpuTime: '4ms', resources: [{ name: 'y', size: '32MiB', resident: false }] },
]

const own = (text: string) => ({ file: 'mine.mjs', text })

function run(
  policy: PolicyChoice,
  steps: Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Promise<Played> {
  return play({ app: { policy: policy as never, effects: EFFECTS }, steps, until: '3s', ...more })
}

const notify = (at: string, flags: string[], bytes?: string) => ({ at, notify: { flags, ...(bytes && { bytes }) } })
const PRESSES = [
  { at: '0s', apply: 'A' },
  { at: '1s', apply: 'B' },
  notify('2s', ['PERIODIC_TRIM']),
  { at: '2500ms', apply: 'A' },
]

const messages = (played: Played): string[] =>
  ofType(played.lines, 'finding')
    .filter(({ rule }) => rule === 'LB-15')
    .map(({ message }) => String(message))

/** A module of which the functions are these. */
const module = (functions: string, before = '') =>
  `${before}export default { name: 'mine', create(host) { return {\n${functions}\n} } }`

const applied = ({ lines }: Played): unknown[] => ofType(lines, 'apply').map(({ effect }) => effect)

describe('a policy of one’s own [LB-14]', () => {
  it('is named by file and content hash in the trace', async () => {
    const policy = own(module('submitted() {}'))
    const played = await run(policy, PRESSES)
    const hash = contentHash(policy)
    expect(ofType(played.lines, 'own-policy')).toEqual([
      { t: 0, type: 'own-policy', file: 'mine.mjs', hash, name: 'mine' },
    ])
    expect(played.summary.policy).toBe(`mine.mjs#${hash.slice(0, 12)}`)
    expect(policyLabel('none')).toBe('none')
  })

  it('sees its units, how things stand and each event, in order', async () => {
    const told = `
      tracked(units) { log('tracked', units) },
      prepare(set) { log('prepare ' + set.effect, set) },
      submitted(set) { log('submitted ' + set.effect, set) },
      completed(fence) { log('completed ' + fence, []) },
      onTrim(n) { log('trim ' + n.flags + ' ' + n.periodic + ' ' + n.bytesToTrim, host.units); throw new Error(lines.join('; ')) }`
    const log = `const lines = []
      const log = (what, units) => lines.push([host.now, what, host.completed,
        ...units.map((u) => [u.name, u.size, u.resident, u.lastUsed, u.inUse, u.effect].join(' '))].join(', '))`
    const text = `export default { name: 'mine', create(host) { ${log}; return {${told}} } }`
    const [said] = messages(await run(own(text), PRESSES.slice(0, 3)))
    expect(said?.split('Error: ')[1]).toContain('0, tracked, 0, A.x 67108864 true -1 false A')
    const long = messages(
      await run(
        own(
          text.replace(
            "throw new Error(lines.join('; '))",
            'for (const l of lines) { try { host.evict(l) } catch {} } throw new Error(lines.slice(-3).join("; "))',
          ),
        ),
        PRESSES.slice(0, 3),
      ),
    )
    expect(long[0]).toMatch(/expected a unit that is tracked, found "0, tracked, 0, A\.x/)
  })

  it('evicts and makes resident as the built-in ones do', async () => {
    const text = module(`
      onTrim({ periodic }) { if (periodic) for (const unit of host.units) if (unit.resident && !unit.inUse) host.evict(unit) },
      completed() { host.makeResident(host.units) },`)
    const played = await run(own(text), PRESSES)
    expect(
      ofType(played.lines, 'evict').map(({ t, resource, reason, policy }) => [t, resource, reason, policy]),
    ).toEqual([
      [2_000_000, 'A.x', 'periodic', policyLabel(own(text))],
      [2_000_000, 'B.y', 'periodic', policyLabel(own(text))],
    ])
    // B comes in when A is done for the first time, and so do both when A is done again
    expect(ofType(played.lines, 'make-resident').map(({ resources }) => resources)).toEqual([['B.y'], ['A.x'], ['B.y']])
    expect(messages(played)).toEqual([])
    expect(played.summary.pageInBytes).toBe(32 * MiB)
  })

  it('gives the same trace every time, chance included', async () => {
    const text = module('onTrim() { for (const u of host.units) if (Math.random() < 0.5) host.evict(u) }')
    const [one, other] = [await run(own(text), PRESSES), await run(own(text), PRESSES)]
    expect(one.text).toBe(other.text)
  })

  it('has the chance of the whole of a seed, as the simulation has, and not of its lower 32 bits alone [LB-15] [SC-01]', async () => {
    const text = module('onTrim() { throw new Error(String(Math.random())) }')
    const said = async (seed: number) => messages(await run(own(text), PRESSES, { seed }))
    const [one, large, larger, top] = [5, 2 ** 32 + 5, 2 ** 33 + 5, Number.MAX_SAFE_INTEGER]
    const numbers = await Promise.all([one, large, larger, top].map(said))
    expect(new Set(numbers.map(String)).size).toBe(4)
    expect(await said(large)).toEqual(numbers[1])
  })
})

/** What goes wrong in one call, and what is said of it with its line. */
const FAULTS: readonly (readonly [string, string, RegExp])[] = [
  [
    'an endless loop in prepare',
    module('prepare() {\n for (;;);\n}'),
    /^mine\.mjs:2: it did not end: .* \(in prepare\)$/,
  ],
  [
    'an endless loop in tracked',
    module('tracked() {\n for (;;);\n}'),
    /^mine\.mjs:2: it did not end: .*\(in tracked\)$/,
  ],
  [
    'an endless loop in submitted',
    module('submitted() {\n for (;;);\n}'),
    /^mine\.mjs:2: it did not end: .*\(in submitted\)$/,
  ],
  [
    'an endless loop in completed',
    module('completed() {\n for (;;);\n}'),
    /^mine\.mjs:2: it did not end: .*\(in completed\)$/,
  ],
  ['an endless loop in onTrim', module('onTrim() {\n for (;;);\n}'), /^mine\.mjs:2: it did not end: .*\(in onTrim\)$/],
  [
    'all memory',
    module('prepare() {\n const a = []; for (;;) a.push(new Uint8Array(1e6))\n}'),
    /^mine\.mjs:3: out of memory: a policy may have 32 MiB \(in prepare\)$/,
  ],
  [
    'deep recursion',
    module('prepare() {\n const f = () => 1 + f(); f()\n}'),
    /^mine\.mjs:3: stack overflow: too many calls within calls \(in prepare\)$/,
  ],
  ['an exception', module('prepare() {\n null.x\n}'), /^mine\.mjs:3: TypeError: .*null/],
  ['something thrown that has no line', module('prepare() {\n throw 5\n}'), /^mine\.mjs:2: 5 \(in prepare\)$/],
  [
    'a thrown getter',
    module('prepare() {\n throw { get message() { throw 1 } }\n}'),
    /^mine\.mjs:2: something that cannot be shown/,
  ],
  ['a thrown proxy', module('prepare() {\n throw new Proxy({}, { get() { for (;;); } })\n}'), /^mine\.mjs:\d: /],
  [
    'a huge message',
    module('prepare() {\n throw new Error("x".repeat(1e6) + "\\u0007\\n")\n}'),
    /^mine\.mjs:3: Error: x{290,300}… \(in prepare\)$/,
  ],
  [
    'a message that is longer than all that is read of it',
    module('prepare() {\n throw new Error("x".repeat(5e6))\n}'),
    /^mine\.mjs:3: Error: x{290,300}… \(in prepare\)$/,
  ],
  [
    'a stack of the same length',
    module('prepare() {\n const e = new Error("no"); e.stack += "x".repeat(5e6); throw e\n}'),
    /^mine\.mjs:3: Error: no \(in prepare\)$/,
  ],
  [
    'an argument of the same length',
    module('prepare() {\n host.evict("x".repeat(5e6))\n}'),
    /^mine\.mjs:3: evict: expected a unit that is tracked, found "x{200,300}… \(in prepare\)$/,
  ],
  [
    'a wrong argument',
    module('prepare() {\n host.evict({ name: "A.x" })\n}'),
    /^mine\.mjs:3: evict: expected a unit that is tracked, found another object/,
  ],
  [
    'no argument',
    module('prepare() {\n host.makeResident()\n}'),
    /^mine\.mjs:3: makeResident: expected a unit that is tracked, found undefined/,
  ],
  [
    'an eviction of what is in use',
    module('submitted(set) {\n host.evict(set)\n}'),
    /^mine\.mjs:3: evict: the GPU uses A\.x until submission fence 1/,
  ],
  [
    'an eviction of what is not resident',
    module('submitted() {\n host.evict(host.units.filter((u) => !u.resident))\n}'),
    /^mine\.mjs:3: evict: B\.y is not resident/,
  ],
  [
    'an eviction of what is in use, with what says so written over',
    module('submitted(set) {\n for (const u of set) { u.lastFence = 0; host.evict(u) }\n}'),
    /^mine\.mjs:2: evict: the GPU uses A\.x, whatever was written to the unit \(in submitted\)$/,
  ],
  [
    'an eviction of what is not resident, with what says so written over',
    module('submitted() {\n for (const u of host.units) if (!u.resident) { u.resident = true; host.evict(u) }\n}'),
    /^mine\.mjs:2: evict: B\.y is not resident, whatever was written to the unit \(in submitted\)$/,
  ],
  ['a promise', module('async prepare() {\n await 1\n}'), /^mine\.mjs:2: TypeError: prepare returned a promise/],
  [
    'an import under way',
    module('prepare() {\n return import("node:fs")\n}'),
    /^mine\.mjs:2: TypeError: prepare returned a promise/,
  ],
  [
    'the language changed',
    module('prepare() {\n Object.prototype.toJSON = () => 1\n}'),
    /^mine\.mjs:2: the language was changed/,
  ],
  [
    'arrays changed',
    module(
      'prepare() {\n Array.prototype.filter = Array.prototype[Symbol.iterator] = () => { throw new Error("no") }; [...host.units]\n}',
    ),
    /^mine\.mjs:3: Error: no/,
  ],
]

describe('a fault of it [LB-15]', () => {
  it.each(FAULTS)('%s is a finding with file and line, and the run goes on', async (_what, text, message) => {
    const played = await run(own(text), PRESSES.slice(0, 3))
    expect(messages(played)[0]).toMatch(message)
    expect(applied(played)).toEqual(['A', 'B'])
    expect(played.summary.devicesRemoved).toBe(0)
    expect(({} as Record<string, unknown>).toJSON).toBeUndefined()
  })

  it.each([
    ['a loop of the module', '\nfor (;;);', /^mine\.mjs:1: .*cannot be used, and things go on as with none/],
    ['a module that throws a text', '\nthrow "not here"\nexport default 1', /^mine\.mjs:1: not here \(cannot be used/],
    ['no JavaScript', 'export default {\n  name: ,\n}', /^mine\.mjs:2: /],
    [
      'an import',
      '\nimport fs from "node:fs"\nexport default 1',
      /^mine\.mjs:2: could not load module 'node:fs': a policy is one file, and imports nothing/,
    ],
    ['no default export', 'export const name = 1', /^mine\.mjs:1: .*expected a default export/],
    ['a module that waits', 'await new Promise(() => {})\nexport default 1', /^mine\.mjs:1: /],
    [
      'nonsense for a policy',
      'export default { name: "x", create: () => 7 }',
      /expected create\(host\) to return an object/,
    ],
    [
      'nonsense for a function',
      'export default { name: "x", create: () => ({ prepare: 7 }) }',
      /expected prepare to be a function/,
    ],
    [
      'a getter that throws',
      'export default { get name() {\n throw new Error("no") }, create() {} }',
      /^mine\.mjs:2: Error: no/,
    ],
    ['a proxy', 'export default new Proxy({}, { get() { for (;;); } })', /^mine\.mjs:1: /],
    [
      'process',
      'export default { name: "x", create() {\n constructor.constructor("return process")() } }',
      /process.*is not defined/,
    ],
    ['a name that is too long', 'export default { name: "x".repeat(65), create() {} }', /a name of 1 to 64 characters/],
  ])('%s instead of a policy is one, and the run goes on as with none', async (_what, text, message) => {
    const played = await run(own(text), PRESSES)
    expect(messages(played)).toEqual([expect.stringMatching(message)])
    expect(applied(played)).toEqual(['A', 'B', 'A'])
  })

  it('undoes the whole call: what it had asked for and all that it knew', async () => {
    const text = module(
      `onTrim() { count++; for (const u of host.units) host.evict(u); if (count === 1) throw new Error('first') },
       submitted() { count += 10 },
       deviceRemoved() {},`,
      'let count = 0; ',
    )
    const steps = [...PRESSES.slice(0, 3), notify('2100ms', ['PERIODIC_TRIM']), notify('2200ms', ['PERIODIC_TRIM'])]
    const first = await run(own(text.replace('count === 1', 'count === 21')), steps)
    // each finds 20 again, as the one before has never been
    expect(messages(first)).toEqual([1, 2, 3].map(() => expect.stringContaining('Error: first')))
    expect(ofType(first.lines, 'evict')).toEqual([])
  })

  it('goes on as none after the tenth, thousands in one call counting as one', async () => {
    const text = module('onTrim() { for (let i = 0; i < 5000; i++) try { host.evict(i) } catch {} }')
    const steps = Array.from({ length: 14 }, (_, i) => notify(`${i * 100}ms`, ['PERIODIC_TRIM']))
    const played = await run(own(text), steps)
    const said = messages(played)
    expect(said).toHaveLength(10)
    expect(said[9]).toMatch(/\(in onTrim; this was its tenth fault, and things go on as with none\)$/)
    const callbacks = ofType(played.lines, 'notification').map(({ callbacks: count }) => count)
    expect(callbacks).toEqual([...Array(10).fill(1), ...Array(4).fill(0)])
  })

  it('goes on as none after its tenth in the run, of whichever device: those of the one before count [LB-15]', async () => {
    const text = module('onTrim() { throw new Error("no") }')
    const notified = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => notify(`${from + i * 100}ms`, ['PERIODIC_TRIM']))
    const hang = [
      { at: '2s', inject: { fault: 'hang', count: 1 } },
      { at: '2s', apply: 'A' },
    ]
    const steps = [...notified(0, 8), ...hang, { at: '9s', recreateDevice: true }, ...notified(10_000, 5)]
    const played = await run(own(text), steps, { until: '12s', system: { tdr: { level: 'recover', delay: '2s' } } })
    const said = messages(played)
    expect(said).toHaveLength(10)
    expect(said[9]).toContain('this was its tenth fault, and things go on as with none')
    const callbacks = ofType(played.lines, 'notification').map(({ callbacks: count }) => count)
    expect(callbacks).toEqual([...Array(10).fill(1), ...Array(3).fill(0)])
    // nor is it asked on a third
    const third = [...steps, { at: '12s', recreateDevice: true }, notify('13s', ['PERIODIC_TRIM'])]
    const later = await run(own(text), third, { until: '14s', system: { tdr: { level: 'recover', delay: '2s' } } })
    expect(messages(later)).toEqual(said)
  })

  it('of a removed device is none, and a policy is made anew with the next', async () => {
    const text = module(
      'prepare() {}, deviceRemoved() { host.evict(host.units.filter((u) => u.resident && !u.inUse)) }',
    )
    const steps = [...PRESSES, { at: '2600ms', inject: { fault: 'hang', count: 1 } }, { at: '2600ms', apply: 'A' }]
    const played = await run(own(text), [...steps, { at: '9s', recreateDevice: true }, { at: '10s', apply: 'B' }], {
      until: '12s',
      system: { tdr: { level: 'recover', delay: '2s' } },
    })
    expect(messages(played)).toEqual([])
    expect(ofType(played.lines, 'own-policy').length).toBeGreaterThan(0)
  })
})

/** Lines of a trace that a policy of one's own has nothing to do with. */
const withoutNames = (lines: readonly Line[]): Line[] =>
  lines.filter(({ type }) => type !== 'own-policy').map(({ policy: _policy, ...line }) => line as Line)

it('written as `none` is, does what `none` does, record by record [LB-14]', async () => {
  const [mine, none] = [await run(own(module('')), PRESSES), await run('none', PRESSES)]
  expect(withoutNames(mine.lines)).toEqual(withoutNames(none.lines))
})
