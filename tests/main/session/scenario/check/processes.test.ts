import { describe, expect, it } from 'vitest'
import { IssueList } from '../../../../../main/session/scenario/check/lists'
import { checkProcesses } from '../../../../../main/session/scenario/check/processes'
import { fileOf, inTime, told } from './drafts'

function check(...steps: object[]): string[] {
  const issues = new IssueList()
  checkProcesses(fileOf({ steps: inTime(...steps) }), issues)
  return told(issues)
}

const blocked = (...names: string[]) => ({ expect: { blocked: names } })
const removed = (name: string) => ({ expect: { removalReasons: { [name]: 'DXGI_ERROR_DEVICE_HUNG' } } })
const work = (context: unknown) => ({ submit: { engine: '3d', gpuTime: 1, context } })
const game = { otherProcess: { name: 'game', usage: 1 } }

describe('processes that conditions name [SC-15]', () => {
  it('are the app’s, and those of any step', () => {
    expect(check(blocked('app', 'game', 'encoder'), game, work('encoder'))).toEqual([])
    expect(check({ expect: { notBlocked: ['app', 'gmae'] } }, game)).toEqual([
      `steps[0].expect.notBlocked[1]: "gmae"; 'app', or a process that a step names as context of its work or as otherProcess: "app" or "game"`,
    ])
  })

  it('may be any where a step’s name is bad', () => {
    expect(check(blocked('game'), work(3))).toEqual([])
  })

  it('the compositor has a device, and no process that could be blocked [GP-25]', () => {
    expect(check(removed('dwm'), removed('app'))).toEqual([])
    expect(check(blocked('dwm'))).toHaveLength(1)
    expect(check(removed('game'))).toEqual([
      `steps[0].expect.removalReasons.game: "game"; a device: 'app', or a process that a step names as context of its work: "app" or "dwm"`,
    ])
  })
})
