/** Which key, and which item of the menu, does what on the timeline. */
import type { KeyboardEvent } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { timelineMenu } from '../../../../main/shell/menu/timeline-menu'
import type { TimelineItem } from '../../../../preload/contract'
import { actOf } from '../../../../renderer/editor/preview/transport/keys'
import { onTimelineKey, SHORTCUTS, TIMELINE_ACTIONS } from '../../../../renderer/editor/timeline/keys'
import { useStore } from '../../../../renderer/store/store'
import { openTimeline, type Sent, s } from './project'

const tab = () => useStore.getState().timelineTab

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Clip b is chosen, the playhead within it. */
const open = (): Sent => openTimeline({ chosen: { kind: 'clip', id: 'b' }, zoom: 4 }, 3 * s)

type Keys = Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>>

/** @returns whether the key was taken */
function press(key: string, keys: Keys = {}): boolean {
  const preventDefault = vi.fn()
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
    ...keys,
  }
  // of an event, the keys use what this one has
  onTimelineKey({ ...event, preventDefault } as unknown as KeyboardEvent)
  return preventDefault.mock.calls.length > 0
}

const SPLIT = { edit: 'split', at: 3 * s, clip: 'b' }
const REMOVE = { edit: 'remove', clip: 'b' }
const RENDER = { edit: 'render', from: 2 * s, to: 5 * s }

describe('a key on the timeline', () => {
  it.each<[string, Keys, unknown]>([
    ['s', {}, SPLIT],
    ['S', {}, SPLIT],
    ['k', { ctrlKey: true }, SPLIT],
    ['Delete', {}, REMOVE],
    ['Backspace', {}, REMOVE],
    ['Delete', { shiftKey: true }, { ...REMOVE, ripple: true }],
    ['Backspace', { shiftKey: true }, { ...REMOVE, ripple: true }],
    ['[', {}, { edit: 'trim', clip: 'b', start: 3 * s }],
    [']', {}, { edit: 'trim', clip: 'b', end: 3 * s }],
    ['r', {}, RENDER],
    ['R', { shiftKey: true }, { edit: 'dropRenders' }],
  ])('%s with %o is one edit', (key, keys, expected) => {
    const sent = open()
    expect([press(key, keys), sent.edits()]).toEqual([true, [expected]])
  })

  it.each<[string, Keys, object]>([
    ['n', {}, { snap: false }],
    ['f', {}, { follow: false }],
    ['+', {}, { zoom: 8 }],
    ['+', { shiftKey: true }, { zoom: 8 }],
    ['=', {}, { zoom: 8 }],
    ['-', {}, { zoom: 2 }],
    ['Escape', {}, { chosen: null }],
  ])('%s with %o changes what is shown, and sends nothing', (key, keys, expected) => {
    const sent = open()
    expect([press(key, keys), sent.commands()]).toEqual([true, []])
    expect(tab()).toMatchObject(expected)
  })

  it('copies, cuts and pastes with Control, and with Command', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
      const sent = open()
      press('c', held)
      expect([sent.commands(), tab().copied]).toMatchObject([[], { edit: 'insert', media: 'sea' }])
      press('v', held)
      press('x', held)
      expect(sent.edits()).toMatchObject([{ edit: 'insert', media: 'sea', at: 3 * s }, REMOVE])
    }
  })

  it.each<[string, Keys]>([
    ['s', { altKey: true }],
    ['s', { defaultPrevented: true }],
    ['s', { ctrlKey: true }],
    ['s', { shiftKey: true }],
    ['c', {}],
    ['Tab', {}],
    ['ArrowLeft', {}],
  ])('%s with %o is left to the page', (key, keys) => {
    const sent = open()
    expect([press(key, keys), sent.commands()]).toEqual([false, []])
  })
})

describe('the list of shortcuts', () => {
  it('has the keys that do something', () => {
    expect(Object.values(SHORTCUTS).map(({ keys }) => keys)).toEqual([
      'S',
      '[',
      ']',
      'Delete',
      'Shift+Delete',
      'Ctrl+X',
      'Ctrl+C',
      'Ctrl+V',
      'Esc',
      'N',
      'R',
      'Shift+R',
      'F',
      '+',
      '−',
    ])
    const KEYS: Readonly<Record<string, string>> = { Esc: 'Escape', '−': '-' }
    for (const { keys } of Object.values(SHORTCUTS)) {
      const [, held, key = keys] = /^(Shift|Ctrl)\+(.+)$/.exec(keys) ?? []
      open()
      expect(press(KEYS[key] ?? key, { shiftKey: held === 'Shift', ctrlKey: held === 'Ctrl' }), keys).toBe(true)
    }
  })
})

describe('an item of the menu', () => {
  const TRANSPORT = { kind: 'setTransport' }
  const edit = (change: object) => ({ kind: 'timeline', change })

  it.each<[TimelineItem, object]>([
    ['split', edit(SPLIT)],
    ['trimStart', edit({ edit: 'trim', clip: 'b', start: 3 * s })],
    ['trimEnd', edit({ edit: 'trim', clip: 'b', end: 3 * s })],
    ['deleteChosen', edit(REMOVE)],
    ['rippleDelete', edit({ ...REMOVE, ripple: true })],
    ['markIn', { ...TRANSPORT, in: 3 * s }],
    ['markOut', { ...TRANSPORT, out: 3_041_667 }],
    ['clearMarks', { ...TRANSPORT, in: null, out: null }],
    ['render', edit(RENDER)],
    ['dropRenders', edit({ edit: 'dropRenders' })],
  ])('%s sends one command', (item, expected) => {
    const sent = open()
    TIMELINE_ACTIONS[item]()
    expect(sent.commands()).toEqual([expected])
  })

  it('loop turns looping over, each time it is chosen', () => {
    const sent = open()
    TIMELINE_ACTIONS.loop()
    TIMELINE_ACTIONS.loop()
    const [first, second] = sent.commands().map((one) => (one.kind === 'setTransport' ? one.loop : null))
    expect([first, second].sort()).toEqual([false, true])
  })

  it.each<[TimelineItem, object]>([
    ['snap', { snap: false }],
    ['follow', { follow: false }],
    ['timelineZoomIn', { zoom: 8 }],
    ['timelineZoomOut', { zoom: 2 }],
    ['copyChosen', { copied: { edit: 'insert', media: 'sea' } }],
  ])('%s changes what is shown, and sends nothing', (item, expected) => {
    const sent = open()
    TIMELINE_ACTIONS[item]()
    expect(sent.commands()).toEqual([])
    expect(tab()).toMatchObject(expected)
  })

  const [isAction, shown] = [
    (id: string): id is TimelineItem => id in TIMELINE_ACTIONS,
    timelineMenu({ renderer: () => {} }, false).filter(({ registerAccelerator }) => registerAccelerator === false),
  ]
  it.each(shown.map(({ id = '', accelerator = '' }) => [id, String(accelerator)]))(
    '%s has the key beside it that does the same: %s',
    (id, said) => {
      const [, held, key = said] = /^(Shift|CmdOrCtrl)\+(.+)$/.exec(said) ?? []
      const keys = { shiftKey: held === 'Shift', ctrlKey: held === 'CmdOrCtrl' }
      const done = (act: () => void) => {
        const sent = open()
        act()
        const { chosen, copied, snap, follow, zoom } = tab()
        return [sent.commands(), chosen, copied, snap, follow, zoom]
      }
      const byItem = done(() => isAction(id) && TIMELINE_ACTIONS[id]())
      open()
      const { transport } = useStore.getState().view.preview
      // what is played has keys of its own
      const standing = { playing: false, playhead: 3 * s, length: 9 * s, transport }
      const act = actOf({ key, altKey: false, metaKey: false, ...keys }, standing)
      if (act?.act === 'set') expect(byItem[0]).toEqual([{ kind: 'setTransport', ...act.change }])
      else expect(done(() => press(key, keys))).toEqual(byItem)
    },
  )

  it('pasteChosen puts what was copied at the playhead', () => {
    const sent = open()
    TIMELINE_ACTIONS.copyChosen()
    TIMELINE_ACTIONS.pasteChosen()
    expect(sent.edits()).toMatchObject([{ edit: 'insert', media: 'sea', at: 3 * s }])
  })
})
