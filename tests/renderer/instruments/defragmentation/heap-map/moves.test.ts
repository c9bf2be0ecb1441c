import { beforeEach, describe, expect, it } from 'vitest'
import { type MoveView, RANGE_KINDS } from '../../../../../preload/contract'
import { GUTTER, HEADING, layoutHeaps, TALL } from '../../../../../renderer/instruments/defragmentation/heap-map/layout'
import {
  boxOf,
  drawOutlines,
  drawPlans,
  GlideDrawer,
  type MoveScene,
} from '../../../../../renderer/instruments/defragmentation/heap-map/moves'
import { type Recording, recordedContext } from '../../../canvas/recorded-context'
import { HEAP_THEME } from '../../../canvas/themes'
import { heap, pool } from '../../../store/support/heaps'

const BAR = (TALL.pitch - TALL.bar) / 2
const TEXTURE = RANGE_KINDS.indexOf('texture')

let recording: Recording

beforeEach(() => {
  recording = recordedContext()
})

/** Two blocks of 200 bytes on 200 px. */
const scene = (parts: Partial<MoveScene> = {}): MoveScene => ({
  layout: layoutHeaps(
    { pools: [pool(0, 'DEFAULT')], blocks: [heap(1, [{ bytes: 200 }]), heap(2, [{ bytes: 200 }])] },
    TALL,
    'bytes',
  ),
  shown: { from: 0, to: 1 },
  scroll: 0,
  plot: 200,
  ...parts,
})

/** Of 20 bytes, from the start of the second block to the middle of the first. */
const move = (parts: Partial<MoveView> = {}): MoveView => ({
  allocation: 1,
  name: 'a',
  bytes: 20,
  from: 2,
  fromOffset: 0,
  to: 1,
  toOffset: 100,
  operation: 'COPY',
  state: 'copying',
  because: null,
  ...parts,
})

const source = { x: GUTTER, y: HEADING + TALL.pitch + BAR, width: 20, height: TALL.bar }
const destination = { x: GUTTER + 100, y: HEADING + BAR, width: 20, height: TALL.bar }

describe('where a range lies', () => {
  it('is in its block’s row, by its bytes, less what is scrolled', () => {
    expect(boxOf(scene(), 2, 0, 20)).toEqual(source)
    expect(boxOf(scene({ scroll: 15 }), 1, 100, 20)).toEqual({ ...destination, y: destination.y - 15 })
    // twice as large from the middle on
    const box = boxOf(scene({ shown: { from: 0.5, to: 1 } }), 1, 100, 20)
    expect(box!.x).toBeCloseTo(GUTTER)
    expect(box!.width).toBeCloseTo(40)
  })

  it('is never narrower than can be seen, and nowhere in a block that is gone', () => {
    expect(boxOf(scene(), 1, 0, 0.1)!.width).toBe(2)
    expect(boxOf(scene(), 9, 0, 20)).toBeNull()
  })
})

describe('moves that are planned [DF-08]', () => {
  const plans = (moves: readonly MoveView[], parts: Partial<MoveScene> = {}) => {
    drawPlans(recording.context, scene(parts), HEAP_THEME, moves, 300)
    return recording.drawn
  }

  it('are lines from the middle of the source to that of the destination, with a head there', () => {
    const [line] = plans([move()])
    expect(line).toMatchObject({ how: 'stroke', ink: 'moving', dash: [] })
    const [from, to, ...head] = line!.points!
    expect(from).toEqual({ x: source.x + 10, y: source.y + TALL.bar / 2 })
    expect(to).toEqual({ x: destination.x + 10, y: destination.y + TALL.bar / 2 })
    // two strokes of 7 px that meet at the destination
    expect([head[0], head[2]]).toEqual([to, to])
    for (const end of [head[1]!, head[3]!]) expect(Math.hypot(end.x - to!.x, end.y - to!.y)).toBeCloseTo(7)
  })

  it('are dashed until they begin', () => {
    expect(plans([move({ state: 'planned' }), move({ state: 'copied' })]).map(({ dash }) => dash)).toEqual([[3, 3], []])
  })

  it('are none when they are done, when the client does not copy, or when they are out of sight', () => {
    expect(
      plans([move({ state: 'done' }), move({ operation: 'IGNORE' }), move({ operation: 'DESTROY' }), move({ to: 9 })]),
    ).toEqual([])
    expect(plans([move()], { scroll: 200 })).toEqual([])
  })

  it('are so few that the map can be seen', () => {
    expect(plans(Array.from({ length: 500 }, () => move()))).toHaveLength(120)
  })
})

describe('a move that is seen', () => {
  const motion = { move: move(), kind: TEXTURE, since: 0 }
  const glide = (drawer: GlideDrawer, progress: number, parts: Partial<MoveScene> = {}) => {
    recording.drawn.splice(0)
    drawer.draw(scene(parts), motion, progress)
    return recording.drawn[0]
  }

  it('is a range of its kind’s colour on its way from source to destination', () => {
    const drawer = new GlideDrawer(recording.context, HEAP_THEME)
    expect(glide(drawer, 0)).toMatchObject({ ink: 'texture', alpha: 0.9, x: source.x, y: source.y, w: 20, h: TALL.bar })
    expect(glide(drawer, 0.5)).toMatchObject({ x: source.x + 50, y: (source.y + destination.y) / 2 })
    expect(glide(drawer, 1)).toMatchObject({ x: destination.x, y: destination.y })
    expect(recording.drawn[1]).toMatchObject({ how: 'stroke', ink: 'moving', alpha: 1 })
  })

  it('stays where it was last seen when its block has been freed, and scrolls with the map', () => {
    const drawer = new GlideDrawer(recording.context, HEAP_THEME)
    glide(drawer, 0.5)
    const without = layoutHeaps({ pools: [pool(0, 'DEFAULT')], blocks: [heap(1, [{ bytes: 200 }])] }, TALL, 'bytes')
    expect(glide(drawer, 0.5, { layout: without })).toMatchObject({ x: source.x + 50 })
    expect(glide(drawer, 0, { layout: without, scroll: 10 })).toMatchObject({ y: source.y - 10 })
  })

  it('is not drawn when its block was never there', () => {
    const drawer = new GlideDrawer(recording.context, HEAP_THEME)
    drawer.draw(scene(), { ...motion, move: move({ from: 9 }) }, 0)
    expect(recording.drawn).toEqual([])
  })
})

describe('outlines', () => {
  it('are thin around what is pointed at, and strong, on the ground, around what the keyboard is on', () => {
    drawOutlines(recording.context, HEAP_THEME, [
      { box: source, strong: false },
      { box: destination, strong: true },
      { box: null, strong: true },
    ])
    expect(recording.drawn.map(({ how, ink, line, x }) => [how, ink, line, x])).toEqual([
      ['stroke', 'text', 1, source.x],
      ['stroke', 'ground', 4, destination.x],
      ['stroke', 'outline', 2, destination.x],
    ])
  })
})
