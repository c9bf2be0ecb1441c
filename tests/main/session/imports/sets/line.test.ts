import { describe, expect, it } from 'vitest'
import { CaptureError } from '../../../../../main/session/imports/capture'
import { readHead, readLine } from '../../../../../main/session/imports/sets/line'

const refused = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof CaptureError) return error.message
    throw error
  }
  throw new Error('expected it to be refused')
}

describe('a line of a .sets.jsonl file [LB-19]', () => {
  it('is a submission: when, what it needs, and what is free before', () => {
    const text = '{"t":5,"set":[{"id":"a","size":65536,"heap":"upload"}],"gpuTime":3,"engine":"copy","free":["b"]}'
    expect(readLine(text, 2)).toEqual({
      t: 5,
      set: [{ id: 'a', size: 65_536, heap: 'upload' }],
      gpuTime: 3,
      engine: 'copy',
      free: ['b'],
    })
  })

  it.each([
    ['{"t":-1,"set":[]}', 't'],
    ['{"t":1.5,"set":[]}', 't'],
    ['{"t":1,"set":[{"id":""}]}', 'set[0].id'],
    ['{"t":1,"set":[],"sets":[]}', 'sets'],
    ['{"t":1,"set":[],"engine":"video"}', 'engine'],
  ])('is refused with its number and where it is wrong: %s', (text, path) => {
    expect(refused(() => readLine(text, 17))).toContain(`line 17: ${path}: found`)
  })

  it.each([
    ['{"t":1', 'column 7'],
    ['{"t":1,"t":2,"set":[]}', 'column 8: t'],
  ])('that is no JSON, or says a thing twice, is refused with its column: %s', (text, place) => {
    expect(refused(() => readLine(text, 3))).toContain(`line 3: ${place}: found`)
  })

  it('that ends too early, or goes on behind its end, is told from the file', () => {
    expect(refused(() => readLine('{"t":1', 3))).toContain('found the end of the line; expected')
    expect(refused(() => readLine('{"t":1,"set":[]},', 3))).toContain('found ","; expected the end of the line')
  })

  it.each([
    ['{"t":9007199254740993,"set":[]}', 't: found 9007199254740993;'],
    ['{"t":0,"set":[{"id":"a","size":18446744073709551616}]}', 'set[0].size: found 18446744073709551616;'],
  ])('with a number that is too large says which, to the last digit: %s', (text, said) => {
    expect(refused(() => readLine(text, 2))).toContain(`line 2: ${said}`)
  })
})

it('the first line says what the file is, and no more than that [LB-19]', () => {
  expect(readHead('{"trimlineSets":1,"name":"a game","derived":["sizes"]}', 1)).toEqual({
    trimlineSets: 1,
    name: 'a game',
    derived: ['sizes'],
  })
  expect(refused(() => readHead('{"trimlineSets":2}', 1))).toContain('line 1: trimlineSets: found 2')
})
