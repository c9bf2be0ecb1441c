/** A device, as the gate lets it through: the settings that there are, of the kinds of values that there are. */
import { describe, expect, it } from 'vitest'
import { deviceCommand, newProjectCommand } from '../../../../../main/session/commands/schema/device'
import { DEVICE_SETTING_NAMES } from '../../../../../preload/contract'

const asDevice = (device: object): boolean => deviceCommand.safeParse({ kind: 'setDevice', ...device }).success
const asNew = (device: object): boolean => newProjectCommand.safeParse({ kind: 'newProject', ...device }).success

describe('the command that puts the project on another device', () => {
  it.each(DEVICE_SETTING_NAMES)('takes %s, whatever the grammar will say of it', (name) => {
    for (const value of [true, 1, 'a', null, [60], ['a'], []]) {
      expect([value, asDevice({ settings: { [name]: value } })]).toEqual([value, true])
      expect([value, asNew({ settings: { [name]: value } })]).toEqual([value, true])
    }
    for (const value of [{}, [[1]], [null], 'a'.repeat(65), Array(65).fill(1), Number.NaN, undefined])
      expect([value, asDevice({ settings: { [name]: value } })]).toEqual([value, false])
  })

  it('takes no setting that there is none of, and is not nothing at all', () => {
    for (const settings of [{ memory: 1 }, { 'driver.nothing': 1 }, [], 1, null])
      expect([settings, asDevice({ settings })]).toEqual([settings, false])
    expect([{}, { settings: {} }, { profile: null }, { profile: 'integrated' }].map(asDevice)).toEqual([
      false,
      false,
      true,
      true,
    ])
    // a new one has a device anyway
    expect(asNew({})).toBe(true)
  })
})
