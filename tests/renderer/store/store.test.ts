import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CommandResult, Frame, TrimlineApi } from '../../../preload/contract'
import { emptyState } from '../../../renderer/store/model'
import {
  applyFrames,
  connect,
  dismissToast,
  placeCursor,
  selectResource,
  send,
  setBackgroundTab,
  setDefragmentationTab,
  setDelaysTab,
  setGpuTab,
  setInterface,
  setTimelineTab,
  useStore,
} from '../../../renderer/store/store'
import { changes, frame, many } from './support/frames'

/** The preload script's side of the contract, and the display's clock. */
function fakeWindow(answer: () => Promise<CommandResult> = async () => ({ ok: true })) {
  const listeners: ((frame: Frame) => void)[] = []
  const callbacks: (() => void)[] = []
  const trimline: TrimlineApi = {
    platform: 'test',
    versions: { electron: '33', chrome: '130', node: '20' },
    openDropped: () => Promise.resolve({ ok: true as const }),
    importDropped: () => Promise.resolve({ ok: true as const }),
    send: vi.fn(answer),
    onFrame: (listener) => {
      listeners.push(listener)
      return () => listeners.splice(0)
    },
    onMenu: () => () => undefined,
    onSeen: () => () => undefined,
  }
  vi.stubGlobal('window', { trimline })
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => callbacks.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => callbacks.splice(0))
  return {
    trimline,
    publish: (...frames: Frame[]) => {
      for (const each of frames) for (const listener of listeners) listener(each)
    },
    display: () => {
      for (const callback of callbacks.splice(0)) callback()
    },
  }
}

beforeEach(() => {
  useStore.setState({ view: emptyState(), selectedId: null, moment: null, toasts: [] })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('frames', () => {
  it('are applied together, in order, once per animation frame', () => {
    const { trimline, publish, display } = fakeWindow()
    connect(trimline)
    let redraws = 0
    const stop = useStore.subscribe(() => redraws++)
    publish(frame(0, { full: true }), frame(1), frame(2))
    expect(useStore.getState().view.seq).toBe(-1)
    display()
    stop()
    expect(useStore.getState().view.seq).toBe(2)
    expect(redraws).toBe(1)
  })

  it('do not pile up in a window that is hidden and draws no frames', () => {
    const { trimline, publish } = fakeWindow()
    connect(trimline)
    publish(...Array.from({ length: 1000 }, (_, seq) => frame(seq, { full: seq === 0 })))
    expect(useStore.getState().view.seq).toBeGreaterThan(700)
  })

  it('of another document are counted from its beginning: that it is another one is known by that', () => {
    const { documents } = useStore.getState()
    applyFrames([frame(0, { full: true }), frame(1), frame(2, { full: true })])
    expect(useStore.getState().documents).toBe(documents)
    applyFrames([frame(0, { full: true }), frame(1)])
    expect(useStore.getState().documents).toBe(documents + 1)
  })

  it('of another document find nothing chosen in it, which may have a clip and a heap of the same id [SC-12] [DF-23]', () => {
    const chosen = { kind: 'clip', id: 'Harbour at dusk' } as const
    applyFrames([frame(0, { full: true })])
    const copied = { edit: 'insert', media: 'Harbour at dusk', track: 0, length: 1_000_000 } as const
    setTimelineTab({ chosen, zoom: 2, copied: { ...copied, at: 0 } })
    setDefragmentationTab({ cursor: { block: 3, offset: 0 }, thin: true })
    setDelaysTab({ note: 'No frame was under way.', what: 'press' })
    applyFrames([frame(1, { full: true })])
    expect(useStore.getState().timelineTab.chosen).toEqual(chosen)
    expect(useStore.getState().timelineTab.copied).toMatchObject(copied)
    applyFrames([frame(0, { full: true })])
    const { timelineTab, defragmentationTab, delaysTab } = useStore.getState()
    const { chosen: left, copied: kept } = timelineTab
    expect([left, kept, defragmentationTab.cursor, delaysTab.note]).toEqual([null, null, null, ''])
    // how it is looked at stays
    expect([timelineTab.zoom, defragmentationTab.thin, delaysTab.what]).toEqual([2, true, 'press'])
  })

  it('of another document find no task and no packet chosen, also where a moment of the one before was marked [SC-12]', () => {
    for (const marked of [null, 500]) {
      applyFrames([frame(0, { full: true }), frame(1)])
      setGpuTab({ selectedId: 7, table: true })
      setBackgroundTab({ selectedTask: 3, view: 'shaders' })
      placeCursor({ moment: marked, range: null })
      applyFrames([frame(2)])
      const before = useStore.getState()
      expect([before.gpuTab.selectedId, before.backgroundTab.selectedTask, before.moment]).toEqual([7, 3, marked])
      applyFrames([frame(0, { full: true })])
      const { gpuTab, backgroundTab, moment } = useStore.getState()
      expect([gpuTab.selectedId, backgroundTab.selectedTask, moment]).toEqual([null, null, null])
      expect([gpuTab.table, backgroundTab.view]).toEqual([true, 'shaders'])
    }
  })

  it('of a run that begins anew, or of another branch, find no task and no packet chosen, but the clip that was [LB-02]', () => {
    const chosen = { kind: 'clip', id: 'Harbour at dusk' } as const
    const at = (now: number) => ({ ...frame(0).clock, now })
    const branchesAt = (shown: number, end: number | null) => ({
      shown,
      end,
      branches: [],
      deleted: null,
      forgotten: 0,
      before: null,
    })
    const choicesAfter = (...next: Partial<Frame>[]): unknown[] => {
      applyFrames([frame(0, { full: true, clock: at(9_000_000), branches: branchesAt(1, null) })])
      setGpuTab({ selectedId: 7 })
      setBackgroundTab({ selectedTask: 3 })
      setTimelineTab({ chosen })
      applyFrames(next.map((one, i) => frame(1 + i, one)))
      const { gpuTab, backgroundTab, timelineTab } = useStore.getState()
      return [gpuTab.selectedId, backgroundTab.selectedTask, timelineTab.chosen]
    }
    expect(choicesAfter({ clock: at(9_100_000) })).toEqual([7, 3, chosen])
    expect(choicesAfter({ clock: at(0) })).toEqual([null, null, chosen])
    // and is farther than the one before when both frames are applied as one
    expect(choicesAfter({ clock: at(0) }, { clock: at(9_500_000) })).toEqual([null, null, chosen])
    expect(choicesAfter({ clock: at(9_100_000), branches: branchesAt(2, null) })).toEqual([null, null, chosen])
    // an earlier moment of what is shown has the same packets
    expect(choicesAfter({ clock: at(4_000_000), branches: branchesAt(1, 9_000_000) })).toEqual([7, 3, chosen])
  })

  it('clear the selection of a resource that is gone, and keep it otherwise', () => {
    applyFrames([frame(0, { full: true, allocations: changes(many(2)) })])
    setInterface({ selectedId: 1 })
    applyFrames([frame(1)])
    expect(useStore.getState().selectedId).toBe(1)
    applyFrames([frame(2, { allocations: changes([], [], [1]) })])
    expect(useStore.getState().selectedId).toBeNull()
  })

  it('bring the selection back after a reload of the window', () => {
    const selection = { id: 1, history: [], reasons: [] }
    applyFrames([frame(0, { full: true, allocations: changes(many(2)), selection })])
    expect(useStore.getState().selectedId).toBe(1)
  })
})

describe('send', () => {
  it('shows a failure and returns it', async () => {
    fakeWindow(async () => ({ ok: false, message: 'There is no effect named Blur.' }))
    const result = await send({ kind: 'applyEffect', effect: 'Blur' })
    expect(result.ok).toBe(false)
    expect(useStore.getState().toasts.map(({ text }) => text)).toEqual(['There is no effect named Blur.'])
    dismissToast(useStore.getState().toasts[0]!.id)
    expect(useStore.getState().toasts).toEqual([])
  })

  it('says sizes of a failure as everywhere else, and leaves the name of what it is about [DF-03]', async () => {
    const message = '64 bytes: 2147483648 bytes in pool DEFAULT: the device created no heap; 0 bytes are free in it'
    fakeWindow(async () => ({ ok: false, message }))
    const result = await send({ kind: 'allocate', name: '64 bytes', size: 2 ** 31 }, 'inline')
    expect(result).toEqual({
      ok: false,
      message: '64 bytes: 2 GiB in pool DEFAULT: the device created no heap; 0 B are free in it',
    })
  })

  it('turns a command that could not be delivered into a failure that is shown', async () => {
    fakeWindow(async () => {
      throw new Error('the gate is closed')
    })
    const result = await send({ kind: 'step' })
    expect(result).toEqual({ ok: false, message: expect.stringContaining('the gate is closed') })
    expect(useStore.getState().toasts).toHaveLength(1)
  })

  it('shows nothing for a dialog that was cancelled, nor for what the caller shows in place', async () => {
    fakeWindow(async () => ({ ok: false, message: 'cancelled', cancelled: true }))
    await send({ kind: 'saveProjectAs' })
    fakeWindow(async () => ({ ok: false, message: 'no' }))
    await send({ kind: 'step' }, 'inline')
    expect(useStore.getState().toasts).toEqual([])
  })

  it('tells the session which resource is selected', () => {
    const { trimline } = fakeWindow()
    selectResource(3)
    expect(useStore.getState().selectedId).toBe(3)
    expect(trimline.send).toHaveBeenCalledWith({ kind: 'selectResource', id: 3 })
  })
})
