import { describe, expect, it } from 'vitest'
import { Commits } from '../../../../main/d3d12/background-processing/commits'
import { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'

function setUp() {
  const ended: (string | null)[] = []
  let reprioritised = 0
  const commits = new Commits<string>(
    () => reprioritised++,
    (event) => ended.push(event?.name ?? null),
  )
  return { commits, ended, reprioritised: () => reprioritised }
}

describe('a commit', () => {
  it('ends with the last of the tasks that it began with, and signals its own event [BP-07] [BP-10]', () => {
    const { commits, ended } = setUp()
    commits.begin(['a', 'b'], false, new CompletionEvent('first'))
    commits.begin(['b', 'c'], true, new CompletionEvent('second'))
    commits.settle('a')
    expect([commits.count, commits.boosted, ended]).toEqual([2, true, []])
    commits.settle('b')
    expect([commits.count, ended]).toEqual([1, ['first']])
    commits.settle('c')
    expect([commits.count, commits.boosted, ended]).toEqual([0, false, ['first', 'second']])
  })

  it('of no tasks has ended at once, and nothing gets another priority [BP-07]', () => {
    const { commits, ended, reprioritised } = setUp()
    commits.begin([], true, null)
    expect([ended, commits.count, reprioritised()]).toEqual([[null], 0, 0])
  })

  it('is not ended by tasks that came after it', () => {
    const { commits, ended } = setUp()
    commits.begin(['a'], false, null)
    commits.settle('later')
    expect([commits.count, ended]).toEqual([1, []])
  })

  it('is waited for until none is under way any more', () => {
    const { commits } = setUp()
    const called: number[] = []
    commits.whenDone(() => called.push(0))
    commits.begin(['a'], false, null)
    commits.begin(['b'], false, null)
    commits.whenDone(() => called.push(1))
    commits.settle('a')
    expect(called).toEqual([0])
    commits.settle('b')
    expect(called).toEqual([0, 1])
  })
})
