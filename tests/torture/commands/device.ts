/** A few settings of a device, each as its kind is; not all of them can be together. */
import {
  DEVICE_SETTING_NAMES,
  DEVICE_SETTINGS,
  type DeviceSettingKind,
  type DeviceSettings,
  type DeviceValue,
} from '../../../preload/contract'
import type { Chance } from './chance'
import { MIB } from './fields'

export function settings(c: Chance): Partial<DeviceSettings> {
  const chosen: Partial<DeviceSettings> = {}
  for (let count = 1 + c.upTo(3); count > 0; count--) {
    const name = c.one(DEVICE_SETTING_NAMES)
    chosen[name] = chosenValue(c, DEVICE_SETTINGS[name])
  }
  return chosen
}

function chosenValue(c: Chance, setting: DeviceSettingKind): DeviceValue {
  if (c.oneIn(5)) return null
  switch (setting.kind) {
    case 'flag':
      return c.flip()
    case 'choice':
      return c.one(setting.values)
    case 'choices':
      return setting.values.filter(() => c.flip())
    case 'size':
      return c.one([0, 1, 4096, 256 * MIB, 2_048 * MIB, 2 ** 34])
    case 'duration':
      return c.one([0, 1, 100, 10_000])
    case 'whole':
      return c.upTo(4)
    case 'numbers':
      return [...Array(c.upTo(3))].map(() => c.one([24, 59.94, 60, 144]))
    case 'adapters':
      return c.one<DeviceValue>([true, false, [0], [0, 1]])
  }
}
