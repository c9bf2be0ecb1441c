/** Forms of lines that come again with other numbers. */
import { expect, it } from 'vitest'
import { LineForm, LineForms } from '../../../main/sim/line-form'

const formOf = (line: string): LineForm => new LineForm(new TextEncoder().encode(line), ['t', 'fence'])
const textOf = ({ bytes }: LineForm): string => new TextDecoder().decode(bytes)

it('takes numbers of as many digits, and refuses others and what is not whole', () => {
  const form = formOf('{"t":1234567,"fence":99}')
  for (const t of [1_234_568, 1_235_000, 9_000_000]) {
    expect(form.put(0, t)).toBe(true)
    expect(textOf(form)).toBe(`{"t":${t},"fence":99}`)
  }
  expect(form.put(1, 10)).toBe(true)
  expect(textOf(form)).toBe('{"t":9000000,"fence":10}')
  for (const [index, value] of [
    [0, 10_000_000],
    [0, 1_234_567.5],
    [0, Number.NaN],
    [1, 9],
    [1, 100],
  ] as const)
    expect(form.put(index, value), String(value)).toBe(false)
  expect(textOf(form)).toBe('{"t":9000000,"fence":10}')
})

it('is kept while most lines have one already', () => {
  const forms = new LineForms<number>((a, b) => a === b)
  let made = 0
  for (let key = 0; key < 1000; key++) {
    expect(forms.find(key)).toBe(-1)
    if (!forms.mayKeep) continue
    forms.keep(key, formOf('{"t":1,"fence":1}'), -1)
    made++
  }
  expect(made).toBeLessThan(100)
  forms.keep(7, formOf('{"t":7,"fence":1}'), -1)
  expect(textOf(forms.at(forms.find(7)))).toBe('{"t":7,"fence":1}')
})
