/** What was used last is kept, and the one that was used the longest ago goes. */
import fc from 'fast-check'
import { LRUCache } from 'lru-cache'
import { describe, expect, it } from 'vitest'
import { Recent } from '../../../../main/drivers/umd/recent'

const keysOf = (recent: Recent<number>): string[] => [...recent.entries()].map(([key]) => key)

describe('what was used last', () => {
  it('is as many as there is room for: one more, and the one that was used the longest ago goes', () => {
    const recent = new Recent<number>(2)
    recent.add('a', 1)
    recent.add('b', 2)
    recent.add('c', 3)
    expect([...recent.entries()]).toEqual([
      ['b', 2],
      ['c', 3],
    ])
  })

  it('is the newest from then on', () => {
    const recent = new Recent<number>(2)
    recent.add('a', 1)
    recent.add('b', 2)
    expect(recent.use('a')).toBe(1)
    recent.add('c', 3)
    expect(keysOf(recent)).toEqual(['a', 'c'])
    expect(recent.use('b')).toBeUndefined()
  })

  it('stays where it is when it is only looked at', () => {
    const recent = new Recent<number>(2)
    recent.add('a', 1)
    recent.add('b', 2)
    expect(recent.peek('a')).toBe(1)
    recent.add('c', 3)
    expect([recent.peek('a'), keysOf(recent)]).toEqual([undefined, ['b', 'c']])
  })

  it('is what a well-known library keeps, in its order, whatever is asked of both', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const call = fc.record({ kind: fc.constantFrom('use', 'peek'), key })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.array(call, { maxLength: 40 }), (most, calls) => {
        const recent = new Recent<number>(most)
        const library = new LRUCache<string, number>({ max: most })
        for (const [value, { kind, key }] of calls.entries()) {
          if (kind === 'peek') expect(recent.peek(key)).toBe(library.peek(key))
          else {
            const known = library.get(key)
            expect(recent.use(key)).toBe(known)
            if (known !== undefined) continue
            library.set(key, value)
            recent.add(key, value)
          }
        }
        expect(keysOf(recent)).toEqual([...library.rkeys()])
      }),
    )
  })
})
