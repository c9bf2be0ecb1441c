import { expect, test } from 'vitest'
import { underWayText } from '../../../../main/shell/documents/under-way'

test.each([
  ['opened', '“a” is being opened: cancel it first, or wait for it.'],
  ['exported', '“a” is being exported: cancel it first, or wait for it.'],
  ['saved', '“a” is being saved: wait for it.'],
] as const)('what is %s says so, and what to do', (done, text) => {
  expect(underWayText({ title: 'a', done })).toBe(text)
})
