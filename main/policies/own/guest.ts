/**
 * A policy of one's own in its machine: a message goes in, what it asks for comes out, checked. After a call that failed it
 * is as it was before that call, whatever was half done: the state that was saved last, and all messages since then again.
 */
/// <reference path="./engine/assets.d.ts" />
import type { OwnPolicy } from '../../../preload/contract/specs'
import { type CallOutcome, type Failure, failureKind, Machine, type Saved, WAITS } from './engine/machine'
import hostScript from './host.js?raw'
import { type Misspelt, misspeltOf } from './misspelt'

const EVENTS = ['tracked', 'untracked', 'prepare', 'submitted', 'completed', 'onTrim', 'deviceRemoved'] as const
export type GuestEvent = (typeof EVENTS)[number]

/** [id, name, bytes, in local memory, id of its heap, effect] */
export type AddedUnit = readonly [number, string, number, boolean, number, string | null]
/** [id, resident, last fence, last submission, µs of the last use, heap] */
export type ChangedUnit = readonly [number, boolean, number, number, number, number]

/** How things stand, with each message. */
export interface GuestState {
  /** µs */
  now: number
  /** bytes of local memory: the app's budget, what it uses, and all that there is */
  budget: number
  usage: number
  segment: number
  /** submission fence that the GPU has completed, and submissions so far */
  completed: number
  submissions: number
  added: AddedUnit[]
  changed: ChangedUnit[]
  removed: number[]
}

/** What comes before it is in charge of anything. */
type Beginning = { e: 'load' } | { e: 'create'; seed: number }

export type GuestCall =
  | { e: 'tracked'; ids: number[] }
  | { e: 'untracked' }
  | { e: 'prepare' | 'submitted'; effect: string | null; ids: number[] }
  | { e: 'completed'; fence: number }
  | {
      e: 'onTrim'
      notification: { flags: number; bytesToTrim: number; periodic: boolean; restart: boolean; toBudget: boolean }
    }
  | { e: 'deviceRemoved' }

/** What it asks for, in order. */
export interface Asked {
  call: 'evict' | 'makeResident'
  id: number
}

/** What was wrong, with the line of the file where it can be said. */
export interface Fault {
  kind: Failure['kind'] | 'refused' | 'answer'
  message: string
  /** from 1 */
  line: number
}

export interface Reply {
  /** nothing of a call that failed */
  asked: readonly Asked[]
  /** the first thing that was wrong; the call may have gone on after it */
  fault: Fault | null
}

/**
 * Messages, characters of them, and work as a share of what one call may do, after which its state is saved anew: no more is
 * told again after a fault, nor on the way back to an earlier moment, and both are done at once.
 */
const SAVED_EVERY = { messages: 1024, characters: 2 ** 20, work: 1 }
/** characters of a message that are shown */
const MOST_SHOWN = 300
/** commands that one call may give */
const MOST_ASKED = 1_000_000

export class Guest {
  /** what follows from the others, and is made again of them when it is needed: an engine cannot be copied (LB-02) */
  static readonly apart = ['machine', 'machineTold'] as const

  /** how it calls itself; its file until it is created */
  name: string
  /** what it wants to be told */
  readonly lines = new Map<GuestEvent, number>()
  /** its functions that are never called, and seem to be meant for events that it has no function for */
  readonly misspelt: Misspelt[] = []
  private machine: Machine | undefined
  /** messages that the machine was told; where that is not all of them, it is one of another moment */
  private machineTold: number | undefined
  private told = 0
  private saved: Saved = { size: 0, pages: new Map() }
  private since: string[] = []
  private characters = 0
  private work = 0

  constructor(private readonly own: OwnPolicy) {
    this.name = own.file
  }

  /** Loads the module and asks no more of it than whether it is a policy's (LB-14), as no run is needed to say that. */
  load(): Fault | null {
    const { text, file } = this.own
    return this.checked(new Machine(hostScript).load(text, file, written(NOWHERE, { e: 'load' })), 1).reply.fault
  }

  /** Loads the module and creates the policy. @returns why it cannot be used; null: it can */
  create(standing: GuestState, seed: number): Fault | null {
    const { text, file } = this.own
    const machine = new Machine(hostScript)
    this.machine = machine
    this.machineTold = this.told
    const { reply, created } = this.checked(machine.load(text, file, written(standing, { e: 'create', seed })), 1)
    if (reply.fault !== null) return reply.fault
    const fault = this.take(created)
    if (fault === null) this.save(machine)
    return fault
  }

  /** Tells it what has happened; null: only how things stand. */
  tell(standing: GuestState, happening: GuestCall | null): Reply {
    const text = written(standing, happening)
    const line = happening === null ? 1 : (this.lines.get(happening.e) ?? 1)
    const machine = this.upToDate()
    const { reply, good } = this.checked(machine.call(text), line)
    if (good) this.keep(machine, text)
    else this.goBack(machine, written(standing, null))
    this.machineTold = ++this.told
    return reply
  }

  /** As it is after all that it was told; a copy has none yet, or that with which it was built. */
  private upToDate(): Machine {
    if (this.machine !== undefined && this.machineTold === this.told) return this.machine
    const machine = new Machine(hostScript)
    this.tellAgain(machine)
    this.machine = machine
    this.machineTold = this.told
    return machine
  }

  private keep(machine: Machine, text: string): void {
    this.since.push(text)
    this.characters += text.length
    this.work += machine.share
    const { messages, characters, work } = SAVED_EVERY
    if (this.since.length >= messages || this.characters >= characters || this.work >= work) this.save(machine)
  }

  private save(machine: Machine): void {
    this.saved = machine.save(this.saved)
    this.since = []
    this.characters = 0
    this.work = 0
  }

  /** All messages since it was saved again, and how things stand; the next fault need not tell them once more. */
  private goBack(machine: Machine, standing: string): void {
    this.tellAgain(machine)
    machine.call(standing)
    this.save(machine)
  }

  private tellAgain(machine: Machine): void {
    machine.restore(this.saved)
    for (const text of this.since) machine.call(text)
  }

  private take(created: unknown): Fault | null {
    if (!isRecord(created) || typeof created.name !== 'string' || !isRecord(created.lines)) return NONSENSE
    this.name = created.name.slice(0, MOST_SHOWN)
    for (const event of EVENTS) {
      const line = created.lines[event]
      if (Object.hasOwn(created.lines, event)) this.lines.set(event, isWhole(line) ? line : 1)
    }
    const missing = EVENTS.filter((event) => !this.lines.has(event))
    this.misspelt.push(...misspeltOf(created.others, missing))
    return null
  }

  private checked(outcome: CallOutcome, line: number): { reply: Reply; good: boolean; created?: unknown } {
    if (!outcome.ok) return { reply: { asked: [], fault: this.faultOf(outcome.failure, line) }, good: false }
    const answer = answerOf(outcome.text)
    if (answer === null) return { reply: { asked: [], fault: { ...NONSENSE, line } }, good: false }
    const { asked, refused, threw, created } = answer
    const said = refused ?? threw
    const kind = refused === null ? thrownKind(threw?.[0] ?? '') : 'refused'
    const begins = isWhole(said?.[2]) ? said[2] : line
    const fault = said === null ? null : this.faultOf({ kind, message: said[0], stack: said[1] }, begins)
    return { reply: { asked: threw === null ? asked : [], fault }, good: threw === null, created }
  }

  private faultOf({ kind, message, stack }: Pick<Fault, 'kind' | 'message'> & { stack: string }, line: number): Fault {
    return {
      kind,
      message: LIMITS[kind] ?? cut(withWhatIs(message)),
      line: lineIn(stack, this.own.file) ?? statedLine(message, this.own.text) ?? line,
    }
  }
}

/** Before the words of the engine for its own limits, where these come as what the policy threw. */
const INTERNAL = 'InternalError: '

/** Memory and stack that are used up can be caught, and the host's script does: it is a limit all the same. */
function thrownKind(threw: string): Fault['kind'] {
  return threw.startsWith(INTERNAL) ? failureKind(threw.slice(INTERNAL.length)) : 'threw'
}

/** What each limit of a call is called; it is stopped there, and does nothing of what it asked for. */
export const LIMITS: Partial<Record<Fault['kind'], string>> = {
  work: 'it did not end: stopped after all the work that one call may do',
  memory: 'out of memory: a policy may have 32 MiB',
  stack: 'stack overflow: too many calls within calls',
}

const NONSENSE: Fault = {
  kind: 'answer',
  message: 'the language was changed so far that no answer could be read',
  line: 1,
}

/** How things stand where nothing runs. */
const NOWHERE: GuestState = {
  now: 0,
  budget: 0,
  usage: 0,
  segment: 0,
  completed: 0,
  submissions: 0,
  added: [],
  changed: [],
  removed: [],
}

/** As JSON; what is always there, and numbers, are put together by hand, as this is done for each submission. */
function written(standing: GuestState, happening: GuestCall | Beginning | null): string {
  const { now, budget, usage, segment, completed, submissions, added, changed, removed } = standing
  const rows = changed.map((row) => `[${row.join()}]`).join()
  const what = happening === null ? '{"e":null}' : JSON.stringify(happening)
  return `{"now":${now},"budget":${budget},"usage":${usage},"segment":${segment},"completed":${completed},"submissions":${submissions},"added":${added.length === 0 ? '[]' : JSON.stringify(added)},"changed":[${rows}],"removed":[${removed.join()}],${what.slice(1)}`
}

/** What most calls come to. */
const NOTHING_ASKED = '{"asked":[],"refused":null,"threw":null,"created":null}'

/** what was wrong, its stack, and the line of the function where that may say none */
type Said = readonly [string, string, unknown?]

interface Answer {
  asked: readonly Asked[]
  refused: Said | null
  threw: Said | null
  created: unknown
}

/** @returns null for anything that the host's script would not have written */
function answerOf(text: string): Answer | null {
  if (text === NOTHING_ASKED) return { asked: [], refused: null, threw: null, created: null }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(value) || !Array.isArray(value.asked) || value.asked.length > MOST_ASKED) return null
  const asked: Asked[] = []
  for (const pair of value.asked as unknown[]) {
    if (!Array.isArray(pair) || !isWhole(pair[1]) || (pair[0] !== 0 && pair[0] !== 1)) return null
    asked.push({ call: pair[0] === 0 ? 'evict' : 'makeResident', id: pair[1] })
  }
  const { refused, threw, created } = value
  return isSaid(refused) && isSaid(threw) ? { asked, refused, threw, created } : null
}

function isSaid(value: unknown): value is Said | null {
  return value === null || (Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** On one line, with what cannot be seen left out. */
function cut(message: string): string {
  const line = message.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, MOST_SHOWN)}…`
}

/** The first line of a stack that lies in the file. */
function lineIn(stack: string, file: string): number | undefined {
  for (const frame of stack.slice(0, 10_000).split('\n')) {
    const at = frame.lastIndexOf(`${file}:`)
    const line = at < 0 ? Number.NaN : Number.parseInt(frame.slice(at + file.length + 1, at + file.length + 9), 10)
    if (line >= 1) return line
  }
  return undefined
}

const UNLOADED = /^could not load module '(.*)'$/

/** What Node and pages have, and a program from there looks for here; what is a policy's own is not of it before its line. */
const ELSEWHERE =
  /^ReferenceError: '?(console|process|require|module|exports|global|Buffer|__dirname|__filename|set(Timeout|Interval|Immediate)|clear(Timeout|Interval|Immediate)|queueMicrotask|window|document|navigator|fetch|performance|crypto)'? is not defined$/

/** With what a policy is, where the engine says only what it could not do. */
function withWhatIs(message: string): string {
  if (UNLOADED.test(message)) return `${message}: a policy is one file, and imports nothing`
  if (!ELSEWHERE.test(message)) return message
  return `${message}: a policy has the language, its host and nothing else; what it does is in the trace, and what it throws in a finding`
}

/** An import that cannot be has no stack, nor has a module that waits: the line is the first that names it, or says so. */
function statedLine(message: string, text: string): number | undefined {
  const module = UNLOADED.exec(message)?.[1]
  const stated = message === WAITS ? 'await' : module
  const index = stated === undefined ? -1 : text.split('\n').findIndex((line) => line.includes(stated))
  return index < 0 ? undefined : index + 1
}
