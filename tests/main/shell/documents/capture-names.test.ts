import { expect, it } from 'vitest'
import { isCaptureName } from '../../../../main/shell/documents/capture-names'

it.each([
  ['/a/frames.rmv', true],
  ['/a/steamvr.etl', true],
  ['/a/steamvr.ETL.GZ', true],
  ['jobs.sets.jsonl', true],
  ['/a/work.json', false],
  ['/a.rmv/work.trimline', false],
  ['/a/rmv', false],
])('%s is called like a recording of another program: %s [LB-19]', (path, is) => {
  expect(isCaptureName(path)).toBe(is)
})
