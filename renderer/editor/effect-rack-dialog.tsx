import { Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { send, setInterface, useStore } from '../store/store'
import { formatBytes } from '../widgets/format'
import { Modal } from '../widgets/modal'
import { TextField } from '../widgets/text-field'
import {
  type EffectErrors,
  type EffectText,
  effectText,
  emptyEffect,
  emptyResource,
  MOST_RESOURCES,
  PRESETS,
  type ResourceText,
  validateEffect,
} from './effect-rack-form'

const NO_ERRORS: EffectErrors = { rows: {} }

/** Adds an effect with its resources to the project; they are registered at once, resident or not (TN-26, TN-35). */
export function AddEffectDialog() {
  const open = useStore((store) => store.addEffectOpen)
  return open ? <OpenDialog /> : null
}

function OpenDialog() {
  const effects = useStore((store) => store.view.effects)
  const taken = effects.map((effect) => effect.name)
  const [text, setText] = useState<EffectText>(emptyEffect)
  const [errors, setErrors] = useState(NO_ERRORS)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const close = (): void => setInterface({ addEffectOpen: false })

  const change = (next: EffectText): void => {
    setText(next)
    // once errors are shown, each keystroke says whether they are mended
    if (errors !== NO_ERRORS) {
      const validated = validateEffect(next, taken)
      setErrors(validated.ok ? NO_ERRORS : validated.errors)
    }
  }
  const submit = async (): Promise<void> => {
    const validated = validateEffect(text, taken)
    if (!validated.ok) {
      setErrors(validated.errors)
      requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const result = await send({ kind: 'addEffect', effect: validated.effect }, 'inline')
    if (result.ok) close()
    else setFailure(result.message)
  }
  return (
    <Modal title="Add effect" onClose={close} className="add-effect">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="modal-body">
          <Presets
            onChoose={(preset) => {
              setErrors(NO_ERRORS)
              setText(effectText(preset, taken))
            }}
          />
          <div className="field-row" data-first-focus>
            <TextField
              label="Name"
              value={text.name}
              placeholder="Sharpen"
              error={errors.name}
              onChange={(name) => change({ ...text, name })}
            />
            <TextField
              label="GPU time"
              value={text.gpuTime}
              hint="Time that one submission runs on the GPU, such as 4ms."
              error={errors.gpuTime}
              onChange={(gpuTime) => change({ ...text, gpuTime })}
            />
          </div>
          <Resources rows={text.resources} errors={errors} onChange={(resources) => change({ ...text, resources })} />
          {failure !== null && (
            <p className="field-error" role="alert">
              {failure}
            </p>
          )}
        </div>
        <footer className="modal-footer">
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button button-primary">
            Add
          </button>
        </footer>
      </form>
    </Modal>
  )
}

function Presets({ onChoose }: { onChoose(preset: (typeof PRESETS)[number]): void }) {
  return (
    <fieldset className="presets">
      <legend className="field-label">Start from a preset</legend>
      {PRESETS.map((preset) => {
        const total = preset.resources.reduce((sum, { size }) => sum + size, 0)
        return (
          <button key={preset.name} type="button" className="button preset" onClick={() => onChoose(preset)}>
            {preset.name} <span className="muted">{formatBytes(total)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

interface ResourcesProps {
  rows: ResourceText[]
  errors: EffectErrors
  onChange(rows: ResourceText[]): void
}

function Resources({ rows, errors, onChange }: ResourcesProps) {
  const changeRow = (key: number, change: Partial<ResourceText>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
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
        <div key={row.key} className="resource-row">
          <TextField
            label={`Resource ${index + 1} name`}
            hideLabel
            value={row.name}
            placeholder="working"
            error={errors.rows[row.key]?.name}
            onChange={(name) => changeRow(row.key, { name })}
          />
          <TextField
            label={`Resource ${index + 1} size`}
            hideLabel
            value={row.size}
            placeholder="64MiB"
            error={errors.rows[row.key]?.size}
            onChange={(size) => changeRow(row.key, { size })}
          />
          <label
            className="check"
            title="Not resident means CREATE_NOT_RESIDENT: no memory until first applied (TN-35)"
          >
            <input
              type="checkbox"
              checked={row.resident}
              aria-label={`Resource ${index + 1} resident from creation`}
              onChange={(event) => changeRow(row.key, { resident: event.target.checked })}
            />
            {row.resident ? 'resident' : 'CREATE_NOT_RESIDENT'}
          </label>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove resource ${index + 1}`}
            onClick={() => onChange(rows.filter((other) => other.key !== row.key))}
          >
            <Trash2 size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <p className="field-hint">
        A size is a number with B, KiB, MiB or GiB; it is rounded up to 64 KiB. CREATE_NOT_RESIDENT uses no local memory
        until the effect is first applied (TN-35).
      </p>
      {errors.resources !== undefined && (
        <p className="field-error" role="alert">
          {errors.resources}
        </p>
      )}
      <button
        type="button"
        className="button"
        disabled={rows.length >= MOST_RESOURCES}
        onClick={() => onChange([...rows, emptyResource()])}
      >
        <Plus size={14} aria-hidden="true" />
        Add resource
      </button>
    </fieldset>
  )
}
