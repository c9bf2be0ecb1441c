import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ALIGNMENTS, GRANULE, RESIDENCY_PRIORITIES, type ResidencyPriority } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { RuleLink, Words } from '../../glossary/rule-link'
import { FoldButton } from '../../widgets/form/fold-button'
import { focusNewestRow } from '../../widgets/form/newest-row'
import { formatBytes } from '../../widgets/format'
import { TextField } from '../../widgets/text-field'
import {
  alignmentsFor,
  type EffectErrors,
  emptyResource,
  type HeapKind,
  isAdvanced,
  MOST_RESOURCES,
  type ResourceErrors,
  type ResourceText,
} from './form'

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
  const kept = rows.some(isAdvanced) ? 'A resource differs from what is usual, so these fields stay open' : undefined
  const advanced = unfolded || kept !== undefined
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
        A size is a number with B, KiB, MiB or GiB; it is rounded up to {advanced ? 'its alignment' : '64 KiB'}. What is
        not resident, by CREATE_NOT_RESIDENT, uses no local memory until the effect is first applied.
        <RuleLink code="TN-35" />
        {advanced && (
          <Words>
            {
              ' Upload and readback heaps lie in the non-local segment (RS-08). What the driver keeps compressed is decompressed by its NotifyEviction commands (AN-14). Memory is zeroed by a fill before its first use, unless it is created not zeroed (AN-10). The lowest priority goes first when memory is needed (RS-10). Only textures have another alignment than 64 KiB: small ones 4 KiB, multisampled ones 4 MiB (DF-02). What is scratch means nothing between uses: a move recreates it without a copy (DF-10).'
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
          onClick={({ currentTarget }) => {
            onChange([...rows, emptyResource()])
            focusNewestRow(currentTarget, '.resource-row')
          }}
        >
          <Plus size={14} aria-hidden="true" />
          Add resource
        </button>
        <FoldButton
          label="Heap, compression, priority, alignment, contents"
          unfolded={unfolded}
          kept={kept}
          onFold={setUnfolded}
        />
      </div>
    </fieldset>
  )
}

interface ResourceRowProps {
  row: ResourceText
  /** from 1 */
  number: number
  errors: ResourceErrors
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
      {advanced && <AdvancedFields row={row} number={number} error={errors.alignment} onChange={onChange} />}
    </div>
  )
}

interface AdvancedProps extends Pick<ResourceRowProps, 'row' | 'number' | 'onChange'> {
  /** about the alignment */
  error: string | undefined
}

function AdvancedFields({ row, number, error, onChange }: AdvancedProps) {
  const compressible = row.heap === 'default'
  const errorId = useId()
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
      <AlignmentField
        row={row}
        number={number}
        errorId={error === undefined ? undefined : errorId}
        onChange={onChange}
      />
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
      <label
        className="check"
        {...said('Its contents mean nothing between uses: a move recreates it without a copy (DF-10)')}
      >
        <input
          type="checkbox"
          checked={row.scratch}
          aria-label={`Resource ${number} scratch`}
          onChange={(event) => onChange({ scratch: event.target.checked })}
        />
        scratch
      </label>
      {error !== undefined && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const ALIGNED: ReadonlyMap<number, string> = new Map(
  ALIGNMENTS.map((bytes) => {
    const textures = bytes < GRANULE ? ', a small texture' : ', a multisampled texture'
    return [bytes, `${formatBytes(bytes)} alignment${bytes === GRANULE ? '' : textures}`]
  }),
)

interface AlignmentProps extends Pick<ResourceRowProps, 'row' | 'number' | 'onChange'> {
  /** where it is said what is wrong with it; undefined: nothing is */
  errorId: string | undefined
}

/** Where D3D12 places it; what its size does not allow cannot be chosen (DF-02). */
function AlignmentField({ row, number, errorId, onChange }: AlignmentProps) {
  const valid = alignmentsFor(row)
  return (
    <select
      className="input select"
      aria-label={`Resource ${number} alignment`}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      value={row.alignment}
      {...said('Buffers and most textures lie at 64 KiB (DF-02)')}
      onChange={(event) => onChange({ alignment: Number(event.target.value) })}
    >
      {[...ALIGNED].map(([bytes, text]) => (
        <option key={bytes} value={bytes} disabled={!valid.includes(bytes)}>
          {text}
        </option>
      ))}
    </select>
  )
}
