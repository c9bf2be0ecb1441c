// @vitest-environment happy-dom
/** The time cursor on the curves of what was compared, by keys (LB-05). */
import { act } from 'react'
import { expect, it } from 'vitest'
import { CurvePlot, useCurveCursor } from '../../../../renderer/instruments/laboratory/curve-cursor'
import { mount } from '../../mounted'

const SECOND = 1_000_000

function Curves() {
  const cursor = useCurveCursor(false)
  return (
    <CurvePlot
      area={{ left: 0, right: 100, top: 0, bottom: 10 }}
      time={{ from: 0, until: 50 * SECOND }}
      cursor={cursor}
      valueText={() => 'all of it'}
      onPoint={() => {}}
    />
  )
}

it('arrows put it, with Shift they select a range from there, either way, and Escape takes both away [LB-05]', () => {
  const { element, unmount } = mount(<Curves />)
  const plot = element.querySelector('[role="slider"]')
  const press = (key: string, shiftKey = false): string | null | undefined => {
    act(() => void plot?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true })))
    return plot?.getAttribute('aria-valuetext')
  }
  expect(press('Home')).toBe('0.000 s: all of it')
  expect(press('ArrowRight')).toBe('1.000 s: all of it')
  expect(press('ArrowRight', true)).toBe('From 1.000 s to 2.000 s')
  expect(press('PageUp', true)).toBe('From 1.000 s to 7.000 s')
  // past where it was begun
  expect(press('Home', true)).toBe('From 0.000 s to 1.000 s')
  expect(press('ArrowRight', true)).toBe('1.000 s: all of it')
  expect(press('End', true)).toBe('From 1.000 s to 50.000 s')
  // without Shift it is a moment again, from the end that was moved
  expect(press('ArrowLeft')).toBe('49.000 s: all of it')
  expect(press('ArrowLeft', true)).toBe('From 48.000 s to 49.000 s')
  expect(press('Escape')).toBe('No moment is marked')
  unmount()
})
