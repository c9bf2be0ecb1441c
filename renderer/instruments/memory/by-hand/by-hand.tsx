import {
  APP_SETTING_LABELS as LABELS,
  type PoolHeap,
  RESIDENCY_PRIORITIES,
  type ResidencyPriority,
} from '../../../../preload/contract'
import { said } from '../../../glossary/codes'
import { HEAP_OPTIONS } from '../../../glossary/heaps'
import { send } from '../../../store/store'
import { Failure } from '../../../widgets/form/failure'
import { FoldButton, UNFOLDS } from '../../../widgets/form/fold-button'
import { keptText } from '../../../widgets/form/kept-text'
import { useTriedForm } from '../../../widgets/form/tried-form'
import { ContextField, EngineField } from '../../../widgets/gpu-work/place-fields'
import { ResourcePicker, useIsResource } from '../../../widgets/resource-picker/picker'
import { SelectField } from '../../../widgets/select-field'
import { TextField } from '../../../widgets/text-field'
import { priorityText } from '../allocations/text'
import { FIRST_LOOSE, FIRST_SET, type LooseText, nextName, readLoose, readSet, type SetText } from './form'
import './by-hand.css'

const useUnfolded = keptText(false)
const useLoose = keptText<LooseText>(FIRST_LOOSE)
const useSet = keptText<SetText>(FIRST_SET)

/** Resources of no effect, and work that uses any set of what there is: sets that overlap, as apps have them (SC-13). */
export function ByHand() {
  const [unfolded, setUnfolded] = useUnfolded()
  return (
    <div className="by-hand" {...UNFOLDS}>
      <FoldButton
        label="Resources by hand"
        unfolded={unfolded}
        kept={undefined}
        title="Resources of no effect, and work that uses any set of resources, for which the policy is asked (SC-13)"
        onFold={setUnfolded}
      />
      {unfolded && (
        <>
          <p className="field-hint">
            What is made here belongs to this run: Save leaves it out, and File &gt; Save Recording as Scenario… keeps
            it.
          </p>
          <Create />
          <UseSet />
        </>
      )}
    </div>
  )
}

const PRIORITIES = RESIDENCY_PRIORITIES.map((value, index) => ({ value, text: priorityText(index) })).reverse()

function Create() {
  const [text, setText] = useLoose()
  const isKnown = useIsResource()
  const change = (part: Partial<LooseText>): void => setText({ ...text, ...part })
  const read = readLoose(text, isKnown(text.name.trim()) ? [text.name.trim()] : [])
  const create = read.ok ? () => send({ kind: 'resource', ...read.value }, 'inline') : null
  const { form, tried, failure, onSubmit } = useTriedForm(create, () => change({ name: nextName(text.name) }))
  const errors = tried && !read.ok ? read.errors : {}
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <fieldset className="by-hand-form">
        <legend className="field-label" data-rules="SC-13">
          A committed resource of no effect
        </legend>
        <div className="by-hand-fields">
          <TextField label="Name" value={text.name} error={errors.name} onChange={(name) => change({ name })} />
          <TextField label="Size" value={text.size} error={errors.size} onChange={(size) => change({ size })} />
          <SelectField
            label={LABELS.heap}
            value={text.heap}
            options={HEAP_OPTIONS}
            onChange={(heap: PoolHeap) => change({ heap })}
          />
          <SelectField
            label="Residency priority"
            value={text.priority}
            options={PRIORITIES}
            onChange={(priority: ResidencyPriority) => change({ priority })}
          />
        </div>
        <div className="by-hand-row">
          <button type="submit" className="button">
            Create
          </button>
          <label
            className="check"
            {...said('Not resident means CREATE_NOT_RESIDENT: no memory until it is used (TN-35)')}
          >
            <input
              type="checkbox"
              checked={text.resident}
              onChange={(event) => change({ resident: event.target.checked })}
            />
            resident from creation
          </label>
        </div>
        <Failure message={failure} />
      </fieldset>
    </form>
  )
}

function UseSet() {
  const [text, setText] = useSet()
  const isKnown = useIsResource()
  const change = (part: Partial<SetText>): void => setText({ ...text, ...part })
  const read = readSet(text, isKnown)
  const use = read.ok ? () => send({ kind: 'use', ...read.value }, 'inline') : null
  // what is typed belongs to the set by now
  const { form, tried, failure, onSubmit } = useTriedForm(use, () =>
    change(read.ok ? { chosen: { names: [...read.value.set], typed: '' } } : {}),
  )
  const errors = tried && !read.ok ? read.errors : {}
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <fieldset className="by-hand-form">
        <legend className="field-label" data-rules="SC-13">
          Work that uses a set
        </legend>
        <ResourcePicker
          label="Resource"
          by="the set"
          chosen={text.chosen}
          error={errors.chosen}
          onChange={(chosen) => change({ chosen })}
        />
        <div className="by-hand-fields">
          <EngineField value={text.engine} onChange={(engine) => change({ engine })} />
          <TextField
            label="GPU time"
            value={text.gpuTime}
            error={errors.gpuTime}
            onChange={(gpuTime) => change({ gpuTime })}
          />
          <ContextField value={text.context} error={errors.context} onChange={(context) => change({ context })} />
        </div>
        <div className="by-hand-row">
          <button type="submit" className="button">
            Use the set
          </button>
        </div>
        <Failure message={failure} />
      </fieldset>
    </form>
  )
}
