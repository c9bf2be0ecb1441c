import { expect, it } from 'vitest'
import { policyText } from '../../../../renderer/editor/toolbar/policies'

it('a built-in policy is told in a sentence, one with faults as such; of one of your own nothing is known', () => {
  expect(policyText('none')).toMatch(/^Never evicts .* \(TN-20\)\.$/)
  expect(policyText('d3dx12-residency')).toMatch(/^Faulty, as published\. \S/)
  expect(policyText('largest.mjs#0123456789ab')).toBeUndefined()
})
