import { describe, expect, it } from 'vitest'
import type { HeapLayout } from '../../../main/editor/heap-layout'
import { Journal, type JournalEntry } from '../../../main/editor/journal'

const KIB = 1024
const resource = (name: string) => ({ name, size: 64 * KIB, resident: true })
const allocation = (name: string, size: number) => ({ name, offset: 0, size })

/** What would be made again, by name; of a layout what lies in each of its heaps. */
function left(journal: Journal): unknown[] {
  return [...journal.entries()].map((entry: JournalEntry) => {
    if (entry.kind === 'resource') return entry.spec.name
    if (entry.kind !== 'layout') return entry.name
    return entry.layout.pools.map(({ blocks, committed }) => ({
      blocks: blocks.map(({ allocations }) => allocations.map(({ name }) => name)),
      committed: committed.map(({ name }) => name),
    }))
  })
}

describe('what a new device gets again [RS-07]', () => {
  it('is what was made and not given up, in the order in which it was made', () => {
    const journal = new Journal()
    journal.effect('Blur')
    journal.resource(resource('vertices'))
    journal.effect('Bloom')
    journal.effectRemoved('Blur')
    expect(left(journal)).toEqual(['vertices', 'Bloom'])
    journal.freed('vertices')
    journal.freed('never made')
    expect(left(journal)).toEqual(['Bloom'])
  })

  it('comes last where it could not be made, until it is given up or its name means something new', () => {
    const journal = new Journal()
    const lost: JournalEntry = { kind: 'resource', spec: resource('a') }
    journal.notMade(lost)
    journal.effect('Blur')
    expect(left(journal)).toEqual(['Blur', 'a'])
    expect([journal.giveUp('b'), journal.giveUp('a'), journal.giveUp('a')]).toEqual([false, true, false])
    journal.notMade(lost)
    journal.resource(resource('a'))
    expect(left(journal)).toEqual(['Blur', 'a'])
  })

  it('is of a layout what is left in it, without heaps that have become empty; those that were empty stay', () => {
    const layout: HeapLayout = {
      pools: [
        {
          name: 'p',
          heap: 'default',
          blockSize: 1024 * KIB,
          algorithm: 'tlsf',
          blocks: [
            { size: 1024 * KIB, allocations: [allocation('a', KIB), allocation('b', KIB)] },
            { size: 1024 * KIB, allocations: [allocation('c', KIB)] },
            { size: 1024 * KIB, allocations: [] },
          ],
          committed: [{ name: 'd', size: KIB }],
        },
      ],
    }
    const journal = new Journal()
    journal.layout(layout)
    for (const name of ['b', 'c', 'd']) journal.freed(name)
    expect(left(journal)).toEqual([[{ blocks: [['a'], []], committed: [] }]])
  })
})

it('keeps priorities that were set by hand for the next device, and forgets those of what was freed [RS-10]', () => {
  const journal = new Journal()
  journal.prioritised('a', 'high')
  journal.prioritised('b', 'low')
  journal.prioritised('a', 'maximum')
  const next = new Journal(journal)
  journal.freed('b')
  expect([...next.prioritisedByHand]).toEqual([
    ['a', 'maximum'],
    ['b', 'low'],
  ])
  expect([...journal.prioritisedByHand]).toEqual([['a', 'maximum']])
})
