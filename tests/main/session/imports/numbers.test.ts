import { expect, it } from 'vitest'
import { several } from '../../../../main/session/imports/numbers'

it('one is one, none and more are several', () => {
  expect([several(0, 'use'), several(1, 'use'), several(18_805, 'use')]).toEqual(['0 uses', '1 use', '18,805 uses'])
  expect([several(1, 'process', 'processes'), several(2, 'process', 'processes')]).toEqual(['1 process', '2 processes'])
})
