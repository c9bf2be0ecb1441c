import { useState } from 'react'
import {
  BACKGROUND_MODES,
  type BackgroundMode,
  type CommandResult,
  MEASUREMENTS_ACTIONS,
  type MeasurementsAction,
} from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { Words } from '../../glossary/rule-link'
import { send, setBackgroundTab, useStore } from '../../store/store'
import { HResultText } from '../../widgets/hresult'
import { SelectField } from '../../widgets/select-field'
import { Term, Tip } from '../../widgets/tip'
import { modeCommand } from './mode-form'
import { ACTION_MEANINGS, GATED_ACTIONS, GATED_MODES, isCommit, MODE_MEANINGS } from './text'

const gatedText = (name: string, gated: boolean): string => (gated ? `${name} (developer mode)` : name)
const MODES = BACKGROUND_MODES.map((value) => ({ value, text: gatedText(value, GATED_MODES.has(value)) }))
const ACTIONS = MEASUREMENTS_ACTIONS.map((value) => ({ value, text: gatedText(value, GATED_ACTIONS.has(value)) }))

/** SetBackgroundProcessingMode by hand (BP-01 to BP-16). */
export function ModeControls() {
  const form = useStore((state) => state.backgroundTab.form)
  const developerMode = useStore((state) => state.view.background.developerMode)
  const [result, setResult] = useState<CommandResult | null>(null)
  const change = (part: Partial<typeof form>): void => setBackgroundTab({ form: { ...form, ...part } })
  const set = (): void => {
    const { calls } = useStore.getState().view.background
    void send(modeCommand(form, calls), 'inline').then(setResult)
  }
  return (
    <section className="instrument-section" aria-label="Background processing mode">
      <h3>Background processing mode</h3>
      <div className="background-fields">
        <SelectField
          label="Mode"
          value={form.mode}
          options={MODES}
          onChange={(mode: BackgroundMode) => change({ mode })}
          hint={<Meaning text={MODE_MEANINGS[form.mode]} gated={GATED_MODES.has(form.mode)} allowed={developerMode} />}
        />
        <SelectField
          label="Action"
          value={form.action}
          options={ACTIONS}
          onChange={(action: MeasurementsAction) => change({ action })}
          hint={
            <Meaning
              text={ACTION_MEANINGS[form.action]}
              gated={GATED_ACTIONS.has(form.action)}
              allowed={developerMode}
            />
          }
        />
      </div>
      <EventChecks />
      <div className="background-set">
        <Tip text="Calls ID3D12Device6::SetBackgroundProcessingMode with these arguments">
          <button type="button" className="button button-primary" onClick={set}>
            Set mode
          </button>
        </Tip>
        {result !== null && <CallResult result={result} />}
      </div>
    </section>
  )
}

function Meaning({ text, gated, allowed }: { text: string; gated: boolean; allowed: boolean }) {
  return (
    <>
      <Words>{text}</Words>{' '}
      {gated && (
        <Term tip="Without developer mode the call fails with E_INVALIDARG and nothing changes (BP-15). The switch is in the toolbar.">
          {allowed ? 'Developer mode is on' : 'Needs developer mode, which is off'}
        </Term>
      )}
    </>
  )
}

interface CheckProps {
  label: string
  tip: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

function Check({ label, tip, checked, disabled = false, onChange }: CheckProps) {
  return (
    <label className="check" {...said(tip)}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

function EventChecks() {
  const form = useStore((state) => state.backgroundTab.form)
  const change = (part: Partial<typeof form>): void => setBackgroundTab({ form: { ...form, ...part } })
  const commits = isCommit(form.action)
  return (
    <div className="background-checks">
      <Check
        label="Signal an event"
        tip="hEventToSignalUponCompletion: signalled when all tasks of the commit are done (BP-07); null unless the action is a commit (BP-12)"
        checked={form.signal && (commits || form.anyway)}
        disabled={!commits && !form.anyway}
        onChange={(signal) => change({ signal })}
      />
      {!commits && (
        <Check
          label="Send it anyway"
          tip="An event with an action that is no commit: the call answers E_INVALIDARG, and nothing changes (BP-12)"
          checked={form.anyway}
          onChange={(anyway) => change({ anyway, signal: anyway })}
        />
      )}
      <Check
        label="Drain queues first"
        tip="The call is made when everything that was submitted has finished, so that the change is deterministic (BP-23)"
        checked={form.drain}
        onChange={(drain) => change({ drain })}
      />
    </div>
  )
}

function CallResult({ result }: { result: CommandResult }) {
  const text = result.message ?? ''
  return (
    <span className={result.ok ? 'field-hint' : 'field-error'} role={result.ok ? 'status' : 'alert'}>
      {result.hresult !== undefined && <HResultText hresult={result.hresult} />} <Words>{text}</Words>
    </span>
  )
}
