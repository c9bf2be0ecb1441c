/** Where work by hand runs: its engine, and whose context it is in. */
import { ENGINE_LABELS, SUBMIT_ENGINES, type SubmitEngine } from '../../glossary/engines'
import { SelectField } from '../select-field'
import { TextField } from '../text-field'

const ENGINES = SUBMIT_ENGINES.map((value) => ({ value, text: ENGINE_LABELS[value] }))

export function EngineField({ value, onChange }: { value: SubmitEngine; onChange(engine: SubmitEngine): void }) {
  return <SelectField label="Engine" value={value} options={ENGINES} onChange={onChange} />
}

interface ContextProps {
  value: string
  error: string | undefined
  onChange(context: string): void
}

export function ContextField({ value, error, onChange }: ContextProps) {
  return <TextField label="Context" value={value} placeholder="the app’s own" error={error} onChange={onChange} />
}
