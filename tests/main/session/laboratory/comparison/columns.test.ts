import { describe, expect, it } from 'vitest'
import { counts, isWorse, noneOf, untoldApart } from '../../../../../main/session/laboratory/comparison/columns'
import { belowBound, leftPresses, remarksOf, tells } from '../../../../../preload/contract'
import { variantRow } from '../../../../support/variant-row'

const row = (values: Parameters<typeof variantRow>[1] = {}) => variantRow('a', values)

describe('a column that says one variant is worse [LB-07]', () => {
  it.each([
    // 5 % of 100 is 5: 95 is as good, 94 is not
    ['100 than 95', 100, 95, false],
    ['100 than 94', 100, 94, true],
    ['94 than 100', 94, 100, false],
    ['1 than 0', 1, 0, true],
    ['0 than 0', 0, 0, false],
  ])('%s', (_what, pageInBytes, than, worse) => {
    expect(isWorse(row({ pageInBytes }), row({ pageInBytes: than }), 'pageInBytes')).toBe(worse)
  })

  it('says nothing where one of them has no value', () => {
    expect(isWorse(row({ worstPress: 30_000 }), row({ worstPress: null }), 'worstPress')).toBe(false)
    expect(isWorse(row({ worstPress: null }), row({ worstPress: 30_000 }), 'worstPress')).toBe(false)
  })

  it('takes a press that was never shown for longer than any that was, in the columns of presses alone', () => {
    const [left, slow] = [row({ worstPress: 1, pressesNotShown: 1 }), row({ worstPress: 1_000_000 })]
    expect([isWorse(left, slow, 'worstPress'), isWorse(slow, left, 'worstPress')]).toEqual([true, false])
    expect(isWorse(left, row({ worstPress: null }), 'worstPress')).toBe(false)
    // both left some: neither is worse
    expect(isWorse(left, row({ pressesNotShown: 2 }), 'p99Press')).toBe(false)
    expect([leftPresses(left, 'p99Press'), leftPresses(left, 'hitches')]).toEqual([true, false])
  })

  it('names columns that differ though nobody is the worse for it, and what they leave out [LB-07] [LB-11]', () => {
    const over = (timesBound: number) => row({ timesBound, overBudget: 5 })
    const bound = 'paged in for each byte of the bound (which they did not all keep to)'
    expect(untoldApart([over(0.5), over(0.9)])).toEqual([bound])
    expect(untoldApart([over(0.5), row({ timesBound: null })])).toEqual([])
    // what each of them tells is compared elsewhere, and 96 of 100 are the same
    expect(untoldApart([row({ worstPress: 1 }), row({ worstPress: 2 })])).toEqual([])
    const left = (worstPress: number) => row({ worstPress, pressesNotShown: 1 })
    expect(untoldApart([left(96), left(100)])).toEqual([])
    expect(untoldApart([left(94), left(100)])).toEqual(['worst press (of those shown)'])
    // as many that are shown, as long: still the one left fifty without an answer
    expect(untoldApart([row({ pressesNotShown: 1 }), row({ pressesNotShown: 50 })])).toEqual(['presses never shown'])
    expect(untoldApart([row({ pressesNotShown: 96 }), row({ pressesNotShown: 100 })])).toEqual([])
  })

  it('compares with the bound no row that is below it: that did not keep to it, or not to the input [LB-11]', () => {
    const [below, at] = [row({ timesBound: 0.9 }), row({ timesBound: 1 })]
    expect([tells(below, 'timesBound'), tells(at, 'timesBound')]).toEqual([false, true])
    expect(isWorse(row({ timesBound: 3 }), below, 'timesBound')).toBe(false)
    expect(remarksOf(below)).toEqual([{ text: expect.stringMatching(/^below the bound: /), key: 'localPageInBytes' }])
    expect(remarksOf(at)).toEqual([])
    // what it lacks had been asked for
    const late = { timesBound: 0.5, bound: 100, localPageInBytes: 50 }
    expect(remarksOf(row({ ...late, comingIn: 50 }))[0]?.text).toBe('below the bound: 50 B still came in at the end')
    expect(remarksOf(row({ ...late, comingIn: 49, evictions: 1 }))[0]?.text).toBe(
      'below the bound: what it evicted was still in the segment, or it used less than the input asks for',
    )
    // nothing was evicted that could have stayed
    expect(remarksOf(row({ ...late, comingIn: 49, evictions: 0 }))[0]?.text).toBe(
      'below the bound: it used less than the input asks for',
    )
    // its own remark says why
    expect(remarksOf(row({ timesBound: 0.9, overBudget: 1 })).map(({ key }) => key)).toEqual(['overBudget'])
  })

  it('remarks on a budget of which the device gave less, and on none that is only not whole 64 KiB [RS-09]', () => {
    const asked = (budget: number, mostBudget: number) =>
      remarksOf(row({ variant: { budget }, mostBudget })).map(({ text }) => text)
    expect(asked(2 ** 30, 230 * 2 ** 20)).toEqual(['its budget was 230 MiB at most'])
    expect([asked(100_000, 65_536), asked(2 ** 20, 2 ** 20)]).toEqual([[], []])
    expect(remarksOf(row({ mostBudget: 0 }))).toEqual([])
  })

  it('says of all rows below the bound together what their remarks say, in the same words [LB-11]', () => {
    const late = { timesBound: 0.5, bound: 100, localPageInBytes: 50, comingIn: 50 }
    const rows = [row({ timesBound: 0.9 }), row(late), row({ timesBound: 0.9, overBudget: 1000 })]
    const said = rows.flatMap((one) => remarksOf(one).map(({ text }) => text.replace('below the bound: ', '')))
    const reasons = said.flatMap((text) =>
      text
        .replace(/^50 B /, '')
        .replace(/ for 1 ms$/, '')
        .split(', or '),
    )
    expect(reasons).toHaveLength(4)
    for (const reason of reasons) expect(belowBound(rows)).toContain(reason)
  })

  it('compares with the bound only what keeps to its budget [LB-11]', () => {
    const [over, within] = [row({ timesBound: 3, overBudget: 1 }), row({ timesBound: 1 })]
    expect(isWorse(over, within, 'timesBound')).toBe(false)
    expect(isWorse(row({ timesBound: 3 }), within, 'timesBound')).toBe(true)
    expect([tells(over, 'timesBound'), tells(within, 'timesBound'), tells(over, 'pageInBytes')]).toEqual([
      false,
      true,
      true,
    ])
  })
})

it.each([
  [{}, true],
  [{ appDevicesRemoved: 1 }, false],
  [{ expectationsFailed: 1 }, false],
])('a variant with %o can be the best: %s [LB-07]', (values, best) => {
  expect(counts(row(values))).toBe(best)
})

it('a count that is none is said in its own words; another, or a measure without such words, is not [LB-07]', () => {
  expect(noneOf('hitches', row({ hitches: 0 }))).toBe('no hitch')
  expect(noneOf('pageOutBytes', row({ pageOutBytes: 0 }))).toBe('nothing paged out')
  expect(noneOf('hitches', row({ hitches: 1 }))).toBeNull()
  expect(noneOf('peakLocalUsage', row({ peakLocalUsage: 0 }))).toBeNull()
})
