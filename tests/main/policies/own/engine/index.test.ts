import { describe, expect, it } from 'vitest'
import { failureKind, Machine } from '../../../../../main/policies/own/engine/machine'

/** Gives every text to what the module exports, and answers with what that returns. */
const HOST = '(() => { let f; return (text, given) => { f = given ?? f; return String(f(text)) } })()'

function loaded(code: string) {
  const machine = new Machine(HOST)
  return { machine, outcome: machine.load(code, 'mine.mjs', 'hello') }
}

const failed = (kind: string, message?: string) => ({
  ok: false,
  failure: { kind, message: message ?? expect.any(String), stack: expect.any(String) },
})

describe('JavaScript of others, run apart [LB-15]', () => {
  it('gets texts and returns texts, and keeps what it knows between calls', () => {
    const { machine, outcome } = loaded("let n = 0; export default (text) => text + ' ' + ++n + ' ä'")
    expect(outcome).toEqual({ ok: true, text: 'hello 1 ä' })
    expect(machine.call('wörld')).toEqual({ ok: true, text: 'wörld 2 ä' })
  })

  it('has no clock, no files, no network, no process and no other way out', () => {
    const names = [
      'process',
      'require',
      'Date',
      'performance',
      'fetch',
      'setTimeout',
      'WebAssembly',
      'RegExp',
      'os',
      'std',
    ]
    const { outcome } = loaded(`export default () => ${JSON.stringify(names)}.map((n) => typeof globalThis[n]).join()`)
    expect(outcome).toEqual({ ok: true, text: names.map(() => 'undefined').join() })
    expect(loaded('import fs from "node:fs"; export default 1').outcome).toEqual(
      failed('threw', "could not load module 'node:fs'"),
    )
    const reach = 'export default () => (() => {}).constructor.constructor("return typeof process")()'
    expect(loaded(reach).outcome).toEqual({ ok: true, text: 'undefined' })
  })

  it('has the same chance in every machine', () => {
    const chance = 'export default () => [Math.random(), Math.random()].join()'
    expect(loaded(chance).outcome).toEqual(loaded(chance).outcome)
  })

  it.each([
    ['a loop', 'export default () => { for (;;); }', 'work'],
    ['a loop of the module itself', 'while (true) {}', 'work'],
    ['a loop that catches what it can', 'export default () => { for (;;) { try { for (;;); } catch {} } }', 'work'],
    ['work of the engine itself', 'export default () => new Array(4e9).indexOf(1)', 'work'],
    ['numbers that are large', 'export default () => { let n = 3n ** 300000n; return n * n * n * n }', 'work'],
    ['copies that are large', 'export default () => { const a = new Uint8Array(8e6); for (;;) a.slice() }', 'work'],
    ['texts nested deeply', 'export default () => JSON.parse("[".repeat(100000))', 'stack'],
    ['calls nested deeply', 'export default function f() { return 1 + f() }', 'stack'],
  ])('ends %s', (_what, code, kind) => {
    expect(loaded(code).outcome).toEqual(failed(kind))
  })

  it('ends what wants all memory, and says so', () => {
    const { outcome } = loaded('const a = []; export default () => { for (;;) a.push(new Uint8Array(1e6)) }')
    expect(outcome).toEqual(failed('memory', 'out of memory'))
  })

  it('ends at the same place every time', () => {
    const code = 'let n = 0; export default (text) => { if (text === "how many") return n; for (;;) n++ }'
    const counts = [1, 2].map(() => {
      const { machine } = loaded(code)
      return machine.call('how many')
    })
    expect(counts[0]).toEqual(counts[1])
    expect(Number(counts[0]?.ok === true && counts[0].text)).toBeGreaterThan(100_000)
  })

  it('goes back to what was saved, whatever has happened since', () => {
    const { machine } = loaded(
      'let n = 0; export default (text) => { if (text === "spoil") { n = 99; for (;;); } return ++n }',
    )
    const saved = machine.save()
    expect(machine.call('spoil')).toEqual(failed('work'))
    machine.restore(saved)
    expect([machine.call('a'), machine.call('b')]).toEqual([
      { ok: true, text: '2' },
      { ok: true, text: '3' },
    ])
    machine.restore(saved)
    expect(machine.call('a')).toEqual({ ok: true, text: '2' })
  })

  it('saves little of what it has, and has all of it again: what is empty at its end, too', () => {
    const code = `let all, more = []
      export default (text) => {
        if (text === 'hello') return all = new Uint8Array(20 * 1024 * 1024), 0
        for (let i = 0; i < 3000; i++) more.push('text ' + text + i)
        return more.length + ' ' + all[0] + ' ' + all[all.length - 1] + ' ' + more[more.length - 1]
      }`
    const { machine } = loaded(code)
    const saved = machine.save()
    expect(saved.size).toBeGreaterThan(320)
    expect(saved.pages.size).toBeLessThan(20)
    const answers = (): unknown => ['a', 'b', 'c', 'd'].map((text) => machine.call(text))
    const first = answers()
    expect(first).toMatchObject([{ ok: true, text: '3000 0 0 text a2999' }, {}, {}, { text: '12000 0 0 text d2999' }])
    machine.restore(saved)
    expect(answers()).toEqual(first)
    // the room of an earlier one is used again, and nothing of it is left
    const later = machine.save(saved)
    machine.restore(later)
    expect(machine.call('e')).toEqual({ ok: true, text: '15000 0 0 text e2999' })
  })

  it('says in which line of which file it failed', () => {
    const { outcome } = loaded('\n\nexport default () => {\n  null.x\n}')
    expect(outcome.ok === false && outcome.failure.stack).toContain('mine.mjs:4')
    expect(loaded('export default (').outcome).toEqual(failed('threw'))
  })

  it('tells its own limits from what the code throws', () => {
    expect([failureKind('out of memory'), failureKind('stack overflow'), failureKind('no')]).toEqual([
      'memory',
      'stack',
      'threw',
    ])
  })
})
