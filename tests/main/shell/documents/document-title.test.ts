import { describe, expect, test } from 'vitest'
import { documentTitle, nameOf } from '../../../../main/shell/documents/document-title'

describe('title', () => {
  test('shows the name, and a dot for unsaved changes', () => {
    expect(documentTitle(nameOf('/home/a/two effects.json'), false)).toBe('two effects – Trimline')
    expect(documentTitle(nameOf(null), true)).toBe('● Untitled – Trimline')
    expect(nameOf('/home/a/cut.trimline')).toBe('cut')
    expect(nameOf('/a/demo.v2')).toBe('demo.v2')
    expect(nameOf('/a/.json')).toBe('.json')
  })
})
