// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TransportSettings } from '../../../../preload/contract'
import { PlayMarks } from '../../../../renderer/editor/timeline/ruler'
import { emptyState } from '../../../../renderer/store/model'
import { useStore } from '../../../../renderer/store/store'
import { happens, mount } from '../../mounted'

const S = 1_000_000
/** px a second */
const PPS = 100

beforeEach(() => {
  HTMLElement.prototype.setPointerCapture = () => undefined
  vi.useFakeTimers()
  useStore.setState({ wantsTransport: null, view: emptyState() })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A frame that was played: it says all of the transport anew. */
function played(position: number, change: Partial<TransportSettings> = {}): void {
  const { view } = useStore.getState()
  const transport = { ...view.preview.transport, ...change }
  const timeline = { ...view.project.timeline, length: 10 * S }
  const project = { ...view.project, timeline }
  const next = { ...view, seq: view.seq + 1, project, preview: { ...view.preview, position, transport } }
  act(() => useStore.setState({ view: next }))
}

/** In at 1 s, which is grabbed where it stands. @returns the mark as it is then: one that goes and comes back is another */
function grabbed(): () => HTMLElement {
  played(0, { in: 1 * S, out: 8 * S })
  const { element } = mount(<PlayMarks pps={PPS} />)
  const mark = (): HTMLElement => element.querySelector<HTMLElement>('[data-mark=in]')!
  happens(mark(), 'pointerdown', { clientX: 100, pointerId: 1 })
  return mark
}

const drag = (mark: HTMLElement, clientX: number): boolean => happens(mark, 'pointermove', { clientX, pointerId: 1 })
const letGo = (mark: HTMLElement, clientX: number): boolean => happens(mark, 'pointerup', { clientX, pointerId: 1 })

it('a mark that is dragged while the clip plays stays at the pointer until it is let go, and then where it was put [GP-27]', async () => {
  const send = vi.fn(async () => ({ ok: true }))
  vi.stubGlobal('trimline', { send })
  const mark = grabbed()()
  const left = () => Math.round(Number.parseFloat(mark.style.left))
  expect(left()).toBe(100)
  drag(mark, 300)
  expect(left()).toBe(300)
  played(41_667)
  played(83_333)
  expect(left()).toBe(300)
  letGo(mark, 300)
  expect(left()).toBe(300)
  expect(send).toHaveBeenCalledExactlyOnceWith({ kind: 'setTransport', in: 3 * S })
  played(125_000, { in: 3 * S })
  // frames that were on their way have come
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(left()).toBe(300)
  // set by something else
  played(166_667, { in: 2 * S })
  expect(left()).toBe(200)
})

it('a mark that the session refuses to put elsewhere is back where it was [GP-27]', async () => {
  vi.stubGlobal('trimline', { send: async () => ({ ok: false, message: 'no' }) })
  const mark = grabbed()()
  drag(mark, 300)
  letGo(mark, 300)
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(mark.style.left).toBe('100px')
})

it('a mark that goes while it is dragged, as what it lay on is undone, is where the session has it, and not where the pointer left it [GP-27]', () => {
  vi.stubGlobal('trimline', { send: async () => ({ ok: true }) })
  const mark = grabbed()
  drag(mark(), 500)
  expect(mark().style.left).toBe('500px')
  const { view } = useStore.getState()
  const project = (length: number) => ({ ...view.project, timeline: { ...view.project.timeline, length } })
  act(() => useStore.setState({ view: { ...view, project: project(3 * S) } }))
  act(() => useStore.setState({ view }))
  expect(mark().style.left).toBe('100px')
})

it('a mark that is dragged away and back goes on to be where the session has it [GP-27]', () => {
  const send = vi.fn(async () => ({ ok: true }))
  vi.stubGlobal('trimline', { send })
  const mark = grabbed()()
  drag(mark, 300)
  drag(mark, 100)
  letGo(mark, 100)
  expect(send).not.toHaveBeenCalled()
  // set by a key, at the playhead
  played(41_667, { in: 4 * S })
  expect(mark.style.left).toBe('400px')
})
