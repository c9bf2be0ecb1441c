import { describe, expect, it } from 'vitest'
import { LaneControls, type LaneStep } from '../../../../renderer/instruments/lanes/controls'
import type { ShownTime } from '../../../../renderer/store/shown-time'

const NOW = 10_000

/** Lanes that keep what lies between 2000 and now. */
function lanes(start: ShownTime, selectedAt: number | null = null) {
  let shown = start
  const steps: [LaneStep, number][] = []
  let cleared = 0
  const controls = new LaneControls({
    now: () => NOW,
    shown: () => shown,
    show: (next) => {
      shown = next
    },
    oldest: () => 2000,
    selectedAt: () => selectedAt,
    step: (step, to) => steps.push([step, to]),
    clearSelection: () => {
      cleared++
    },
  })
  const press = (key: string, ctrlKey = false, shiftKey = false) =>
    controls.key({ key, ctrlKey, altKey: false, shiftKey })
  return { controls, press, steps, shown: () => shown, cleared: () => cleared }
}

const following = { span: 1000, end: null }
const still = { span: 1000, end: 5000 }

describe('the keys of lanes', () => {
  it('move by a fifth of what is shown; at the newest moment the lanes follow', () => {
    const rig = lanes(still)
    expect(rig.press('ArrowLeft')).toBe(true)
    expect(rig.shown()).toEqual({ span: 1000, end: 4800 })
    rig.press('ArrowRight')
    expect(rig.shown()).toEqual(still)
    rig.press('End')
    expect(rig.shown()).toEqual(following)
    rig.press('ArrowRight')
    expect(rig.shown()).toEqual(following)
  })

  it('select, with the end of the window for who has selected nothing yet', () => {
    const rig = lanes(still)
    for (const key of ['ArrowUp', 'ArrowDown']) rig.press(key)
    for (const key of ['ArrowLeft', 'ArrowRight']) rig.press(key, true)
    expect(rig.steps).toEqual([
      ['up', 5000],
      ['down', 5000],
      ['previous', 5000],
      ['next', 5000],
    ])
    rig.press('Escape')
    expect(rig.cleared()).toBe(1)
    expect(rig.shown()).toEqual(still)
  })

  it('zoom about the middle, or about what is selected where it is in view', () => {
    const rig = lanes(still)
    rig.press('+')
    expect(rig.shown()).toEqual({ span: 500, end: 4750 })
    rig.press('-')
    expect(rig.shown()).toEqual(still)
    const about = lanes(still, 4100)
    about.press('=')
    // 100 of 1000 before it are 50 of 500
    expect(about.shown()).toEqual({ span: 500, end: 4550 })
    const outside = lanes(still, 3000)
    outside.press('+')
    expect(outside.shown()).toEqual({ span: 500, end: 4750 })
  })

  it('fit everything that is kept, with a little room', () => {
    const rig = lanes(following)
    rig.press('0')
    expect(rig.shown()).toEqual({ span: 8160, end: NOW })
  })

  it('are not all of them: others are left to the page', () => {
    const rig = lanes(still)
    for (const key of ['Tab', 'q', 'Enter', 'toString', 'constructor']) expect(rig.press(key)).toBe(false)
    expect(rig.shown()).toEqual(still)
  })
})

describe('following', () => {
  it('ends where it was, and begins again', () => {
    const { controls, shown } = lanes(following)
    controls.toggleFollow()
    expect(shown()).toEqual({ span: 1000, end: NOW })
    controls.toggleFollow()
    expect(shown()).toEqual(following)
  })

  it('goes on through a zoom', () => {
    const { controls, shown } = lanes(following)
    controls.zoomBy(2, 9500)
    expect(shown()).toEqual({ span: 2000, end: null })
  })
})
