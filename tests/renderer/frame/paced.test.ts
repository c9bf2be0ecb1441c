import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pacedTask } from '../../../renderer/frame/paced'
import { FrameScheduler } from '../../../renderer/frame/scheduler'
import { type Display, fakeDisplay } from './display'

let display: Display
/** ms that a picture takes */
let takes = 0
let clock = 0
let pictures: number[] = []

beforeEach(() => {
  display = fakeDisplay()
  takes = 0
  clock = 0
  pictures = []
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const draw = (): void => {
  pictures.push(clock)
  clock += takes
}

/** Shows a frame every 10 ms, each of which asks for a picture. */
function run(task: { request(): void }, until: number): void {
  for (let now = 10; now <= until; now += 10) {
    clock = now
    task.request()
    display.show(now)
  }
}

describe('a picture that costs much', () => {
  it('rests after each drawing, for as long as nobody reads more', () => {
    run(pacedTask({ least: 60, most: 200, share: 9 }, draw, new FrameScheduler()), 200)
    expect(pictures).toEqual([10, 70, 130, 190])
  })

  it('rests for longer where drawing is slow', () => {
    takes = 10
    run(pacedTask({ least: 60, most: 200, share: 9 }, draw, new FrameScheduler()), 200)
    expect(pictures).toEqual([10, 100, 190])
  })

  it('rests for no longer than the bound, however slow drawing is', () => {
    takes = 100
    run(pacedTask({ least: 60, most: 200, share: 9 }, draw, new FrameScheduler()), 420)
    expect(pictures).toEqual([10, 210, 410])
  })

  it('is drawn when the rest is over although nothing more was asked for', () => {
    const task = pacedTask({ least: 60, most: 60, share: 0 }, draw, new FrameScheduler())
    task.request()
    clock = 10
    display.show(10)
    task.request()
    for (let now = 20; now <= 120; now += 10) {
      clock = now
      display.show(now)
    }
    expect(pictures).toEqual([10, 70])
    expect(display.asked()).toBe(0)
  })

  it('is not drawn once it was cancelled, not even after its rest', () => {
    const task = pacedTask({ least: 60, most: 60, share: 0 }, draw, new FrameScheduler())
    task.request()
    display.show(10)
    task.request()
    display.show(20)
    task.cancel()
    for (const now of [70, 80, 90]) display.show(now)
    expect(pictures).toEqual([0])
  })

  it('shares no frame with another: the one that is not drawn comes with the next frame, and none is left behind', () => {
    const scheduler = new FrameScheduler()
    const drawn: string[] = []
    const pace = { least: 60, most: 60, share: 0 }
    const tasks = ['a', 'b', 'c'].map((name) => pacedTask(pace, () => drawn.push(`${name}${clock}`), scheduler))
    const other = pacedTask(pace, () => drawn.push(`other${clock}`), new FrameScheduler())
    for (clock = 10; clock <= 100; clock += 10) {
      for (const task of [...tasks, other]) task.request()
      display.show(clock)
    }
    expect(drawn.filter((each) => !each.startsWith('other'))).toEqual(['a10', 'b20', 'c30', 'a70', 'b80', 'c90'])
    // of another loop
    expect(drawn.filter((each) => each.startsWith('other'))).toEqual(['other10', 'other70'])
  })
})
