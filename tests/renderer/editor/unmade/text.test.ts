import { expect, test } from 'vitest'
import { unmadeText } from '../../../../renderer/editor/unmade/text'

test('what could not be created says why, that it is kept, and when it is tried again [RS-07]', () => {
  const end = 'It stays in the project, and is tried again with the next device, or when the simulation is restarted.'
  expect(unmadeText({ name: 'Blur', kind: 'effect', hresult: 'E_OUTOFMEMORY' })).toBe(
    ` could not be created: there was no memory for it (E_OUTOFMEMORY). ${end}`,
  )
  expect(unmadeText({ name: 'Shot', kind: 'clip', hresult: 'E_INVALIDARG' })).toBe(
    ` could not be imported: E_INVALIDARG. ${end}`,
  )
})
