import { expect, it } from 'vitest'
import { withoutUndefined } from '../../../main/session/without-undefined'

it('keeps what stood there before where a field is undefined, and not where it is 0, false, null or empty', () => {
  const before = { delay: 2, on: true, name: 'a', owner: 'me' as string | null, most: 5 }
  const settings = { delay: 0, on: false, name: '', owner: null, most: undefined }
  expect({ ...before, ...withoutUndefined(settings) }).toEqual({ delay: 0, on: false, name: '', owner: null, most: 5 })
  expect(Object.keys(withoutUndefined(settings))).not.toContain('most')
})
