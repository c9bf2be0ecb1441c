/**
 * Device profiles: values of `system` that a scenario starts from when it names one. They are data, in
 * `resources/profiles`; what the scenario says itself goes before.
 */
import discrete2 from '../../../resources/profiles/discrete-2gib.json'
import discrete8 from '../../../resources/profiles/discrete-8gib.json'
import discrete24 from '../../../resources/profiles/discrete-24gib.json'
import integrated from '../../../resources/profiles/integrated.json'
import linked from '../../../resources/profiles/linked.json'

export const PROFILES = {
  'discrete-2gib': discrete2,
  'discrete-8gib': discrete8,
  'discrete-24gib': discrete24,
  integrated,
  linked,
} as const

export const PROFILE_NAMES = Object.keys(PROFILES) as [keyof typeof PROFILES, ...(keyof typeof PROFILES)[]]
export type ProfileName = keyof typeof PROFILES

/** The file with its profile's values filled in where it says nothing itself; other input comes back as it is. */
export function withProfile(file: unknown): unknown {
  if (!isObject(file) || !isObject(file.system)) return file
  const { profile } = file.system
  if (typeof profile !== 'string' || !Object.hasOwn(PROFILES, profile)) return file
  const values: Record<string, unknown> = PROFILES[profile as ProfileName].system
  const driver =
    isObject(values.driver) && isObject(file.system.driver) ? { ...values.driver, ...file.system.driver } : undefined
  return { ...file, system: { ...values, ...file.system, ...(driver === undefined ? {} : { driver }) } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
