// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import { type Column, ComparisonTable } from '../../../renderer/charts/comparison'
import { mount } from '../mounted'

type Run = readonly [name: string, ...numbers: string[]]

const link = (text: string) => (text === '' ? '' : <button type="button">{text}</button>)

const COLUMNS: readonly Column<Run>[] = [
  { name: 'Run', meaning: '', text: ([name]) => name, number: false },
  ...[1, 2, 3].map((at) => ({
    name: `Number ${at}`,
    meaning: '',
    text: (row: Run) => row[at] ?? '',
    cell: (row: Run) => link(row[at] ?? ''),
    number: true,
  })),
]

const RUNS: readonly Run[] = [
  ['none', 'a1', 'a2', 'a3'],
  ['nothing', '', '', ''],
  ['lru', 'b1', '', 'b3'],
]

const tableOf = (rows: readonly Run[]) => (
  <ComparisonTable region="Runs" label="Comparison" columns={COLUMNS} rows={rows} keyOf={([name]) => name} />
)

function shown() {
  const { element, show } = mount(tableOf(RUNS))
  const stops = (): (string | null)[] =>
    [...element.querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0).map((one) => one.textContent)
  const press = (key: string, parts: KeyboardEventInit = {}): string | null | undefined => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...parts })
    act(() => document.activeElement?.dispatchEvent(event))
    return document.activeElement?.textContent
  }
  return { element, show, stops, press }
}

it('a table of numbers that are pressed is one stop of Tab, where the keyboard was last', () => {
  const { element, show, stops } = shown()
  expect(stops()).toEqual(['a1'])
  act(() => [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'b3')?.focus())
  expect(stops()).toEqual(['b3'])
  // drawn again it is the same; where its run has gone there is a stop all the same
  show(tableOf([...RUNS]))
  expect(stops()).toEqual(['b3'])
  show(tableOf(RUNS.slice(0, 2)))
  expect(stops()).toEqual(['a1'])
})

it('arrow keys lead from number to number, over what has none, Home and End to the ends', () => {
  const { element, stops, press } = shown()
  act(() => element.querySelector('button')?.focus())
  expect(press('ArrowRight')).toBe('a2')
  // the nearest column of the next row that has a number
  expect(press('ArrowDown')).toBe('b1')
  expect(press('ArrowRight')).toBe('b3')
  expect(press('ArrowRight')).toBe('b3')
  expect(press('ArrowUp')).toBe('a3')
  expect(press('ArrowUp')).toBe('a3')
  expect(press('Home')).toBe('a1')
  expect(press('End')).toBe('a3')
  expect(press('End', { ctrlKey: true })).toBe('b3')
  expect(press('Home', { ctrlKey: true })).toBe('a1')
  // those are other keys
  expect([press('ArrowRight', { altKey: true }), press('ArrowRight', { ctrlKey: true })]).toEqual(['a1', 'a1'])
  expect(stops()).toEqual(['a1'])
})
