import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MOST_PASSES, type PassSpec } from '../../../preload/contract'
import { ENGINE_LABELS } from '../../glossary/engines'
import { Words } from '../../glossary/rule-link'
import { FoldButton, UNFOLDS } from '../../widgets/form/fold-button'
import { focusNewestRow } from '../../widgets/form/newest-row'
import { WorkCounts, WorkKindField } from '../../widgets/gpu-work/work-fields'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { newPass, type PassErrors, type PassText } from './pass-form'

const PASS_ENGINES = (['3d', 'compute', 'copy'] as const).map((value) => ({ value, text: ENGINE_LABELS[value] }))

interface PassesProps {
  rows: PassText[]
  errors: Record<number, PassErrors>
  /** what the first pass takes: the effect's GPU time, as it is typed */
  gpuTime: string
  onChange(rows: PassText[]): void
}

/** The GPU work of the effect in passes, in order; folded away where it is one on the 3D engine. */
export function Passes({ rows, errors, gpuTime, onChange }: PassesProps) {
  const [unfolded, setUnfolded] = useState(false)
  const kept = rows.length > 0 ? 'The effect has passes, so they stay in sight' : undefined
  const isOpen = unfolded || kept !== undefined
  return (
    <fieldset className="resource-rows" aria-label="Passes" {...UNFOLDS}>
      <div className="resource-buttons">
        <FoldButton
          label="GPU work in passes"
          title="One pass after the other, each in the lane of its engine (GP-27)"
          unfolded={unfolded}
          kept={kept}
          onFold={setUnfolded}
        />
      </div>
      {rows.length > 0 && (
        <div className="pass-row resource-head" aria-hidden="true">
          <span>Engine</span>
          <span>GPU time</span>
          <span>Made of</span>
        </div>
      )}
      {rows.map((row, index) => (
        <PassRow
          key={row.key}
          row={row}
          of={`Pass ${index + 1}`}
          errors={errors[row.key] ?? {}}
          onChange={(change) => onChange(rows.map((other) => (other === row ? { ...row, ...change } : other)))}
          onRemove={() => onChange(rows.filter((other) => other !== row))}
        />
      ))}
      {isOpen && (
        <>
          <p className="field-hint">
            <Words>
              {
                'Passes run in this order, each on its engine after the one before; without any the effect is one on the 3D engine. What a pass is made of, each count per one of what stands before it, says where it can be preempted (GP-06).'
              }
            </Words>
          </p>
          <div className="resource-buttons">
            <button
              type="button"
              className="button"
              disabled={rows.length >= MOST_PASSES}
              onClick={({ currentTarget }) => {
                onChange([...rows, newPass(rows.length === 0 ? gpuTime : '')])
                focusNewestRow(currentTarget, '.pass-row')
              }}
            >
              <Plus size={14} aria-hidden="true" />
              Add pass
            </button>
          </div>
        </>
      )}
    </fieldset>
  )
}

interface PassRowProps {
  row: PassText
  /** `Pass 1` */
  of: string
  errors: PassErrors
  onChange(change: Partial<PassText>): void
  onRemove(): void
}

function PassRow({ row, of, errors, onChange, onRemove }: PassRowProps) {
  const { engine, gpuTime, work } = row
  return (
    <div className="pass-row">
      <SelectField
        label="Engine"
        of={of}
        hideLabel
        value={engine}
        options={PASS_ENGINES}
        onChange={(chosen: PassSpec['engine']) => onChange({ engine: chosen })}
      />
      <TextField
        label="GPU time"
        of={of}
        hideLabel
        value={gpuTime}
        placeholder="2 ms"
        error={errors.gpuTime}
        onChange={(typed) => onChange({ gpuTime: typed })}
      />
      <WorkKindField text={work} engine={engine} of={of} hideLabel onChange={(text) => onChange({ work: text })} />
      <button type="button" className="icon-button" aria-label={`Remove ${of.toLowerCase()}`} onClick={onRemove}>
        <Trash2 size={14} aria-hidden="true" />
      </button>
      <WorkCounts
        text={work}
        engine={engine}
        of={of}
        errors={errors.work ?? {}}
        onChange={(text) => onChange({ work: text })}
      />
    </div>
  )
}
