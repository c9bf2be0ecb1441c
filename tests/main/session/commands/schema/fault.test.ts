/** What a person may inject: what the verb of a file may say of the same fault, and nothing else. */
import { describe, expect, it } from 'vitest'
import { injectCommand } from '../../../../../main/session/commands/schema/fault'
import { validateScenario } from '../../../../../main/session/scenario'
import { FAULT_NAMES, THROWING_CALLS } from '../../../../../preload/contract'
import { effects, MIB, rig } from '../../live-rig'

const inFile = (inject: Record<string, unknown>): boolean =>
  validateScenario({ trimline: 1, steps: [{ at: 0, inject }] }).ok
const asCommand = (inject: Record<string, unknown>): boolean =>
  injectCommand.safeParse({ kind: 'inject', ...inject }).success

describe('the command that injects a fault [SC-14]', () => {
  it.each(FAULT_NAMES)(
    '%s takes the duration and the call that the verb of a file takes, and needs what that needs',
    (fault) => {
      for (const duration of [undefined, 5_000])
        for (const call of [undefined, ...THROWING_CALLS, 'Close']) {
          const inject = {
            fault,
            ...(duration === undefined ? {} : { duration }),
            ...(call === undefined ? {} : { call }),
          }
          expect([JSON.stringify(inject), asCommand(inject)]).toEqual([JSON.stringify(inject), inFile(inject)])
        }
    },
  )

  it('is met by as many calls as it says, and is shown until then', () => {
    const app = { policy: 'none', effects: effects({ A: MIB, B: MIB }, false) }
    const live = rig({ app })
    live.must({ kind: 'inject', fault: 'make-resident-fails', count: 2 })
    live.must({ kind: 'inject', fault: 'allocation-fails' })
    expect(live.shown.system.faults).toEqual([
      { fault: 'allocation-fails', count: 1 },
      { fault: 'make-resident-fails', count: 2 },
    ])
    expect(live.do({ kind: 'makeResident', id: live.id('A.r') })).toMatchObject({ hresult: { name: 'E_OUTOFMEMORY' } })
    expect(live.shown.system.faults).toContainEqual({ fault: 'make-resident-fails', count: 1 })
    expect(live.do({ kind: 'applyEffect', effect: 'B' })).toMatchObject({ ok: false })
    live.must({ kind: 'makeResident', id: live.id('A.r') })
    expect(live.shown.system.faults).toEqual([{ fault: 'allocation-fails', count: 1 }])
  })

  it('what is taken back fails nothing, in the recording too; what waits no more is refused [SC-12]', () => {
    const app = { policy: 'none', effects: effects({ A: MIB }, false) }
    const live = rig({ app })
    live.must({ kind: 'inject', fault: 'make-resident-fails', count: 2 })
    live.must({ kind: 'inject', fault: 'callback-takes', duration: 40_000 })
    const [slow, fails] = [{ fault: 'callback-takes', duration: 40_000 }, { fault: 'make-resident-fails' }] as const
    live.must({ kind: 'takeBackFault', fault: fails })
    expect(live.shown.system.faults).toEqual([{ ...slow, count: 1 }])
    live.must({ kind: 'makeResident', id: live.id('A.r') })
    expect(live.do({ kind: 'takeBackFault', fault: fails })).toMatchObject({
      ok: false,
      message: 'No such fault waits any more: its calls have come, or it was taken back.',
    })
    expect(live.do({ kind: 'takeBackFault', fault: { ...slow, duration: 1 } }).ok).toBe(false)
    const { steps } = live.session.recording()
    expect(steps.map(({ verb, value }) => [verb, value])).toContainEqual([
      'inject',
      { ...fails, count: 1, takeBack: true },
    ])
    expect(inFile({ ...fails, takeBack: true })).toBe(true)
    expect(inFile({ ...fails, takeBack: false })).toBe(false)
    expect(asCommand({ ...fails, takeBack: true })).toBe(false)
  })

  it('is shown to be met also where nobody does anything: a callback that throws as time goes on [TN-16]', () => {
    const live = rig({ system: { periodicTrim: { whileActive: true } }, app: { policy: 'fence-lru' } })
    live.must({ kind: 'inject', fault: 'callback-throws' })
    live.must({ kind: 'inject', fault: 'callback-takes', duration: 40_000 })
    expect(live.shown.system.faults).toHaveLength(2)
    live.elapse(10_100)
    expect(live.shown.system.faults).toEqual([])
    expect(live.shown.findings.items.map(({ rule }) => rule)).toContain('TN-16')
  })
})
