/** What variants are compared on, and when there is nothing (LB-03). */
import { describe, expect, test } from 'vitest'
import type { Task } from '../../../../main/session/laboratory/tasks'
import type { CommandResult, SessionCommand } from '../../../../preload/contract'
import { LiveRig, scenario } from '../live-rig'

const POLICIES = ['none', 'fence-lru'] as const

/** One effect, pressed at 1 and 3 s, unless it says otherwise; what is to be run is taken and never done. */
function rig(
  steps: readonly object[] = [
    { at: '1s', apply: 'A' },
    { at: '3s', apply: 'A' },
  ],
) {
  const started: (readonly Task[])[] = []
  const effects = [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '1MiB' }] }]
  const live = new LiveRig(scenario({ app: { policy: 'none', effects }, steps, until: '6s' }), {
    startTasks(tasks) {
      started.push(tasks)
      return { cancel: () => {} }
    },
  })
  const compared = (command: Partial<SessionCommand & { kind: 'compareVariants' }> = {}): CommandResult =>
    live.session.execute({ kind: 'compareVariants', policies: [...POLICIES], ...command })
  return { live, started, compared }
}

const LATER = 'Nothing was done up to this moment. Go to a later one, or compare what parts from now on.'

describe('there has to be work', () => {
  test('also before the first press: it is said whether there is some later on, and what parts from there is compared [LB-02] [LB-03]', () => {
    const { live, started, compared } = rig()
    live.must({ kind: 'run' })
    live.elapse(4_000)
    live.must({ kind: 'pause' })
    live.must({ kind: 'goTo', time: 0 })
    expect(compared()).toEqual({ ok: false, message: LATER })
    expect([compared({ input: 'here' }), started.length]).toEqual([{ ok: true }, 1])
  })

  test('where a scenario is played, all of it may be yet to come [LB-03]', () => {
    const { started, compared } = rig()
    expect([compared(), started.length]).toEqual([{ ok: false, message: LATER }, 0])
    expect([compared({ input: 'here' }), started.length]).toEqual([{ ok: true }, 1])
  })

  test('on a device that it cannot be on nothing begins, and why is said [LB-03]', () => {
    const { live, started, compared } = rig()
    live.must({ kind: 'applyEffect', effect: 'A' })
    live.elapse(100)
    const effects = [{ name: 'A', gpuTime: '1ms', resources: [{ name: 'r', size: '4GiB' }] }]
    const large = new LiveRig(scenario({ system: { localMemory: '8GiB' }, app: { effects }, until: '6s' }), {
      startTasks: () => {
        throw new Error('has begun')
      },
    })
    large.must({ kind: 'applyEffect', effect: 'A' })
    large.elapse(100)
    const profiles = ['discrete-24gib', 'discrete-2gib'] as const
    const refused = large.session.execute({ kind: 'compareVariants', profiles: [...profiles] })
    const message = [
      'discrete-2gib: This cannot run on that device.',
      'A.r, size: found 4GiB; expected at most Local memory (2GiB).',
      'Compare without discrete-2gib, or change the input.',
    ]
    expect(refused).toEqual({ ok: false, message: message.join('\n') })
    expect([compared({ policies: undefined, profiles: [...profiles] }), started.length]).toEqual([{ ok: true }, 1])
  })

  test('where there is none at all, something has to be done first [LB-03]', () => {
    const { started, compared } = rig([{ at: '1s', expect: { evictions: 0 } }])
    const message = 'There is no work to compare on yet. Apply effects or press Play first.'
    expect([compared(), started.length]).toEqual([{ ok: false, message }, 0])
  })
})
