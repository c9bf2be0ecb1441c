// @vitest-environment happy-dom
/** The frontier's table: which point of the picture is which variant's (LB-13). */
import { expect, test } from 'vitest'
import type { Frontier } from '../../../../preload/contract'
import { FrontierSection } from '../../../../renderer/instruments/laboratory/curves'
import { mount } from '../../mounted'

const variant = (label: string): Frontier['variants'][number] => ({
  label,
  held: 1,
  pagedIn: 1,
  best: 0,
  aboveBest: false,
  threshold: null,
  idle: null,
  aboveThresholds: false,
})

test('each name has the mark of its point beside it, as the picture names none of many [LB-13]', () => {
  const variants = Array.from({ length: 27 }, (_, i) => variant(`variant ${i}`))
  const { element, unmount } = mount(<FrontierSection frontier={{ best: [], thresholds: [], variants }} />)
  const rows = [...element.querySelectorAll('tbody tr')]
  const looks = rows.map((row) => {
    const path = row.querySelector('svg path')
    return `${path?.getAttribute('d')} ${path?.getAttribute('fill')}`
  })
  expect(rows).toHaveLength(27)
  expect(rows[3]?.textContent).toContain('variant 3')
  // the colours come round after eight of them, each time with another shape
  expect(new Set(looks).size).toBe(27)
  unmount()
})

test('of many variants above the thresholds the sentence names some: the table beside it says of each [LB-13]', () => {
  const variants = Array.from({ length: 9 }, (_, i) => ({ ...variant(`v${i}`), aboveThresholds: i > 0 }))
  const { element, unmount } = mount(<FrontierSection frontier={{ best: [], thresholds: [], variants }} />)
  expect(element.querySelector('.detail-hint')?.textContent).toContain(
    ' in less than v1, v2, v3, v4, v5, v6 and 2 more.',
  )
  unmount()
})
