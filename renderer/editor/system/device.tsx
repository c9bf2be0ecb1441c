import { RotateCcw } from 'lucide-react'
import type { SystemView } from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { formatBytes } from '../../widgets/format'
import { Term, Tip } from '../../widgets/tip'

const SEGMENT_KINDS: Readonly<Record<SystemView['localSegment'], string>> = {
  memory: 'memory of its own',
  aperture: 'aperture',
}
const CHOSEN_BY = { os: 'by the OS', driver: 'by the driver' } as const

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

function factsOf(system: SystemView): Fact[] {
  const { profile, localSegment, hardwareScheduling, physicalAdapters, pagingProcess } = system
  const { vaSpace, chosenBy, pageTables } = pagingProcess
  return [
    { term: 'Profile', value: profile ?? 'none', meaning: PROFILE_MEANINGS[profile ?? ''] ?? PROFILE_MEANING },
    {
      term: 'Local segment',
      value: SEGMENT_KINDS[localSegment],
      meaning: 'An aperture maps system memory, as integrated GPUs do: only there notifications come (AN-06)',
    },
    {
      term: 'Hardware scheduling',
      value: hardwareScheduling ? 'on' : 'off',
      meaning: 'Its log buffers need a paging process’s VA space even without a local memory segment (AN-08)',
    },
    {
      term: 'Physical adapters',
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

/** What the emulated device is, which only a scenario can change, and its recreation (RS-07). */
export function DeviceFacts() {
  const system = useStore((store) => store.view.system)
  const removed = useStore((store) => store.view.device.removed !== null)
  return (
    <>
      <dl className="drawer-facts">
        {factsOf(system).map(({ term, value, meaning }) => (
          <div key={term}>
            <dt>
              <Term tip={meaning} side="left">
                {term}
              </Term>
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Tip
        text="The app creates its device and everything on it anew: effects keep their place, memory does not (RS-07)"
        side="left"
      >
        <button type="button" className="button" onClick={() => void send({ kind: 'recreateDevice' })}>
          <RotateCcw size={14} aria-hidden="true" />
          Recreate device
        </button>
      </Tip>
      <p className="field-hint">
        {removed ? 'The device was removed: only a new one accepts calls again.' : 'The device works.'} Profile and
        segment come from the scenario: "system": {'{'} "profile": "integrated" {'}'}.
      </p>
    </>
  )
}
