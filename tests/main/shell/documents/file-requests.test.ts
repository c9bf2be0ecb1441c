import { describe, expect, test } from 'vitest'
import { handedOver } from '../../../../main/shell/documents/file-requests'

describe('a second launch', () => {
  test('hands its file over, relative to where it was started', () => {
    expect(handedOver({ file: 'a.json' }, '/home/b')).toBe('/home/b/a.json')
    expect(handedOver({ file: '/c.json' }, '/home/b')).toBe('/c.json')
  })

  test.each([null, undefined, 'a.json', {}, { file: null }, { file: 3 }])('%j hands over nothing', (data) => {
    expect(handedOver(data, '/home/b')).toBeNull()
  })
})
