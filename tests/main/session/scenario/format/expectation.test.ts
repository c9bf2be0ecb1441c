/** What `expect` may ask: at least one thing, of which each is something that can hold or not. */
import { describe, expect, it } from 'vitest'
import { expectation } from '../../../../../main/session/scenario/format/expectation'

/** "path: message" of what is wrong. */
function problems(conditions: unknown): string[] {
  const read = expectation.safeParse(conditions)
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('an expectation', () => {
  it('asks at least one thing', () => {
    expect(problems({})).toEqual([': at least one condition'])
    expect(problems({ resident: [] })).toEqual(['resident: at least one resource name'])
    expect(problems({ rules: {} })).toEqual(['rules: at least one rule'])
    expect(problems({ variants: {} })).toEqual(['variants: at least one effect'])
    expect([problems({ blocks: {} }), problems({ fragmentation: {} })]).toEqual([
      ['blocks: at least one pool'],
      ['fragmentation: at least one pool'],
    ])
    expect(problems({ signalled: [] })).toEqual(['signalled: at least one event'])
  })

  it('counts exactly, or between bounds; usage in bytes', () => {
    expect(problems({ evictions: 0, hitches: { min: 1 }, tears: { max: 2 } })).toEqual([])
    expect(problems({ evictions: -1 })).not.toEqual([])
    expect(problems({ evictions: 1.5 })).not.toEqual([])
    expect(expectation.parse({ localUsage: { min: '1MiB', max: '2MiB' } })).toEqual({
      localUsage: { min: 2 ** 20, max: 2 ** 21 },
    })
    expect(expectation.parse({ compositorLatency: { max: '5ms' } })).toEqual({ compositorLatency: { max: 5000 } })
  })

  it('names rules as findings do', () => {
    const words = 'a rule as findings name it, such as "GP-05"'
    for (const rule of ['GP-05', 'TN-34a']) expect(problems({ rules: { [rule]: 1 } })).toEqual([])
    for (const rule of ['gp-05', 'GP-5', 'GP-005', 'TN-34A', 'TN-34ab'])
      expect(problems({ rules: { [rule]: 1 } }).join(), rule).toContain(words)
  })

  it('knows fragmentation as a part of one', () => {
    expect(problems({ fragmentation: { DEFAULT: { min: 0, max: 1 } } })).toEqual([])
    expect(problems({ fragmentation: { DEFAULT: { max: 1.01 } } }).join()).toContain('a number from 0 to 1')
  })

  it('asks nothing that nobody can tell', () => {
    expect(problems({ evictions: 0, frames: 1 })).toHaveLength(1)
    expect(problems({ workflows: {} })).toEqual(['workflows: at least one workflow'])
  })
})
