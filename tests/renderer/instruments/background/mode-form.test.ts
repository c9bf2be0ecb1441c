/** The form of SetBackgroundProcessingMode as a command. */
import { describe, expect, it } from 'vitest'
import type { BackgroundView } from '../../../../preload/contract'
import { modeCommand, nextEventName } from '../../../../renderer/instruments/background/mode-form'
import { FIRST_BACKGROUND_TAB } from '../../../../renderer/store/tabs/background'

const calls = (...events: (string | null)[]): BackgroundView['calls'] =>
  events.map((event, id) => ({
    id,
    t: id,
    mode: 'ALLOWED',
    action: 'KEEP_ALL',
    event,
    hresult: { name: 'S_OK', value: 0 },
    furtherMeasurementsDesired: true,
    signalledAt: null,
  }))
const { form } = FIRST_BACKGROUND_TAB

describe('the event of a call', () => {
  it('has a name that no earlier one has', () => {
    expect(nextEventName([])).toBe('event 1')
    expect(nextEventName(calls(null, null))).toBe('event 3')
    // the third call, whose name is taken, as is the next one
    expect(nextEventName(calls('event 3', 'event 4'))).toBe('event 5')
  })
})

describe('the command', () => {
  it('has what was chosen, and no more', () => {
    expect(modeCommand(form, [])).toEqual({
      kind: 'setBackgroundProcessingMode',
      mode: 'ALLOWED',
      action: 'KEEP_ALL',
    })
    expect(modeCommand({ ...form, drain: true }, [])).toMatchObject({ drain: true })
  })

  it('has an event with a commit, and with another action only where that is wanted anyway [BP-12]', () => {
    const event = (parts: Partial<typeof form>) => {
      const command = modeCommand({ ...form, ...parts }, [])
      return command.kind === 'setBackgroundProcessingMode' ? command.event : ''
    }
    expect(event({ signal: true, action: 'COMMIT_RESULTS' })).toBe('event 1')
    expect(event({ signal: true, action: 'KEEP_ALL' })).toBeUndefined()
    expect(event({ signal: true, action: 'KEEP_ALL', anyway: true })).toBe('event 1')
    expect(event({ action: 'COMMIT_RESULTS', anyway: true })).toBeUndefined()
  })
})
