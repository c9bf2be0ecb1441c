/** The menu bar on an Electron that is played: what is clicked is carried out, and what fails is shown. */
import type { MenuItemConstructorOptions as Item, WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MenuBar } from '../../../../main/shell/menu/menu-bar'
import type { CommandResult, Frame } from '../../../../preload/contract'
import { rig } from '../../session/live-rig'
import { FakeContents, fresh, played } from '../electron'

let done: unknown[]
let answer: () => CommandResult
let contents: FakeContents | null
let failures: string[]
let bar: MenuBar

beforeEach(() => {
  fresh()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  done = []
  failures = []
  contents = null
  answer = () => ({ ok: true })
  bar = new MenuBar({
    checkout: true,
    contents: () => contents as unknown as WebContents | null,
    session: (command) => {
      done.push(command)
      return answer()
    },
    shell: async (command) => {
      done.push(command)
      return answer()
    },
    renderer: (item) => void done.push(item),
    clearRecent: () => void done.push('clear'),
    failed: (message) => void failures.push(message),
  })
  bar.show()
})
afterEach(() => vi.restoreAllMocks())

function* all(items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    yield item
    if (Array.isArray(item.submenu)) yield* all(item.submenu)
  }
}

/** Of the menu that is shown now. */
function item(id: string): Item {
  const found = [...all(played.menus.at(-1) as Item[])].find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

/** Clicks, and waits until what it leads to has come. */
async function click(id: string): Promise<void> {
  ;(item(id).click as () => void)()
  await new Promise((resolve) => setImmediate(resolve))
}

const frame = (over: Partial<Frame> = {}): Frame => ({
  seq: 1,
  full: false,
  clock: { now: 0, running: false, speed: 1 },
  ...over,
})

describe('a click', () => {
  test('goes to the session, the shell or the page', async () => {
    await click('step')
    await click('save')
    await click('addEffect')
    expect(done).toEqual([{ kind: 'step' }, { kind: 'saveProject' }, 'addEffect'])
    expect(failures).toEqual([])
  })

  test('that is refused is shown, as nobody waits for its result; one that was given up is not', async () => {
    answer = () => ({ ok: false, message: 'no room' })
    await click('save')
    await click('step')
    expect(failures).toEqual(['no room', 'no room'])
    answer = () => ({ ok: false, message: 'Cancelled.', cancelled: true })
    await click('save')
    expect(failures).toHaveLength(2)
  })

  test('that fails inside the app is shown too', async () => {
    answer = () => {
      throw new Error('a bug')
    }
    await click('save')
    await click('step')
    expect(failures).toEqual(['a bug', 'a bug'])
  })
})

describe('Undo and Redo', () => {
  test.each(['undo', 'redo'] as const)('%s goes to the page, which says it, when no text is edited', async (kind) => {
    contents = new FakeContents()
    await click(kind)
    expect(done).toEqual([kind])
    expect(contents.asked).not.toContain(kind)
    expect(played.beeps).toBe(0)
  })

  test.each(['undo', 'redo'] as const)('%s goes to the text that is edited', async (kind) => {
    contents = new FakeContents()
    contents.script = async () => true
    await click(kind)
    expect(contents.asked).toContain(kind)
    expect(done).toEqual([])
  })
})

test('behind the start page nothing is undone, and what is typed there is', async () => {
  const live = rig()
  live.session.publishFrame()
  const project = live.frames.find((one) => one.project !== undefined)?.project
  if (project === undefined) throw new Error('found no frame with a project')
  bar.update(frame({ project: { ...project, start: { atStart: true } } }))
  await click('undo')
  expect([done, played.beeps]).toEqual([[], 1])
  contents = new FakeContents()
  contents.script = async () => true
  await click('undo')
  expect(contents.asked).toContain('undo')
})

describe('the menu', () => {
  test('is built again when what it shows changes, and only then', () => {
    expect(played.menus).toHaveLength(1)
    bar.update(frame())
    expect(played.menus).toHaveLength(1)
    bar.update(frame({ clock: { now: 1, running: true, speed: 1 } }))
    expect(played.menus).toHaveLength(2)
    expect(item('run').label).toBe('&Pause')
    bar.update(frame({ clock: { now: 2, running: true, speed: 1 } }))
    expect(played.menus).toHaveLength(2)
  })

  test('carries out what the desktop asks for, with its failures shown', async () => {
    answer = () => ({ ok: false, message: 'not a project' })
    bar.execute({ kind: 'openProject', path: '/a.json' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(done).toEqual([{ kind: 'openProject', path: '/a.json' }])
    expect(failures).toEqual(['not a project'])
  })
})
