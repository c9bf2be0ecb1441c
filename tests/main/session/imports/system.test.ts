import { expect, it } from 'vitest'
import { memoryFor } from '../../../../main/session/imports/system'

const GIB = 1024 ** 3
const KIB64 = 64 * 1024

it.each([
  ['nothing is needed: the format’s own 2 GiB', 0, { localMemory: 2 * GIB }],
  // nine tenths of 2 GiB are 1.8 GiB
  ['just what its budget holds, less one granule', 1.8 * GIB - KIB64, { localMemory: 2 * GIB }],
  ['a byte more', 1.8 * GIB - KIB64 + 1, { localMemory: 4 * GIB }],
  ['3.7 GiB, of which 4 GiB hold 3.6', 3.7 * GIB, { localMemory: 8 * GIB, nonLocalMemory: 16 * GIB }],
])('memory in which a submission can run: %s [LB-19]', (_what, bytes, memory) => {
  expect(memoryFor(Math.floor(bytes))).toEqual(memory)
})

it('has no more than the format takes, whatever a file says that it needs [LB-19]', () => {
  expect(memoryFor(Number.MAX_SAFE_INTEGER)).toEqual({ localMemory: 2 ** 52, nonLocalMemory: 2 ** 52 })
})

it.each([
  // nine tenths of 8 GiB are 7.2 GiB
  ['what 8 GiB hold', 7 * GIB, { localMemory: 2 * GIB }],
  ['20 GiB, of which 16 GiB hold 14.4', 20 * GIB, { localMemory: 2 * GIB, nonLocalMemory: 32 * GIB }],
  ['more than the format takes', Number.MAX_SAFE_INTEGER, { localMemory: 2 * GIB, nonLocalMemory: 2 ** 52 }],
])('system memory that a submission reads where it is: %s [LB-19]', (_what, bytes, memory) => {
  expect(memoryFor(0, bytes)).toEqual(memory)
})
