/** Messages that the gate must refuse, made of right ones in ways that are known to be wrong, and some that it must not. */
import type { Sender } from '../../../main/shell/page/sender'
import { type Field, SETTINGS, TABLE } from './table'

export interface Message {
  sender: Sender
  value: unknown
  /** whether it is to be carried out */
  right: boolean
  /** in words, for a failure */
  how: string
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export type Random = () => number

export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const ORIGIN = 'app://trimline'
export const OURS: Sender = { ours: true, mainFrame: true, origin: ORIGIN }

const KINDS = Object.entries(TABLE)

const STRANGERS: readonly Sender[] = [
  { ...OURS, ours: false },
  { ...OURS, mainFrame: false },
  ...[
    '',
    'null',
    'nowhere',
    'file://',
    'https://example.com',
    'app://trimline.example',
    'app://trimline/',
    'app://Trimline',
    ' app://trimline',
    'app:trimline',
    'about:blank',
  ].map((origin) => ({ ...OURS, origin })),
]

/** Names that mean something to JavaScript, besides nonsense. */
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  '',
  ' ',
  'x',
  '0',
  'kind ',
]

function pick<T>(random: Random, of: readonly T[]): T {
  return of[Math.floor(random() * of.length)] as T
}

/** A right command, each optional field there or not. */
function right(random: Random): {
  kind: string
  fields: Readonly<Record<string, Field>>
  command: Record<string, unknown>
} {
  const [kind, fields] = pick(random, KINDS)
  const all = Object.entries(fields)
  const chosen = all.filter(([, { optional }]) => optional !== true || random() < 0.5)
  const there = chosen.length === 0 && SETTINGS.has(kind) ? [pick(random, all)] : chosen
  return { kind, fields, command: { kind, ...Object.fromEntries(there.map(([name, { good }]) => [name, good])) } }
}

/** An own property, whatever its name: as JSON and structured clones bring it. */
function withKey(command: Record<string, unknown>, key: string, value: unknown): Record<string, unknown> {
  return Object.defineProperty({ ...command }, key, { value, enumerable: true, configurable: true, writable: true })
}

type Wrong = (random: Random) => { value: unknown; how: string } | null

const WRONG: readonly Wrong[] = [
  function wrongField(random) {
    const { kind, fields, command } = right(random)
    const names = Object.keys(fields)
    if (names.length === 0) return null
    const name = pick(random, names)
    return {
      value: withKey(command, name, pick(random, (fields[name] as Field).bad)),
      how: `${kind} with a wrong ${name}`,
    }
  },
  function missingField(random) {
    const { kind, fields, command } = right(random)
    const needed = Object.keys(fields).filter((name) => fields[name]?.optional !== true)
    if (needed.length === 0) return null
    const name = pick(random, needed)
    const { [name]: _left, ...value } = command
    return { value, how: `${kind} without ${name}` }
  },
  function moreFields(random) {
    const { kind, fields, command } = right(random)
    const key = random() < 0.2 ? 'k'.repeat(Math.ceil(random() * 100_000)) : pick(random, KEYS)
    if (key in fields) return null
    const value = pick(random, [1, null, { polluted: 1 }, { kind: 'run' }, 'x'.repeat(10_000), [], deep(random)])
    return { value: withKey(command, key, value), how: `${kind} with a field ${key.slice(0, 20)}` }
  },
  function wrongKind(random) {
    const { kind, command } = right(random)
    const wrong = [
      `${kind} `,
      kind.toUpperCase(),
      [kind],
      { kind },
      '',
      null,
      undefined,
      0,
      1n,
      Number.NaN,
      ...KEYS,
      'k'.repeat(10_000),
    ]
    return { value: withKey(command, 'kind', pick(random, wrong)), how: `the kind of ${kind} spoilt` }
  },
  function inherited(random) {
    const { kind, command } = right(random)
    return { value: Object.create(command), how: `${kind} that has all its fields from its prototype` }
  },
  function noObject(random) {
    const { kind, command } = right(random)
    const values: unknown[] = [
      undefined,
      null,
      0,
      1n,
      '',
      kind,
      JSON.stringify(command),
      true,
      [command],
      [kind],
      new Map([['kind', kind]]),
    ]
    values.push(
      new Set([command]),
      new Date(0),
      new Uint8Array(16),
      /x/,
      new Error(kind),
      deep(random),
      { command },
      {},
      circle(),
    )
    return { value: pick(random, values), how: `${kind} as something else` }
  },
  function joined(random) {
    const [one, two] = [right(random), right(random)]
    // a field of the other that this one does not know makes it wrong
    if (Object.keys(two.command).every((name) => name === 'kind' || name in one.fields)) return null
    return { value: { ...two.command, ...one.command }, how: `${one.kind} joined with ${two.kind}` }
  },
]

/** Nested further than any command is. */
function deep(random: Random): unknown {
  let value: unknown = 1
  for (let left = Math.ceil(random() * 2_000); left > 0; left--) value = random() < 0.5 ? [value] : { a: value }
  return value
}

function circle(): unknown {
  const value: Record<string, unknown> = { kind: 'addEffect' }
  value.effect = value
  return value
}

/** The next message: one in fifty is to be carried out, one in ten is of a stranger. */
export function nextMessage(random: Random): Message {
  const which = random()
  const { kind, command } = right(random)
  if (which < 0.02) return { sender: OURS, value: command, right: true, how: `a right ${kind}` }
  if (which < 0.12) {
    const sender = pick(random, STRANGERS)
    return { sender, value: command, right: false, how: `a right ${kind} of ${JSON.stringify(sender)}` }
  }
  for (;;) {
    const made = pick(random, WRONG)(random)
    if (made !== null) return { sender: OURS, ...made, right: false }
  }
}
