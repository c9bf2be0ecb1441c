/** Rows judged against each other (LB-04, LB-07), by hand. */
import { describe, expect, test } from 'vitest'
import { adviceOn, judged } from '../../../../../main/session/laboratory/comparison/judge'
import { variantRow as row } from '../../../../support/variant-row'

const MiB = 2 ** 20

describe('the best of each column', () => {
  test('is marked, also where two share it; a column in which all are alike has none [LB-04]', () => {
    const rows = judged([row('a', { hitches: 2 }), row('b', { peakLocalUsage: 300 * MiB }), row('c')])
    expect(rows.map(({ best }) => best)).toEqual([['peakLocalUsage'], ['hitches'], ['peakLocalUsage', 'hitches']])
  })

  test('is never one whose device was removed, or whose expectations failed [LB-04]', () => {
    const rows = judged([
      row('removed', { appDevicesRemoved: 1, pageInBytes: 1 }),
      row('failed', { expectationsFailed: 1, pageInBytes: 2 }),
      row('a', { pageInBytes: 30 }),
      row('b', { pageInBytes: 40 }),
    ])
    // they are better than the one whose device was removed in that, too
    expect(rows.map(({ best }) => best)).toEqual([[], [], ['pageInBytes', 'devicesRemoved'], ['devicesRemoved']])
  })

  test('is that of the only one that may be, or of those that may be and are alike: others are not [LB-04]', () => {
    const removed = row('removed', { appDevicesRemoved: 1, pageInBytes: 1, hitches: 3 })
    const only = judged([removed, row('a')])
    expect(only.map(({ best }) => best)).toEqual([[], ['pageInBytes', 'hitches', 'devicesRemoved']])
    const alike = judged([row('a'), row('failed', { expectationsFailed: 1, peakLocalUsage: 1 }), row('b')])
    expect(alike.map(({ best }) => best)).toEqual([['peakLocalUsage'], [], ['peakLocalUsage']])
    expect(judged([removed]).map(({ best }) => best)).toEqual([[]])
  })

  test('of one that showed no press there is no time to compare [LB-04]', () => {
    const rows = judged([row('a', { worstPress: null, p99Press: null }), row('b'), row('c', { worstPress: 30_000 })])
    expect(rows.map(({ best }) => best)).toEqual([[], ['worstPress'], []])
  })

  test('rows that are equal are shown as equal to the first of them [LB-04]', () => {
    const rows = judged([row('a'), row('b', { evictions: 4 }), row('c'), row('d', { evictions: 4 })])
    expect(rows.map(({ sameAs }) => sameAs)).toEqual([null, null, 'a', 'b'])
  })

  test('rows of which a column or a remark says something else are not equal [LB-04]', () => {
    const findings = (...rules: string[]) => ({
      findings: rules.map((rule) => ({ rule, count: 1 })),
      findingsCount: rules.length,
    })
    const alone = (values: Parameters<typeof row>[1], other: Parameters<typeof row>[1] = {}) =>
      judged([row('a', other), row('b', values)])[1]?.sameAs
    expect(alone(findings('RS-01'), findings('TN-12'))).toBeNull()
    expect(alone(findings('TN-12', 'RS-01'), findings('RS-01', 'TN-12'))).toBe('a')
    expect(alone({ pressesNotShown: 1 })).toBeNull()
    expect(alone({ overBudget: 5 })).toBeNull()
  })

  test('where preemption models are compared, rows are equal in its columns as well [LB-04] [GP-28]', () => {
    const model = (graphics: 'triangle' | 'pixel' | 'shader') => ({
      variant: { preemption: { model: 'win8' as const, graphics, compute: 'shader' as const } },
    })
    const [triangle, pixel] = [
      row('triangle', { ...model('triangle'), worstCompositorLatency: 7_673 }),
      row('pixel', model('pixel')),
    ]
    const rows = judged([triangle, pixel, row('shader', model('shader'))])
    expect(rows.map(({ sameAs }) => sameAs)).toEqual([null, null, 'pixel'])
    // of policies nothing is shown of it
    expect(judged([row('a', { worstCompositorLatency: 7_673 }), row('b')])[1]?.sameAs).toBe('a')
  })
})

describe('what else is said of a row', () => {
  test('is nothing of one that ran through and is like no other; else why it can be no best, and which it is like [LB-04]', () => {
    const lost = { appDevicesRemoved: 1, expectationsFailed: 2 }
    expect(judged([row('a'), row('b', lost), row('c', lost)]).map(({ remark }) => remark)).toEqual([
      '',
      'its device was removed, 2 of its expectations failed',
      'its device was removed, 2 of its expectations failed, the same as b',
    ])
    // as many devices, but another app's: that one can be the best
    const other = row('b', { devicesRemoved: 1 })
    expect(judged([row('a', { appDevicesRemoved: 1 }), other]).map(({ sameAs }) => sameAs)).toEqual([null, null])
  })
})

test('none is called a policy in each sentence: it is not nobody who is meant [LB-04] [LB-07]', () => {
  const lost = row('none', { appDevicesRemoved: 1 })
  const what = 'the policy none lost its device or failed what the input expects'
  expect(adviceOn([row('kept'), lost])).toMatchObject({ text: `kept: ${what}.`, against: 'none' })
  expect(adviceOn([lost, row('a'), row('b')]).text).toMatch(/^The policy none lost its device .*; the others differ/)
  // of many only some are named: the table says of each
  const all = ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((label) => ({ ...lost, label }))
  expect(adviceOn([...all, row('a'), row('b')]).text).toMatch(
    /^c, d, e, f, g, h and 2 more lost their device .*; the others differ/,
  )
  expect(adviceOn([row('none', { hitches: 4 }), row('b')]).text).toBe('b: no hitch, unlike the policy none.')
  expect(judged([row('none'), row('a'), row('none, 8 MiB', { hitches: 1 })])[1]?.remark).toBe(
    'the same as the policy none',
  )
})

describe('what a column cannot say', () => {
  test('the bound holds for nothing that does not keep to its budget: no mark, no advice [LB-11]', () => {
    const [over, kept] = [row('over', { timesBound: 0.5, overBudget: 7 }), row('kept')]
    const rows = judged([over, kept, row('other', { timesBound: 3 })])
    expect(rows.map(({ best }) => best)).toEqual([[], ['timesBound'], []])
    expect(rows[0]?.remark).toBe('above its budget for 7 µs')
    expect(adviceOn([over, kept]).label).toBeNull()
  })

  test('a press that was never shown is worse than any that was [LB-07]', () => {
    const stuck = row('stuck', { worstPress: null, p99Press: null, pressesNotShown: 1, pageInBytes: 10 })
    expect(adviceOn([row('good'), stuck])).toMatchObject({
      label: null,
      columns: ['pageInBytes', 'worstPress', 'p99Press'],
    })
    expect(judged([stuck])[0]?.remark).toBe('1 press was never shown')
  })

  test('nor is one better whose other presses were fast: no mark, and the advice says what it left [LB-04] [LB-07]', () => {
    const all = row('all', { worstPress: 50_000, p99Press: 40_000 })
    const some = row('some', { worstPress: 20_000, p99Press: 20_000, pressesNotShown: 9 })
    expect(judged([all, some, row('slow', { worstPress: 60_000, p99Press: 60_000 })]).map(({ best }) => best)).toEqual([
      ['worstPress', 'p99Press'],
      [],
      [],
    ])
    expect(adviceOn([all, some])).toEqual({
      label: 'all',
      text: 'all: every press shown, unlike some.',
      columns: ['worstPress', 'p99Press'],
      against: 'some',
      trade: [],
    })
    // those that show all are the best of it, also where they are alike
    const twins = judged([row('a'), row('b'), row('left', { pressesNotShown: 1 })])
    expect(twins.map(({ best }) => best)).toEqual([['worstPress', 'p99Press'], ['worstPress', 'p99Press'], []])
    const none = row('none', { worstPress: null, p99Press: null, pressesNotShown: 2, localByteSeconds: 1000 })
    expect(adviceOn([row('all', { localByteSeconds: 500 }), none]).text).toBe(
      'all: every press shown, 50 % less memory held than the policy none.',
    )
  })
})

describe('advice', () => {
  test('names one that holds the mark of the least, not one before it that is within 5 % of it [LB-07] [LB-04]', () => {
    const rows = judged([
      row('none', { localByteSeconds: 7500 }),
      row('periodic', { localByteSeconds: 4900 }),
      row('fence-lru', { localByteSeconds: 4810 }),
      row('as good', { localByteSeconds: 4810 }),
    ])
    expect(rows[2]?.best).toEqual(['localByteSeconds'])
    expect(adviceOn(rows)).toMatchObject({
      label: 'fence-lru',
      text: 'fence-lru: 36 % less memory held than the policy none.',
    })
    // less of one and more of another, each by little, is not better: the first is named
    const mixed = [...rows.slice(0, 2), row('fence-lru', { localByteSeconds: 4810, peakLocalUsage: 201 * MiB })]
    expect(adviceOn(mixed).label).toBe('periodic')
  })

  test('names the one in use where another is no better: nobody need change it [LB-07]', () => {
    const rows = [row('none', { hitches: 4 }), row('a'), row('b', { isInput: true })]
    expect(adviceOn(rows)).toMatchObject({ label: 'b', text: 'b: no hitch, unlike the policy none.' })
    expect(adviceOn([row('none', { hitches: 4 }), row('a'), row('b')]).label).toBe('a')
    // less of something, by however little, and more of nothing is better
    expect(
      adviceOn([rows[0]!, row('a', { localByteSeconds: 990 }), row('b', { isInput: true, localByteSeconds: 1000 })])
        .label,
    ).toBe('a')
    expect(adviceOn([row('none', { isInput: true, hitches: 4 }), row('a')]).label).toBe('a')
  })

  test('names the one that is nowhere worse, and what it rests on [LB-07]', () => {
    const rows = [row('none', { hitches: 4, localByteSeconds: 1000 }), row('fence-lru', { localByteSeconds: 690 })]
    expect(adviceOn(rows)).toEqual({
      label: 'fence-lru',
      text: 'fence-lru: no hitch, 31 % less memory held than the policy none.',
      columns: ['localByteSeconds', 'hitches'],
      against: 'none',
      trade: [],
    })
    expect(adviceOn([row('a', { hitches: 4 }), row('b')]).text).toBe('b: no hitch, unlike a.')
  })

  test('what is some is not all of it less, however little it is [LB-07]', () => {
    const than = (waited: number): string =>
      adviceOn([row('a', { waitedForPaging: 24_410 }), row('b', { waitedForPaging: waited })]).text
    expect(than(4)).toBe('b: more than 99 % less time waited for paging than a.')
    expect(than(300)).toBe('b: 99 % less time waited for paging than a.')
    expect(than(0)).toBe('b: no wait for paging, unlike a.')
    const held = [row('a', { localByteSeconds: 1000 }), row('b', { localByteSeconds: 0 })]
    expect(adviceOn(held).text).toBe('b: 100 % less memory held than a.')
  })

  test('of work in which nothing was used it is not said that any of them will do [LB-07]', () => {
    const text = 'No column differs by more than 5 %.'
    expect(adviceOn([row('a'), row('b')], false)).toMatchObject({ label: null, text })
  })

  test('that no column differs is not said where times of presses do, of which some were never shown [LB-07]', () => {
    const left = (label: string, time: number) => row(label, { pressesNotShown: 6, worstPress: time, p99Press: time })
    const rows = [left('a', 30_000), left('b', 46_666)]
    const named = 'worst press (of those shown) and 99th percentile (of those shown)'
    expect(adviceOn(rows)).toMatchObject({
      label: null,
      text: `They differ by more than 5 % only in ${named}: choose by what matters to you.`,
    })
    expect(adviceOn([...rows, row('lost', { appDevicesRemoved: 1 })]).text).toBe(
      `lost lost its device or failed what the input expects; the others differ by more than 5 % only in ${named}.`,
    )
    const lost = [row('a', { pressesNotShown: 1 }), row('b', { pressesNotShown: 50 })]
    expect(adviceOn(lost)).toMatchObject({
      label: null,
      text: 'They differ by more than 5 % only in presses never shown: choose by what matters to you.',
    })
    expect(adviceOn(lost).isAlike).toBeUndefined()
    // 28.5 ms is 5 % less than 30 ms
    expect(adviceOn([left('a', 30_000), left('b', 28_500)]).text).toMatch(/^No column differs/)
  })

  test('five per cent are nothing, more are [LB-07]', () => {
    // 95 of 100 is 5 % less; 94 is more
    const equal = adviceOn([row('a', { localByteSeconds: 100 }), row('b', { localByteSeconds: 95 })])
    expect(equal).toEqual({
      label: null,
      text: 'No column differs by more than 5 %: any of them will do.',
      columns: [],
      against: null,
      trade: [],
      isAlike: true,
    })
    expect(adviceOn([row('a', { localByteSeconds: 100 }), row('b', { localByteSeconds: 94 })]).label).toBe('b')
    // worse by less than that in another column does not matter
    const better = adviceOn([row('a', { pageOutBytes: 100, hitches: 1 }), row('b', { pageOutBytes: 104 })])
    expect(better.label).toBe('b')
  })

  test('of models that differ in what they alone are compared by it is said in what, not that any will do [LB-07] [GP-28]', () => {
    const model = (graphics: 'none' | 'pixel', values: Parameters<typeof row>[1] = {}) =>
      row(`win8 ${graphics}`, {
        ...values,
        variant: { preemption: { model: 'win8' as const, graphics, compute: 'none' as const } },
      })
    const coarse = model('none', { worstCompositorLatency: 296_300, missedVerticalBlanks: 68, contextSwitches: 20 })
    const fine = model('pixel', { worstCompositorLatency: 555, missedVerticalBlanks: 0, contextSwitches: 170 })
    const named = 'worst latency, missed blanks and context switches'
    expect(adviceOn([coarse, fine])).toEqual({
      label: null,
      text: `They differ by more than 5 % only in ${named}: choose by what matters to you.`,
      columns: [],
      against: null,
      trade: [],
    })
    expect(adviceOn([coarse, fine, model('none', { appDevicesRemoved: 1, label: 'lost' })]).text).toBe(
      `lost lost its device or failed what the input expects; the others differ by more than 5 % only in ${named}.`,
    )
    const near = model('pixel', { ...coarse, label: 'near', worstCompositorLatency: 290_000 })
    expect(adviceOn([coarse, near]).text).toBe('No column differs by more than 5 %: any of them will do.')
    expect(adviceOn([coarse, model('pixel', { ...coarse, contextSwitches: 22 })]).text).toBe(
      'They differ by more than 5 % only in context switches: choose by what matters to you.',
    )
  })

  test('of models that differ in other columns as well it is said beside the advice in what of preemption they do [LB-07] [GP-28]', () => {
    const model = (graphics: 'none' | 'pixel', values: Parameters<typeof row>[1] = {}) =>
      row(`win8 ${graphics}`, {
        ...values,
        variant: { preemption: { model: 'win8' as const, graphics, compute: 'none' as const } },
      })
    const coarse = model('none', { worstCompositorLatency: 296_300, missedVerticalBlanks: 68, hitches: 4 })
    const fine = model('pixel', { worstCompositorLatency: 555, missedVerticalBlanks: 0 })
    const beside = 'They differ by more than 5 % in worst latency and missed blanks, too: weigh that as well.'
    expect(adviceOn([coarse, fine])).toEqual({
      label: 'win8 pixel',
      text: `win8 pixel: no hitch, unlike win8 none. ${beside}`,
      columns: ['hitches'],
      against: 'win8 none',
      trade: [],
      beside,
    })
    const trade = adviceOn([coarse, model('pixel', { ...fine, label: 'win8 pixel', localByteSeconds: 2000 })])
    expect(trade).toMatchObject({ label: null, beside })
    expect(trade.text).toMatch(/^No variant is best everywhere\. win8 none: .* more memory held\. They differ by/)
    // what lost its device is chosen by nobody, and policies alone are not compared by that
    const lost = model('none', { appDevicesRemoved: 1, missedVerticalBlanks: 900 })
    expect(adviceOn([lost, fine]).beside).toBeUndefined()
    expect(adviceOn([row('a', { hitches: 1, missedVerticalBlanks: 9 }), row('b')]).beside).toBeUndefined()
  })

  test('where none shows every press it is said in what the times of the others differ, and how many were lost [LB-07]', () => {
    const lossy = (label: string, lost: number, p99: number, hitches: number) =>
      row(label, { pressesNotShown: lost, p99Press: p99, hitches })
    const beside =
      'They differ by more than 5 % in 99th percentile (of those shown) and presses never shown, too: weigh that as well.'
    expect(adviceOn([lossy('a', 30, 90_000, 0), lossy('b', 3, 30_000, 4)])).toEqual({
      label: 'a',
      text: `a: no hitch, unlike b. ${beside}`,
      columns: ['hitches'],
      against: 'b',
      trade: [],
      beside,
    })
    // as many, and as fast
    expect(adviceOn([lossy('a', 3, 30_000, 0), lossy('b', 3, 30_000, 4)]).beside).toBeUndefined()
    // that it shows every press is a reason
    const all = adviceOn([lossy('a', 0, 90_000, 0), lossy('b', 3, 30_000, 4)])
    expect([all.text, all.beside]).toEqual(['a: every press shown, no hitch, unlike b.', undefined])
  })

  test('a removed device speaks against a variant, whatever else it has [LB-04] [LB-07]', () => {
    const lost = row('lost', { appDevicesRemoved: 1, pageInBytes: 0, localByteSeconds: 0 })
    expect(adviceOn([lost, row('kept')])).toEqual({
      label: 'kept',
      text: 'kept: lost lost its device or failed what the input expects.',
      columns: ['devicesRemoved'],
      against: 'lost',
      trade: [],
    })
    expect(adviceOn([lost]).label).toBeNull()
    expect(adviceOn([lost, row('a', { hitches: 1 }), row('b')]).label).toBe('b')
  })
})
