import { describe, expect, it } from 'vitest'
import type { FindingView } from '../../../../preload/contract'
import {
  FINDING_HEAD,
  findingFields,
  groupsOf,
  messagesOf,
  rowsOf,
} from '../../../../renderer/instruments/findings/groups'

let ids = 0
const finding = (t: number, rule: string, resource?: string): FindingView => ({
  id: ids++,
  t,
  rule,
  message: `${rule} at ${t}`,
  ...(resource === undefined ? {} : { resource }),
})

/** A warning three times at two moments, then an error, then a warning of later. */
const FOUND = [
  finding(10, 'TN-34a', 'Blur.main'),
  finding(10, 'TN-34a', 'Blur.temp'),
  finding(15, 'TN-34c'),
  finding(20, 'TN-34a', 'Blur.main'),
  finding(30, 'TN-39b'),
]

describe('findings [TN-40]', () => {
  it('are grouped by rule and moment: the worst first, then the newest, moments from the newest', () => {
    const groups = groupsOf(FOUND)
    expect(groups.map(({ rule, severity, count }) => [rule, severity, count])).toEqual([
      ['TN-34c', 'error', 1],
      ['TN-39b', 'warning', 1],
      ['TN-34a', 'warning', 3],
    ])
    expect(groups[2]?.moments.map(({ t, findings }) => [t, findings.length])).toEqual([
      [20, 1],
      [10, 2],
    ])
    expect(groups[0]?.title).toBe('Guarded by submission instead of completion')
  })

  it('of a call that a removed device refused blame no policy: one that hung is not avoided by any [RS-07] [GP-23]', () => {
    const refused = { ...finding(1, 'RS-07'), message: 'Blur was not applied: DXGI_ERROR_DEVICE_REMOVED' }
    const used = { ...finding(2, 'RS-07', 'Blur.main'), message: 'Blur.main is used by Blur, and not resident' }
    expect(groupsOf([refused])[0]).toMatchObject({
      keptBy: [],
      title: expect.stringMatching(/or its device is removed$/),
    })
    expect(findingFields(refused).at(-1)).toBe('')
    expect(groupsOf([refused, used])[0]?.keptBy).toContain('creative-app-fixed')
    expect(findingFields(used).at(-1)).toContain('creative-app-fixed')
  })

  it('of a packet for which no policy was asked name none that avoids it: the one in charge was among them [RS-07]', () => {
    const used = 'used Blur.main, which is not on the residency list'
    const of = (parts: Partial<FindingView>) => groupsOf([{ ...finding(2, 'RS-07', 'Blur.main'), ...parts }])[0]?.keptBy
    expect(of({ message: `D3D12 debug message 608: "other app" (fence 1) ${used}`, process: 'other app' })).toEqual([])
    expect(of({ message: `D3D12 debug message 608: "submitted work" (fence 1) ${used}` })).toEqual([])
    expect(of({ message: `D3D12 debug message 608: "Blur" (fence 1) ${used}` })).toContain('creative-app-fixed')
    const evicted = (by: string) =>
      of({ message: `D3D12 debug message 960: Blur.main was evicted while ${by} uses it` })
    expect(evicted('a running packet of the process game')).toEqual([])
    expect(evicted('a running packet')).toContain('creative-app-fixed')
  })

  it('of a moment are all said where they are few: “and 1 more” hid the fault of a second policy', () => {
    const of = (messages: string[]) =>
      messagesOf({ rule: 'LB-14', t: 1, findings: messages.map((message) => ({ ...finding(1, 'LB-14'), message })) })
    const said = ({ shown, hidden, all }: ReturnType<typeof of>) => [shown.map(({ message }) => message), hidden, all]
    expect(said(of(['a.mjs:1: it throws', 'a.mjs:1: it throws', 'b.mjs:2: it loops']))).toEqual([
      ['a.mjs:1: it throws', 'b.mjs:2: it loops'],
      0,
      ['a.mjs:1: it throws', 'b.mjs:2: it loops'],
    ])
    expect(said(of(['1', '2', '3', '4', '5', '6']))).toEqual([['1', '2', '3', '4'], 2, ['1', '2', '3', '4', '5', '6']])
  })

  it('of a rule that nobody knows are shown by its code', () => {
    expect(groupsOf([finding(1, 'XX-01')])[0]).toMatchObject({ title: 'XX-01', severity: 'warning' })
  })

  it('show the newest moments of each rule, and the rest when asked', () => {
    const groups = groupsOf([1, 2, 3, 4, 5].map((t) => finding(t, 'TN-34a')))
    const times = (whole: string[]) =>
      rowsOf(groups, new Set(whole)).map((row) => (row.kind === 'moment' ? row.moment.t : row.kind))
    expect(times([])).toEqual(['rule', 5, 4, 3, 'more'])
    expect(times(['TN-34a'])).toEqual(['rule', 5, 4, 3, 2, 1])
    expect(rowsOf(groups, new Set()).at(-1)).toMatchObject({ hidden: 2 })
  })

  it('are copied and saved with their rule in words, a field for each head', () => {
    const fields = findingFields(FOUND[1] as FindingView)
    expect(fields).toHaveLength(FINDING_HEAD.length)
    expect(fields.slice(0, 6)).toEqual([
      10,
      'TN-34a',
      'warning',
      'Evicted though used since the last trim',
      'Blur.temp',
      'TN-34a at 10',
    ])
    expect(fields.at(-1)).toBe('creative-app-fixed fence-lru')
  })
})
