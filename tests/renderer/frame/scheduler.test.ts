import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameScheduler, onNextFrame } from '../../../renderer/frame/scheduler'
import { type Display, fakeDisplay } from './display'

let display: Display
let done: string[] = []
let frames: FrameScheduler

beforeEach(() => {
  display = fakeDisplay()
  done = []
  frames = new FrameScheduler()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const note = (what: string) => () => {
  done.push(what)
}

describe('the one loop of animation frames', () => {
  it('applies what has come, then draws, then works, whoever asked first', () => {
    const tasks = [
      frames.task('work', note('work')),
      frames.task('draw', note('draw')),
      frames.task('apply', note('apply')),
    ]
    for (const task of tasks) task.request()
    expect(display.asked()).toBe(1)
    display.show()
    expect(done).toEqual(['apply', 'draw', 'work'])
  })

  it('draws once, however often it was asked for', () => {
    const task = frames.task('draw', note('draw'))
    for (let i = 0; i < 5; i++) task.request()
    display.show()
    display.show()
    expect(done).toEqual(['draw'])
  })

  it('draws what applying has asked for in the same frame', () => {
    const drawing = frames.task('draw', note('draw'))
    frames
      .task('apply', () => {
        done.push('apply')
        drawing.request()
      })
      .request()
    display.show()
    expect(done).toEqual(['apply', 'draw'])
    expect(display.asked()).toBe(0)
  })

  it('draws what drawing has asked for in the next frame, so that motion goes on without an end', () => {
    const gliding = frames.task('draw', (now) => {
      done.push(`at ${now}`)
      if (now < 50) gliding.request()
    })
    gliding.request()
    for (const now of [16, 33, 50, 66]) display.show(now)
    expect(done).toEqual(['at 16', 'at 33', 'at 50'])
    expect(display.asked()).toBe(0)
  })

  it('asks for no frame while nothing is to be done', () => {
    const task = frames.task('draw', note('draw'))
    expect(display.asked()).toBe(0)
    task.request()
    task.cancel()
    expect(display.asked()).toBe(0)
    display.show()
    expect(done).toEqual([])
  })

  it('does not draw what was cancelled by something before it in the same frame', () => {
    const second = frames.task('draw', note('second'))
    frames
      .task('draw', () => {
        second.cancel()
        done.push('first')
      })
      .request()
    second.request()
    display.show()
    expect(done).toEqual(['first'])
  })

  it('draws the other pictures when one fails, and says so', () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const failure = new Error('no canvas')
    frames
      .task('draw', () => {
        throw failure
      })
      .request()
    frames.task('draw', note('draw')).request()
    display.show()
    expect(done).toEqual(['draw'])
    expect(reported).toHaveBeenCalledExactlyOnceWith(failure)
  })

  it('does something once in the coming frame', () => {
    onNextFrame(note('focus'))
    expect(done).toEqual([])
    display.show()
    display.show()
    expect(done).toEqual(['focus'])
  })
})
