import { describe, expect, test } from 'vitest'
import { NO_FILE, nameOfFile } from '../../../../main/shell/documents/document-file'

describe('what a project is called', () => {
  test('is its file’s name where it has one, whatever it was called before', () => {
    expect(nameOfFile({ path: '/cuts/mine.json', known: null, title: 'recording' })).toBe('mine')
  })

  test('is its title until it is saved, and Untitled without one', () => {
    expect([nameOfFile({ ...NO_FILE, title: 'recording' }), nameOfFile(NO_FILE)]).toEqual(['recording', 'Untitled'])
  })
})
