import { describe, expect, it } from 'vitest'
import {
  DEVICE_SETTING_NAMES,
  DEVICE_SETTINGS,
  type DeviceSetting,
  type DeviceSettings,
  deviceSettingsOf,
} from '../../../../preload/contract'
import { DEVICE_GROUPS, readDevice, shownDevice, type Typed } from '../../../../renderer/editor/system/device-form'

const MIB = 1024 ** 2
const NONE = deviceSettingsOf((name) => {
  const { kind } = DEVICE_SETTINGS[name]
  if (kind === 'choices') return []
  return kind === 'flag' || kind === 'adapters' ? false : null
})
const shown = (settings: Partial<DeviceSettings>) => shownDevice({ ...NONE, ...settings })
/** What is read of one that was typed, where there was another. */
const read = (name: DeviceSetting, typed: Typed, before: Partial<DeviceSettings> = {}) =>
  readDevice({ ...shown(before), [name]: typed }, shown(before))
const is = (name: DeviceSetting, value: unknown) => ({ ok: true, settings: { [name]: value } })

describe('the settings of a device', () => {
  it('stand in one group each', () => {
    const all = DEVICE_GROUPS.flatMap(({ settings }) => settings)
    expect([...all].sort()).toEqual([...DEVICE_SETTING_NAMES].sort())
  })

  it('are called by names that differ', () => {
    expect(new Set(DEVICE_SETTING_NAMES.map((name) => DEVICE_SETTINGS[name].label)).size).toBe(
      DEVICE_SETTING_NAMES.length,
    )
  })

  it('are shown in the formats of sizes and times', () => {
    expect(
      shown({
        localMemory: 1536 * MIB,
        'quantum.time': 20_000,
        displays: [59.94, 144],
        'driver.queueDepth': 2,
        trimNotifications: true,
        wddm: '3.0',
        'driver.flipCaps': ['FlipInterval'],
        'driver.pagingProcessVaFails': true,
      }),
    ).toMatchObject({
      localMemory: '1.5 GiB',
      'quantum.time': '20 ms',
      displays: '59.94, 144',
      'driver.queueDepth': '2',
      trimNotifications: true,
      wddm: '3.0',
      'driver.flipCaps': ['FlipInterval'],
      'driver.pagingProcessVaFails': 'all',
      fillBandwidth: '',
      'driver.engines.3d.graphics': '',
    })
    expect(shown({ 'driver.pagingProcessVaFails': [0, 1] })['driver.pagingProcessVaFails']).toBe('0, 1')
  })
})

describe('what is typed of a device', () => {
  it('is nothing where it is as it was, in whichever order a list was chosen', () => {
    const before = { localMemory: 1_234_567_890, 'driver.flipCaps': ['FlipInterval', 'FlipOnVSyncMmIo'] }
    expect(readDevice(shown(before), shown(before))).toEqual({ ok: true, settings: {} })
    expect(read('driver.flipCaps', ['FlipOnVSyncMmIo', 'FlipInterval'], before)).toEqual({ ok: true, settings: {} })
    // no two sizes look alike
    expect(read('pagingBandwidth', '8 GiB', { pagingBandwidth: 2 ** 33 + 1 })).toEqual(is('pagingBandwidth', 2 ** 33))
  })

  it.each<[DeviceSetting, Typed, unknown]>([
    ['localMemory', '3 GiB', 3072 * MIB],
    // whole granules, as System has them
    ['localMemory', '100 KiB', 128 * 1024],
    ['pagingBandwidth', '100000', 100_000],
    ['fillBandwidth', '1 GiB', 1024 * MIB],
    ['quantum.time', '20', 20_000],
    ['tdr.limitTime', '1 min', 60_000_000],
    ['physicalAdapters', '2', 2],
    ['displays', '60, 144', [60, 144]],
    ['displays', ' 59.94 ', [59.94]],
    ['driver.pagingProcessVaFails', 'All', true],
    ['driver.pagingProcessVaFails', '0 1', [0, 1]],
    ['driver.schedulingCaps', ['PreemptionAware'], ['PreemptionAware']],
    ['wddm', '2.0', '2.0'],
    ['trimNotifications', true, true],
  ])('%s of %j is %j', (name, typed, value) => {
    expect(read(name, typed)).toEqual(is(name, value))
  })

  it('is null where an optional one is emptied', () => {
    expect(read('fillBandwidth', ' ', { fillBandwidth: 1 })).toEqual(is('fillBandwidth', null))
    expect(read('driver.engines.3d.graphics', '', { 'driver.engines.3d.graphics': 'pixel' })).toEqual(
      is('driver.engines.3d.graphics', null),
    )
    expect(read('driver.pagingProcessVaFails', '', { 'driver.pagingProcessVaFails': true })).toEqual(
      is('driver.pagingProcessVaFails', false),
    )
  })

  it('is told beside its field where it cannot be read, all of them at once', () => {
    const wrong = { localMemory: 'many', displays: '60 Hz', 'quantum.time': '3 parsecs', physicalAdapters: 'x' }
    const result = readDevice({ ...shown({}), ...wrong }, shown({}))
    expect(result).toEqual({
      ok: false,
      errors: {
        localMemory: expect.stringMatching(/^“many” is not a size\. Write/),
        displays: 'Found “60 Hz”, expected numbers with commas between them, such as 60, 144.',
        'quantum.time': expect.stringMatching(/is not a duration\. Write/),
        physicalAdapters: expect.stringMatching(/^Found “x”, expected a whole number from 1 to 4/),
      },
    })
    expect(read('localMemory', '1 KiB')).toMatchObject({ errors: { localMemory: 'The smallest size here is 64 KiB.' } })
    expect(read('quantum.time', '50 µs')).toMatchObject({ ok: false })
    // what there has to be cannot be emptied
    expect(read('localMemory', '', { localMemory: MIB })).toMatchObject({ ok: false })
    expect(read('displays', '', { displays: [60] })).toMatchObject({ ok: false })
  })
})
