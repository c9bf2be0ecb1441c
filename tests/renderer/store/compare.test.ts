import { expect, it } from 'vitest'
import { comparePolicies } from '../../../renderer/store/compare'
import { sending } from './support/sending'

const page = sending()

it('opens the Laboratory with policies as what is varied, those that are named chosen', () => {
  comparePolicies(['none', 'fence-lru'])
  expect(page.state.tab).toBe('laboratory')
  expect(page.state.laboratoryTab).toMatchObject({
    dimensions: ['policies'],
    isOpen: true,
    isAsked: true,
    policies: ['none', 'fence-lru'],
  })
})

it('leaves the choice of policies as it was where none is named', () => {
  comparePolicies(['clock'])
  comparePolicies()
  expect(page.state.laboratoryTab.policies).toEqual(['clock'])
})
