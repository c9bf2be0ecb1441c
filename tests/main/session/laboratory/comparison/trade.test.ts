/** What there is to choose between where none is best everywhere (LB-07), by hand. */
import { describe, expect, test } from 'vitest'
import { adviceOn } from '../../../../../main/session/laboratory/comparison/judge'
import { variantRow as row } from '../../../../support/variant-row'

const MiB = 2 ** 20

describe('a trade', () => {
  test('says of each what it is best at and what it gives up [LB-07]', () => {
    expect(adviceOn([row('a', { hitches: 4 }), row('b', { localByteSeconds: 2000 })])).toEqual({
      label: null,
      text: 'No variant is best everywhere. a: the least memory held, for 4 hitches; b: no hitch, for 100 % more memory held.',
      columns: ['localByteSeconds', 'hitches'],
      against: null,
      trade: [
        { labels: ['a'], best: 'the least memory held', gives: '4 hitches' },
        { labels: ['b'], best: 'no hitch', gives: '100 % more memory held' },
      ],
    })
  })

  test('counts: the fewest of several, and one of it is one [LB-07]', () => {
    const one = row('one', { hitches: 1, framesDropped: 3 })
    const none = row('none', { localByteSeconds: 2000, framesDropped: 6 })
    expect(adviceOn([one, none]).trade).toEqual([
      { labels: ['one'], best: 'the least memory held, the fewest frames dropped', gives: '1 hitch' },
      { labels: ['none'], best: 'no hitch', gives: '100 % more memory held, 100 % more frames dropped' },
    ])
  })

  test('what differs by more than 5 % is not said to differ by as much as counts as equally good [LB-07]', () => {
    const [a, b] = [row('a', { hitches: 4 }), row('b', { localByteSeconds: 1053 })]
    expect(adviceOn([a, b]).trade.map(({ gives }) => gives)).toEqual(['4 hitches', 'over 5 % more memory held'])
    expect(adviceOn([row('a'), b]).text).toBe('a: over 5 % less memory held than b.')
    expect(adviceOn([row('a'), row('b', { localByteSeconds: 1060 })]).text).toBe('a: 6 % less memory held than b.')
  })

  test('findings are counted, and their rules stand in brackets [LB-07]', () => {
    const of = (...rules: string[]) => {
      const findings = rules.map((rule) => ({ rule, count: 1 }))
      const { trade } = adviceOn([
        row('a', { findings, findingsCount: rules.length }),
        row('b', { pageOutBytes: 2000 }),
      ])
      return trade.find(({ labels }) => labels[0] === 'a')?.gives
    }
    expect([of('TN-16'), of('TN-16', 'TN-34a')]).toEqual(['1 finding (TN-16 ×1)', '2 findings (TN-16 ×1, TN-34a ×1)'])
  })

  test('one microsecond, or one byte, is spoken of as many are [LB-07]', () => {
    const one = row('one', { waitedForPaging: 1, pageOutBytes: 1 })
    const none = row('none', { localByteSeconds: 2000 })
    expect(adviceOn([one, none]).trade.map(({ gives }) => gives)).toEqual([
      '100 % more memory held',
      '1 B paged out, 1 µs waited for paging',
    ])
  })

  test('has those that are best at the same and give up the same together, most bests first [LB-07]', () => {
    const still = { localByteSeconds: 2000, waitedForPaging: 0 }
    const busy = { hitches: 4, waitedForPaging: 9000 }
    expect(adviceOn([row('a', busy), row('b', still), row('c', busy)]).trade).toEqual([
      { labels: ['b'], best: 'no wait for paging, no hitch', gives: '100 % more memory held' },
      { labels: ['a', 'c'], best: 'the least memory held', gives: '9 ms waited for paging, 4 hitches' },
    ])
  })

  test('leaves out what nobody would choose, and says what lies between [LB-07]', () => {
    const rows = [
      row('none', { localByteSeconds: 4000 }),
      row('tight', { hitches: 8 }),
      row('middle', { hitches: 2, localByteSeconds: 2000 }),
      // middle holds as much, with less hitches
      row('beaten', { hitches: 6, localByteSeconds: 2000 }),
    ]
    const { trade, text } = adviceOn(rows)
    expect(trade.map(({ labels, best }) => [labels, best])).toEqual([
      [['none'], 'no hitch'],
      [['tight'], 'the least memory held'],
      [['middle'], ''],
    ])
    expect(text).toContain('middle: between the others, with 100 % more memory held, 2 hitches.')
  })

  test('is shown where only what lies between is within 5 % of all: others differ, and it is not said that none does [LB-07]', () => {
    const rows = [
      row('a', { pageOutBytes: 100, localByteSeconds: 109 }),
      row('b', { pageOutBytes: 104, localByteSeconds: 104 }),
      row('c', { pageOutBytes: 109, localByteSeconds: 100 }),
    ]
    const advice = adviceOn(rows)
    expect(advice.label).toBeNull()
    expect(advice.columns).toEqual(['pageOutBytes', 'localByteSeconds'])
    expect(advice.text).toBe(
      'No variant is best everywhere. a: the least paged out, for 9 % more memory held; c: the least memory held, for 9 % more paged out; b: between the others.',
    )
    // one that can be no best changes nothing of that
    expect(adviceOn([row('lost', { appDevicesRemoved: 1 }), ...rows])).toEqual(advice)
  })

  test('says paged in once, though it is a column of bytes and one of shares [LB-07]', () => {
    const one = row('one', { pageInBytes: 200 * MiB, timesBound: 4 })
    const { trade, columns } = adviceOn([one, row('other', { localByteSeconds: 3000 })])
    expect(trade.find(({ labels }) => labels[0] === 'one')?.gives).toBe('100 % more paged in')
    expect(columns).toEqual(['pageInBytes', 'timesBound', 'localByteSeconds'])
  })

  test('says what the bound counts too where it goes the other way than all that was paged in [LB-07] [LB-11]', () => {
    // an upload buffer of 300 MiB beside the app's local memory
    const uploads = row('uploads', { pageInBytes: 400 * MiB, localPageInBytes: 100 * MiB, timesBound: 1 })
    const textures = row('textures', { pageInBytes: 200 * MiB, localPageInBytes: 200 * MiB, timesBound: 2 })
    expect(adviceOn([uploads, textures]).trade).toEqual([
      { labels: ['uploads'], best: 'the least paged in for each byte of the bound', gives: '100 % more paged in' },
      { labels: ['textures'], best: 'the least paged in', gives: '100 % more paged in for each byte of the bound' },
    ])
  })

  test('says how much more than the least of those that the bound is of, not than one above its budget or below the bound [LB-07] [LB-11]', () => {
    const uploads = row('uploads', { pageInBytes: 400 * MiB, localPageInBytes: 100 * MiB, timesBound: 1 })
    const textures = row('textures', { pageInBytes: 200 * MiB, localPageInBytes: 200 * MiB, timesBound: 2 })
    const more = '100 % more paged in for each byte of the bound'
    for (const others of [{ overBudget: 5 }, { bound: 100 * MiB, localPageInBytes: 50 * MiB }]) {
      const other = row('other', {
        pageInBytes: 400 * MiB,
        timesBound: 0.5,
        hitches: 2,
        peakLocalUsage: MiB,
        ...others,
      })
      const { trade } = adviceOn([uploads, textures, other])
      expect(trade.find(({ labels }) => labels.includes('textures'))?.gives).toContain(more)
    }
  })

  test('says once what was never shown [LB-07]', () => {
    const stuck = row('stuck', { worstPress: null, p99Press: null, pressesNotShown: 3, pageInBytes: 10 * MiB })
    expect(adviceOn([stuck, row('all')]).trade).toEqual([
      { labels: ['all'], best: 'every press shown', gives: '900 % more paged in' },
      { labels: ['stuck'], best: 'the least paged in', gives: '3 of the presses never shown' },
    ])
  })

  test('keeps all to choose from where each is beaten by another: 5 % can go round in a circle [LB-07]', () => {
    // each holds 4 % more than the one before it, which is nothing, and the last 8 % more than the first
    const rows = [
      row('a', { localByteSeconds: 1000, hitches: 3 }),
      row('b', { localByteSeconds: 1040, hitches: 2 }),
      row('c', { localByteSeconds: 1080, hitches: 1 }),
    ]
    expect(
      adviceOn(rows)
        .trade.flatMap(({ labels }) => labels)
        .toSorted(),
    ).toEqual(['a', 'b', 'c'])
  })
})
