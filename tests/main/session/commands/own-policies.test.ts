/** Policies of one's own that a session knows (LB-14): which are offered, and which only still run. */
import { describe, expect, it } from 'vitest'
import { OwnPolicies } from '../../../../main/session/commands/own-policies'
import type { OwnPolicy } from '../../../../preload/contract'
import { scenario } from '../live-rig'

const own = (file: string, text: string): OwnPolicy => ({ file, text })

function rig() {
  let changes = 0
  const policies = new OwnPolicies(() => changes++)
  const offered = (inCharge = 'none') => policies.viewsWith(inCharge as 'none').map(({ id }) => id)
  return { policies, offered, changes: () => changes }
}

describe('a policy that is opened [LB-14]', () => {
  it('is called by its file and what is in it, offered once, and found by that', () => {
    const { policies, offered, changes } = rig()
    const id = policies.add(own('a.mjs', '1'), '/x/a.mjs')
    expect(policies.add(own('a.mjs', '1'), '/x/a.mjs')).toBe(id)
    expect([offered(), changes()]).toEqual([[id], 1])
    expect(id).toMatch(/^a\.mjs#/)
    expect(policies.choiceOf(id)).toEqual(own('a.mjs', '1'))
    expect(policies.viewsWith('none')).toEqual([{ id, file: 'a.mjs' }])
  })

  it('takes the place of what was read of its file before, unless that one is in charge', () => {
    const { policies, offered } = rig()
    const first = policies.add(own('a.mjs', '1'), '/x/a.mjs')
    const second = policies.add(own('a.mjs', '2'), '/x/a.mjs')
    expect([first === second, offered(), offered(first)]).toEqual([false, [second], [first, second]])
    // a step that is undone may name it still
    expect([policies.choiceOf(first), policies.problem([first])]).toEqual([own('a.mjs', '1'), null])
    // and it may be written back
    expect(policies.add(own('a.mjs', '1'), '/x/a.mjs')).toBe(first)
    expect(offered()).toEqual([first])
  })

  it('says what it was before, each time that its file is read, and of no other file', () => {
    const { policies } = rig()
    const read = (text: string, folder = 'x') => policies.add(own('a.mjs', text), `/${folder}/a.mjs`)
    const [other, first, second, third] = [read('0', 'y'), read('1'), read('2'), read('3')]
    expect(policies.viewsWith('none')).toEqual([
      { id: other, file: 'a.mjs' },
      { id: third, file: 'a.mjs', was: [first, second] },
    ])
    read('1')
    expect(policies.viewsWith('none')[1]).toEqual({ id: first, file: 'a.mjs', was: [second, third] })
  })

  it('beside another of the same name elsewhere takes no place', () => {
    const { policies, offered } = rig()
    const here = policies.add(own('a.mjs', '1'), '/x/a.mjs')
    const there = policies.add(own('a.mjs', '2'), '/y/a.mjs')
    expect(offered()).toEqual([here, there])
  })
})

describe('what is known [LB-14]', () => {
  it('are all that a scenario names, in charge at first or later', () => {
    const { policies, offered } = rig()
    const file = scenario()
    const app = { ...file.app, policy: own('a.mjs', '1') }
    const steps = [
      { at: 1, verb: 'policy' as const, value: own('b.mjs', '1') },
      { at: 2, verb: 'policy' as const, value: 'none' as const },
    ]
    const running = { scenario: { ...file, app, steps }, ownPolicies: null as OwnPolicies | null }
    policies.lendTo(running)
    expect(running.ownPolicies).toBe(policies)
    expect(policies.viewsWith('none').map(({ file: name }) => name)).toEqual(['a.mjs', 'b.mjs'])
    expect(offered()).toHaveLength(2)
  })

  it('is every policy of the app’s; of one’s own only what was opened, and what to do is said', () => {
    const { policies } = rig()
    expect([policies.choiceOf('fence-lru'), policies.problem(['none', 'fence-lru'])]).toEqual(['fence-lru', null])
    expect(policies.problem(['none', 'a.mjs#1234'])).toBe(
      'There is no policy a.mjs#1234 here. Open its file with Own policy….',
    )
  })
})
