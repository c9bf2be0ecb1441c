/** Names of the system's own, which no other process or context has: whose a record is can be told from it (SC-08). */
import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../../main/session/scenario'

const of = (...steps: object[]) =>
  validateScenario({ trimline: 1, steps: steps.map((step) => ({ at: '1ms', ...step })), until: '60ms' })
const problems = (...steps: object[]): string[] => {
  const result = of(...steps)
  return result.ok ? [] : result.problems.map(({ path, found, expected }) => `${path}: found ${found}, ${expected}`)
}
const otherProcess = (name: string) => ({ otherProcess: { name, usage: '1MiB' } })
const submit = (context: string) => ({ submit: { engine: '3d', gpuTime: '1ms', context } })
const use = (context: string) => ({ use: { set: [], context } })

describe('a name of the system’s own', () => {
  it('is refused where another’s is expected, and what it is is said [SC-02, GP-09]', () => {
    expect(problems(otherProcess('app'), submit('dwm'), use('dwm'))).toEqual([
      `steps[0].otherProcess.name: found "app", another name: this is the app's, whose memory is what it makes resident`,
      `steps[1].submit.context: found "dwm", another name: this is the compositor's, which presents by itself`,
      `steps[2].use.context: found "dwm", another name: this is the compositor's`,
    ])
  })

  it('is allowed where it means what it says: the app’s context, and what memory the compositor has', () => {
    expect(problems(otherProcess('dwm'), submit('app'), use('app'), use('game'))).toEqual([])
  })
})
