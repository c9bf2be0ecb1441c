import type { MenuItemConstructorOptions as Item } from 'electron'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildMenu, type MenuActions } from '../../../../main/shell/menu/menu'
import { INITIAL_MENU, type MenuModel, withFrame } from '../../../../main/shell/menu/menu-model'
import type { Frame } from '../../../../preload/contract'

let done: unknown[]
let actions: MenuActions

beforeEach(() => {
  done = []
  actions = {
    session: (command) => done.push(command),
    shell: (command) => done.push(command),
    renderer: (item) => done.push(item),
    undo: () => done.push('undo'),
    redo: () => done.push('redo'),
    clearRecent: () => done.push('clearRecent'),
  }
})

const build = (model: Partial<MenuModel> = {}, platform: NodeJS.Platform = 'linux', checkout = true): Item[] =>
  buildMenu({ ...INITIAL_MENU, ...model }, actions, { platform, checkout })

function* all(items: Item[]): Generator<Item> {
  for (const item of items) {
    yield item
    if (Array.isArray(item.submenu)) yield* all(item.submenu)
  }
}

function find(items: Item[], id: string): Item {
  const found = [...all(items)].find((item) => item.id === id)
  if (found === undefined) throw new Error(`no menu item ${id}`)
  return found
}

/** Electron passes the item, the window and the event; none of them is used. */
const click = (item: Item): void => (item.click as () => void)()
const children = (item: Item): Item[] => item.submenu as Item[]
const roles = (items: Item[]): string[] => [...all(items)].flatMap((item) => (item.role ? [item.role] : []))

describe('menu', () => {
  test.each([
    ['new', 'newProject'],
    ['open', { kind: 'openProject' }],
    ['save', { kind: 'saveProject' }],
    ['saveAs', { kind: 'saveProjectAs' }],
    ['saveRecording', { kind: 'saveRecording' }],
    ['openDump', { kind: 'openDump' }],
    ['import', { kind: 'importCapture' }],
    ['importWithOptions', 'importRecording'],
    ['saveDump', { kind: 'saveDump' }],
    ['exportPerfetto', 'exportPerfetto'],
    ['undo', 'undo'],
    ['redo', 'redo'],
    ['run', { kind: 'run' }],
    ['step', { kind: 'step' }],
    ['periodicTrim', { kind: 'periodicTrim' }],
    ['restartPeriodicTrim', { kind: 'restartPeriodicTrim' }],
    ['simulateIdle', { kind: 'idle', idle: true }],
    ['restart', { kind: 'restartSimulation' }],
    ['memory', 'memory'],
    ['gpu', 'gpu'],
    ['background', 'background'],
    ['defragmentation', 'defragmentation'],
    ['notifications', 'notifications'],
    ['findings', 'findings'],
    ['delays', 'delays'],
    ['systemDrawer', 'systemDrawer'],
    ['deviceSettings', 'deviceSettings'],
    ['projectSettings', 'projectSettings'],
    ['addEffect', 'addEffect'],
    ['about', 'about'],
    ['policyGuide', 'policyGuide'],
    ['documentation', 'documentation'],
  ])('%s does what it says', (id, expected) => {
    click(find(build(), id))
    expect(done).toEqual([expected])
  })

  test('of a system that has ended neither Pause nor Step has a use [GP-25]', () => {
    const uses = (ended: boolean): unknown[] =>
      ['run', 'step', 'restart'].map((id) => {
        const { label, enabled } = find(build({ running: true, ended }), id)
        return [label, enabled ?? true]
      })
    expect(uses(false).map((one) => (one as unknown[])[1])).toEqual([true, true, true])
    expect(uses(true).map((one) => (one as unknown[])[1])).toEqual([false, false, true])
    expect(uses(true)[0]).toEqual(['&Run', false])
  })

  test('while running it offers Pause, and shows speed, theme and simulated idle as they are', () => {
    const menu = build({ running: true, speed: 4, simulatedIdle: true, theme: 'dark' })
    expect(find(menu, 'run').label).toBe('&Pause')
    click(find(menu, 'run'))
    click(find(menu, 'simulateIdle'))
    expect(done).toEqual([{ kind: 'pause' }, { kind: 'idle', idle: false }])
    const checked = (id: string) => children(find(menu, id)).filter((item) => item.checked)
    expect(checked('speed').map((item) => item.label)).toEqual(['4×'])
    expect(checked('theme').map((item) => item.label)).toEqual(['Dark'])
    expect(find(menu, 'simulateIdle').checked).toBe(true)
  })

  test('choosing a speed or theme', () => {
    const menu = build()
    for (const item of [...children(find(menu, 'speed')), ...children(find(menu, 'theme'))]) click(item)
    expect(done).toEqual([
      ...[0.25, 1, 4, 16].map((speed) => ({ kind: 'setSpeed', speed })),
      ...['system', 'dark', 'light'].map((theme) => ({ kind: 'setTheme', theme })),
    ])
  })

  test('recent projects open by a click; an & in a name is not taken for a mnemonic', () => {
    const [project, , clear] = children(find(build({ recent: ['/home/a/cut & grade.json'] }), 'recent'))
    expect(project?.label).toBe('cut && grade.json – /home/a')
    click(project!)
    click(clear!)
    expect(done).toEqual([{ kind: 'openProject', path: '/home/a/cut & grade.json' }, 'clearRecent'])
    expect(children(find(build(), 'recent'))).toMatchObject([{ label: 'No Recent Projects', enabled: false }])
  })

  test('each platform has its own names and places', () => {
    expect(build().map((item) => item.label)).toEqual(['&File', '&Edit', '&Timeline', '&Simulation', '&View', '&Help'])
    expect(build({}, 'darwin')[0]?.label).toBe('Trimline')
    expect(find(build({}, 'darwin'), 'redo').accelerator).toBe('Cmd+Shift+Z')
    expect(find(build({}, 'win32'), 'redo').accelerator).toBe('Ctrl+Y')
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      expect(roles(build({}, platform)).filter((role) => role === 'quit')).toHaveLength(1)
      expect([...all(build({}, platform))].filter((item) => item.id === 'about')).toHaveLength(1)
    }
  })

  test('behind the start page nothing acts on the editor, and what is opened, saved or looked up still does', () => {
    const usable = (model: Partial<MenuModel>): Set<string> =>
      new Set(
        [...all(build(model))].flatMap(({ id, label, enabled }) =>
          enabled === false ? [] : [id ?? label ?? 'a separator, or an item of the platform'],
        ),
      )
    const [editor, start] = [usable({}), usable({ atStartPage: true })]
    const ofEditor = ['addEffect', 'split', 'render', 'loop', 'snap', 'timelineZoomIn', 'run', 'step', 'speed']
    const ofViews = [
      'periodicTrim',
      'simulateIdle',
      'play',
      'restart',
      'memory',
      'gpu',
      'findings',
      'delays',
      'systemDrawer',
      'openDump',
      'saveDump',
      'exportPerfetto',
    ]
    for (const id of [...ofEditor, ...ofViews]) expect([id, editor.has(id), start.has(id)]).toEqual([id, true, false])
    for (const id of ['new', 'open', 'examples', 'save', 'saveAs', 'import', 'theme', 'about'])
      expect([id, start.has(id)]).toEqual([id, true])
  })

  test('a comparison is exported when there is one', () => {
    expect(find(build(), 'saveComparison').enabled).toBe(false)
    const menu = build({ compared: true })
    expect(find(menu, 'saveComparison').enabled).toBe(true)
    click(find(menu, 'saveComparison'))
    expect(done).toEqual([{ kind: 'saveComparison' }])
  })

  test('no accelerator stands for two things', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      // of the roles in use
      const taken = ['CmdOrCtrl+R', 'CmdOrCtrl+Q', 'CmdOrCtrl+W', 'CmdOrCtrl+A', 'CmdOrCtrl+X', 'CmdOrCtrl+C']
      // one that is only shown is the page's
      const registered = [...all(build({}, platform))].filter(
        ({ registerAccelerator }) => registerAccelerator !== false,
      )
      const own = registered.flatMap((item) => (item.accelerator ? [String(item.accelerator)] : []))
      const keys = [...taken, ...own]
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  test('developer tools are for a checkout, reloading is for everybody', () => {
    expect(roles(build({}, 'linux', true))).toContain('toggleDevTools')
    expect(roles(build({}, 'linux', false))).not.toContain('toggleDevTools')
    expect(roles(build({}, 'linux', false))).toContain('reload')
  })
})

describe('what the menu shows', () => {
  const frame = (over: Partial<Frame>): Frame => {
    return { seq: 1, full: false, clock: { now: 5, running: false, speed: 1 }, ...over }
  }
  const idle = { state: 'idle', locked: false, realIdleSeconds: 9, nextPeriodicTrim: null, wouldEvict: null } as const

  test('follows the frames', () => {
    const clock = { now: 5, running: true, speed: 16 } as const
    const shown = withFrame(INITIAL_MENU, frame({ clock, idle: { ...idle, idle: true, source: 'simulated' } }))
    expect(shown).toEqual({ ...INITIAL_MENU, running: true, speed: 16, simulatedIdle: true })
    expect(withFrame(shown, frame({ clock }))).toBe(shown)
    expect(withFrame(shown, frame({ clock, idle: { ...idle, idle: true, source: 'real' } })).simulatedIdle).toBe(false)
    const scripted = withFrame(shown, frame({ clock, idle: { ...idle, idle: true, source: 'scripted' } }))
    expect(find(build(scripted), 'simulateIdle')).toMatchObject({ enabled: false, checked: false })
    expect(find(build(shown), 'simulateIdle').enabled).toBe(true)
  })

  test('stays the same object, so that the menu is not built again, when nothing of it changes', () => {
    expect(withFrame(INITIAL_MENU, frame({ idle: { ...idle, idle: false, source: 'real' } }))).toBe(INITIAL_MENU)
  })
})
