import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { RESIDENCY_PRIORITIES, type ResidencyPriority } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { RuleLink, Words } from '../../glossary/rule-link'
import { TextField } from '../../widgets/text-field'
import { type EffectErrors, emptyResource, type HeapKind, isAdvanced, MOST_RESOURCES, type ResourceText } from './form'

const HEAPS: readonly { value: HeapKind; text: string }[] = [
  { value: 'default', text: 'default heap' },
  { value: 'upload', text: 'upload heap' },
  { value: 'readback', text: 'readback heap' },
]
const PRIORITIES = RESIDENCY_PRIORITIES.map((value) => ({ value, text: `${value} priority` })).reverse()

interface ResourcesProps {
  rows: ResourceText[]
  errors: EffectErrors
  onChange(rows: ResourceText[]): void
}

/** The resources of the effect, a row each; what is seldom needed is folded away. */
export function Resources({ rows, errors, onChange }: ResourcesProps) {
  const [unfolded, setUnfolded] = useState(false)
  // what is not as usual is never hidden
  const advanced = unfolded || rows.some(isAdvanced)
  return (
    <fieldset className="resource-rows">
      <legend className="field-label">Resources</legend>
      {rows.length > 0 && (
        <div className="resource-row resource-head" aria-hidden="true">
          <span>Name</span>
          <span>Size</span>
          <span>Residency at creation</span>
        </div>
      )}
      {rows.map((row, index) => (
        <ResourceRow
          key={row.key}
          row={row}
          number={index + 1}
          errors={errors.rows[row.key] ?? {}}
          advanced={advanced}
          onChange={(change) => onChange(rows.map((other) => (other === row ? { ...row, ...change } : other)))}
          onRemove={() => onChange(rows.filter((other) => other !== row))}
        />
      ))}
      <p className="field-hint">
        A size is a number with B, KiB, MiB or GiB; it is rounded up to 64 KiB. What is not resident, by
        CREATE_NOT_RESIDENT, uses no local memory until the effect is first applied.
        <RuleLink code="TN-35" />
        {advanced && (
          <Words>
            {
              ' Upload and readback heaps lie in the non-local segment (RS-08). What the driver keeps compressed is decompressed by its NotifyEviction commands (AN-14). Memory is zeroed by a fill before its first use, unless it is created not zeroed (AN-10). The lowest priority goes first when memory is needed (RS-10).'
            }
          </Words>
        )}
      </p>
      {errors.resources !== undefined && (
        <p className="field-error" role="alert">
          {errors.resources}
        </p>
      )}
      <div className="resource-buttons">
        <button
          type="button"
          className="button"
          disabled={rows.length >= MOST_RESOURCES}
          onClick={() => onChange([...rows, emptyResource()])}
        >
          <Plus size={14} aria-hidden="true" />
          Add resource
        </button>
        <button
          type="button"
          className="button"
          aria-expanded={advanced}
          aria-disabled={advanced && !unfolded}
          title={advanced && !unfolded ? 'A resource differs from what is usual, so these fields stay open' : undefined}
          onClick={() => setUnfolded(!unfolded)}
        >
          {advanced ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
          Heap, compression, priority, zeroing
        </button>
      </div>
    </fieldset>
  )
}

interface ResourceRowProps {
  row: ResourceText
  /** from 1 */
  number: number
  errors: { name?: string; size?: string }
  advanced: boolean
  onChange(change: Partial<ResourceText>): void
  onRemove(): void
}

function ResourceRow({ row, number, errors, advanced, onChange, onRemove }: ResourceRowProps) {
  return (
    <div className="resource-row">
      <TextField
        label={`Resource ${number} name`}
        hideLabel
        value={row.name}
        placeholder="working"
        error={errors.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={`Resource ${number} size`}
        hideLabel
        value={row.size}
        placeholder="64 MiB"
        error={errors.size}
        onChange={(size) => onChange({ size })}
      />
      <label
        className="check"
        {...said('Not resident means CREATE_NOT_RESIDENT: no memory until first applied (TN-35)')}
      >
        <input
          type="checkbox"
          checked={row.resident}
          aria-label={`Resource ${number} resident from creation`}
          onChange={(event) => onChange({ resident: event.target.checked })}
        />
        resident
      </label>
      <button type="button" className="icon-button" aria-label={`Remove resource ${number}`} onClick={onRemove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
      {advanced && <AdvancedFields row={row} number={number} onChange={onChange} />}
    </div>
  )
}

function AdvancedFields({ row, number, onChange }: Pick<ResourceRowProps, 'row' | 'number' | 'onChange'>) {
  const compressible = row.heap === 'default'
  return (
    <div className="resource-advanced">
      <select
        className="input select"
        aria-label={`Resource ${number} heap`}
        value={row.heap}
        onChange={(event) => onChange({ heap: event.target.value as HeapKind })}
      >
        {HEAPS.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <select
        className="input select"
        aria-label={`Resource ${number} residency priority`}
        value={row.priority}
        onChange={(event) => onChange({ priority: event.target.value as ResidencyPriority })}
      >
        {PRIORITIES.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <label
        className="check"
        {...said(
          compressible
            ? 'The driver keeps it compressed while the device uses it (AN-14)'
            : 'The CPU reads and writes this heap: the driver keeps nothing compressed there',
        )}
      >
        <input
          type="checkbox"
          checked={compressible && row.compressed}
          disabled={!compressible}
          aria-label={`Resource ${number} compressed by the driver`}
          onChange={(event) => onChange({ compressed: event.target.checked })}
        />
        compressed by the driver
      </label>
      <label className="check" {...said('CREATE_NOT_ZEROED: no fill zeroes its memory before it is used (AN-10)')}>
        <input
          type="checkbox"
          checked={row.notZeroed}
          aria-label={`Resource ${number} not zeroed`}
          onChange={(event) => onChange({ notZeroed: event.target.checked })}
        />
        {row.notZeroed ? 'CREATE_NOT_ZEROED' : 'not zeroed'}
      </label>
    </div>
  )
}
