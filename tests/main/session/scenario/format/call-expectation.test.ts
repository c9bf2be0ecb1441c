import { describe, expect, it } from 'vitest'
import { stepIndex, stepName } from '../../../../../main/session/scenario/format/call-expectation'
import { expectation } from '../../../../../main/session/scenario/format/expectation'

const accepts = (value: unknown): boolean => expectation.safeParse(value).success

it('a step is named by its number, and found by its name [SC-15]', () => {
  expect([stepName(0), stepName(37)]).toEqual(['steps[0]', 'steps[37]'])
  expect([stepIndex('steps[0]'), stepIndex('steps[37]')]).toEqual([0, 37])
})

describe('conditions on calls [SC-15]', () => {
  it('name a step as it is written, and results as Windows calls them', () => {
    expect(accepts({ results: { 'steps[3]': 'S_OK', 'steps[4]': ['S_OK', 'E_OUTOFMEMORY'] } })).toBe(true)
    for (const name of ['3', 'steps[03]', 'steps[-1]', 'steps[1234567890]', 'step[3]'])
      expect(accepts({ results: { [name]: 'S_OK' } }), name).toBe(false)
    for (const result of ['OK', [], 3]) expect(accepts({ results: { 'steps[3]': result } })).toBe(false)
  })

  it.each([
    ['results', {}],
    ['removalReasons', {}],
    ['blocked', []],
    ['pressLatency', {}],
    ['lastPreemption', { engine: '3d' }],
    ['delays', {}],
    ['placed', { a: {} }],
    ['pagingFence', {}],
  ])('say something: %s', (condition, nothing) => {
    expect(accepts({ [condition]: nothing })).toBe(false)
  })

  it.each<[string, unknown, unknown]>([
    ['removalReasons', { app: 'DXGI_ERROR_DEVICE_HUNG' }, { app: 'S_OK' }],
    ['blocked', ['game'], ['']],
    ['pressLatency', { 'steps[0]': { max: '20ms' } }, { 'steps[0]': '20ms' }],
    ['frameLatency', { min: 0 }, {}],
    ['lastPreemption', { boundary: 'dma-buffer' }, { boundary: 'pixels' }],
    ['lastPreemption', { latency: { max: '1ms' } }, { latency: {} }],
    ['delays', { count: 3, worst: '1ms', 'page-in': { min: 1 } }, { count: -1 }],
    ['placed', { a: { heap: 'DEFAULT block 0', offset: 0 } }, { a: { offset: -1 } }],
    ['references', { a: { min: 1 } }, { a: 'one' }],
    ['references', { a: -1, b: { min: -2, max: -1 } }, { a: { min: -1, max: -2 } }],
    ['pagingFence', { completed: 3 }, { completed: 0.5 }],
    ['cookies', [], [-1]],
  ])('%s %j, not %j', (condition, good, bad) => {
    expect(accepts({ [condition]: good })).toBe(true)
    expect(accepts({ [condition]: bad })).toBe(false)
  })
})
