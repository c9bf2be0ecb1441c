import { describe, expect, it } from 'vitest'
import type { SystemView } from '../../../../preload/contract'
import { PROFILE_OPTIONS } from '../../../../renderer/editor/system/device'
import { factsOf } from '../../../../renderer/editor/system/device-facts'
import { emptyState } from '../../../../renderer/store/model'

const of = (changes: Partial<SystemView>, asked: string) =>
  factsOf({ ...emptyState().system, ...changes }).find(({ term }) => term === asked)?.value

describe('facts of the device', () => {
  it('say what the non-local segment is [AN-06]', () => {
    expect(of({ nonLocalSegment: 'aperture' }, 'Non-local segment')).toBe('aperture over system memory')
    expect(of({ nonLocalSegment: 'system' }, 'Non-local segment')).toBe('implicit system memory')
  })

  it('call the profile as the choice beside them does, also where it is none', () => {
    const [none] = PROFILE_OPTIONS
    expect(of({ profile: null }, 'Profile')).toBe(none?.text.toLowerCase())
    const others = PROFILE_OPTIONS.filter((option) => option !== none)
    expect(others.map(({ value }) => of({ profile: value }, 'Profile'))).toEqual(others.map(({ text }) => text))
    expect(of({ profile: 'linked' }, 'Profile')).toBe('Linked adapters, 2 × 8 GiB')
  })

  it('say what zeroing memory takes [AN-10]', () => {
    expect(of({ fillBandwidth: null }, 'Fills')).toBe('take no time')
    expect(of({ fillBandwidth: 16 * 2 ** 30 }, 'Fills')).toBe('16 GiB a second')
  })
})
