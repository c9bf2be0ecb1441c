import { useRef, useState } from 'react'
import type { EffectSpec } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { focusFirstInvalid } from '../../widgets/form/first-invalid'
import { formatBytes } from '../../widgets/format'
import { Modal } from '../../widgets/modal'
import { TextField } from '../../widgets/text-field'
import { type EffectErrors, type EffectText, effectText, emptyEffect, NEVER_TOUCHED, validateEffect } from './form'
import { Resources } from './resources'
import './rack.css'

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
      focusFirstInvalid(form.current)
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
              hint="Time that one submission runs on the GPU, such as 4 ms."
              error={errors.gpuTime}
              onChange={(gpuTime) => change({ ...text, gpuTime })}
            />
          </div>
          <Resources rows={text.resources} errors={errors} onChange={(resources) => change({ ...text, resources })} />
          <Failure message={failure} />
        </div>
        <DialogFoot action="Add" onCancel={close} />
      </form>
    </Modal>
  )
}

function Presets({ onChoose }: { onChoose(preset: EffectSpec): void }) {
  const offers = useStore((store) => store.view.offers)
  return (
    <fieldset className="presets">
      <legend className="field-label">Start from a built-in effect, as large as the project makes it</legend>
      {[...offers, NEVER_TOUCHED].map(({ description, effect }) => {
        const total = effect.resources.reduce((sum, { size }) => sum + size, 0)
        return (
          <button
            key={effect.name}
            type="button"
            className="button preset"
            title={description}
            onClick={() => onChoose(effect)}
          >
            {effect.name} <span className="muted">{formatBytes(total)}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
