import { expect, it } from 'vitest'
import { UniqueNames } from '../../../main/session/unique-names'

it('a name that is taken gets the first number that makes it one of its own', () => {
  const names = new UniqueNames(['Main', 'Main (3)'])
  expect(['Main', 'Other', 'Main', 'Other', 'Main (3)'].map((name) => names.take(name))).toEqual([
    'Main (2)',
    'Other',
    'Main (4)',
    'Other (2)',
    'Main (3) (2)',
  ])
})
