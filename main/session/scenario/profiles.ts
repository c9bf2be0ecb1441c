/**
 * Device profiles: values of `system` that a scenario starts from when it names one. They are data, in
 * `resources/profiles`; what the scenario says itself goes before.
 */
import type { DeviceProfile } from '../../../preload/contract'
import discrete2 from '../../../resources/profiles/discrete-2gib.json'
import discrete8 from '../../../resources/profiles/discrete-8gib.json'
import discrete24 from '../../../resources/profiles/discrete-24gib.json'
import integrated from '../../../resources/profiles/integrated.json'
import linked from '../../../resources/profiles/linked.json'
import measured2018 from '../../../resources/profiles/measured-2018.json'

const PROFILES = {
  'discrete-2gib': discrete2,
  'discrete-8gib': discrete8,
  'discrete-24gib': discrete24,
  integrated,
  linked,
  'measured-2018': measured2018,
} as const satisfies Record<DeviceProfile, object>

export const PROFILE_NAMES = Object.keys(PROFILES) as [keyof typeof PROFILES, ...(keyof typeof PROFILES)[]]
export type ProfileName = keyof typeof PROFILES

/** What a profile says of `system`, as a scenario file does. @param name null: no profile, which says nothing */
export function profileValues(name: ProfileName | null): Readonly<Record<string, unknown>> {
  return name === null ? {} : PROFILES[name].system
}

/** Fields of `system` of which a file may say some fields, and has the others from its profile. */
export const MERGED_FIELDS: ReadonlySet<string> = new Set(['driver', 'compositor'])

/** The file with its profile's values filled in where it says nothing itself; other input comes back as it is. */
export function withProfile(file: unknown): unknown {
  if (!isObject(file) || !isObject(file.system)) return file
  const { profile } = file.system
  if (typeof profile !== 'string' || !Object.hasOwn(PROFILES, profile)) return file
  const values = profileValues(profile as ProfileName)
  const { system } = file
  const merged = Object.entries({ ...values, ...system }).map(([field, value]) => {
    const own = MERGED_FIELDS.has(field) ? values[field] : undefined
    return [field, isObject(own) && isObject(value) ? { ...own, ...value } : value] as const
  })
  return { ...file, system: Object.fromEntries(merged) }
}

/** Fields by name: neither a list nor nothing. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
