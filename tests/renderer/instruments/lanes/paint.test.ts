import { beforeEach, describe, expect, it } from 'vitest'
import { drawAxis, drawHead, drawMoment } from '../../../../renderer/instruments/lanes/paint'
import { filledWith, type Recording, recordedContext } from '../../canvas/recorded-context'

const THEME = { line: 'line', axis: 'axis', outline: 'outline', text: 'text', textMuted: 'muted', font: 'serif' }
const GEOMETRY = { width: 400, height: 200, plot: 300 }
/** A second on 300 px. */
const PLOT = { geometry: GEOMETRY, view: { from: 0, to: 1_000_000, width: 300 } }

let recording: Recording

beforeEach(() => {
  recording = recordedContext()
})

describe('the time axis of lanes', () => {
  it('has a line down and a label at each round moment, where that moment lies', () => {
    drawAxis(recording.context, THEME, PLOT, 24, 8)
    // 72 px at least between two: every half second
    expect(filledWith(recording.drawn, 'line')).toEqual([
      [0, 19, 1, 200],
      [150, 19, 1, 200],
      [300, 19, 1, 200],
    ])
    const labels = recording.drawn.filter(({ how }) => how === 'text')
    expect(labels.map(({ text, x, y, ink }) => [text, x, y, ink])).toEqual([
      ['0.0 s', 4, 8, 'axis'],
      ['0.5 s', 154, 8, 'axis'],
    ])
  })

  it('leaves out a label that would not fit whole: half a number would be another one', () => {
    drawAxis(recording.context, THEME, { ...PLOT, geometry: { ...GEOMETRY, plot: 154 + 5 * 6 - 1 } }, 24, 8)
    expect(recording.drawn.filter(({ how }) => how === 'text').map(({ text }) => text)).toEqual(['0.0 s'])
  })
})

describe('the marked moment', () => {
  it('is a line down where it lies', () => {
    drawMoment(recording.context, THEME, PLOT, 24, 500_000)
    expect(filledWith(recording.drawn, 'outline')).toEqual([[150, 18, 1.5, 200]])
  })

  it.each([null, -1, 1_000_001])('is not drawn when it is none, or not in view: %s', (moment) => {
    drawMoment(recording.context, THEME, PLOT, 24, moment)
    expect(recording.drawn).toEqual([])
  })
})

describe('the head of a lane', () => {
  it('is a name and a line about it, above and below the middle, no wider than its room', () => {
    drawHead(recording.context, THEME, { middle: 50, apart: 15, width: 72 }, 'A very long name of a lane', 'busy 3 %')
    expect(recording.drawn).toMatchObject([
      { text: 'A very long name of a lane', x: 8, y: 42.5, w: 72, ink: 'text', font: '600 12px serif' },
      { text: 'busy 3 %', x: 8, y: 58, w: 48, ink: 'muted', font: '11px serif' },
    ])
  })
})
