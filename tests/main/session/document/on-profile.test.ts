/** A system on the device of another profile, beside a file that names that one in the first place (LB-03). */
import { describe, expect, it } from 'vitest'
import { onProfile } from '../../../../main/session/document/on-profile'
import { type Scenario, validateScenario } from '../../../../main/session/scenario'
import { PROFILE_NAMES, type ProfileName } from '../../../../main/session/scenario/profiles'

const GIB = 1024 ** 3

function systemOf(profile: ProfileName | null, said: object): Scenario['system'] {
  const parsed = validateScenario({ trimline: 1, system: { ...said, ...(profile === null ? {} : { profile }) } })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario.system
}

const ALL: readonly (ProfileName | null)[] = [null, ...PROFILE_NAMES]
const PAIRS = ALL.flatMap((before) => ALL.map((next) => [before, next] as const))

describe('a system on the device of another profile [LB-03]', () => {
  it.each(PAIRS)('of %s on %s is as the file that names that one', (before, next) => {
    expect(onProfile(systemOf(before, {}), next)).toEqual(systemOf(next, {}))
    // of which no profile says anything
    const said = {
      evictionMode: 'eager',
      fillBandwidth: '3GiB',
      tdr: { delay: '1s' },
      periodicTrim: { idleAfter: '7s' },
      driver: { touchesAfterUnmap: true },
      compositor: { enabled: false },
    }
    expect(onProfile(systemOf(before, said), next)).toEqual(systemOf(next, said))
  })

  it('keeps what was set beside the profile, unless the new one says it', () => {
    const said = { localMemory: '3GiB', pagingBandwidth: '1GiB', budget: '1GiB', driver: { pagingOperation: '99us' } }
    const measured = onProfile(systemOf('discrete-8gib', said), 'measured-2018')
    expect(measured).toMatchObject({ localMemory: 3 * GIB, pagingBandwidth: GIB, budget: GIB })
    expect(measured.driver.pagingOperation).toBe(37)
    const integrated = onProfile(systemOf('measured-2018', said), 'integrated')
    expect(integrated).toMatchObject({ localMemory: 4 * GIB, pagingBandwidth: 20 * GIB })
    expect(integrated.budget).toBe(systemOf('integrated', {}).budget)
    expect(integrated.driver).toMatchObject({ pagingOperation: 99, notifyEviction: true })
    // the same device again is the one that there is
    const same = systemOf('discrete-8gib', said)
    expect(onProfile(same, 'discrete-8gib')).toBe(same)
    // what the profile before had filled in beside that
    expect(integrated.driver.pagingBatch).toBe(systemOf(null, {}).driver.pagingBatch)
  })
})
