import { AllocationState, RESIDENCY_PRIORITIES } from '../../../../preload/contract'
import { formatCount } from '../../../widgets/format'
import { stateInfo } from '../../../widgets/state-chip'
import type { RowFilter } from './rows'
import { priorityText, SEGMENT_LABELS } from './text'

const STATES = [
  AllocationState.resident,
  AllocationState.pending,
  AllocationState.evictable,
  AllocationState.pagedOut,
].map((value) => ({ value: value as number, text: stateInfo(value).label }))
const SEGMENTS = SEGMENT_LABELS.map((text, value) => ({ value, text }))
const PRIORITIES = RESIDENCY_PRIORITIES.map((_, value) => ({ value, text: priorityText(value) })).reverse()

interface ChoiceProps {
  label: string
  all: string
  value: number | null
  options: readonly { value: number; text: string }[]
  onChange(value: number | null): void
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className="input select"
      aria-label={label}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}

interface FilterProps {
  filter: RowFilter
  shown: number
  total: number
  onChange(filter: RowFilter): void
}

/** Narrows the table by name, state, segment and residency priority. */
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
      <Choice
        label="Filter allocations by state"
        all="All states"
        value={filter.state}
        options={STATES}
        onChange={(state) => onChange({ ...filter, state })}
      />
      <Choice
        label="Filter allocations by segment"
        all="All segments"
        value={filter.segment}
        options={SEGMENTS}
        onChange={(segment) => onChange({ ...filter, segment })}
      />
      <Choice
        label="Filter allocations by priority"
        all="All priorities"
        value={filter.priority}
        options={PRIORITIES}
        onChange={(priority) => onChange({ ...filter, priority })}
      />
      <output className="allocation-count">
        {shown === total ? formatCount(total) : `${formatCount(shown)} of ${formatCount(total)}`}
      </output>
    </search>
  )
}
