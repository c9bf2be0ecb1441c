import { expect, test } from 'vitest'
import { SavedFiles } from '../../../main/shell/saved-files'

test('each file that was saved is told of by its number, and its folder is shown by that alone', () => {
  const done: string[] = []
  const files = new SavedFiles({ showItemInFolder: (path) => done.push(path) }, () => done.push('changed'))
  expect(files.last).toEqual({})
  expect(files.show(1)).toEqual({
    ok: false,
    message: 'Found file 1; expected one that was saved since the app started.',
  })
  files.add('/a/b.json')
  files.add('/a/c\u202Etxt.json')
  expect(files.last).toEqual({ saved: { id: 2, path: expect.stringContaining('/a/c') } })
  // what turns the direction of text does not reach the page
  expect(files.last.saved?.path).not.toContain('\u202E')
  expect(files.show(1)).toEqual({ ok: true })
  expect(files.show(2)).toEqual({ ok: true })
  expect(done).toEqual(['changed', 'changed', '/a/b.json', '/a/c\u202Etxt.json'])
})

test('of many only the newest are remembered', () => {
  const shown: string[] = []
  const files = new SavedFiles({ showItemInFolder: (path) => shown.push(path) }, () => {})
  for (let id = 1; id <= 65; id++) files.add(`/${id}`)
  expect(files.show(1).ok).toBe(false)
  expect(files.show(2).ok).toBe(true)
  expect(files.show(65).ok).toBe(true)
  expect(shown).toEqual(['/2', '/65'])
})
