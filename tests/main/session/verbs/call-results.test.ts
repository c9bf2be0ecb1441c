import { describe, expect, it } from 'vitest'
import { CallResults } from '../../../../main/session/verbs/call-results'

describe('what calls of a step returned [SC-15]', () => {
  it('is what the step returned, where it says nothing of single calls', () => {
    const results = new CallResults()
    const step = {}
    results.end(results.begin(step), 'E_OUTOFMEMORY')
    expect(results.of(step)).toEqual({ results: ['E_OUTOFMEMORY'], latency: null })
  })

  it('is each of its calls in order, where it makes several', () => {
    const results = new CallResults()
    const step = {}
    const current = results.begin(step)
    results.add('S_OK')
    results.add('E_INVALIDARG')
    results.end(current, 'E_INVALIDARG')
    expect(results.of(step)?.results).toEqual(['S_OK', 'E_INVALIDARG'])
  })

  it('belongs to that step, and is nothing for one that was not carried out', () => {
    const results = new CallResults()
    const [first, second] = [{}, {}]
    results.end(results.begin(first), 'S_OK')
    results.end(results.begin(second), 'S_FALSE')
    expect([results.of(first)?.results, results.of(second)?.results]).toEqual([['S_OK'], ['S_FALSE']])
    expect(results.of({})).toBeUndefined()
  })
})

it('the worst frame is the longest that was presented so far, none before the first [SC-15]', () => {
  const results = new CallResults()
  expect(results.worstFrame).toBeNull()
  for (const duration of [0, 16_000, 4000]) results.presented(duration)
  expect(results.worstFrame).toBe(16_000)
})
