/** How rows of the table are made, asked with the port that a session has. */
import { describe, expect, it, vi } from 'vitest'
import {
  acts,
  answers,
  type CommandOutcome,
  controls,
  OK,
  refusal,
  type SessionPort,
} from '../../../../main/session/commands/row'
import { COMMANDS } from '../../../../main/session/commands/table'
import { MIB, rig } from '../live-rig'

/** What commands of a new session reach. */
function portOf(): SessionPort {
  const asked = vi.spyOn(COMMANDS.pause, 'ask')
  rig().must({ kind: 'pause' })
  const [call] = asked.mock.calls
  asked.mockRestore()
  if (call === undefined) throw new Error('nothing was asked')
  return call[1]
}

const budget = { kind: 'setBudget', bytes: 8 * MIB } as const

describe('a row that ends in a verb', () => {
  it('asks for that verb with the value of the command, and says so of itself', () => {
    const row = acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes, { saved: 'setting', menu: '&Budget' })
    expect(row).toMatchObject({ verb: 'budget', saved: 'setting', undo: null, menu: '&Budget', whileBusy: false })
    expect(acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes)).toMatchObject({ saved: null, menu: null })
    expect(row.ask(budget, portOf())).toMatchObject({ action: { verb: 'budget', value: 8 * MIB } })
  })

  it('is refused with its problem, and asks for nothing then', () => {
    const row = acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes, {
      problem: ({ bytes }, { world }) => (bytes > world.system.localMemory ? 'Choose less.' : null),
    })
    const port = portOf()
    expect(row.ask({ ...budget, bytes: port.system.world.system.localMemory + 1 }, port)).toEqual({
      ok: false,
      message: 'Choose less.',
    })
    expect(row.ask(budget, port)).toMatchObject({ action: { verb: 'budget' } })
  })

  it.each([
    ['setting', 8 * MIB],
    ['state', null],
  ] as const)('is kept as a %s when it is done, and the project has to be saved', (saved, kept) => {
    const row = acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes, { saved })
    const port = portOf()
    const request = row.ask(budget, port)
    const { byHand, project } = port.system
    const before = project.version
    expect(byHand.budget).toBeNull()
    if (!('action' in request)) throw new Error('it was refused')
    request.done?.()
    expect([byHand.budget, project.version > before]).toEqual([kept, true])
  })

  it('is not kept where it is not said how', () => {
    const request = acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes).ask(budget, portOf())
    expect(request).not.toHaveProperty('done')
  })

  it('says what failed, what to answer and what follows in the words of its command', () => {
    const row = acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes, {
      failed: ({ bytes }) => `No budget of ${bytes} bytes`,
      answer: ({ hr }, { bytes }, { world }) => refusal(`${hr} ${bytes} ${world.sim.now}`),
      next: ({ bytes }) => ({ action: { verb: 'trimToBudget', value: bytes } }),
    })
    const request = row.ask(budget, portOf())
    if (!('action' in request)) throw new Error('it was refused')
    const outcome: CommandOutcome = { result: OK, hr: 'S_OK', because: null }
    expect([request.failed, request.answer?.(outcome), request.next?.(OK)]).toEqual([
      'No budget of 8388608 bytes',
      { ok: false, message: 'S_OK 8388608 0' },
      { action: { verb: 'trimToBudget', value: 8 * MIB } },
    ])
  })
})

describe('a row that changes no world', () => {
  it('answers by itself', () => {
    const row = answers<'setBudget'>(({ system }, { bytes }) => refusal(`${system.world.sim.now} ${bytes}`), {
      whileBusy: true,
    })
    expect(row).toMatchObject({ verb: null, saved: null, undo: null, menu: null, whileBusy: true })
    expect(row.ask(budget, portOf())).toEqual({ ok: false, message: '0 8388608' })
  })

  it('is never refused where it only controls', () => {
    const seen: number[] = []
    const row = controls<'setBudget'>((_session, { bytes }) => void seen.push(bytes), { menu: '&Budget' })
    expect([row.ask(budget, portOf()), seen]).toEqual([{ ok: true }, [8 * MIB]])
    expect(row).toMatchObject({ menu: '&Budget', whileBusy: false })
  })
})
