// @vitest-environment happy-dom
/**
 * What pointer, wheel and keys do on a heap map whose rows are 200 px wide: a px a byte. It stands at 300, 40 in the window,
 * and 62 px of it are seen: the heading of 22 px and two rows of 20.
 */
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  clearRange,
  revealCursor,
  useHeapEvents,
  zoomHeaps,
} from '../../../../../renderer/instruments/defragmentation/heap-map/events'
import { GUTTER, HEADING, MARGIN, TALL } from '../../../../../renderer/instruments/defragmentation/heap-map/layout'
import { HeapMapView } from '../../../../../renderer/instruments/defragmentation/heap-map/view'
import type { HeapPicture } from '../../../../../renderer/store/heap-map'
import { setDefragmentationTab, useStore } from '../../../../../renderer/store/store'
import type { HeapCursor, ShownPart } from '../../../../../renderer/store/tabs/defragmentation'
import { recordedCanvas } from '../../../canvas/recorded-context'
import { happens, mount, placed } from '../../../mounted'
import { heap, pool } from '../../../store/support/heaps'
import { sending } from '../../../store/support/sending'

const [LEFT, TOP] = [300, 40]
const WIDTH = GUTTER + 200 + MARGIN

/** Heaps of 200 bytes: half of each is in use. The third has no allocation of its own. */
const PICTURE: HeapPicture = {
  pools: [pool(0, 'DEFAULT')],
  blocks: [1, 2, 3, 4, 5, 6].map((id) =>
    heap(id, [{ bytes: 100, name: 'a' }, { bytes: 100 }], id === 3 ? { allocation: -1 } : {}),
  ),
}

const page = sending()
let view: HeapMapView
let seen: ReturnType<typeof useHeapEvents>
let element: HTMLElement
let passedOn: string[]

/** As the instrument does after each change. */
function show(): void {
  const { shown, cursor } = page.state.defragmentationTab
  view.update({ picture: PICTURE, moves: [], shown, scale: 'bytes', thin: false, cursor })
}

function HeapMap({ isThere }: { isThere: boolean }) {
  const scroller = useRef<HTMLDivElement>(null)
  const current = useRef<HeapMapView>(null)
  current.current = isThere ? view : null
  seen = useHeapEvents(current, scroller)
  return (
    <main onKeyDown={({ key }) => passedOn.push(key)}>
      <div ref={scroller} {...seen.handlers} />
    </main>
  )
}

function mounted(isThere = true) {
  const { element: around, unmount } = mount(<HeapMap isThere={isThere} />)
  element = around.querySelector('main > div')!
  placed(element, { x: LEFT, y: TOP, width: WIDTH + 15, height: 62 })
  for (const [name, value] of Object.entries({ clientWidth: WIDTH, clientHeight: 62 }))
    Object.defineProperty(element, name, { value })
  return { unmount }
}

beforeEach(() => {
  passedOn = []
  view = new HeapMapView(
    recordedCanvas().canvas,
    recordedCanvas().canvas,
    () => null,
    () => true,
    () => {},
  )
  view.resize(WIDTH, 62)
  show()
  return () => view.stop()
})

const cursor = (): HeapCursor | null => page.state.defragmentationTab.cursor
const part = (): number[] => {
  const { from, to } = page.state.defragmentationTab.shown
  return [from, to].map((share) => Math.round(share * 1e6) / 1e6)
}
/** What was selected since the last look: ids of resources. */
const selected = () => page.sent.splice(0).map((sent) => (sent.kind === 'selectResource' ? sent.id : sent.kind))
function shows(shown: ShownPart): void {
  setDefragmentationTab({ shown })
  show()
}

/** @param x px of the rows @param y px of the map */
const at = (x: number, y: number) => ({
  clientX: LEFT + GUTTER + x,
  clientY: TOP + y,
  offsetX: GUTTER + x,
  pointerId: 3,
})
/** The middle of a row in sight, counted from 0. */
const row = (index: number): number => HEADING + TALL.pitch * index + 10
const down = (x: number, y: number, button = 0) => happens(element, 'pointerdown', { ...at(x, y), button })
const move = (x: number, y: number) => happens(element, 'pointermove', at(x, y))
const up = (x: number, y: number) => happens(element, 'pointerup', at(x, y))

describe('a pointer', () => {
  it('is on the range under it while it is there, and says where the tooltip has room', () => {
    mounted()
    const outlined = vi.spyOn(view, 'hover')
    move(30, row(1))
    expect([seen.hover?.block.id, seen.hover?.range]).toEqual([2, 0])
    expect(outlined).toHaveBeenLastCalledWith(expect.objectContaining({ block: PICTURE.blocks[1], range: 0 }))
    expect(seen.hover).toMatchObject({ x: GUTTER + 30, y: row(1), width: WIDTH + 15, height: 62 })
    move(130, row(0))
    expect([seen.hover?.block.id, seen.hover?.range]).toEqual([1, 1])
    move(30, HEADING - 1)
    expect(seen.hover).toBeNull()
    expect(outlined).toHaveBeenLastCalledWith(null)
    move(30, row(1))
    happens(element, 'pointerout', {})
    expect(seen.hover).toBeNull()
  })

  it('is on what has been scrolled there', () => {
    mounted()
    element.scrollTop = 40
    happens(element, 'scroll', {})
    move(30, row(1))
    expect(seen.hover?.block.id).toBe(4)
  })

  it('is on nothing before there is a map', () => {
    mounted(false)
    move(30, row(1))
    expect(seen.hover).toBeNull()
  })
})

describe('a click', () => {
  it('selects the range and the heap that it lies in, although the pointer has moved by 4 px', () => {
    mounted()
    down(130, row(1))
    move(134, row(1))
    up(134, row(1))
    expect([cursor(), selected(), part()]).toEqual([{ block: 2, offset: 100 }, [102], [0, 1]])
    expect(page.state.selectedId).toBe(102)
  })

  it('on a heap without an allocation selects its range alone', () => {
    mounted()
    element.scrollTop = 40
    happens(element, 'scroll', {})
    down(30, row(0))
    up(30, row(0))
    expect([cursor(), selected()]).toEqual([{ block: 3, offset: 0 }, []])
  })

  it('on nothing clears what is selected', () => {
    mounted()
    for (const y of [row(0), 5]) {
      down(30, y)
      up(30, y)
    }
    expect([cursor(), page.state.selectedId, selected()]).toEqual([null, null, [101, null]])
  })

  it.each([
    ['of another button', () => down(30, row(0), 2)],
    ['on the scroll bar', () => down(200 + MARGIN + 1, row(0))],
    [
      'that the system took away',
      () => {
        down(30, row(0))
        happens(element, 'pointercancel', at(30, row(0)))
      },
    ],
  ])('%s selects nothing', (_what, press) => {
    mounted()
    press()
    up(30, row(0))
    expect([cursor(), selected()]).toEqual([null, []])
  })

  it('up to the edge of the scroll bar is the map’s, and on nothing', () => {
    mounted()
    useStore.setState({ selectedId: 7 })
    down(200 + MARGIN, row(0))
    up(200 + MARGIN, row(0))
    expect(selected()).toEqual([null])
  })
})

describe('a drag', () => {
  it('pans rows and scrolls, from where it began, and selects nothing', () => {
    mounted()
    shows({ from: 0.25, to: 0.75 })
    element.scrollTop = 30
    const captured: number[] = []
    element.setPointerCapture = (id) => captured.push(id)
    down(100, row(1))
    // 40 px of 200 are a fifth of the half that is shown
    move(60, row(1) - 8)
    expect([part(), element.scrollTop, captured]).toEqual([[0.35, 0.85], 38, [3]])
    move(120, row(1) + 5)
    expect([part(), element.scrollTop]).toEqual([[0.2, 0.7], 25])
    up(120, row(1) + 5)
    move(20, row(1))
    expect([part(), cursor(), selected()]).toEqual([[0.2, 0.7], null, []])
  })

  it('goes on panning where it comes back to, and points at nothing meanwhile', () => {
    mounted()
    shows({ from: 0.25, to: 0.75 })
    move(30, row(0))
    down(30, row(0))
    move(35, row(0))
    expect(seen.hover).toBeNull()
    move(30, row(0))
    up(30, row(0))
    expect([part(), cursor()]).toEqual([[0.25, 0.75], null])
  })
})

describe('the wheel', () => {
  it.each(['ctrlKey', 'metaKey'] as const)('with %s zooms about the pointer, and the page does not', (held) => {
    mounted()
    // a quarter of the row stays a quarter from the left: an eighth before it
    expect(happens(element, 'wheel', { ...at(50, row(0)), deltaY: -240, [held]: true })).toBe(true)
    expect(part()).toEqual([0.125, 0.625])
  })

  it.each([
    { deltaX: 20, deltaY: 0 },
    { deltaX: 20, deltaY: 19 },
    { deltaX: 0, deltaY: 20, shiftKey: true },
    { deltaX: 20, deltaY: 0, shiftKey: true },
  ])('that is turned sideways pans: %o', (wheel) => {
    mounted()
    shows({ from: 0.25, to: 0.75 })
    expect(happens(element, 'wheel', { ...at(50, row(0)), ...wheel })).toBe(true)
    expect(part()).toEqual([0.3, 0.8])
  })

  it.each([
    { deltaX: 0, deltaY: 20 },
    { deltaX: 20, deltaY: -20 },
  ])('is the page’s, which scrolls the rows: %o', (wheel) => {
    mounted()
    shows({ from: 0.25, to: 0.75 })
    expect([happens(element, 'wheel', { ...at(50, row(0)), ...wheel }), part()]).toEqual([false, [0.25, 0.75]])
  })

  it('does nothing before there is a map, and once it is gone', () => {
    mounted(false)
    const turn = () => happens(element, 'wheel', { ...at(50, row(0)), deltaY: -240, ctrlKey: true })
    expect(turn()).toBe(false)
    mounted().unmount()
    expect([turn(), part()]).toEqual([false, [0, 1]])
  })
})

describe('keys', () => {
  /** @returns whether the map took the key from the page, and from what is around it */
  const press = (
    key: string,
    held: { shiftKey?: boolean; ctrlKey?: boolean; altKey?: boolean; metaKey?: boolean } = {},
  ) => {
    const taken = happens(element, 'keydown', { key, ...held })
    expect(passedOn.splice(0)).toEqual(taken ? [] : [key])
    show()
    return taken
  }

  it.each([
    [['ArrowRight'], { block: 1, offset: 0 }],
    [['ArrowRight', 'ArrowRight'], { block: 1, offset: 100 }],
    [['ArrowRight', 'ArrowRight', 'ArrowLeft'], { block: 1, offset: 0 }],
    [['ArrowDown', 'ArrowDown'], { block: 2, offset: 0 }],
    [['ArrowDown', 'ArrowDown', 'ArrowUp'], { block: 1, offset: 0 }],
    [['Home', 'End'], { block: 1, offset: 100 }],
    [['Home', 'End', 'Home'], { block: 1, offset: 0 }],
    // 62 px are 3 whole rows, of which one stays in sight
    [['Home', 'PageDown'], { block: 3, offset: 0 }],
    [['Home', 'PageDown', 'PageDown', 'PageUp'], { block: 3, offset: 0 }],
  ])('%j lead to %o', (keys, place) => {
    mounted()
    for (const key of keys) expect(press(key)).toBe(true)
    expect([cursor(), selected()]).toEqual([place, []])
  })

  it.each(['Enter', ' '])('%j selects where they have come to, and nothing where that is nowhere', (key) => {
    mounted()
    expect([press(key), selected()]).toEqual([true, []])
    setDefragmentationTab({ cursor: { block: 2, offset: 130 } })
    show()
    expect([press(key), selected(), cursor()]).toEqual([true, [102], { block: 2, offset: 100 }])
  })

  it('zoom by halves about the middle, and show all again', () => {
    mounted()
    press('+')
    expect(part()).toEqual([0.25, 0.75])
    press('=')
    expect(part()).toEqual([0.375, 0.625])
    press('-')
    expect(part()).toEqual([0.25, 0.75])
    press('+')
    press('0')
    expect(part()).toEqual([0, 1])
  })

  it('pan with Shift by a fifth of what is shown', () => {
    mounted()
    shows({ from: 0.25, to: 0.75 })
    press('ArrowRight', { shiftKey: true })
    expect([part(), cursor()]).toEqual([[0.35, 0.85], null])
    press('ArrowLeft', { shiftKey: true })
    press('ArrowLeft', { shiftKey: true })
    expect([part(), cursor()]).toEqual([[0.15, 0.65], null])
  })

  it('clear what is selected by Escape', () => {
    mounted()
    for (const key of ['Home', 'Enter', 'Escape']) press(key)
    expect([cursor(), selected()]).toEqual([null, [101, null]])
  })

  it('that mean nothing here are the page’s', () => {
    mounted()
    expect([press('a'), press('Tab')]).toEqual([false, false])
    for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(press('ArrowRight', { [held]: true })).toBe(false)
    expect(cursor()).toBeNull()
    mounted(false)
    expect(press('ArrowRight')).toBe(false)
  })
})

describe('what tab and list ask for', () => {
  it('zooms about the middle, or about a place', () => {
    zoomHeaps(0.5)
    expect(part()).toEqual([0.25, 0.75])
    zoomHeaps(2)
    zoomHeaps(0.5, 0)
    expect(part()).toEqual([0, 0.5])
  })

  it('clears the range, and a selected resource where there is one', () => {
    setDefragmentationTab({ cursor: { block: 1, offset: 0 } })
    clearRange()
    expect([cursor(), selected()]).toEqual([null, []])
    useStore.setState({ selectedId: 7 })
    clearRange()
    expect(selected()).toEqual([null])
  })

  it('knows whether the map has the focus', () => {
    mounted()
    expect(seen.focused).toBe(false)
    happens(element, 'focusin', {})
    expect(seen.focused).toBe(true)
    happens(element, 'focusout', {})
    expect(seen.focused).toBe(false)
  })
})

describe('a range that is to be seen', () => {
  const reveal = (to: HeapCursor, scrollTop: number): number => {
    element.scrollTop = scrollTop
    revealCursor(view, element, to)
    return element.scrollTop
  }

  it('is scrolled to as little as that takes: below the heading that stays, or wholly above the lower edge', () => {
    mounted()
    // rows from 22 on, 20 px each: the fifth ends at 122
    expect(reveal({ block: 5, offset: 0 }, 0)).toBe(122 - 62)
    expect(reveal({ block: 2, offset: 0 }, 60)).toBe(42 - HEADING)
    // in sight from edge to edge
    expect([reveal({ block: 3, offset: 0 }, 40), reveal({ block: 4, offset: 0 }, 40)]).toEqual([40, 40])
    expect([reveal({ block: 3, offset: 0 }, 41), reveal({ block: 4, offset: 0 }, 39)]).toEqual([40, 40])
  })

  it('is panned to', () => {
    mounted()
    shows({ from: 0, to: 0.25 })
    setDefragmentationTab({ cursor: { block: 1, offset: 100 } })
    reveal({ block: 1, offset: 100 }, 0)
    expect(part()).toEqual([0.5, 0.75])
  })

  it('of a heap that is gone moves nothing', () => {
    mounted()
    shows({ from: 0, to: 0.25 })
    expect([reveal({ block: 99, offset: 100 }, 60), part()]).toEqual([60, [0, 0.25]])
  })
})
