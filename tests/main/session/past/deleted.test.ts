/** Deleted branches, asked of the part alone: parentage as it was before, whatever goes in between (LB-02). */
import { describe, expect, it } from 'vitest'
import { DeletedBranches, type Parted, passOn } from '../../../../main/session/past/deleted'

const branch = (id: number, parent: number | null, from: number, common: number): Parted => ({
  id,
  parent,
  from,
  common,
})

/** Main, what parted from it at 10 after one step, and what parted from that at 20 after three. */
const line = (): [Parted, Parted, Parted] => [branch(1, null, 0, 0), branch(2, 1, 10, 1), branch(3, 2, 20, 3)]

function without(all: Parted[], gone: Parted): void {
  all.splice(all.indexOf(gone), 1)
  passOn(all, gone)
}

describe('a branch that was deleted', () => {
  it('leaves what parted from it to its own parent, and has it again where it was [LB-02]', () => {
    const [main, second, third] = line()
    const all = [main, second, third]
    const deleted = new DeletedBranches<Parted>(8)
    deleted.add(second, all)
    without(all, second)
    expect(all).toEqual([main, branch(3, 1, 10, 1)])
    expect(deleted.last).toBe(second)
    deleted.restore(all)
    expect(all).toEqual(line())
    expect(deleted.last).toBeNull()
  })

  it('parts from the parent of its parent where that is gone for good meanwhile [LB-02]', () => {
    const [main, second, third] = line()
    const all = [main, second, third]
    const deleted = new DeletedBranches<Parted>(8)
    deleted.add(third, all)
    without(all, third)
    without(all, second)
    deleted.passOn(second)
    deleted.restore(all)
    expect(all).toEqual([main, branch(3, 1, 10, 1)])
  })

  it('takes nothing back of what is gone itself [LB-02]', () => {
    const [main, second, third] = line()
    const all = [main, second, third]
    const deleted = new DeletedBranches<Parted>(8)
    deleted.add(second, all)
    without(all, second)
    without(all, third)
    deleted.restore(all)
    expect(all).toEqual([main, second])
  })

  it('is kept while there are few, the last ones [LB-02]', () => {
    const all = [1, 2, 3, 4].map((id) => branch(id, null, 0, 0))
    const deleted = new DeletedBranches<Parted>(2)
    for (const one of all.slice(0, 3)) deleted.add(one, all)
    const left = all.slice(3)
    deleted.restore(left)
    deleted.restore(left)
    deleted.restore(left)
    expect(left.map(({ id }) => id)).toEqual([4, 2, 3])
  })
})
