import { describe, expect, it } from 'vitest'
import { LaneControls, type LaneStep, TIME_SHORTCUTS } from '../../../../renderer/instruments/lanes/controls'
import { emptyState } from '../../../../renderer/store/model'
import type { ShownTime } from '../../../../renderer/store/shown-time'
import { useStore } from '../../../../renderer/store/store'

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

  it.each(['+', '=', '-', '0'])('leave Ctrl+%s to the menu, which changes the size of the page', (key) => {
    const rig = lanes(still)
    expect(rig.press(key, true)).toBe(false)
    expect(rig.shown()).toEqual(still)
  })

  it('fit everything that is kept, with a little room', () => {
    const rig = lanes(following)
    rig.press('0')
    expect(rig.shown()).toEqual({ span: 8160, end: NOW })
  })

  it('are W A S D too, as in Perfetto’s viewer, also with Caps Lock; with Control they are the page’s', () => {
    for (const [w, a, s, d] of ['wasd', 'WASD']) {
      const rig = lanes(still)
      rig.press(w as string)
      expect(rig.shown()).toEqual({ span: 500, end: 4750 })
      rig.press(s as string)
      expect(rig.shown()).toEqual(still)
      rig.press(a as string)
      expect(rig.shown()).toEqual({ span: 1000, end: 4800 })
      rig.press(d as string)
      expect(rig.shown()).toEqual(still)
      for (const key of [w, a, s, d]) expect(rig.press(key as string, true)).toBe(false)
    }
  })

  it('put the cursor in the middle, and select a range from there', () => {
    useStore.setState({ view: { ...emptyState(), clock: { now: NOW, running: true, speed: 1 } } })
    const rig = lanes(still)
    rig.press('m')
    expect(useStore.getState().moment).toBe(4500)
    rig.press('ArrowRight', false, true)
    rig.press('ArrowRight', false, true)
    expect(useStore.getState()).toMatchObject({ moment: null, range: { from: 4500, to: 4540 } })
    rig.press('Escape')
    expect(useStore.getState().range).toBeNull()
  })

  it('are not all of them: others are left to the page', () => {
    const rig = lanes(still)
    for (const key of ['Tab', 'q', 'Enter', 'toString', 'constructor']) expect(rig.press(key)).toBe(false)
    expect(rig.shown()).toEqual(still)
  })
})

describe('the list of shortcuts', () => {
  it('is made of the keys that do something', () => {
    expect(TIME_SHORTCUTS.map(({ keys }) => keys)).toEqual([
      'W S',
      'A D',
      '0',
      'End',
      'M',
      'Shift+← →',
      'Ctrl+← →',
      '↑ ↓',
      'Esc',
    ])
    const KEYS: Readonly<Record<string, string>> = {
      '←': 'ArrowLeft',
      '→': 'ArrowRight',
      '↑': 'ArrowUp',
      '↓': 'ArrowDown',
      Esc: 'Escape',
    }
    for (const { keys } of TIME_SHORTCUTS) {
      const [held = '', rest = keys] = keys.includes('+') ? keys.split('+') : []
      for (const key of rest.split(' '))
        expect(lanes(still).press(KEYS[key] ?? key, held === 'Ctrl', held === 'Shift'), `${held} ${key}`).toBe(true)
    }
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
