import { useState } from 'react'
import {
  DEVICE_PROFILE_LABEL,
  DEVICE_SETTINGS,
  FAULTY_POLICIES,
  POLICY_NAMES,
  type PolicyName,
} from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { useTriedForm } from '../../widgets/form/tried-form'
import { Modal } from '../../widgets/modal'
import { type Parsed, parseSize } from '../../widgets/parse'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { NO_PROFILE, PROFILE_OPTIONS, profileOf } from '../system/device'
import { parseSegment } from '../system/segment-size'
import { POLICY_TEXT } from './policies'
import './new-project.css'

/** What a new project begins with; the device and the policy can be changed later, in System and in the toolbar. */
export function NewProjectDialog() {
  const open = useStore((store) => store.newProjectOpen)
  return open ? <OpenDialog /> : null
}

const POLICY_OPTIONS = POLICY_NAMES.map((value) => ({
  value,
  text: FAULTY_POLICIES.includes(value) ? `${value} (faulty, as published)` : value,
}))

/** Nothing is written: the device has what its profile has. */
function optional(text: string, read: (text: string) => Parsed<number>): Parsed<number | undefined> {
  return text.trim() === '' ? { ok: true, value: undefined } : read(text)
}

const problemOf = (parsed: Parsed<unknown>): string | undefined => (parsed.ok ? undefined : parsed.message)

function OpenDialog() {
  const [profile, setProfile] = useState<string>('measured-2018')
  const [policy, setPolicy] = useState<PolicyName>('creative-app-fixed')
  const [memory, setMemory] = useState('')
  const [bandwidth, setBandwidth] = useState('')
  const close = (): void => setInterface({ newProjectOpen: false })
  const localMemory = optional(memory, (text) => parseSegment(text, DEVICE_SETTINGS.localMemory.least))
  const pagingBandwidth = optional(bandwidth, (text) => parseSize(text, DEVICE_SETTINGS.pagingBandwidth.least))
  const own = profile === NO_PROFILE ? 'the default' : 'as the profile has it'

  const create =
    localMemory.ok && pagingBandwidth.ok
      ? () => {
          const settings = {
            ...(localMemory.value === undefined ? {} : { localMemory: localMemory.value }),
            ...(pagingBandwidth.value === undefined ? {} : { pagingBandwidth: pagingBandwidth.value }),
          }
          return send({ kind: 'newProject', profile: profileOf(profile), settings, policy }, 'inline')
        }
      : null
  const { form, tried, failure, onSubmit } = useTriedForm(create, close)
  return (
    <Modal title="New project" onClose={close} className="new-project">
      <form ref={form} noValidate onSubmit={onSubmit}>
        <div className="modal-body" data-first-focus>
          <SelectField label={DEVICE_PROFILE_LABEL} value={profile} options={PROFILE_OPTIONS} onChange={setProfile} />
          <div className="field-row">
            <TextField
              label={DEVICE_SETTINGS.localMemory.label}
              value={memory}
              placeholder={own}
              error={tried ? problemOf(localMemory) : undefined}
              onChange={setMemory}
            />
            <TextField
              label={DEVICE_SETTINGS.pagingBandwidth.label}
              value={bandwidth}
              placeholder={own}
              error={tried ? problemOf(pagingBandwidth) : undefined}
              onChange={setBandwidth}
            />
          </div>
          <SelectField
            label="Policy of the app"
            value={policy}
            options={POLICY_OPTIONS}
            onChange={setPolicy}
            hint={POLICY_TEXT[policy]}
          />
          <p className="field-hint">The simulation restarts: time begins at 0 on the new device.</p>
          <Failure message={failure} />
        </div>
        <DialogFoot action="Create" onCancel={close} />
      </form>
    </Modal>
  )
}
