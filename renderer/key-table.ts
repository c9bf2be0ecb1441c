/** Keys and what they do, in one table: what carries them out and what lists them are made of it. */

/** What has to be held with a key. */
const HELD = ['alone', 'Shift', 'Ctrl'] as const
type Held = (typeof HELD)[number]

/** By key, as events name it; letters are small. */
type Keys<Action> = Readonly<Record<string, Action>>

export interface KeyRow<Action> {
  readonly held: Held
  /** the list of shortcuts has these */
  readonly keys: Keys<Action>
  readonly does: string
  /** the same by other keys */
  readonly also?: Readonly<Partial<Record<Held, Keys<Action>>>>
}

/** As the list of shortcuts and tooltips say a row. */
export interface Shortcut {
  readonly keys: string
  readonly does: string
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
  '-': '−',
}

/** The row as it is said. */
export function shortcutOf<Action>({ held, keys, does }: KeyRow<Action>): Shortcut {
  const signs = Object.keys(keys).map((key) => SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key))
  return { keys: `${held === 'alone' ? '' : `${held}+`}${signs.join(' ')}`, does }
}

/** By the names of the rows. */
export function shortcutsOf<Name extends string, Action>(
  rows: Readonly<Record<Name, KeyRow<Action>>>,
): Readonly<Record<Name, Shortcut>> {
  const entries = Object.entries<KeyRow<Action>>(rows).map(([name, row]) => [name, shortcutOf(row)])
  return Object.fromEntries(entries) as Record<Name, Shortcut>
}

/** Letters mean the same with Caps Lock. */
const letter = (key: string): string => (key.length === 1 ? key.toLowerCase() : key)

/** @returns what a key does with what is held; undefined: nothing */
export function actionsOf<Action>(rows: Iterable<KeyRow<Action>>): (held: Held, key: string) => Action | undefined {
  const actions = {
    alone: new Map<string, Action>(),
    Shift: new Map<string, Action>(),
    Ctrl: new Map<string, Action>(),
  }
  const add = (held: Held, keys: Keys<Action>): void => {
    for (const [key, action] of Object.entries(keys)) actions[held].set(key, action)
  }
  for (const { held, keys, also = {} } of rows) {
    add(held, keys)
    for (const by of HELD) add(by, also[by] ?? {})
  }
  return (held, key) => actions[held].get(letter(key))
}
