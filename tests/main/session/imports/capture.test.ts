import { expect, it } from 'vitest'
import { badAt, badLine, CaptureError } from '../../../../main/session/imports/capture'

it('what is wrong with a recording says where, what was found and what was expected [LB-19]', () => {
  expect(badAt(100, 'a token', 'a timestamp')).toBeInstanceOf(CaptureError)
  expect(badAt(100, 'a token', 'a timestamp').message).toBe('offset 100: found a token; expected a timestamp')
  expect(badLine(3, 'uses[0]', '7', 'a name').message).toBe('line 3: uses[0]: found 7; expected a name')
  expect(badLine(3, '', '7', 'an object').message).toBe('line 3: found 7; expected an object')
})
