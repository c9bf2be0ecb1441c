import { useEffect, useMemo, useState } from 'react'
import {
  type CommandResult,
  DEVICE_SETTINGS,
  type DeviceSetting,
  type DeviceSettingKind,
  type DeviceSettings,
} from '../../../preload/contract'
import { send, setInterface, useStore } from '../../store/store'
import { DialogFoot } from '../../widgets/form/dialog-foot'
import { Failure } from '../../widgets/form/failure'
import { useTriedForm } from '../../widgets/form/tried-form'
import { Modal } from '../../widgets/modal'
import { SelectField } from '../../widgets/select-field'
import { Switch } from '../../widgets/switch'
import { TextField } from '../../widgets/text-field'
import {
  AS_PROFILE,
  CHOICE_TEXTS,
  DEVICE_GROUPS,
  type DeviceText,
  readDevice,
  shownDevice,
  type Typed,
} from './device-form'
import { restartText } from './restart-text'
import './device-dialog.css'

/** All that a scenario file can say of a device: what is changed is applied at once, by one start of the simulation. */
export function DeviceDialog() {
  const open = useStore((store) => store.deviceOpen)
  const documents = useStore((store) => store.documents)
  // what was typed was meant for the document that was open then
  useEffect(() => {
    if (documents > 0) setInterface({ deviceOpen: false })
  }, [documents])
  return open ? <OpenDialog onClose={() => setInterface({ deviceOpen: false })} /> : null
}

function OpenDialog({ onClose }: { onClose(): void }) {
  const device = useStore((store) => store.view.system.device)
  const profile = useStore((store) => store.view.system.profile)
  const scenario = useStore((store) => store.view.playback !== null)
  const shown = useMemo(() => shownDevice(device), [device])
  /** what was typed; another device that comes meanwhile shows what it has of all else */
  const [typed, setTyped] = useState<Partial<DeviceText>>({})
  const text = { ...shown, ...typed }
  const read = readDevice(text, shown)
  const apply = read.ok ? () => applied(read.settings) : null
  const { form, tried, failure, onSubmit } = useTriedForm(apply, onClose)
  const errors = tried && !read.ok ? read.errors : {}
  return (
    <Modal title="Device settings" onClose={onClose} className="device-settings">
      <form ref={form} noValidate onSubmit={onSubmit}>
        <div className="modal-body" data-first-focus>
          <p className="field-hint">
            {restartText(scenario)}
            {profile !== null && ' A field that may be empty is then as the profile has it.'}
          </p>
          {DEVICE_GROUPS.map(({ title, settings }) => (
            <fieldset key={title} className="device-group">
              <legend>{title}</legend>
              {settings.map((name) => (
                <Field
                  key={name}
                  name={name}
                  typed={text[name]}
                  error={errors[name]}
                  onChange={(value) => setTyped({ ...typed, [name]: value })}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <div className="device-failure">
          <Failure message={failure} />
        </div>
        <DialogFoot action="Restart with these" onCancel={onClose} />
      </form>
    </Modal>
  )
}

/** Nothing was changed: nothing restarts. */
async function applied(settings: Partial<DeviceSettings>): Promise<CommandResult> {
  return Object.keys(settings).length === 0 ? { ok: true } : send({ kind: 'setDevice', settings }, 'inline')
}

interface FieldProps {
  name: DeviceSetting
  typed: Typed
  error: string | undefined
  onChange(typed: Typed): void
}

function Field({ name, typed, error, onChange }: FieldProps) {
  const setting: DeviceSettingKind & { label: string; hint?: string } = DEVICE_SETTINGS[name]
  const { label, hint } = setting
  if (setting.kind === 'choices')
    return <Choices label={label} values={setting.values} chosen={typed} onChange={onChange} />
  if (typeof typed === 'boolean') return <Switch label={label} hint={hint} checked={typed} onChange={onChange} />
  if (setting.kind === 'choice') {
    const { values, texts = CHOICE_TEXTS[name] ?? {} } = setting
    const none = setting.optional === undefined ? [] : [{ value: AS_PROFILE, text: setting.optional }]
    const options = [...none, ...values.map((value) => ({ value, text: texts[value] ?? value }))]
    return <SelectField label={label} hint={hint} value={String(typed)} options={options} onChange={onChange} />
  }
  return <TextField label={label} hint={hint} value={String(typed)} error={error} onChange={onChange} />
}

interface ChoicesProps {
  label: string
  values: readonly string[]
  chosen: Typed
  onChange(chosen: readonly string[]): void
}

function Choices({ label, values, chosen, onChange }: ChoicesProps) {
  const isChosen = (value: string): boolean => typeof chosen === 'object' && chosen.includes(value)
  const set = (value: string, on: boolean): void =>
    onChange(values.filter((one) => (one === value ? on : isChosen(one))))
  return (
    <fieldset className="device-choices">
      <legend className="field-label">{label}</legend>
      {values.map((value) => (
        <label key={value} className="check">
          <input type="checkbox" checked={isChosen(value)} onChange={(event) => set(value, event.target.checked)} />
          {value}
        </label>
      ))}
    </fieldset>
  )
}
