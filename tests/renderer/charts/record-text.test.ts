import { expect, it } from 'vitest'
import { recordsTsv, recordText } from '../../../renderer/charts/record-text'

it.each([
  [
    { type: 'page-in', name: 'A.r', bytes: 64 * 2 ** 20, duration: 15_625, more: 'reason make-resident' },
    'page-in A.r, 64 MiB, in 15.63 ms (reason make-resident)',
  ],
  [{ type: 'tear', name: '', bytes: null, duration: null, more: 'engine 3d' }, 'tear (engine 3d)'],
  [{ type: 'press', name: 'Blur', bytes: null, duration: 250, more: '' }, 'press Blur, in 250 µs'],
])('%j is written %s', (record, text) => {
  expect(recordText(record)).toBe(text)
})

it('many are lines that a spreadsheet pastes, with numbers as they are', () => {
  const record = { type: 'page-in', name: 'A\tr', bytes: 1024, duration: null, more: 'a, b', amount: 1, text: '' }
  expect(recordsTsv([{ ...record, t: 1_500_000 }])).toBe(
    'time_us\trecord\tof\tbytes\ttook_us\tmore\n1500000\tpage-in\tA r\t1024\t\ta, b\n',
  )
})
