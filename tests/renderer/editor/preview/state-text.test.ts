/** What the Preview says of itself: the most important thing, in words. */
import { describe, expect, it } from 'vitest'
import type { PreviewView } from '../../../../preload/contract'
import { previewState, scaleText } from '../../../../renderer/editor/preview/state-text'

const RUNNING = { now: 5_000_000, running: true, speed: 1 } as const
const WORKS = { removed: null, others: [], recreating: null }
const SHOWN: PreviewView = {
  picture: { number: 3, position: 0, effects: [], t: 4_000_000 },
  position: 0,
  following: true,
  rendered: [],
  transport: { rate: 1, in: null, out: null, loop: true },
  waiting: null,
}
const waits = (kind: string, name = '', engine: 'copy' | null = null): PreviewView => ({
  ...SHOWN,
  waiting: { since: 3_600_000, kind, name, engine },
})

describe('the Preview says', () => {
  it('nothing while all is well', () => {
    expect(previewState(SHOWN, RUNNING, WORKS, true)).toBeNull()
  })

  it('what a frame waits for, and for how long in simulated time (LB-08)', () => {
    const text = (view: PreviewView) => previewState(view, RUNNING, WORKS, true)?.text
    expect(text(waits('page-in', 'Super resolution.weights'))).toBe('stalled 1.4 s: paging in Super resolution.weights')
    expect(text(waits('reset', 'decode', 'copy'))).toBe('stalled 1.4 s: the GPU hangs on the copy engine')
    expect(text(waits('page-out', 'Blur.main'))).toBe('stalled 1.4 s: paging out Blur.main to make room')
    expect(text(waits('queue', 'Blur'))).toBe('stalled 1.4 s: earlier work first: Blur')
  })

  it('that a removed device presents nothing, before all else (RS-07)', () => {
    const reason = { name: 'DXGI_ERROR_DEVICE_HUNG', value: 0x887a0006 }
    const removed = { removed: { t: 0, reason, because: 'it hung' }, others: [], recreating: null }
    expect(previewState(waits('reset'), { ...RUNNING, running: false }, removed, true)).toEqual({
      tone: 'removed',
      text: 'Nothing is presented: the device was removed (DXGI_ERROR_DEVICE_HUNG)',
    })
  })

  it('that the simulation is paused, where that keeps something from being seen, and only there', () => {
    const paused = { ...RUNNING, running: false }
    expect(previewState(SHOWN, paused, WORKS, false)).toBeNull()
    expect(previewState(SHOWN, paused, WORKS, true)?.tone).toBe('paused')
    expect(previewState({ ...SHOWN, position: 41_667 }, paused, WORKS, false)?.tone).toBe('paused')
  })

  it('that nothing was presented yet', () => {
    const nothing = { ...SHOWN, picture: null }
    expect(previewState({ ...nothing, following: false }, RUNNING, WORKS, false)).toEqual({
      tone: 'empty',
      text: 'No frame of the clip has been presented yet: press Play',
    })
    // its first frame comes by itself
    expect(previewState(nothing, RUNNING, WORKS, false)?.text).toBe('No frame of the clip has been presented yet')
  })

  it('how much of its size a picture has, below the full one', () => {
    expect([scaleText(160, 640), scaleText(640, 640), scaleText(0, 0)]).toEqual(['25 %', '', ''])
  })
})
