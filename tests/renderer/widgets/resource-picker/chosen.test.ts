/** Resources as they are chosen and typed. */
import { expect, it } from 'vitest'
import { NO_CHOICE, namesOf, typedProblem, withTyped } from '../../../../renderer/widgets/resource-picker/chosen'

it('adds what is typed once, where there is such a resource', () => {
  const chosen = { names: ['Blur.main'], typed: 'Blur.main ' }
  expect(withTyped(chosen)).toEqual({ names: ['Blur.main'], typed: '' })
  expect(withTyped({ names: ['Blur.main'], typed: '  ' })).toEqual({ names: ['Blur.main'], typed: '' })
  expect(namesOf({ names: ['Blur.main'], typed: ' Blur.temp' })).toEqual(['Blur.main', 'Blur.temp'])
  expect(typedProblem(NO_CHOICE, () => false)).toBeNull()
  expect(typedProblem({ names: [], typed: 'Blur.x ' }, (name) => name === 'Blur.x')).toBeNull()
  expect(typedProblem({ names: [], typed: 'Sharpen.x' }, () => false)).toBe(
    'Found “Sharpen.x”, expected the full name of a resource, as Memory calls it.',
  )
})

it('takes no more than one submission may use: the one too many is said here, not refused as it is sent', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `buffer ${index}`)
  expect(typedProblem({ names, typed: 'Blur.main' }, () => true)).toBe(
    'At most 1,000 resources are used at once: leave one out first.',
  )
  // it is among them
  expect(typedProblem({ names, typed: 'buffer 7' }, () => true)).toBeNull()
  expect(typedProblem({ names: names.slice(1), typed: 'Blur.main' }, () => true)).toBeNull()
})
