import { expect, it } from 'vitest'
import { TrimFlag, trimFlagsText } from '../../../preload/contract'

it('flags are told by their names, in the order of their bits; none are none [TN-02]', () => {
  expect(trimFlagsText(TrimFlag.TRIM_TO_BUDGET | TrimFlag.PERIODIC_TRIM)).toBe('PERIODIC_TRIM + TRIM_TO_BUDGET')
  expect(trimFlagsText(TrimFlag.NONE)).toBe('')
})
