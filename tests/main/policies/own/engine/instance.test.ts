/** One QuickJS in a memory of its own (LB-15): each export does what its name here says, and nothing of the machine is asked. */
import { describe, expect, it } from 'vitest'
import { instantiate, stackPages, WASM_PAGE } from '../../../../../main/policies/own/engine/instance'

const ALL = 1 | 4 | 64 | 128 | 256 | 512 | 1024

function engine(mayGoOn: () => boolean = () => true) {
  const instance = instantiate(mayGoOn)
  const { program, memory } = instance
  const runtime = program.newRuntime()
  const context = program.newContext(runtime, ALL)
  const put = (text: string): { at: number; length: number } => {
    const bytes = new TextEncoder().encode(`${text}\0`)
    const at = program.malloc(bytes.length)
    new Uint8Array(memory.buffer).set(bytes, at)
    return { at, length: bytes.length - 1 }
  }
  const textOf = (value: number): string => {
    const at = program.getString(context, value)
    const bytes = new Uint8Array(memory.buffer)
    return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)))
  }
  const evaluate = (code: string): number => {
    const source = put(code)
    return program.evaluate(context, source.at, source.length, put('code.js').at, 0, 0)
  }
  return { instance, program, runtime, context, evaluate, textOf }
}

describe('an engine of its own [LB-15]', () => {
  it('evaluates a script, and its values are texts and types', () => {
    const { evaluate, textOf, program, context } = engine()
    const value = evaluate("'a' + [1, 2].map((x) => x * 21).join()")
    expect(textOf(value)).toBe('a21,42')
    const type = program.typeOf(context, evaluate('() => 1'))
    expect(type).not.toBe(0)
    const thrown = program.resolveException(context, evaluate("throw new Error('no')"))
    expect(textOf(thrown)).toContain('no')
    // what did not throw has none
    expect(program.resolveException(context, evaluate('1'))).toBe(0)
  })

  it('shares nothing with another', () => {
    const [one, other] = [engine(), engine()]
    one.evaluate('globalThis.x = 7')
    expect([one, other].map(({ evaluate, textOf }) => textOf(evaluate('typeof x')))).toEqual(['number', 'undefined'])
  })

  it('begins with the memory of another, if it is given that, and goes on as that would', () => {
    const first = engine()
    first.evaluate('globalThis.x = 7')
    const bytes = new Uint8Array(first.instance.memory.buffer)
    const pages = new Map<number, Uint8Array>()
    for (let page = 0; page < bytes.length / WASM_PAGE; page++)
      pages.set(page, bytes.slice(page * WASM_PAGE, (page + 1) * WASM_PAGE))
    const again = instantiate(() => true, { size: bytes.length / WASM_PAGE, pages })
    const view = new Uint8Array(again.memory.buffer)
    expect(view.length).toBe(bytes.length)
    expect(Buffer.compare(view, bytes)).toBe(0)
    // nothing has run in it: it has all the fuel that 32 bits hold
    expect(again.fuel.value).toBe(2 ** 31 - 1)
  })

  it('has the memory that it needs, and more of it as it asks for more', () => {
    const { instance, evaluate, textOf } = engine()
    const pages = (): number => instance.memory.buffer.byteLength / WASM_PAGE
    const few = pages()
    // its stack, and some hundred KiB
    expect(few).toBeLessThan(100)
    evaluate('globalThis.x = new Uint8Array(3 * 1024 * 1024)')
    expect(pages()).toBeGreaterThanOrEqual(few + 48 - 8)
    expect(pages()).toBeLessThan(few + 48 + 8)
    // it has at most 64 MiB
    expect(evaluate('globalThis.y = new Uint8Array(50 * 1024 * 1024)')).not.toBe(0)
    const failing = "try { globalThis.z = new Uint8Array(40 * 1024 * 1024); 'made' } catch (e) { e.message }"
    expect(textOf(evaluate(failing))).toBe('out of memory')
    expect(pages()).toBeLessThanOrEqual(1024)
  })

  it('has its stack in pages of its own, of which the deepest recursion does not leave', () => {
    const { instance, evaluate, program, runtime } = engine()
    program.setMaxStackSize(runtime, 256 * 1024)
    const all = (): Uint8Array => new Uint8Array(instance.memory.buffer)
    const blank = (page: number): boolean =>
      all()
        .subarray(page * WASM_PAGE, (page + 1) * WASM_PAGE)
        .every((byte) => byte === 0)
    const { from, to } = stackPages()
    expect([from, to]).toEqual([2, 81])
    evaluate('globalThis.deep = (n) => n === 0 ? 0 : 1 + deep(n - 1)')
    evaluate('try { deep(1e6) } catch {}')
    const used = Array.from({ length: to - from }, (_, i) => from + i).filter((page) => !blank(page))
    // from its top down, as many as it may have and little more, so that nothing else lies there
    expect(used.length).toBeGreaterThanOrEqual(3)
    expect(used.length).toBeLessThanOrEqual(5)
    expect(used).toEqual(used.map((_, i) => to - used.length + i))
  })

  it('is asked whether it may go on, and stops where it may not', () => {
    let asked = 0
    const { evaluate, program, runtime, context, textOf } = engine(() => ++asked < 3)
    program.enableInterruptHandler(runtime)
    const stopped = evaluate('for (;;);')
    expect(asked).toBe(3)
    expect(textOf(program.resolveException(context, stopped))).toContain('interrupted')
  })

  it('spends fuel on loops of its own, a turn for each of them', () => {
    const { instance, evaluate } = engine()
    evaluate("globalThis.x = 'x'.repeat(100000)")
    const before = instance.fuel.value
    evaluate("x.indexOf('y')")
    const spent = before - instance.fuel.value
    expect([spent >= 100_000, spent < 1_000_000]).toEqual([true, true])
  })
})
