/** How rows of the table are made, asked with the port that a session has. */
import { describe, expect, it } from 'vitest'
import { acts, also, answers, type CommandOutcome, controls, OK, refusal } from '../../../../main/session/commands/row'
import { MIB } from '../live-rig'
import { portOf } from './support/port'

const budget = { kind: 'setBudget', bytes: 8 * MIB } as const

describe('a row that ends in a verb', () => {
  it('asks for that verb with the value of the command, and says what Save and the menu have of it', () => {
    const row = acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes, { saved: true, menu: '&Budget' })
    expect(row).toMatchObject({ saved: true, menu: '&Budget', whileBusy: false })
    expect(acts<'setBudget', 'budget'>('budget', ({ bytes }) => bytes)).toMatchObject({ saved: false, menu: null })
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
    expect(row).toMatchObject({ saved: false, menu: null, whileBusy: true })
    expect(row.ask(budget, portOf())).toEqual({ ok: false, message: '0 8388608' })
  })

  it('is never refused where it only controls', () => {
    const seen: number[] = []
    const row = controls<'setBudget'>((_session, { bytes }) => void seen.push(bytes), { menu: '&Budget' })
    expect([row.ask(budget, portOf()), seen]).toEqual([{ ok: true }, [8 * MIB]])
    expect(row).toMatchObject({ menu: '&Budget', whileBusy: false })
  })
})

describe('what follows a verb', () => {
  it('comes after what is kept of it, and the rest of the request stays', () => {
    const order: string[] = []
    const request = {
      action: { verb: 'budget', value: MIB },
      failed: 'No',
      done: () => void order.push('kept'),
    } as const
    const made = also(request, () => order.push('then'))
    if (!('action' in made)) throw new Error('it was refused')
    expect([made.action, made.failed, order]).toEqual([{ verb: 'budget', value: MIB }, 'No', []])
    made.done?.()
    expect(order).toEqual(['kept', 'then'])
  })

  it('does not come where there is none', () => {
    const refused = refusal('Choose less.')
    expect(also(refused, () => expect.unreachable())).toBe(refused)
  })
})
