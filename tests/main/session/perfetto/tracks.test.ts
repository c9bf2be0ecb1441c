import { describe, expect, it } from 'vitest'
import type { Form } from '../../../../main/session/perfetto/events'
import { Tracks } from '../../../../main/session/perfetto/tracks'

/** Tracks, and what the form is told of them. */
function tracksOf() {
  const told: string[] = []
  const form: Form = {
    process: ({ id, name }) => told.push(`process ${id} ${name}`),
    thread: ({ id, process, name }) => told.push(`thread ${id} of ${process.id} ${name}`),
    counter: ({ id, process, name }) => told.push(`counter ${id} of ${process.id} ${name}`),
    slice: () => {},
    instant: () => {},
    sample: () => {},
    end: () => {},
  }
  return { tracks: new Tracks(form), told }
}

describe('a track [LB-17]', () => {
  it('is described once, its process before it, and no two have one number', () => {
    const { tracks, told } = tracksOf()
    const one = tracks.thread('GPU', '3d')
    expect(tracks.thread('GPU', '3d')).toBe(one)
    tracks.thread('app', '3d')
    tracks.counter('GPU', '3d')
    tracks.process('app')
    expect(told).toEqual([
      'process 1 GPU',
      'thread 2 of 1 3d',
      'process 3 app',
      'thread 4 of 3 3d',
      'counter 5 of 1 3d',
    ])
  })
})

describe('slices that may overlap have lanes [LB-17]', () => {
  it('of which none has two at a time: the first that is free is taken', () => {
    const { tracks } = tracksOf()
    // in the order of their ends
    const lanes = (
      [
        [0, 10],
        [5, 12],
        [10, 14],
        [11, 15],
        [12, 20],
      ] as const
    ).map(([start, end]) => tracks.lane('VidMm', 'page in', start, end).name)
    expect(lanes).toEqual(['page in', 'page in 2', 'page in', 'page in 3', 'page in 2'])
  })

  it('of their own where they take no time, one for each at a moment', () => {
    const { tracks } = tracksOf()
    const lane = (at: number) => tracks.lane('VidMm', 'page in', at, at).name
    expect([lane(5), lane(5), lane(6)]).toEqual(['page in: no time', 'page in: no time 2', 'page in: no time'])
    expect(tracks.lane('VidMm', 'page in', 0, 5).name).toBe('page in')
  })

  it('by their process and name', () => {
    const { tracks } = tracksOf()
    expect(tracks.lane('VidMm', 'page in', 0, 9).name).toBe('page in')
    expect(tracks.lane('VidMm', 'page out', 0, 9).name).toBe('page out')
    expect(tracks.lane('GPU', 'page in', 0, 9).name).toBe('page in')
  })
})
