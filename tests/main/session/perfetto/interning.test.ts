import { describe, expect, it } from 'vitest'
import { Interning } from '../../../../main/session/perfetto/interning'

/** The texts in the bytes of a message, whatever stands around them. */
const textsIn = (bytes: Uint8Array | null): string[] =>
  bytes === null
    ? []
    : (Buffer.from(bytes)
        .toString('latin1')
        .match(/text \d+/g) ?? [])

describe('a text [LB-17]', () => {
  it('has one number of its kind, and is written once', () => {
    const interning = new Interning()
    expect(interning.take()).toBeNull()
    const [one, two] = [interning.iid('eventNames', 'text 1'), interning.iid('eventNames', 'text 2')]
    const other = interning.iid('eventCategories', 'text 1')
    expect(new Set([one, two, other]).size).toBe(3)
    expect(interning.iid('eventNames', 'text 1')).toBe(one)
    expect(textsIn(interning.take())).toEqual(['text 1', 'text 2', 'text 1'])
    expect(interning.iid('eventNames', 'text 1')).toBe(one)
    expect(interning.take()).toBeNull()
  })

  it('is forgotten with all others when there are 8,192, and gets another number then', () => {
    const interning = new Interning()
    const first = interning.iid('eventNames', 'text 0')
    for (let i = 1; i < 8191; i++) interning.iid('eventNames', `text ${i}`)
    expect(interning.makeRoom()).toBe(false)
    const last = interning.iid('debugAnnotationNames', 'text 8191')
    expect(interning.makeRoom()).toBe(true)
    interning.take()
    expect(interning.makeRoom()).toBe(false)
    const again = interning.iid('eventNames', 'text 0')
    expect([again > first, again > last]).toEqual([true, true])
    expect(textsIn(interning.take())).toEqual(['text 0'])
  })
})
