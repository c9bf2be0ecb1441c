import type { EngineName } from '../../../preload/contract'
import { SelectField } from '../select-field'
import { TextField } from '../text-field'
import { kindOn, kindsOn, WORK_COUNTS, type WorkErrors, type WorkKind, type WorkText } from './work-text'
import './gpu-work.css'

const KIND_TEXTS: Readonly<Record<WorkKind, string>> = {
  usual: 'as usual',
  graphics: 'graphics work',
  compute: 'compute work',
}

interface WorkProps {
  text: WorkText
  engine: EngineName
  /** heard before each label, where there are several of them */
  of?: string | undefined
}

interface KindProps extends WorkProps {
  onChange(text: WorkText): void
  /** the accessible name is kept, the visible label is not */
  hideLabel?: boolean
}

/** What a packet is made of: its kind. */
export function WorkKindField({ text, engine, of, hideLabel, onChange }: KindProps) {
  const kinds = kindsOn(engine)
  return (
    <SelectField
      label="Made of"
      of={of}
      hideLabel={hideLabel}
      value={kindOn(engine, text)}
      disabled={kinds.length === 1}
      options={kinds.map((value) => ({
        value,
        text: kinds.length === 1 ? 'nothing smaller' : KIND_TEXTS[value],
      }))}
      onChange={(kind: WorkKind) => onChange({ ...text, kind })}
    />
  )
}

interface CountsProps extends WorkProps {
  errors: WorkErrors
  onChange(text: WorkText): void
}

/** The counts of that kind; none where it is as usual. */
export function WorkCounts({ text, engine, of, errors, onChange }: CountsProps) {
  const counts = WORK_COUNTS[kindOn(engine, text)]
  if (counts.length === 0) return null
  return (
    <div className="work-counts">
      {counts.map(({ name, label, usual }) => (
        <TextField
          key={name}
          label={label}
          of={of}
          value={text.counts[name] ?? ''}
          placeholder={String(usual)}
          error={errors[name]}
          onChange={(typed) => onChange({ ...text, counts: { ...text.counts, [name]: typed } })}
        />
      ))}
    </div>
  )
}
