/** A system on the device of another profile (LB-03): what a device is comes from its profile, what was set beside that stays. */
import { isDeepStrictEqual } from 'node:util'
import { type Scenario, validateScenario } from '../scenario'
import { isObject, MERGED_FIELDS, type ProfileName, profileValues } from '../scenario/profiles'

type System = Scenario['system']
type Fields = Readonly<Record<string, unknown>>

/**
 * What the new profile says takes the place of what there was. What the old one had filled in, and nobody has set otherwise,
 * is as without a profile; with the memory goes the budget that follows from it.
 * @param profile null: none
 */
export function onProfile(system: System, profile: ProfileName | null): System {
  // what was set beside it is a part of the device that there is
  if (profile === (system.profile ?? null)) return system
  const made = systemOf(profile)
  const fields = replaced(
    { of: system, made, plain: systemOf(null), before: systemOf(system.profile ?? null) },
    profileValues(system.profile ?? null),
    profileValues(profile),
  )
  // the grammar's order is that of a file
  const next: System = { ...made, ...system, ...fields, profile: profile ?? undefined }
  const isOtherMemory = 'localMemory' in profileValues(profile) || next.localMemory !== system.localMemory
  return { ...next, budget: isOtherMemory ? made.budget : system.budget }
}

/** The same of a part of systems: as it is, of the new profile, of none, and of the old one. */
interface Systems {
  readonly of: object
  readonly made: object
  readonly plain: object
  readonly before: object
}

/** @param old what the old profile says of it @param next what the new one does @returns the fields that are others */
function replaced(systems: Systems, old: Fields, next: Fields): Fields {
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const [own, made, plain, before] = [systems.of, systems.made, systems.plain, systems.before].map(
        (system) => (system as Fields)[name],
      )
      if (MERGED_FIELDS.has(name) && isObject(own) && isObject(made) && isObject(plain) && isObject(before)) {
        const parts = { of: own, made, plain, before }
        return [[name, { ...own, ...replaced(parts, fieldsOf(old[name]), fieldsOf(next[name])) }]]
      }
      if (name in next) return [[name, made]]
      return isDeepStrictEqual(own, before) ? [[name, plain]] : []
    }),
  )
}

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

/** One of which nothing is said but its profile. */
function systemOf(profile: ProfileName | null): System {
  const parsed = validateScenario({ trimline: 1, system: profile === null ? {} : { profile } })
  if (!parsed.ok) throw new Error(`the profile ${profile} is not valid`)
  return parsed.scenario.system
}
