/** Commands that start the simulation again with the project in another way. */
import { expect, it } from 'vitest'
import type { RESTARTS } from '../../../../main/session/commands/restarts'
import type { SessionCommand } from '../../../../preload/contract'
import { MIB, rig } from '../live-rig'

const COMMANDS: { readonly [K in keyof typeof RESTARTS]: Extract<SessionCommand, { kind: K }> } = {
  setDevice: { kind: 'setDevice', settings: { localMemory: 1_024 * MIB } },
  setApp: { kind: 'setApp', blockSize: 32 * MIB },
}

it.each(Object.values(COMMANDS))(
  '$kind begins a run at 0 s, from which Branches leads back, and changes nothing twice',
  (command) => {
    const live = rig()
    live.elapse(300)
    const before = live.now
    live.must(command)
    expect(live.now).toBe(0)
    expect(live.shown.branches.before).not.toBeNull()
    live.elapse(100)
    expect(live.do(command)).toMatchObject({ ok: false, message: expect.stringContaining('nothing was changed') })
    expect(live.now).toBeGreaterThan(0)
    live.must({ kind: 'returnToRunBefore' })
    expect(live.now).toBe(before)
  },
)
