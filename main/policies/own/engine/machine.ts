/**
 * JavaScript of others, run apart (LB-15): a script of ours first, which gives a function, and theirs as a module; after
 * that texts go in and texts come out. Memory, stack and work of each call are limited, and counted by the engine itself,
 * so that the same texts end at the same place on every machine.
 */
import { type Instance, instantiate, type MemoryContents, type Program, stackPages, WASM_PAGE } from './instance'

/** bytes that the script may have, and of its stack */
const MEMORY = 32 * 1024 * 1024
const STACK = 160 * 1024
/** turns of the engine's own counter in one call, each ten thousand jumps and calls */
const TURNS = 200
/** turns of loops of the engine's own in one call, for work that it does not count itself, a second's at most */
const FUEL = 50_000_000
/** characters of a text that is read of it */
const MOST_TEXT = 4 * 1024 * 1024

/** BaseObjects, Eval, JSON, Proxy, MapSet, TypedArrays, Promise: neither Date, nor RegExp, whose work is not counted */
const INTRINSICS = 1 | 4 | 64 | 128 | 256 | 512 | 1024
const AS_SCRIPT = 0
const AS_MODULE = 1

/** Of a module that is not done when it has run. */
export const WAITS = 'the module waits for a promise with await; a policy answers at once'

const ENCODER = new TextEncoder()
const DECODER = new TextDecoder()
const BLANK = Buffer.alloc(WASM_PAGE)

/** All that a machine is at a moment. */
export type Saved = MemoryContents

/** What came of a call: the text that it returned, or what it failed with. */
export type CallOutcome = { ok: true; text: string } | { ok: false; failure: Failure }

export interface Failure {
  kind: 'threw' | 'work' | 'memory' | 'stack'
  message: string
  /** as the engine gives it; empty: it has none */
  stack: string
}

/** Values are where the engine keeps them. */
type Value = number

export class Machine {
  private instance: Instance
  private context = 0
  private entry: Value = 0
  private turns = 0

  /**
   * @param host a script whose value is the function that gets every text
   * @throws Error when that script does not run, which would be the app's mistake: it is its own
   */
  constructor(host: string) {
    this.instance = instantiate(this.mayGoOn)
    const { program } = this
    const runtime = program.newRuntime()
    program.setMemoryLimit(runtime, MEMORY)
    program.setMaxStackSize(runtime, STACK)
    program.enableInterruptHandler(runtime)
    this.context = program.newContext(runtime, INTRINSICS)
    this.entry = this.evaluated(host, '<host>', AS_SCRIPT)
    const failure = this.failureOf(this.entry)
    if (failure !== null) throw new Error(`the host of policies does not run: ${failure.message}`)
  }

  /** Runs a module and hands its default export on, with a text. */
  load(code: string, file: string, text: string): CallOutcome {
    return this.limited(() => {
      const module = this.evaluated(code, file, AS_MODULE)
      const failure = this.failureOf(module)
      if (failure !== null) return { ok: false, failure }
      // what it exports is not there before what it waits for, and nothing is called later
      if (this.property(module, 'then') !== 'undefined')
        return { ok: false, failure: { kind: 'threw', message: WAITS, stack: '' } }
      const name = this.string('default')
      const exported = this.program.getProp(this.context, module, name)
      this.program.freeValue(this.context, name)
      this.program.freeValue(this.context, module)
      const thrown = this.failureOf(exported)
      if (thrown !== null) return { ok: false, failure: thrown }
      return this.called(text, exported)
    })
  }

  /** Hands a text to the host's function. */
  call(text: string): CallOutcome {
    return this.limited(() => this.called(text, this.program.getUndefined()))
  }

  /** Of all the work that one call may do, what the last one did; the same on every machine. */
  get share(): number {
    return Math.max(this.turns / TURNS, 1 - this.instance.fuel.value / FUEL)
  }

  /** All that it is, to go on from there later. @param before is not needed any more: its room is used again */
  save(before?: Saved): Saved {
    const { buffer } = this.instance.memory
    const size = buffer.byteLength / WASM_PAGE
    const pages = new Map<number, Uint8Array>()
    const stack = stackPages()
    for (let page = 0; page < size; page++) {
      // to look there would take most of the time: a page that was never written is made by the system when it is read
      if (page >= stack.from && page < stack.to) continue
      const now = new Uint8Array(buffer, page * WASM_PAGE, WASM_PAGE)
      if (BLANK.equals(now)) continue
      const room = before?.pages.get(page) ?? new Uint8Array(WASM_PAGE)
      room.set(now)
      pages.set(page, room)
    }
    return { size, pages }
  }

  /** It is as it was then. An engine that was stopped under way is never used again. */
  restore(saved: Saved): void {
    this.instance = instantiate(this.mayGoOn, saved)
  }

  private get program(): Program {
    return this.instance.program
  }

  private readonly mayGoOn = (): boolean => ++this.turns <= TURNS

  /** What the engine cannot say itself has ended it: the machine's own stack, or a trap. */
  private limited(act: () => CallOutcome): CallOutcome {
    this.turns = 0
    this.instance.fuel.value = FUEL
    try {
      return act()
    } catch (error) {
      const kind = this.instance.fuel.value < 0 ? 'work' : error instanceof RangeError ? 'stack' : 'memory'
      return { ok: false, failure: { kind, message: 'the engine stopped', stack: '' } }
    }
  }

  private called(text: string, extra: Value): CallOutcome {
    const { program, context } = this
    const argument = this.string(text)
    const list = program.malloc(8)
    new Uint32Array(this.instance.memory.buffer, list, 2).set([argument, extra])
    const result = program.call(context, this.entry, program.getUndefined(), 2, list)
    program.free(list)
    program.freeValue(context, argument)
    const failure = this.failureOf(result)
    if (failure !== null) return { ok: false, failure }
    const returned = this.text(result)
    program.freeValue(context, result)
    return { ok: true, text: returned }
  }

  private evaluated(code: string, file: string, how: number): Value {
    const source = this.written(code)
    const name = this.written(file)
    const result = this.program.evaluate(this.context, source.at, source.length, name.at, 0, how)
    this.program.free(source.at)
    this.program.free(name.at)
    return result
  }

  /** null: it is a value like any other */
  private failureOf(value: Value): Failure | null {
    const error = this.program.resolveException(this.context, value)
    if (error === 0) return null
    // what is thrown may be any value, also one without a message
    const said = this.property(error, 'message')
    const message = said === 'undefined' ? this.text(error) : said
    const stack = this.property(error, 'stack')
    this.program.freeValue(this.context, error)
    return { kind: this.turns > TURNS ? 'work' : failureKind(message), message, stack }
  }

  private property(object: Value, name: string): string {
    const { program, context } = this
    const key = this.string(name)
    const value = program.getProp(context, object, key)
    const text = this.text(value)
    program.freeValue(context, key)
    program.freeValue(context, value)
    return text
  }

  private string(text: string): Value {
    const { at } = this.written(text)
    const value = this.program.newString(this.context, at)
    this.program.free(at)
    return value
  }

  private text(value: Value): string {
    const { program, context } = this
    const at = program.getString(context, value)
    if (at === 0) return ''
    const bytes = new Uint8Array(this.instance.memory.buffer)
    const end = bytes.indexOf(0, at)
    const text = DECODER.decode(bytes.subarray(at, Math.min(end, at + MOST_TEXT)))
    program.freeCString(context, at)
    return text
  }

  /** @param text without a NUL, at which the engine would end it */
  private written(text: string): { at: number; length: number } {
    const bytes = ENCODER.encode(text)
    const at = this.program.malloc(bytes.length + 1)
    if (at === 0) throw new Error('no memory for what is told to the policy')
    const memory = new Uint8Array(this.instance.memory.buffer)
    memory.set(bytes, at)
    memory[at + bytes.length] = 0
    return { at, length: bytes.length }
  }
}

/** By the words of the engine for its own limits. */
export function failureKind(message: string): Failure['kind'] {
  if (message === 'out of memory') return 'memory'
  return /^(Maximum call stack size exceeded|stack overflow)$/.test(message) ? 'stack' : 'threw'
}
