// @vitest-environment happy-dom
/** How far the timeline is scrolled: 400 px of it are seen beside names of 100 px, and it stands 50 px from the left. */
import { useRef } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useScrolling } from '../../../../renderer/editor/timeline/scrolling'
import { useStore } from '../../../../renderer/store/store'
import { FIRST_TIMELINE_TAB, type TimelineTab } from '../../../../renderer/store/tabs/timeline'
import { happens, mount, placed } from '../../mounted'

const s = 1_000_000
const HEADS = 100

beforeEach(() => {
  useStore.setState({ playhead: 0, wantsPlayhead: null, wantsToPlay: null, timelineTab: FIRST_TIMELINE_TAB })
})

function Tracks({ pps }: { pps: number }) {
  const frame = useRef<HTMLDivElement>(null)
  useScrolling(frame, HEADS, pps)
  return <div ref={frame} />
}

/** @param pps px of a second */
function timeline(pps: number) {
  const { element, show, unmount } = mount(<Tracks pps={pps} />)
  const frame = element.firstElementChild as HTMLElement
  Object.defineProperty(frame, 'clientWidth', { value: 500 })
  placed(frame, { x: 50, width: 500 })
  return {
    left: () => frame.scrollLeft,
    /** A second has so many px from now on. */
    zoom: (next: number) => show(<Tracks pps={next} />),
    scroll: (left: number) => {
      frame.scrollLeft = left
      frame.dispatchEvent(new Event('scroll'))
    },
    /** @param x px of the window @returns whether the page was kept from what it does with it */
    turn: (
      x: number,
      deltaY: number,
      keys: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = { ctrlKey: true },
    ) => happens(frame, 'wheel', { clientX: x, deltaY, ...keys }),
    unmount,
  }
}

const zoom = (): number => useStore.getState().timelineTab.zoom
const put = (playhead: number): void => useStore.setState({ playhead })
const tab = (change: Partial<TimelineTab>): void =>
  useStore.setState({ timelineTab: { ...FIRST_TIMELINE_TAB, ...change } })

describe('the wheel', () => {
  it('zooms by a quarter each notch with Control or Command, never wider than all of it, and the page does not', () => {
    const { turn } = timeline(100)
    expect([turn(350, -100), zoom()]).toEqual([true, 1.25])
    expect([turn(350, -200, { metaKey: true }), zoom()]).toEqual([true, 1.25 ** 3])
    expect([turn(350, 100), zoom()]).toEqual([true, 1.25 ** 2])
    expect([turn(350, 1_000), zoom()]).toEqual([true, 1])
  })

  it('is the page’s own without them', () => {
    const { turn } = timeline(100)
    expect([turn(350, -100, {}), turn(350, -100, { shiftKey: true }), zoom()]).toEqual([false, false, 1])
  })

  it('keeps the moment under the pointer where it is', () => {
    const { turn, zoom, left } = timeline(100)
    // 350 - 50 - 100 = 200 px of the tracks: 2 s, which are at 250 px then
    turn(350, -100)
    zoom(125)
    expect(left()).toBe(50)
    // 250 px of the tracks, which begin at 50: 300 px are 2.4 s, and 600 px then
    turn(400, -100)
    zoom(250)
    expect(left()).toBe(350)
  })

  it('over the names means what stands beside them', () => {
    const { turn, zoom, left, scroll } = timeline(100)
    scroll(300)
    turn(80, -100)
    zoom(200)
    expect(left()).toBe(600)
  })

  it('has its say once: then the playhead stays where it is', () => {
    const { turn, zoom, left } = timeline(100)
    put(s)
    turn(350, -100)
    zoom(125)
    // 1 s is at 125 px, of which 50 are out of sight
    zoom(250)
    expect(left()).toBe(250 - 75)
  })
})

describe('zooming without the wheel', () => {
  it('keeps the playhead where it is, if it is in sight', () => {
    const { zoom, left } = timeline(100)
    put(s)
    zoom(200)
    expect(left()).toBe(100)
  })

  it('keeps the middle where it is, if the playhead is not in sight', () => {
    const { zoom, left } = timeline(100)
    put(9 * s)
    // 200 px are 2 s, and 400 px then
    zoom(200)
    expect(left()).toBe(200)
  })

  it('goes by where a person has scrolled to', () => {
    const { zoom, left, scroll } = timeline(100)
    scroll(300)
    put(4 * s)
    // 400 px, which are 100 from the left; 200 px then
    zoom(50)
    expect(left()).toBe(100)
  })

  it('that changes nothing leaves it alone', () => {
    const { zoom, left, scroll } = timeline(100)
    scroll(300)
    zoom(100)
    expect(left()).toBe(300)
  })
})

describe('the playhead', () => {
  it('that plays turns the page when it leaves it: 20 px of what was before stay, of 400', () => {
    useStore.setState({ wantsToPlay: true })
    const { left } = timeline(100)
    put(4 * s)
    expect(left()).toBe(0)
    put(4.5 * s)
    expect(left()).toBe(430)
    put(8.25 * s)
    expect(left()).toBe(430)
  })

  it('that plays backwards has its way before it', () => {
    useStore.setState({ wantsToPlay: true })
    const { left, scroll } = timeline(100)
    scroll(600)
    put(5 * s)
    expect(left()).toBe(120)
  })

  it('that plays is not followed where nobody wants that', () => {
    useStore.setState({ wantsToPlay: true })
    tab({ follow: false })
    const { left } = timeline(100)
    put(8 * s)
    expect(left()).toBe(0)
  })

  it('that a person has put there is shown, also without following; one that the session has put there is not', () => {
    tab({ follow: false })
    const { left } = timeline(100)
    put(8 * s)
    expect(left()).toBe(0)
    useStore.setState({ playhead: 9 * s, wantsPlayhead: 9 * s })
    expect(left()).toBe(880)
  })

  it('stays where it is when something else changes', () => {
    const { left, scroll } = timeline(100)
    useStore.setState({ playhead: 9 * s, wantsPlayhead: 9 * s })
    scroll(0)
    useStore.setState({ tab: 'gpu' })
    expect(left()).toBe(0)
  })

  it('is followed in px of the zoom that is there now', () => {
    useStore.setState({ wantsToPlay: true })
    const { left, zoom } = timeline(100)
    zoom(200)
    put(2.5 * s)
    expect(left()).toBe(480)
  })
})

it('a timeline that is gone is not scrolled, and its wheel zooms nothing', () => {
  useStore.setState({ wantsToPlay: true })
  const { left, turn, unmount } = timeline(100)
  unmount()
  put(9 * s)
  expect([left(), turn(350, -100), zoom()]).toEqual([0, false, 1])
})
