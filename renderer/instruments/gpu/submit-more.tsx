import { Plus, Trash2 } from 'lucide-react'
import { MOST_SUBMITTED } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { RuleLink, Words } from '../../glossary/rule-link'
import { focusNewestRow } from '../../widgets/form/newest-row'
import { WorkCounts, WorkKindField } from '../../widgets/gpu-work/work-fields'
import { ResourcePicker } from '../../widgets/resource-picker/picker'
import { TextField } from '../../widgets/text-field'
import { type FenceErrors, newPart, type PartErrors, type SubmitErrors, type SubmitForm } from './submit-form'

interface MoreProps {
  text: SubmitForm
  errors: SubmitErrors
  onChange(part: Partial<SubmitForm>): void
}

/** What a packet has seldom: only what is filled in is sent. */
export function SubmitMore({ text, errors, onChange }: MoreProps) {
  const { engine, resources, work, wait, signal, disablePreemption } = text
  return (
    <div className="gpu-more">
      <ResourcePicker
        label="Resources it uses"
        chosen={resources}
        error={errors.resources}
        onChange={(chosen) => onChange({ resources: chosen })}
      />
      <div className="gpu-fields gpu-fields-two">
        <WorkKindField text={work} engine={engine} onChange={(made) => onChange({ work: made })} />
        <label
          className="check gpu-check"
          {...said('The driver asks for no preemption of this packet: the Windows 8 model does not let it (GP-03)')}
        >
          <input
            type="checkbox"
            checked={disablePreemption}
            onChange={(event) => onChange({ disablePreemption: event.target.checked })}
          />
          driver asks for no preemption
        </label>
        <WorkCounts
          text={work}
          engine={engine}
          errors={errors.work ?? {}}
          onChange={(made) => onChange({ work: made })}
        />
      </div>
      <FenceFields
        names={['Wait for fence', 'to have value']}
        text={wait}
        errors={errors.wait ?? {}}
        onChange={(fence) => onChange({ wait: fence })}
      />
      <FenceFields
        names={['Signal fence', 'with value']}
        text={signal}
        errors={errors.signal ?? {}}
        onChange={(fence) => onChange({ signal: fence })}
      />
      <p className="field-hint">
        <Words>
          {
            'The policy is not asked: what the packet uses and is not resident removes the device (RS-07); Use in Memory asks it. What a packet is made of says where it can be preempted (GP-06). It waits in the hardware queue until the fence has that value (GP-22), and signals one as it completes (GP-21). A fence that nobody has named before has value 0.'
          }
        </Words>
      </p>
      <Parts text={text} errors={errors.parts ?? {}} onChange={onChange} />
    </div>
  )
}

interface FenceProps {
  names: readonly [fence: string, value: string]
  text: SubmitForm['wait']
  errors: FenceErrors
  onChange(text: SubmitForm['wait']): void
}

function FenceFields({ names: [fence, value], text, errors, onChange }: FenceProps) {
  return (
    <div className="gpu-fields gpu-fields-two">
      <TextField
        label={fence}
        value={text.fence}
        placeholder="none"
        error={errors.fence}
        onChange={(name) => onChange({ ...text, fence: name })}
      />
      <TextField
        label={value}
        of={fence}
        value={text.value}
        placeholder="1"
        error={errors.value}
        onChange={(typed) => onChange({ ...text, value: typed })}
      />
    </div>
  )
}

interface PartsProps {
  text: SubmitForm
  errors: Record<number, PartErrors>
  onChange(part: Partial<SubmitForm>): void
}

/** What lies between the driver's split points (GP-17). */
function Parts({ text: { parts, duration }, errors, onChange }: PartsProps) {
  const change = (key: number, part: Partial<SubmitForm['parts'][number]>): void =>
    onChange({ parts: parts.map((other) => (other.key === key ? { ...other, ...part } : other)) })
  return (
    <fieldset className="gpu-parts">
      <legend className="field-label">Parts between the driver’s split points</legend>
      {parts.map(({ key, gpuTime, resources }, index) => (
        <div key={key} className="gpu-part">
          <TextField
            label="GPU time"
            of={`Part ${index + 1}`}
            value={gpuTime}
            placeholder="20 ms"
            error={errors[key]?.gpuTime}
            onChange={(typed) => change(key, { gpuTime: typed })}
          />
          <ResourcePicker
            label="Resources"
            of={`Part ${index + 1}`}
            chosen={resources}
            error={errors[key]?.resources}
            onChange={(chosen) => change(key, { resources: chosen })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove part ${index + 1}`}
            onClick={() => onChange({ parts: parts.filter((other) => other.key !== key) })}
          >
            <Trash2 size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <p className="field-hint">
        Where what it uses does not fit at once, the packet is split here: each part then waits for its own resources
        alone.
        <RuleLink code="GP-17" />
      </p>
      <div className="gpu-buttons">
        <button
          type="button"
          className="button"
          disabled={parts.length >= MOST_SUBMITTED}
          onClick={({ currentTarget }) => {
            onChange({ parts: [...parts, newPart(parts.length === 0 ? duration : '')] })
            focusNewestRow(currentTarget, '.gpu-part')
          }}
        >
          <Plus size={14} aria-hidden="true" />
          Add part
        </button>
      </div>
    </fieldset>
  )
}
