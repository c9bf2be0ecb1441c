import { FlaskConical, FolderOpen, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { DEVICE_PROFILES, type PolicyId } from '../../../preload/contract'
import { policyText } from '../../editor/toolbar/policies'
import { said } from '../../glossary/codes'
import { RuleLink } from '../../glossary/rule-link'
import { send, setLaboratoryTab, useStore } from '../../store/store'
import { DIMENSIONS, type Dimension, type LaboratoryTab } from '../../store/tabs/laboratory'
import { counted, formatDuration, formatTime } from '../../widgets/format'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import {
  type Asked,
  askedFor,
  chosenPolicies,
  inputOf,
  offeredPolicies,
  PREEMPTION_RUNS,
  PROFILE_TEXT,
  withDimension,
} from './form'

const WHAT_IT_DOES =
  'Runs the same work under each of them, in processes of their own; this session is not touched (LB-03)'

/**
 * What is compared, on which input (LB-03); folded when there are results, which then stand at the top. With none, as after
 * another project was opened, nothing would unfold it.
 */
export function Choice({ running, isCompared }: { running: boolean; isCompared: boolean }) {
  const form = useStore((state) => state.laboratoryTab)
  const moment = useStore((state) => state.moment)
  const isFileOpen = useStore((state) => state.view.comparisonInput !== null)
  const policy = useStore((state) => state.view.system.policy)
  const own = useStore((state) => state.view.system.ownPolicies)
  const asked = askedFor(form, { moment, isFileOpen, policy, own })
  const open = !isCompared || form.isOpen === true
  // what was filled in, or asked for without: before that nothing is wrong with it
  const [tried, setTried] = useState<readonly Dimension[]>([])
  const tryIt = (dimension: Dimension): void => setTried((before) => [...new Set([...before, dimension])])
  // one that is taken out of it, and put in again, is as new
  const { dimensions } = form
  useEffect(() => setTried((before) => before.filter((one) => dimensions.includes(one))), [dimensions])
  const isMissing = !asked.ok && asked.isBlank && asked.at !== null && !tried.includes(asked.at)
  const button = useRef<HTMLButtonElement>(null)
  const section = useRef<HTMLElement>(null)
  // who is led here by keys would pass every control of the window; results may have been scrolled to
  useEffect(() => {
    if (!form.isAsked) return
    button.current?.focus()
    setLaboratoryTab({ isAsked: false })
  }, [form.isAsked])
  const compare = async (): Promise<void> => {
    if (!asked.ok) {
      const { at } = asked
      if (at !== null) flushSync(() => tryIt(at))
      // what is wrong may be said below all policies, out of sight
      return section.current?.querySelector('.field-error')?.scrollIntoView({ block: 'nearest' })
    }
    if (running) return
    const result = await send(asked.command)
    if (result.ok) setLaboratoryTab({ isOpen: false })
  }
  return (
    <section ref={section} className="instrument-section" aria-label="What is compared">
      <header>
        <h3>What is compared</h3>
        {isCompared && (
          <button
            type="button"
            className="button"
            aria-expanded={open}
            onClick={() => setLaboratoryTab({ isOpen: !open })}
          >
            Change
          </button>
        )}
        <Tip text={asked.ok ? WHAT_IT_DOES : asked.message}>
          <button
            ref={button}
            type="button"
            className="button button-primary"
            aria-disabled={running || !asked.ok}
            onClick={() => void compare()}
          >
            <FlaskConical size={14} aria-hidden="true" />
            {asked.ok ? `Compare ${asked.runs} ${asked.runs === 1 ? 'run' : 'runs'}` : 'Compare'}
          </button>
        </Tip>
      </header>
      {isMissing && <p className="field-hint">What Compare needs first: {asked.message}</p>}
      {open && (
        <Fields
          form={form}
          asked={isMissing ? null : asked}
          moment={moment}
          offered={offeredPolicies(own)}
          chosen={chosenPolicies(form, { policy, own })}
          onEnter={() => void compare()}
          onFill={tryIt}
        />
      )}
      {!asked.ok && !isMissing && (asked.at === null || !open) && (
        <p className="field-error" role="alert">
          {asked.message}
        </p>
      )}
    </section>
  )
}

interface FieldsProps {
  form: LaboratoryTab
  /** null: nothing is wrong yet */
  asked: Asked | null
  moment: number | null
  /** policies */
  offered: readonly PolicyId[]
  chosen: readonly PolicyId[]
  /** in a field of one line */
  onEnter(): void
  /** something is changed in what is given of a dimension */
  onFill(dimension: Dimension): void
}

function Fields({ form, asked, moment, offered, chosen, onEnter, onFill }: FieldsProps) {
  const { dimensions, budgets, profiles } = form
  return (
    <>
      <Input moment={moment} />
      <Dimensions chosen={dimensions} />
      {dimensions.includes('policies') && (
        <Boxes
          legend="Policies"
          names={offered}
          tipOf={policyText}
          chosen={chosen}
          onChange={(policies) => setLaboratoryTab({ policies })}
          problem={problemAt(asked, 'policies')}
        />
      )}
      {dimensions.includes('budgets') && (
        <TextField
          label="Budgets"
          value={budgets}
          onChange={(text) => {
            onFill('budgets')
            setLaboratoryTab({ budgets: text })
          }}
          placeholder="512 MiB, 1 GiB"
          error={problemAt(asked, 'budgets')}
          onEnter={onEnter}
        />
      )}
      {dimensions.includes('profiles') && (
        <Boxes
          legend="Devices"
          names={DEVICE_PROFILES}
          textOf={(name) => PROFILE_TEXT[name]}
          chosen={profiles}
          onChange={(names) => {
            onFill('profiles')
            setLaboratoryTab({ profiles: names })
          }}
          problem={problemAt(asked, 'profiles')}
        />
      )}
      {dimensions.includes('preemption') && (
        <p className="field-hint">
          Windows 7, and Windows 8 at each of its granularities: {PREEMPTION_RUNS} models.
          <RuleLink code="GP-28" />
        </p>
      )}
    </>
  )
}

function problemAt(asked: Asked | null, dimension: Dimension): string | undefined {
  return asked !== null && !asked.ok && asked.at === dimension ? asked.message : undefined
}

/** What is run again. */
function Input({ moment }: { moment: number | null }) {
  const file = useStore((state) => state.view.comparisonInput)
  const input = useStore((state) => inputOf(state.laboratoryTab, file !== null))
  const open = async (): Promise<void> => {
    const result = await send({ kind: 'openComparisonInput' })
    if (result.ok) setLaboratoryTab({ input: 'file' })
  }
  const close = (): void => {
    setLaboratoryTab({ input: 'session' })
    void send({ kind: 'closeComparisonInput' })
  }
  const from = moment === null ? 'now' : formatTime(moment)
  return (
    <div className="laboratory-what">
      <SelectField
        label="Work"
        value={input}
        options={[
          { value: 'session', text: 'This session so far' },
          { value: 'here', text: `This session, parting from ${from} on` },
          { value: 'file', text: file === null ? 'A scenario or recording' : file.title },
        ]}
        onChange={(chosen) => (chosen === 'file' && file === null ? void open() : setLaboratoryTab({ input: chosen }))}
        hint={hintOf(
          input,
          moment,
          file === null ? null : `${counted(file.steps, 'step')}, ${formatDuration(file.until)}`,
        )}
      />
      <Tip text="A scenario or a recording to compare on, also of another program (.rmv, .etl, .sets.jsonl); what runs stays">
        <button
          type="button"
          className="icon-button"
          aria-label="Open scenario to compare on"
          onClick={() => void open()}
        >
          <FolderOpen size={15} aria-hidden="true" />
        </button>
      </Tip>
      {file !== null && (
        <Tip text="Close the scenario">
          <button type="button" className="icon-button" aria-label="Close scenario to compare on" onClick={close}>
            <X size={15} aria-hidden="true" />
          </button>
        </Tip>
      )}
    </div>
  )
}

function hintOf(input: 'session' | 'here' | 'file', moment: number | null, file: string | null): ReactNode {
  if (input === 'file') return file
  if (input === 'session') return null
  return moment === null
    ? 'What is still to be played is compared. Click in a chart to part from an earlier moment.'
    : 'Until the marked moment all are the same; what is counted begins there.'
}

const NAMES: Record<Dimension, string> = {
  policies: 'Policies',
  budgets: 'Budgets',
  profiles: 'Devices',
  preemption: 'Preemption models',
}

function Dimensions({ chosen }: { chosen: readonly Dimension[] }) {
  return (
    <fieldset className="laboratory-dimensions">
      <legend>Vary one or two of</legend>
      {DIMENSIONS.map((dimension) => (
        <label key={dimension}>
          <input
            type="checkbox"
            checked={chosen.includes(dimension)}
            onChange={({ target }) =>
              setLaboratoryTab({ dimensions: withDimension(chosen, dimension, target.checked) })
            }
          />
          {NAMES[dimension]}
        </label>
      ))}
    </fieldset>
  )
}

interface BoxesProps<Name extends string> {
  legend: string
  names: readonly Name[]
  textOf?(name: Name): string
  /** what a name means; undefined: nothing more is known */
  tipOf?(name: Name): string | undefined
  chosen: readonly Name[]
  onChange(chosen: readonly Name[]): void
  problem: string | undefined
}

/** A box for each of a few names. */
function Boxes<Name extends string>({ legend, names, textOf, tipOf, chosen, onChange, problem }: BoxesProps<Name>) {
  return (
    <>
      <fieldset className="laboratory-boxes">
        <legend>{legend}</legend>
        <p className="laboratory-boxes-all">
          <button type="button" className="link" aria-label={`All ${legend}`} onClick={() => onChange(names)}>
            All
          </button>
          <button type="button" className="link" aria-label={`None of ${legend}`} onClick={() => onChange([])}>
            None
          </button>
        </p>
        {names.map((name) => (
          <label key={name} {...said(tipOf?.(name))}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            {textOf?.(name) ?? name}
          </label>
        ))}
      </fieldset>
      {problem !== undefined && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
