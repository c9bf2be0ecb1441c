import { CONTEXT_PRIORITIES, type ContextPriority } from '../../../preload/contract'
import { send } from '../../store/store'
import { Failure } from '../../widgets/form/failure'
import { FoldButton, UNFOLDS } from '../../widgets/form/fold-button'
import { keptText } from '../../widgets/form/kept-text'
import { useTriedForm } from '../../widgets/form/tried-form'
import { ContextField, EngineField } from '../../widgets/gpu-work/place-fields'
import { SumField } from '../../widgets/gpu-work/sum-field'
import { useIsResource } from '../../widgets/resource-picker/picker'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { PRIORITY_LABELS } from './labels'
import { FIRST_SUBMIT, readSubmit, type SubmitErrors, type SubmitForm, saysMore } from './submit-form'
import { SubmitMore } from './submit-more'

const PRIORITY_OPTIONS = CONTEXT_PRIORITIES.map((value) => ({ value, text: PRIORITY_LABELS[value] }))
const NO_ERRORS: SubmitErrors = {}

const useText = keptText<SubmitForm>(FIRST_SUBMIT)
const useUnfolded = keptText(false)

/** Work by hand: a packet of another app, or of the app's own, with all that the verb `submit` of a scenario knows. */
export function SubmitPacket() {
  const [text, setText] = useText()
  const [unfolded, setUnfolded] = useUnfolded()
  const read = readSubmit(text, useIsResource())
  const { form, tried, failure, onSubmit } = useTriedForm(
    read.ok ? () => send({ kind: 'submit', ...read.value }, 'inline') : null,
    () => {},
  )
  const errors = tried && !read.ok ? read.errors : NO_ERRORS
  const change = (part: Partial<SubmitForm>): void => setText({ ...text, ...part })
  const kept = saysMore(text) ? 'Something of it is filled in, so these fields stay open' : undefined
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <fieldset className="gpu-form">
        <legend className="field-label" data-rules="GP-09">
          A packet by hand: watch who has to wait
        </legend>
        <div className="gpu-fields gpu-fields-four">
          <EngineField value={text.engine} onChange={(engine) => change({ engine })} />
          {text.parts.length > 0 ? (
            <SumField label="GPU time" times={text.parts.map(({ gpuTime }) => gpuTime)} what="parts" />
          ) : (
            <TextField
              label="GPU time"
              value={text.duration}
              error={errors.duration}
              onChange={(duration) => change({ duration })}
            />
          )}
          <SelectField
            label="Priority"
            value={text.priority}
            options={PRIORITY_OPTIONS}
            onChange={(priority: ContextPriority) => change({ priority })}
          />
          <ContextField value={text.context} error={errors.context} onChange={(context) => change({ context })} />
        </div>
        <div className="gpu-unfolds" {...UNFOLDS}>
          <div className="gpu-buttons">
            <FoldButton
              label="More about the packet"
              title="Resources, what it is made of, fences, split points"
              unfolded={unfolded}
              kept={kept}
              onFold={setUnfolded}
            />
          </div>
          {(unfolded || kept !== undefined) && <SubmitMore text={text} errors={errors} onChange={change} />}
        </div>
        <div className="gpu-buttons">
          <button type="submit" className="button">
            Submit packet
          </button>
        </div>
        <Failure message={failure} />
      </fieldset>
    </form>
  )
}
