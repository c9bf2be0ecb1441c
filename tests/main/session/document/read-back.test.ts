import { expect, test } from 'vitest'
import { readBackProblem } from '../../../../main/session/document/read-back'

test('what can be opened again may be written', () => {
  expect(readBackProblem('{"trimline": 1, "name": "cut"}\n', 'project')).toBeNull()
})

test('what cannot is not, and that says what it is, that nothing is lost, and why', () => {
  const problem = readBackProblem('{"trimline": 1, "until": "soon"}\n', 'recording')
  expect(problem).toMatch(
    /^The recording was not saved, as it could not be opened again\. The file on disk is as it was;/,
  )
  expect(problem).toContain('Please report this.\nrecording:1:')
  expect(problem).toContain('until')
})

test('of many problems the first five are shown, and how many more there are', () => {
  const steps = Array.from({ length: 7 }, () => ({ at: 0, apply: 1 }))
  const lines = (readBackProblem(JSON.stringify({ trimline: 1, steps }), 'project') ?? '').split('\n')
  expect(lines.filter((line) => line.includes('.apply'))).toHaveLength(5)
  expect(lines.at(-1)).toBe('and 2 more')
})

test('it is read as its file would be: what UTF-8 cannot say is lost on the way', () => {
  // half of a pair comes back as another character, which an ordinary text would hide
  const text = '{"trimline": 1, "app": {"effects": [{"name": "\ud800"}]}, "steps": [{"at": 0, "apply": "\\ud800"}]}'
  expect(readBackProblem(text, 'project')).toContain('steps[0].apply')
})
