/** What pointer and wheel do on a time axis: a window of 1000 µs on 100 px, from 4000 µs on where it stays. */
import { createElement, type PointerEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type AxisOptions, useAxisPointer } from '../../../../renderer/instruments/lanes/axis'
import { LaneControls } from '../../../../renderer/instruments/lanes/controls'
import { emptyState } from '../../../../renderer/store/model'
import { type ShownTime, viewOf } from '../../../../renderer/store/shown-time'
import { useStore } from '../../../../renderer/store/store'

const ends = vi.hoisted((): (() => void)[] => [])

// no browser mounts a component here: what an effect does, it does at once
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useEffect: (run: () => (() => void) | undefined) => {
    const end = run()
    if (end !== undefined) ends.push(end)
  },
}))

const STILL = { span: 1000, end: 5000 }
/** Where the element stands in the window, px. */
const LEFT = 300
const TOP = 40

/** An axis, at 10 000 µs of simulated time. */
function axis(start: ShownTime, parts: Pick<AxisOptions, 'click'> & { isEmpty?: boolean } = {}) {
  let shown = start
  let now = 10_000
  const controls = new LaneControls({
    now: () => now,
    shown: () => shown,
    show: (next) => {
      shown = next
    },
    oldest: () => 0,
    selectedAt: () => null,
    step: () => {},
    clearSelection: () => {},
  })
  const element = Object.assign(new EventTarget(), { getBoundingClientRect: () => ({ left: LEFT, top: TOP }) })
  const place = {
    momentAt: (x: number) => (parts.isEmpty === true ? null : viewOf(shown, now, 100).from + x * 10),
    plot: () => 100,
  }
  let pointer: ReturnType<typeof useAxisPointer> | undefined
  function Axis(): null {
    // of an element, the axis uses what this one has
    const area = { current: element as unknown as HTMLElement }
    pointer = useAxisPointer({ area, controls, place, ...(parts.click && { click: parts.click }) })
    return null
  }
  renderToStaticMarkup(createElement(Axis))
  const { handlers, isDragging } = pointer!
  const captured: number[] = []
  const event = (x: number, how: { button?: number; shiftKey?: boolean } = {}): PointerEvent =>
    ({
      button: 0,
      shiftKey: false,
      ...how,
      clientX: LEFT + x,
      clientY: TOP + 7,
      pointerId: 3,
      currentTarget: { setPointerCapture: (id: number) => captured.push(id) },
    }) as unknown as PointerEvent
  return {
    shown: () => shown,
    goOn: (t: number) => {
      now = t
    },
    captured,
    isDragging,
    down: (x: number, how?: { button?: number; shiftKey?: boolean }) => handlers.onPointerDown(event(x, how)),
    move: (x: number) => handlers.onPointerMove(event(x)),
    up: (x: number, how?: { button?: number }) => handlers.onPointerUp(event(x, how)),
    cancel: () => handlers.onPointerCancel(),
    /** @returns whether the page was kept from scrolling */
    turn: (x: number, wheel: { deltaX?: number; deltaY?: number; shiftKey?: boolean }): boolean => {
      const turned = Object.assign(new Event('wheel', { cancelable: true }), {
        clientX: LEFT + x,
        deltaX: 0,
        deltaY: 0,
        shiftKey: false,
        ...wheel,
      })
      element.dispatchEvent(turned)
      return turned.defaultPrevented
    },
  }
}

const cursor = () => {
  const { moment, range } = useStore.getState()
  return { moment, range }
}

beforeEach(() => {
  ends.splice(0)
  useStore.setState({
    view: { ...emptyState(), clock: { now: 10_000, running: true, speed: 1 } },
    moment: null,
    range: null,
  })
})

describe('a click', () => {
  it('puts the cursor there, although the pointer has moved by 4 px', () => {
    const { down, move, up, isDragging, captured } = axis(STILL)
    down(20)
    move(24)
    expect(isDragging()).toBe(false)
    up(24)
    expect([cursor(), captured]).toEqual([{ moment: 4240, range: null }, [3]])
  })

  it('on what has a meaning of its own puts it where that says', () => {
    const clicks: number[][] = []
    const { down, up } = axis(STILL, {
      click: (x, y) => {
        clicks.push([x, y])
        return x < 50 ? 4321 : null
      },
    })
    down(20)
    up(20)
    expect(cursor().moment).toBe(4321)
    down(60)
    up(60)
    expect([cursor().moment, clicks]).toEqual([
      4600,
      [
        [20, 7],
        [60, 7],
      ],
    ])
  })

  it.each([1, 2])('of button %i marks nothing', (button) => {
    const { down, up } = axis(STILL)
    down(20, { button })
    up(20, { button })
    expect(cursor()).toEqual({ moment: null, range: null })
  })

  it('marks nothing where nothing is drawn yet, and where the system took the pointer away', () => {
    const empty = axis(STILL, { isEmpty: true })
    empty.down(20)
    empty.up(20)
    const taken = axis(STILL)
    taken.down(20)
    taken.cancel()
    taken.up(20)
    expect(cursor()).toEqual({ moment: null, range: null })
  })
})

describe('a drag', () => {
  it('selects from where it began to where the pointer is, whichever is earlier, and leaves the axis alone', () => {
    const { down, move, up, shown, isDragging } = axis(STILL)
    down(50)
    move(55)
    expect([isDragging(), cursor()]).toEqual([true, { moment: null, range: { from: 4500, to: 4550 } }])
    move(20)
    up(20)
    expect([isDragging(), cursor(), shown()]).toEqual([false, { moment: null, range: { from: 4200, to: 4500 } }, STILL])
    move(90)
    expect(cursor().range).toEqual({ from: 4200, to: 4500 })
  })

  it.each([{ shiftKey: true }, { button: 1 }])('with %o moves through time, and marks nothing', (how) => {
    const { down, move, up, shown } = axis(STILL)
    down(60, how)
    move(10)
    // 50 px to the left: half of what is shown further on
    expect(shown()).toEqual({ span: 1000, end: 5500 })
    move(80)
    up(80, how)
    // from where it began, not from where it was: 20 px to the right
    expect([shown(), cursor()]).toEqual([
      { span: 1000, end: 4800 },
      { moment: null, range: null },
    ])
  })

  it('holds what it began with under the pointer, although the axis follows a simulation that goes on', () => {
    const { down, move, shown, goOn } = axis({ span: 1000, end: null })
    down(50, { shiftKey: true })
    goOn(10_600)
    move(80)
    expect(shown()).toEqual({ span: 1000, end: 9700 })
  })
})

describe('the wheel', () => {
  it('doubles or halves the time shown each 240 px, about the moment under the pointer, and the page stays', () => {
    const near = axis(STILL)
    expect(near.turn(25, { deltaY: -240 })).toBe(true)
    // 4250 stays a quarter from the left: 125 µs before it, 375 after
    expect(near.shown()).toEqual({ span: 500, end: 4625 })
    const far = axis(STILL)
    far.turn(50, { deltaY: 240 })
    expect(far.shown()).toEqual({ span: 2000, end: 5500 })
  })

  it('moves through time with Shift, also where the system makes that sideways, and where it is turned sideways', () => {
    for (const wheel of [
      { deltaY: 30, shiftKey: true },
      { deltaX: 30, shiftKey: true },
      { deltaX: 30, deltaY: 10 },
    ]) {
      const { turn, shown } = axis(STILL)
      turn(25, wheel)
      expect(shown()).toEqual({ span: 1000, end: 5300 })
    }
  })

  it('is the page’s where nothing is drawn yet, and once the axis is gone', () => {
    const empty = axis(STILL, { isEmpty: true })
    expect([empty.turn(25, { deltaY: 240 }), empty.shown()]).toEqual([false, STILL])
    const gone = axis(STILL)
    for (const end of ends) end()
    expect([gone.turn(25, { deltaY: 240 }), gone.shown()]).toEqual([false, STILL])
  })
})
