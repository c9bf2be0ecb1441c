/** The settings of a device by their places: as a system has them, and put into one as a scenario file has it. */
import { type DeviceSetting, type DeviceSettings, type DeviceValue, deviceSettingsOf } from '../../../preload/contract'
import type { Scenario } from '../scenario'
import { isObject } from '../scenario/profiles'

type System = Scenario['system']
type Fields = Record<string, unknown>

/** they are looked at after every verb, and a system keeps its own */
const known = new WeakMap<System, DeviceSettings>()

/** All of them, the same object each time; sizes in bytes, times in µs. null: the system has none. */
export function deviceSettings(system: System): DeviceSettings {
  let settings = known.get(system)
  if (settings === undefined) {
    settings = deviceSettingsOf((name) => valueIn(system, name))
    known.set(system, settings)
  }
  return settings
}

function valueIn(system: System, name: DeviceSetting): DeviceValue {
  // one display is what its rate says, several are a list
  if (name === 'displays') return (system.displays ?? [system]).map(({ refreshRate }) => refreshRate)
  const value = valueAt(system, name.split('.'))
  return isValue(value) ? value : null
}

/** @returns undefined: there is none */
function valueAt(system: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), system)
}

function isValue(value: unknown): value is DeviceValue {
  return Array.isArray(value) || ['boolean', 'number', 'string'].includes(typeof value)
}

/**
 * @param system of a scenario file: it gets the values
 * @param settings null: as the profile has it; where that says nothing of it, as a file that says nothing of it
 * @param profile what that says of a system, as a scenario file does
 */
export function setValues(system: Fields, settings: Partial<DeviceSettings>, profile: Readonly<Fields>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined) continue
    const path = name.split('.')
    if (name === 'displays') setDisplays(system, value)
    else if (value !== null) setValue(system, path, value)
    // what there is besides is of a quantum that there is
    else if (name === 'quantum.time' && profile.quantum === undefined) delete system.quantum
    else setValue(system, path, valueAt(profile, path) ?? null)
  }
}

/** @param value anything but a list is left for the grammar to refuse */
function setDisplays(system: Fields, value: DeviceValue): void {
  delete system.displays
  if (value === null) delete system.refreshRate
  else if (Array.isArray(value)) system.displays = value.map((refreshRate) => ({ refreshRate }))
  else system.displays = value
}

function setValue(system: Fields, [key = '', ...below]: readonly string[], value: unknown): void {
  if (below.length > 0) {
    const part = isObject(system[key]) ? system[key] : {}
    setValue(part, below, value)
    if (Object.keys(part).length > 0) system[key] = part
    else delete system[key]
  } else if (value === null) delete system[key]
  else system[key] = value
}
