import { describe, expect, it } from 'vitest'
import { checkAdapters } from '../../../../../main/session/scenario/check/adapters'
import { IssueList } from '../../../../../main/session/scenario/check/lists'
import { fileOf, inTime, told } from './drafts'

function check(system: object, ...steps: object[]): string[] {
  const issues = new IssueList()
  checkAdapters(fileOf({ system, steps: inTime(...steps) }), issues)
  return told(issues)
}

const inject = (adapter: number) => ({ inject: { fault: 'build-paging-buffer-fails', adapter } })

describe('physical adapters are counted from 0 [SC-14, AN-09]', () => {
  it('in faults', () => {
    expect(check({ physicalAdapters: 2 }, inject(0), inject(1), inject(2))).toEqual([
      'steps[2].inject.adapter: 2; at most 1, as system.physicalAdapters is 2 and the first adapter is 0',
    ])
    // one where nothing is said
    expect(check({}, inject(0), inject(1))).toHaveLength(1)
  })

  it('in the driver’s answers: one list entry for each beside the first', () => {
    const driver = { pagingProcessVaFails: [0, 3], linkedPagingProcessVa: [1, 2] }
    expect(check({ physicalAdapters: 3, driver })).toEqual([
      'system.driver.pagingProcessVaFails[1]: 3; at most 2, as system.physicalAdapters is 3 and the first adapter is 0',
    ])
    expect(check({ physicalAdapters: 2, driver: { linkedPagingProcessVa: [1, 2] } })).toEqual([
      'system.driver.linkedPagingProcessVa: a list of 2; at most 1, as system.physicalAdapters is 2 and the first answers with pagingProcessVa',
    ])
    expect(check({ physicalAdapters: 2, driver: { pagingProcessVaFails: true } })).toEqual([])
  })

  it('not where their number is bad by itself', () => {
    expect(check({ physicalAdapters: 'two' }, inject(3))).toEqual([])
  })
})
