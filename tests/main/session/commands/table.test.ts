/** The table of commands: every kind of the contract stands in it, and what it says of each is so. */
import { describe, expect, it, vi } from 'vitest'
import { VideoMemoryManager } from '../../../../main/dxgkrnl/vidmm/video-memory-manager'
import { EditorApp } from '../../../../main/editor/editor-app'
import { COMMANDS } from '../../../../main/session/commands/table'
import { VERBS } from '../../../../main/session/verbs/table'
import { buildMenu, type MenuActions } from '../../../../main/shell/menu/menu'
import { INITIAL_MENU } from '../../../../main/shell/menu/menu-model'
import type { SessionCommand } from '../../../../preload/contract'
import { SHELL_KINDS } from '../../../torture/commands/shell-kinds'
import { effects, type LiveRig, MIB, rig } from '../live-rig'
import { EXAMPLES } from './support/examples'
import { knownKinds } from './support/known-kinds'

const kinds = Object.keys(COMMANDS) as SessionCommand['kind'][]
const live = (): LiveRig => rig({ app: { effects: effects({ Blur: MIB }) } })

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function isCalledAfter(kind: string, verb: string): boolean {
  if (kind === verb || kind === `set${capital(verb)}`) return true
  return kind.startsWith(verb) && /^[A-Z]/.test(kind.slice(verb.length))
}

/** Verbs of files alone, and why. */
const NOT_BY_HAND: Readonly<Record<string, string>> = {
  defragment: 'Begin, and Run to end',
  resume: 'the command `suspend` that ends it',
  unlock: 'the command `lock` that ends it',
}

const SETTING = 'one setting of those that `system` changes together'
const CALL = 'one call of those that `defragmentation` makes'
const TRAVEL = 'the verbs of what is taken back, or done again'
/** Commands that are called otherwise than their verb, and why. */
const OTHERWISE: Partial<Record<SessionCommand['kind'], string>> = {
  setEvictionMode: SETTING,
  setPeriodicTrim: SETTING,
  setPreemption: SETTING,
  setTdr: SETTING,
  setCompositor: SETTING,
  setCpu: SETTING,
  setDeveloperMode: SETTING,
  beginDefragmentation: CALL,
  beginPass: CALL,
  setMoveOperation: CALL,
  endPass: CALL,
  runDefragmentation: CALL,
  endDefragmentation: CALL,
  takeBackFault: 'the count of `inject` says so: none',
  undo: TRAVEL,
  redo: TRAVEL,
}

describe('the table of commands', () => {
  it('has every kind that the gate lets through to the session, and no other [LB-01]', () => {
    expect([...kinds, ...Object.keys(SHELL_KINDS)].sort()).toEqual(knownKinds())
  })

  it('has a command for every verb of a file, so that what a file does can be done by hand, too [LB-01]', () => {
    const recorded = new Set(kinds.flatMap((kind) => EXAMPLES[kind].verbs))
    expect(Object.keys(VERBS).filter((verb) => ![...recorded].some((one) => one === verb))).toEqual(
      Object.keys(NOT_BY_HAND),
    )
  })

  it('calls a command as its verb, `set` and its verb, or its verb and what that is done to', () => {
    // index.recorded.test.ts runs each example, and finds these verbs in the recording
    const otherwise = kinds.filter((kind) => {
      const [verb] = EXAMPLES[kind].verbs
      return verb !== undefined && !isCalledAfter(kind, verb)
    })
    expect(otherwise.sort()).toEqual(Object.keys(OTHERWISE).sort())
  })

  it('calls no command after a verb that it does not end in', () => {
    const verbs = Object.keys(VERBS)
    const others = kinds.filter((kind) => EXAMPLES[kind].verbs.length === 0)
    expect(others.length).toBeGreaterThan(20)
    expect(others.filter((kind) => verbs.some((verb) => kind === verb || kind === `set${capital(verb)}`))).toEqual([])
  })

  it.each([
    ['idle', 'idle', true],
    ['setBudget', 'budget', true],
    ['applyEffect', 'apply', true],
    ['simulateIdle', 'idle', false],
    ['playing', 'play', false],
    ['setTdr', 'system', false],
  ])('%s is a name for what ends in the verb %s: %s', (kind, verb, is) => {
    expect(isCalledAfter(kind, verb)).toBe(is)
  })

  // what Save has not, the recording has
  it.each<[SessionCommand, boolean]>([
    [{ kind: 'setBudget', bytes: 8 * MIB }, true],
    [{ kind: 'setPolicy', policy: 'fence-lru' }, true],
    [{ kind: 'setTdr', delay: 50_000 }, true],
    [{ kind: 'setEvictionMode', mode: 'eager' }, true],
    [{ kind: 'setProject', width: 640, height: 360 }, true],
    [{ kind: 'setAllocation', mode: 'placed' }, true],
    [{ kind: 'setDeveloperMode', on: true }, true],
    [{ kind: 'reserve', bytes: MIB }, false],
    [{ kind: 'setOtherProcess', bytes: MIB }, false],
    [{ kind: 'applyEffect', effect: 'Blur' }, true],
    [{ kind: 'removeEffect', effect: 'Blur' }, true],
    [{ kind: 'play', playing: true }, false],
  ])('has of %o for Save: %s', (command, saved) => {
    const system = live()
    const before = system.session.toScenarioText()
    system.must(command)
    expect(system.session.toScenarioText() !== before).toBe(saved)
    expect(system.session.dirty).toBe(saved)
  })

  it('has the names of the native menu, each with a letter of its own in its menu', () => {
    const nothing = (): void => {}
    const actions: MenuActions = {
      session: nothing,
      shell: nothing,
      renderer: nothing,
      undo: nothing,
      redo: nothing,
      clearRecent: nothing,
    }
    const models = [INITIAL_MENU, { ...INITIAL_MENU, running: true }]
    const labels = models.flatMap((model) =>
      buildMenu(model, actions, { platform: 'linux', checkout: false }).flatMap(({ submenu }) =>
        Array.isArray(submenu) ? submenu.map(({ label }) => label) : [],
      ),
    )
    const named = kinds.flatMap((kind) => COMMANDS[kind].menu ?? [])
    expect(named).toHaveLength(9)
    for (const name of named) expect(labels).toContain(name)
  })
})

describe('from a press to what it does', () => {
  /** Functions of the session on the way to where this is called, the first one last; what is written inside one is part of it. */
  function passed(): string[] {
    const lines = (new Error().stack ?? '').split('\n').filter((line) => /(?<!tests)\/main\/session\//.test(line))
    return lines.flatMap((line) => /at (?:new )?(?:\S+\.)?(\w+) (?:\[as \w+\] )?\(/.exec(line)?.[1] ?? [])
  }

  it.each<[SessionCommand, object, string]>([
    [{ kind: 'applyEffect', effect: 'Blur' }, EditorApp.prototype, 'apply'],
    [{ kind: 'removeEffect', effect: 'Blur' }, EditorApp.prototype, 'removeEffect'],
    [{ kind: 'setBudget', bytes: MIB }, VideoMemoryManager.prototype, 'setBudget'],
    [{ kind: 'setOtherProcess', bytes: MIB }, VideoMemoryManager.prototype, 'setOtherProcess'],
  ])('%o passes at most four functions of the session, execute first', (command, layer, method) => {
    const system = live()
    let way: string[] = []
    // a removal comes in slices
    function* slices(): Generator<number, string> {
      yield 1
      return 'S_OK'
    }
    const spy = vi.spyOn(layer as Record<string, () => unknown>, method).mockImplementation(() => {
      way = passed()
      return method === 'removeEffect' ? slices() : 'S_OK'
    })
    try {
      system.must(command)
    } finally {
      spy.mockRestore()
    }
    expect(way.at(-1)).toBe('execute')
    expect(way.length).toBeGreaterThan(2)
    expect(way.length).toBeLessThanOrEqual(4)
  })
})
