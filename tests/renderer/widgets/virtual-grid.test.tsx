// @vitest-environment happy-dom
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { gridHeight, keyTarget, useVirtualGrid, VirtualGrid } from '../../../renderer/widgets/virtual-grid'
import { mount } from '../mounted'

describe('where a key leads in a grid', () => {
  it.each([
    ['ArrowDown', 3, 4],
    ['ArrowDown', 9, 9],
    ['ArrowDown', -1, 0],
    ['ArrowUp', 3, 2],
    ['ArrowUp', 0, 0],
    ['ArrowUp', -1, 0],
    ['PageDown', 3, 8],
    ['PageDown', 7, 9],
    ['PageUp', 7, 2],
    ['PageUp', 3, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['Enter', -1, 0],
    ['Enter', 5, undefined],
    ['a', 5, undefined],
  ] as const)('%s from row %i of ten, five to a page: %s', (key, at, target) => {
    expect(keyTarget(key, at, 10, 5)).toBe(target)
  })
})

it('a grid is as high as its rows and its head, eight rows at most', () => {
  // 24 px each, and a border
  expect([gridHeight(1), gridHeight(8), gridHeight(100)]).toEqual([50, 218, 218])
})

describe('a grid of which rows are chosen', () => {
  const IDS = [40, 41, 42]

  /** Its rows are all there, whatever is in view of a page without a layout. */
  function Grid({ chosen, choose }: { chosen: number | null; choose(id: number): void }) {
    const at = chosen === null ? -1 : IDS.indexOf(chosen)
    const grid = useVirtualGrid({
      count: IDS.length,
      chosenId: chosen,
      at,
      targetOf: (key, page) => IDS[keyTarget(key, at, IDS.length, page) ?? -1],
      choose,
    })
    return (
      <VirtualGrid grid={grid} label="Rows" rowName="row" columns={1} head={null}>
        {IDS.map((id) => (
          <tr key={id} data-id={id}>
            <td>
              <button type="button">{id}</button>
            </td>
          </tr>
        ))}
      </VirtualGrid>
    )
  }

  function mounted(chosen: number | null) {
    const chose: number[] = []
    const { element } = mount(<Grid chosen={chosen} choose={(id) => chose.push(id)} />)
    const table = element.querySelector('table')
    if (table === null) throw new Error('there is no table')
    const key = (name: string, on: Element = table): boolean => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
      act(() => void on.dispatchEvent(event))
      return event.defaultPrevented
    }
    return { table, chose, key }
  }

  it('says how many there are, its head among them', () => {
    const { table } = mounted(null)
    expect(table.getAttribute('aria-rowcount')).toBe('4')
    expect(table.getAttribute('aria-label')).toBe('Rows')
  })

  it('is gone through by keys, of which those that mean nothing are left to others', () => {
    const { chose, key } = mounted(41)
    expect([key('ArrowDown'), key('ArrowUp'), key('End'), key('x'), key('Enter')]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(chose).toEqual([42, 40, 42])
  })

  it('has one row to which Home leads again: that is not chosen anew', () => {
    const { chose, key } = mounted(40)
    expect(key('Home')).toBe(true)
    expect(chose).toEqual([])
  })

  it('leaves keys to the controls in its rows', () => {
    const { table, chose, key } = mounted(null)
    expect(key('End', table.querySelector('button') as Element)).toBe(false)
    expect(chose).toEqual([])
  })

  it('takes a click on a row, and not one that ends a selection of text', () => {
    const { table, chose } = mounted(null)
    const row = table.querySelector('[data-id="42"] td') as HTMLElement
    act(() => row.click())
    expect(chose).toEqual([42])
    getSelection()?.selectAllChildren(row)
    act(() => row.click())
    getSelection()?.removeAllRanges()
    expect(chose).toEqual([42])
  })
})
