/** What a draw takes on this computer's GPU: by its own clock, or else by the time to a fence (BP-31). */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Measurement } from '../../../../renderer/editor/preview/measurement'
import type { PassStep } from '../../../../renderer/editor/preview/plan'
import { NOTHING_MEASURED } from '../../../../renderer/store/measured'
import { useStore } from '../../../../renderer/store/store'
import { pipelinesOf } from './pipelines'
import { type Graphics, stubGraphics } from './recorded-gl'

let graphics: Graphics
let drawn: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  graphics = stubGraphics()
  drawn = []
  useStore.setState({ measured: NOTHING_MEASURED })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

// a recorder has what the Preview uses of a context; TypeScript knows only whole ones
const made = () => new Measurement(graphics.gl as unknown as WebGL2RenderingContext)

function step(id: number, constants: PassStep['pipeline']['constants'] = {}): PassStep {
  const [pipeline] = pipelinesOf('Blur', [['uSource']], { id, constants })
  return {
    kind: 'pass',
    pipeline: { ...pipeline!, id },
    variant: null,
    source: pipeline!.source,
    frame: 0,
    inputs: [],
    strength: 0,
    target: 0,
  }
}

/** Measures; the GPU is done after so many ms. */
function measure(measurement: Measurement, one: PassStep, took: number): void {
  measurement.begin(one, ({ width, height }) => drawn.push(`${width}×${height}`))
  vi.advanceTimersByTime(took - 2)
  graphics.gl.finish()
  vi.advanceTimersByTime(2)
}

const times = () => useStore.getState().measured.times

describe('a measurement', () => {
  it('draws twice at one size, and once before the first: that may still compile', () => {
    const measurement = made()
    measure(measurement, step(3), 4)
    expect(drawn).toEqual(['320×180', '320×180', '320×180'])
    measure(measurement, step(3), 4)
    expect(drawn).toHaveLength(5)
    // one target for all
    expect(graphics.gl.held('framebuffer')).toBe(1)
  })

  it('by fences keeps the shortest time of a draw', () => {
    const measurement = made()
    for (const took of [20, 8, 30]) measure(measurement, step(3), took)
    // the first fence was last seen unfinished 2 ms before: 1 ms a draw
    expect(times()).toEqual({ '3 general': 1 })
  })

  it('by the GPU’s clock takes what that says of both draws', () => {
    graphics.gl.clock = { elapsed: 5_000_000, isDisturbed: false }
    const measurement = made()
    measure(measurement, step(3), 20)
    expect([times(), graphics.gl.held('query'), graphics.gl.held('sync')]).toEqual([{ '3 general': 2.5 }, 0, 0])
  })

  it('that something disturbed says nothing', () => {
    graphics.gl.clock = { elapsed: 5_000_000, isDisturbed: true }
    const measurement = made()
    measure(measurement, step(3), 20)
    expect([times(), measurement.isUnderWay]).toEqual([{}, false])
  })

  it('is under way until the GPU is done, and the next may begin 300 ms later', () => {
    const measurement = made()
    vi.advanceTimersByTime(1000)
    expect([measurement.isUnderWay, measurement.pause]).toEqual([false, 0])
    measurement.begin(step(3), () => {})
    vi.advanceTimersByTime(50)
    expect(measurement.isUnderWay).toBe(true)
    graphics.gl.finish()
    vi.advanceTimersByTime(2)
    expect([measurement.isUnderWay, measurement.pause]).toEqual([false, 300])
    vi.advanceTimersByTime(100)
    expect(measurement.pause).toBe(200)
  })
})

describe('what is measured next', () => {
  it('is what was measured least, until each was five times, with the same constants', () => {
    const measurement = made()
    const [one, other] = [step(1, { radius: [2] }), step(2)]
    const order: number[] = []
    for (let next = measurement.next([one, other]); next !== null; next = measurement.next([one, other])) {
      order.push(next.pipeline.id)
      measure(measurement, next, 4)
    }
    expect(order).toEqual([1, 2, 1, 2, 1, 2, 1, 2, 1, 2])
    // the same program with another value is another draw
    expect(measurement.next([step(1, { radius: [3] }), other])?.pipeline.id).toBe(1)
    expect(measurement.next([])).toBeNull()
  })
})

describe('a context', () => {
  it('that was lost ends what is under way, and everything is measured anew', () => {
    const measurement = made()
    measurement.begin(step(3), () => {})
    measurement.forget()
    graphics.gl.finish()
    vi.advanceTimersByTime(100)
    expect([measurement.isUnderWay, times()]).toEqual([false, {}])
    drawn = []
    measure(measurement, step(3), 4)
    expect(drawn).toHaveLength(3)
  })

  it('gets its target back at the end', () => {
    const measurement = made()
    measure(measurement, step(3), 4)
    measurement.dispose()
    expect([graphics.gl.held('texture'), graphics.gl.held('framebuffer'), vi.getTimerCount()]).toEqual([0, 0, 0])
  })
})
