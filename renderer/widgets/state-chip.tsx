import { AllocationState, type AllocationStateValue } from '../../preload/contract'
import './state-chip.css'

interface StateInfo {
  label: string
  /** suffix of the CSS variable --state-… and of the class chip-… */
  key: 'resident' | 'evictable' | 'paged-out' | 'pending'
  meaning: string
}

/** Text, colour and meaning of each residency state (RS-04). */
const STATE_INFO: Readonly<Record<AllocationStateValue, StateInfo>> = {
  [AllocationState.resident]: {
    label: 'Resident',
    key: 'resident',
    meaning: 'On the residency list: the GPU may use it (RS-01, RS-04).',
  },
  [AllocationState.evictable]: {
    label: 'Evictable',
    key: 'evictable',
    meaning: 'Evicted by the app but still in its segment: a later MakeResident costs nothing (RS-03).',
  },
  [AllocationState.pagedOut]: {
    label: 'Paged out',
    key: 'paged-out',
    meaning: 'In system memory, or never yet resident: it must be paged in before the GPU can use it (RS-04, RS-05).',
  },
  [AllocationState.pending]: {
    label: 'Pending',
    key: 'pending',
    meaning: 'On the residency list while its paging in is still under way; the GPU waits for it (RS-04, RS-05).',
  },
}

export function stateInfo(state: number): StateInfo {
  return STATE_INFO[state as AllocationStateValue]
}

/** A shape per state, so that state is never told by colour alone: full, half, hollow, dashed. */
export function StateShape({ state }: { state: number }) {
  const { key } = stateInfo(state)
  return (
    <svg className={`state-shape shape-${key}`} viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      {key === 'resident' && <circle cx="5" cy="5" r="4.5" fill="currentColor" />}
      {key === 'evictable' && (
        <>
          <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.2" />
          <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />
        </>
      )}
      {key === 'paged-out' && <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.2" />}
      {key === 'pending' && (
        <>
          <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2 1.6" />
          <circle cx="5" cy="5" r="1.6" fill="currentColor" />
        </>
      )}
    </svg>
  )
}

export function StateChip({ state }: { state: number }) {
  const { label, key } = stateInfo(state)
  return (
    <span className={`chip chip-${key}`}>
      <StateShape state={state} />
      {label}
    </span>
  )
}
