import { useState } from 'react'
import type { EffectSpec } from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { useTriedForm } from '../../widgets/form/tried-form'
import { formatBytes } from '../../widgets/format'
import { SumField } from '../../widgets/gpu-work/sum-field'
import { Modal } from '../../widgets/modal'
import { TextField } from '../../widgets/text-field'
import { type EffectErrors, type EffectText, effectText, emptyEffect, NEVER_TOUCHED, validateEffect } from './form'
import { Passes } from './passes'
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
  const change = (part: Partial<EffectText>): void => setText({ ...text, ...part })
  const close = (): void => setInterface({ addEffectOpen: false })
  const validated = validateEffect(text, taken)
  const { form, tried, failure, onSubmit } = useTriedForm(
    validated.ok ? () => send({ kind: 'addEffect', effect: validated.effect }, 'inline') : null,
    close,
  )
  const errors = tried && !validated.ok ? validated.errors : NO_ERRORS
  return (
    <Modal title="Add effect" onClose={close} className="add-effect">
      <form ref={form} noValidate onSubmit={onSubmit}>
        <div className="modal-body">
          <Presets onChoose={(preset) => setText(effectText(preset, taken))} />
          <div className="field-row" data-first-focus>
            <TextField
              label="Name"
              value={text.name}
              placeholder="Sharpen"
              error={errors.name}
              onChange={(name) => change({ name })}
            />
            {text.passes.length > 0 ? (
              <SumField label="GPU time" times={text.passes.map(({ gpuTime }) => gpuTime)} what="passes" />
            ) : (
              <TextField
                label="GPU time"
                value={text.gpuTime}
                hint="Time that one submission runs on the GPU, such as 4 ms."
                error={errors.gpuTime}
                onChange={(gpuTime) => change({ gpuTime })}
              />
            )}
          </div>
          <Passes
            rows={text.passes}
            errors={errors.passes ?? {}}
            gpuTime={text.gpuTime}
            onChange={(passes) => change({ passes })}
          />
          <Resources rows={text.resources} errors={errors} onChange={(resources) => change({ resources })} />
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
