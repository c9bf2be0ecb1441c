import { AllocationState } from '../../preload/contract'
import { formatCount } from '../widgets/format'
import { stateInfo } from '../widgets/state-chip'
import type { RowFilter } from './allocation-rows'

export const NO_FILTER: RowFilter = { text: '', state: null }

const STATES = [
  AllocationState.resident,
  AllocationState.pending,
  AllocationState.evictable,
  AllocationState.pagedOut,
] as const

interface FilterProps {
  filter: RowFilter
  shown: number
  total: number
  onChange(filter: RowFilter): void
}

/** Narrows the table by name and state. */
export function AllocationFilter({ filter, shown, total, onChange }: FilterProps) {
  return (
    <search className="allocation-filter">
      <input
        type="search"
        className="input"
        aria-label="Filter allocations by name"
        placeholder="Filter by name"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      <select
        className="input select"
        aria-label="Filter allocations by state"
        value={filter.state === null ? '' : String(filter.state)}
        onChange={(event) =>
          onChange({ ...filter, state: event.target.value === '' ? null : Number(event.target.value) })
        }
      >
        <option value="">All states</option>
        {STATES.map((state) => (
          <option key={state} value={state}>
            {stateInfo(state).label}
          </option>
        ))}
      </select>
      <output className="allocation-count">
        {shown === total ? formatCount(total) : `${formatCount(shown)} of ${formatCount(total)}`}
      </output>
    </search>
  )
}
