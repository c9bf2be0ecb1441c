/** What the emulated device is. Pure. */
import { DEVICE_PROFILES, DEVICE_SETTINGS, type DeviceProfile, type SystemView } from '../../../preload/contract'
import { formatBytes } from '../../widgets/format'

const { localSegment: LOCAL, nonLocalSegment: NON_LOCAL } = DEVICE_SETTINGS
const CHOSEN_BY = { os: 'by the OS', driver: 'by the driver' } as const

/** What the profiles are called, in the choice of one as well. */
export const PROFILE_TEXTS: Readonly<Record<DeviceProfile, string>> = {
  'discrete-2gib': 'Discrete GPU, 2 GiB',
  'discrete-8gib': 'Discrete GPU, 8 GiB',
  'discrete-24gib': 'Discrete GPU, 24 GiB',
  integrated: 'Integrated GPU',
  linked: 'Linked adapters, 2 × 8 GiB',
  'measured-2018': 'Measured 2018 (an AMD GPU)',
}

interface Fact {
  term: string
  value: string
  meaning: string
}

const PROFILE_MEANING = 'The device profile that the scenario names: values that it starts from'
const PROFILE_MEANINGS: Readonly<Record<string, string>> = {
  'measured-2018':
    'New sessions start from it: times of the compositor, of preemption, of the quantum and of paging as a recording of a real machine has them, and its two displays. Scenario files without a profile keep simple constants',
}

/** @param profile as the simulation names it */
function profileText(profile: string): string {
  const known = DEVICE_PROFILES.find((one) => one === profile)
  return known === undefined ? profile : PROFILE_TEXTS[known]
}

/** In the order in which they are shown, each with what it means. */
export function factsOf(system: SystemView): Fact[] {
  const { profile, localSegment, nonLocalSegment, fillBandwidth, hardwareScheduling, physicalAdapters, pagingProcess } =
    system
  const { vaSpace, chosenBy, pageTables } = pagingProcess
  return [
    // called as in the choice above it
    {
      term: 'Profile',
      value: profile === null ? 'simple constants' : profileText(profile),
      meaning: PROFILE_MEANINGS[profile ?? ''] ?? PROFILE_MEANING,
    },
    {
      term: LOCAL.label,
      value: LOCAL.texts[localSegment],
      meaning: 'An aperture maps system memory, as integrated GPUs do: only there notifications come (AN-06)',
    },
    {
      term: NON_LOCAL.label,
      value: NON_LOCAL.texts[nonLocalSegment],
      meaning: 'Upload and readback heaps lie there (RS-08)',
    },
    {
      term: 'Fills',
      value: fillBandwidth === null ? 'take no time' : `${formatBytes(fillBandwidth)} a second`,
      meaning: 'Memory is zeroed by a fill before its first use, unless it was created not zeroed (AN-10)',
    },
    {
      term: DEVICE_SETTINGS.hardwareScheduling.label,
      value: hardwareScheduling ? 'on' : 'off',
      meaning: 'Its log buffers need a paging process’s VA space even without a local memory segment (AN-08)',
    },
    {
      term: DEVICE_SETTINGS.physicalAdapters.label,
      value: String(physicalAdapters),
      meaning: 'More than one: linked adapters, each of which is asked for its VA space (AN-09)',
    },
    {
      term: 'VA space',
      value: chosenBy === 'none' ? 'none' : `${formatBytes(vaSpace)}, ${CHOSEN_BY[chosenBy]}`,
      meaning: 'The paging process’s GPU VA space: transfers and notifications run in chunks of it (AN-08 to AN-10)',
    },
    {
      term: 'Page tables',
      value: formatBytes(pageTables),
      meaning: 'Of that space, always resident (AN-11)',
    },
  ]
}
