// @vitest-environment happy-dom
/**
 * What pointer and keys do on lanes of 400 px, a px a µs, which stand at 300, 40 in the window and have one thing on them:
 * number 5, from 100 to 200 µs and from 10 to 30 px.
 */
import { act, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DelayChainView } from '../../../../preload/contract'
import { LaneControls } from '../../../../renderer/instruments/lanes/controls'
import { type LaneHandles, type LanePointing, useLaneEvents } from '../../../../renderer/instruments/lanes/events'
import { HEAD, type LanesInput } from '../../../../renderer/instruments/lanes/view'
import { emptyState } from '../../../../renderer/store/model'
import type { ShownTime } from '../../../../renderer/store/shown-time'
import { rowAt } from '../../../../renderer/widgets/copy-row'
import { type RecordedCanvas, recordedCanvas } from '../../canvas/recorded-context'
import { type Display, fakeDisplay } from '../../frame/display'
import { happens, mount, placed } from '../../mounted'
import { sending } from '../../store/support/sending'
import { OneThing } from './one-thing'

const [LEFT, TOP] = [300, 40]
const NAMES_NOTHING = {
  packet: null,
  callback: null,
  resource: null,
  record: null,
  why: null,
  for: null,
  together: null,
}

/** A press that waited from 50 to 200 µs; its strip is the lowest 6 px. */
const DELAY: DelayChainView = {
  id: 1,
  state: 'late',
  what: 'press',
  title: 'press of A',
  effect: 'A',
  command: 1,
  begin: 50,
  due: 100,
  shown: 200,
  segments: [{ kind: 'run', what: 'A', start: 50, end: 200, bytes: 0, ...NAMES_NOTHING }],
}

const page = sending()
let display: Display
let overlay: RecordedCanvas
let view: OneThing
let shown: ShownTime
let seen: ReturnType<typeof useLaneEvents<number>>
let handles: LaneHandles<OneThing>
let element: HTMLElement
let clicked: (number | null)[]
let passedOn: string[]

const controls = new LaneControls({
  now: () => 10_000,
  shown: () => shown,
  show: (next) => {
    shown = next
  },
  oldest: () => 0,
  selectedAt: () => null,
  step: () => {},
  clearSelection: () => {},
})

const pointing: LanePointing<number> = {
  idOf: (pointed) => pointed,
  click(pointed) {
    clicked.push(pointed)
    // a thing stands for the moment of its middle
    return pointed === null ? null : 150
  },
  rowsOf: (pointed) => [[pointed === null ? 'what is selected' : `number ${pointed}`, 'A']],
}

function Lanes({ isThere }: { isThere: boolean }) {
  const area = useRef<HTMLDivElement>(null)
  const base = useRef<HTMLCanvasElement>(null)
  const above = useRef<HTMLCanvasElement>(null)
  const current = useRef<OneThing>(null)
  const onDraw = useRef<(() => void) | null>(null)
  current.current = isThere ? view : null
  handles = { area, base, overlay: above, view: current, onDraw }
  seen = useLaneEvents(handles, controls, pointing)
  return (
    <main onKeyDown={({ key }) => passedOn.push(key)}>
      <div ref={area} {...seen.handlers} />
    </main>
  )
}

function mounted(isThere = true) {
  const { element: around, unmount } = mount(<Lanes isThere={isThere} />)
  element = around.querySelector('main > div')!
  placed(element, { x: LEFT, y: TOP, width: HEAD + 400, height: 40 })
  return { unmount }
}

/** Shows the lanes, whose last moment is `now`. */
function draw(now: number, parts: Partial<LanesInput> = {}): void {
  const state = { ...emptyState(), clock: { now, running: true, speed: 1 } as const }
  const none = { moment: null, selected: null, range: null, delay: null }
  view.update({ state, shown: { span: 400, end: null }, ...none, ...parts })
  act(() => display.show())
}

/** So many frames, 16 ms each. */
function frames(count: number): void {
  for (let at = 0; at < count; at++) act(() => display.show())
}

beforeEach(() => {
  display = fakeDisplay()
  overlay = recordedCanvas()
  clicked = []
  passedOn = []
  shown = { span: 400, end: 400 }
  view = new OneThing(
    recordedCanvas().canvas,
    overlay.canvas,
    () => false,
    () => handles.onDraw.current?.(),
  )
})
afterEach(() => {
  view.stop()
  vi.unstubAllGlobals()
})

function drawn(parts: Partial<LanesInput> = {}): void {
  view.setTheme()
  view.resize(HEAD + 400, 40)
  draw(400, parts)
}

/** @param x px of the plot @param y px of the lanes */
const at = (x: number, y: number) => ({ clientX: LEFT + HEAD + x, clientY: TOP + y, pointerId: 3 })
const down = (x: number, y: number) => happens(element, 'pointerdown', at(x, y))
const move = (x: number, y: number) => happens(element, 'pointermove', at(x, y))
const up = (x: number, y: number) => happens(element, 'pointerup', at(x, y))
const outlined = (): number => overlay.drawn.splice(0).filter(({ how }) => how === 'stroke').length

describe('a pointer', () => {
  it('is on what lies under it, which is outlined, and on nothing beside it', () => {
    mounted()
    drawn()
    move(150, 20)
    expect(seen.hover).toEqual({ pointed: 5, x: HEAD + 150, y: 20, width: HEAD + 400, height: 40 })
    expect([seen.segment, outlined()]).toEqual([null, 1])
    move(201, 20)
    expect([seen.hover, outlined()]).toEqual([null, 0])
    move(150, 9)
    expect(seen.hover).toBeNull()
  })

  it('is on nothing once it has left, which is not outlined any more', () => {
    mounted()
    drawn()
    move(150, 20)
    outlined()
    happens(element, 'pointerout', {})
    expect([seen.hover, overlay.drawn.map(({ how }) => how)]).toEqual([null, ['clear']])
  })

  it('on the strip of the chosen delay is on its segment, not on what lies there too [LB-08]', () => {
    mounted()
    drawn({ delay: DELAY })
    move(150, 38)
    expect(seen.segment).toEqual({ segment: DELAY.segments[0], x: HEAD + 150, y: 38, width: HEAD + 400, height: 40 })
    expect(seen.hover).toBeNull()
    move(150, 20)
    expect([seen.segment, seen.hover?.pointed]).toEqual([null, 5])
  })

  it('is on nothing while a range is dragged, and again on what lies there when that is over', () => {
    mounted()
    drawn()
    down(150, 20)
    move(160, 20)
    expect(seen.hover).toBeNull()
    up(160, 20)
    move(160, 20)
    expect(seen.hover?.pointed).toBe(5)
  })

  it('is on nothing before there are lanes', () => {
    mounted(false)
    move(150, 20)
    expect([seen.hover, seen.segment]).toEqual([null, null])
  })
})

describe('a pointer that rests', () => {
  it('is on what has moved there, looked at each 120 ms, and at the last picture in any case', () => {
    mounted()
    drawn()
    move(50, 20)
    expect(seen.hover).toBeNull()
    // each 100 µs later what is there lies 100 px further left: 50 px are 150 µs, and then 350
    draw(500)
    frames(1)
    expect(seen.hover?.pointed).toBe(5)
    draw(700)
    frames(3)
    expect(seen.hover?.pointed).toBe(5)
    frames(8)
    expect(seen.hover).toBeNull()
  })

  it('elsewhere has nobody look', () => {
    mounted()
    drawn()
    move(50, 20)
    happens(element, 'pointerout', {})
    draw(500)
    frames(10)
    expect([seen.hover, display.asked()]).toEqual([null, 0])
  })

  it('has nobody look once the lanes are gone', () => {
    const { unmount } = mounted()
    drawn()
    move(50, 20)
    draw(500)
    expect(display.asked()).toBe(1)
    unmount()
    expect([handles.onDraw.current, display.asked()]).toEqual([null, 0])
  })
})

describe('a click', () => {
  const click = (x: number, y: number): void => {
    down(x, y)
    up(x, y)
  }

  it('on a thing puts the cursor where the instrument says', () => {
    mounted()
    drawn()
    click(120, 20)
    expect([clicked, page.state.moment]).toEqual([[5], 150])
  })

  it('on nothing puts it there', () => {
    mounted()
    drawn()
    click(320, 20)
    expect([clicked, page.state.moment]).toEqual([[null], 320])
  })

  it('on the strip goes to what its segment names, at its beginning, and selects no thing [LB-08]', () => {
    mounted()
    drawn({ delay: DELAY })
    click(150, 38)
    expect([clicked, page.state.moment, page.state.tab]).toEqual([[], 50, 'gpu'])
  })

  it('does nothing before there are lanes', () => {
    mounted(false)
    click(120, 20)
    expect([clicked, page.state.moment, page.state.range]).toEqual([[], null, null])
  })
})

it('the wheel moves by as much of the time as of the plot', () => {
  mounted()
  drawn()
  shown = { span: 400, end: 1_000 }
  // by a tenth of 400 px
  expect(happens(element, 'wheel', { ...at(150, 20), deltaX: -40, deltaY: 0 })).toBe(true)
  expect(shown).toEqual({ span: 400, end: 960 })
})

describe('keys', () => {
  /** @returns whether the lanes took the key from the page, and from what is around them */
  const press = (key: string, held: { metaKey?: boolean } = {}): boolean => {
    const taken = happens(element, 'keydown', { key, ...held })
    expect(passedOn.splice(0)).toEqual(taken ? [] : [key])
    return taken
  }

  it('that mean something are not the page’s any more, and the others are', () => {
    mounted()
    drawn()
    shown = { span: 400, end: 400 }
    expect([press('+'), shown]).toEqual([true, { span: 200, end: 300 }])
    expect([press('Tab'), shown.span]).toEqual([false, 200])
  })

  it('with Command are the system’s', () => {
    mounted()
    expect([press('+', { metaKey: true }), shown.span]).toEqual([false, 400])
  })

  it('lead somewhere while the lanes have the focus, which they know', () => {
    mounted()
    expect(seen.focused).toBe(false)
    happens(element, 'focusin', {})
    expect(seen.focused).toBe(true)
    happens(element, 'focusout', {})
    expect(seen.focused).toBe(false)
  })
})

describe('what is copied', () => {
  it('is what lies at the place, or by keys what is selected', () => {
    mounted()
    drawn()
    const copied = (place: { clientX: number; clientY: number } | null): string | null | undefined =>
      rowAt(element, place === null ? null : { x: place.clientX, y: place.clientY })?.text ?? null
    expect([copied(at(150, 20)), copied(at(150, 31)), copied(at(201, 20)), copied(null)]).toEqual([
      'number 5\tA',
      null,
      null,
      'what is selected\tA',
    ])
  })

  it('is nothing before there are lanes', () => {
    mounted(false)
    expect(rowAt(element, { x: LEFT + HEAD + 150, y: TOP + 20 })).toBeNull()
  })
})
