import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import { PROFILE_NAMES } from '../../../../main/session/scenario/profiles'

const FOLDER = new URL('../../../../resources/profiles/', import.meta.url)
const GIB = 1_073_741_824

function system(fields: Record<string, unknown>): Scenario['system'] {
  const result = validateScenario({ trimline: 1, system: fields, app: { effects: [] } })
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2))
  return result.scenario.system
}

describe('device profiles', () => {
  test('are the files of the folder, each with a title and values that the format accepts', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))
    expect([...PROFILE_NAMES].sort()).toEqual(files.sort())
    for (const name of files) {
      const profile = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'))
      expect(Object.keys(profile)).toEqual(['title', 'system'])
      expect(profile.title).toMatch(/\S/)
      // spelled out or by name, it is the same system
      expect(system({ profile: name })).toEqual({ ...system(profile.system), profile: name })
    }
  })

  test('are 2, 8 and 24 GiB of local memory, an aperture on the integrated one, two linked adapters', () => {
    const memory = (profile: string) => {
      const { localMemory, localSegment, physicalAdapters } = system({ profile })
      return [localMemory / GIB, localSegment, physicalAdapters]
    }
    expect(memory('discrete-2gib')).toEqual([2, 'memory', 1])
    expect(memory('discrete-8gib')).toEqual([8, 'memory', 1])
    expect(memory('discrete-24gib')).toEqual([24, 'memory', 1])
    expect(memory('integrated')).toEqual([4, 'aperture', 1])
    expect(memory('linked')).toEqual([8, 'memory', 2])
  })

  test('the budget is 90 % of the profile’s local memory, or of what the scenario says instead', () => {
    // 90 % of 8 GiB is 117964.8 times 64 KiB
    expect(system({ profile: 'discrete-8gib' }).budget).toBe(117_964 * 65_536)
    expect(system({ profile: 'discrete-8gib', localMemory: '10MiB' }).budget).toBe(9_437_184)
  })

  test('what the scenario says itself goes before, in the driver field by field', () => {
    const own = system({ profile: 'integrated', hardwareScheduling: false, driver: { notifyEviction: false } })
    expect(own).toMatchObject({ profile: 'integrated', localSegment: 'aperture', hardwareScheduling: false })
    expect(own.driver).toMatchObject({ notifyEviction: false, notifyIoMmuUnmap: true })
  })

  test('names that plain objects have are no profiles [SC-02]', () => {
    for (const profile of ['__proto__', 'constructor', 'toString', ''])
      expect(validateScenario({ trimline: 1, system: { profile } })).toMatchObject({
        ok: false,
        problems: [{ path: 'system.profile' }],
      })
  })
})
