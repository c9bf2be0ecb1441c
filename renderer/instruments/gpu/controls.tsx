import { useId, useState } from 'react'
import { CONTEXT_PRIORITIES, type Command, type ContextPriority } from '../../../preload/contract'
import { ENGINE_LABELS, SUBMIT_ENGINES, type SubmitEngine } from '../../glossary/engines'
import { send, useStore } from '../../store/store'
import { SelectField } from '../../widgets/select-field'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import { PRIORITY_LABELS } from './labels'
import { PreemptionSettings, TdrSettings } from './settings'
import { FIRST_SUBMIT, readSubmit, type SubmitForm } from './submit-form'

/** Models, timeouts, extra work and faults. */
export function GpuControls() {
  const compositor = useStore((state) => state.view.gpu.compositor.enabled)
  return (
    <section className="instrument-section" aria-label="Scheduler settings">
      <h3>Scheduler</h3>
      <div className="gpu-fields">
        <PreemptionSettings />
        <TdrSettings />
        <Switch
          label="Compositor"
          checked={compositor}
          onChange={(enabled) => void send({ kind: 'setCompositor', enabled })}
        />
      </div>
      <LongPacket />
      <Faults />
    </section>
  )
}

const ENGINE_OPTIONS = SUBMIT_ENGINES.map((value) => ({ value, text: ENGINE_LABELS[value] }))
const PRIORITY_OPTIONS = CONTEXT_PRIORITIES.map((value) => ({ value, text: PRIORITY_LABELS[value] }))

function LongPacket() {
  const [form, setForm] = useState<SubmitForm>(FIRST_SUBMIT)
  const [failure, setFailure] = useState<string | undefined>()
  const errorId = useId()
  const change = (part: Partial<SubmitForm>): void => {
    setForm({ ...form, ...part })
    setFailure(undefined)
  }
  const submit = (): void => {
    const read = readSubmit(form)
    setFailure(read.ok ? undefined : read.message)
    if (!read.ok) return
    const command: Command = { kind: 'submit', ...read.value }
    void send(command, 'inline').then((result) => setFailure(result.ok ? undefined : result.message))
  }
  return (
    <fieldset className="gpu-form" aria-describedby={failure === undefined ? undefined : errorId}>
      <legend className="field-label" data-rules="GP-09">
        A packet of another app: watch who has to wait
      </legend>
      <div className="gpu-fields gpu-fields-four">
        <SelectField
          label="Engine"
          value={form.engine}
          options={ENGINE_OPTIONS}
          onChange={(engine: SubmitEngine) => change({ engine })}
        />
        <TextField
          label="Duration"
          value={form.duration}
          onChange={(duration) => change({ duration })}
          onEnter={submit}
        />
        <SelectField
          label="Priority"
          value={form.priority}
          options={PRIORITY_OPTIONS}
          onChange={(priority: ContextPriority) => change({ priority })}
        />
        <TextField
          label="Context"
          value={form.context}
          placeholder="the app’s own"
          onChange={(context) => change({ context })}
          onEnter={submit}
        />
      </div>
      <button type="button" className="button" onClick={submit}>
        Submit a long packet
      </button>
      {failure !== undefined && (
        <p id={errorId} className="field-error" role="alert">
          {failure}
        </p>
      )}
    </fieldset>
  )
}

const HANG = 3_000_000

function Faults() {
  return (
    <div className="gpu-buttons">
      <Tip text="The next packet of an app answers nothing for 3 s: after the TDR delay it is asked to give way, unless the desktop has asked already, and reset if it does not within the TDR delay of that request; in the Windows 7 model the adapter is reset unasked (GP-08, GP-23)">
        <button
          type="button"
          className="button"
          onClick={() => void send({ kind: 'inject', fault: 'hang', duration: HANG })}
        >
          Hang the GPU for 3 s
        </button>
      </Tip>
      <Tip text="The next packet of an app never ends: only a reset helps (GP-23)">
        <button type="button" className="button" onClick={() => void send({ kind: 'inject', fault: 'hang' })}>
          Hang until reset
        </button>
      </Tip>
      <Tip text="The next engine reset fails and becomes an adapter reset: all video memory is lost (GP-24)">
        <button
          type="button"
          className="button"
          onClick={() => void send({ kind: 'inject', fault: 'engine-reset-fails' })}
        >
          Fail the next reset
        </button>
      </Tip>
    </div>
  )
}
