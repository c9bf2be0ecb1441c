import { expect, it } from 'vitest'
import { freshName } from '../../../../main/editor/timeline/made'

it('gives the first name that is free, and never the same twice', () => {
  const taken = new Set(['clip', 'clip 3'])
  expect(['clip', 'clip', 'clip', 'other'].map((name) => freshName(name, taken))).toEqual([
    'clip 2',
    'clip 4',
    'clip 5',
    'other',
  ])
  expect(taken.has('clip 5')).toBe(true)
})
