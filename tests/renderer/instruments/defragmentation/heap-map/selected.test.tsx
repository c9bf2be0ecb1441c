// @vitest-environment happy-dom
import { Tooltip } from 'radix-ui'
import { act } from 'react'
import { expect, it } from 'vitest'
import { RangeFlag } from '../../../../../preload/contract'
import { SelectedRange } from '../../../../../renderer/instruments/defragmentation/heap-map/selected'
import { setDefragmentationTab } from '../../../../../renderer/store/store'
import { mount } from '../../../mounted'
import { heap, pool } from '../../../store/support/heaps'
import { sending } from '../../../store/support/sending'

const page = sending()

const CALLS = ['Map', 'Write', 'Unmap']

/** What is selected is mapped, or is not. */
function shows(mapped: boolean): void {
  const block = heap(3, [{ bytes: 4_096, name: 'up', id: 7, flags: mapped ? RangeFlag.mapped : 0 }])
  const { heapMap } = page.state.view
  page.shows({ heapMap: { ...heapMap, blocks: [block], pools: [pool(0, 'UPLOAD', { heap: 'upload' })] } })
}

it('what the CPU sees is mapped, written and unmapped by the keyboard: the focus stays where Map became Unmap [DF-15]', () => {
  shows(false)
  setDefragmentationTab({ source: 'live', cursor: { block: 3, offset: 0 } })
  const { element } = mount(
    <Tooltip.Provider>
      <SelectedRange />
    </Tooltip.Provider>,
  )
  const calls = (): string[] =>
    [...element.querySelectorAll('button')]
      .map(({ textContent }) => textContent ?? '')
      .filter((text) => CALLS.includes(text))
  const focused = (): string | null => document.activeElement?.textContent ?? null
  const press = (name: string): void =>
    act(() => {
      const button = [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      button?.focus()
      button?.click()
    })
  expect(calls()).toEqual(['Map'])
  press('Map')
  act(() => shows(true))
  expect([calls(), focused()]).toEqual([['Write', 'Unmap'], 'Unmap'])
  press('Write')
  press('Unmap')
  act(() => shows(false))
  expect([calls(), focused()]).toEqual([['Map'], 'Map'])
  expect(page.sent).toEqual(['map', 'write', 'unmap'].map((kind) => ({ kind, allocation: 7 })))
})

it('what was mapped before a move can be written, which is lost, and mapped anew [DF-15]', () => {
  const block = heap(3, [{ bytes: 4_096, name: 'up', id: 7, flags: RangeFlag.staleMapping }])
  const { heapMap } = page.state.view
  page.shows({ heapMap: { ...heapMap, blocks: [block], pools: [pool(0, 'UPLOAD', { heap: 'upload' })] } })
  setDefragmentationTab({ source: 'live', cursor: { block: 3, offset: 0 } })
  const { element } = mount(
    <Tooltip.Provider>
      <SelectedRange />
    </Tooltip.Provider>,
  )
  const texts = [...element.querySelectorAll('button')].map(({ textContent }) => textContent ?? '')
  expect(texts.filter((text) => CALLS.includes(text))).toEqual(['Write', 'Map'])
  expect(element.textContent).toContain('mapped where it lay before its move')
  expect(element.textContent).not.toContain('after a move it has to be mapped anew')
})
