import { ChevronDown, ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { EffectView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { gesture } from '../../store/gesture'
import { useSame } from '../../store/same'
import { send } from '../../store/store'
import { Slider } from '../../widgets/slider'
import { Switch } from '../../widgets/switch'
import { ValueField } from '../../widgets/text-field'
import {
  bindSame,
  componentLabel,
  numberText,
  type Parameter,
  parametersOf,
  rangeOf,
  readNumber,
  sameValue,
  withComponent,
} from './constants'
import { ParameterKeyframes } from './keyframes'

/** Sliders for the constants of the effect's shaders. */
export function CardParameters({ effect }: { effect: EffectView }) {
  const pipelines = useSame(
    (state) => state.view.pipelines,
    (before, now) => bindSame(effect.name, before, now),
  )
  const parameters = useMemo(() => parametersOf(effect, pipelines), [effect, pipelines])
  const [open, setOpen] = useState(false)
  if (parameters.length === 0) return null
  return (
    <div className="card-parameters">
      <button
        type="button"
        className="button card-more"
        aria-expanded={open}
        {...said('Constants of the effect’s shaders: each other value starts a histogram entry of its own (BP-26)')}
        onClick={() => setOpen(!open)}
      >
        {open ? <ChevronDown size={13} aria-hidden="true" /> : <ChevronRight size={13} aria-hidden="true" />}
        Parameters
      </button>
      {open && (
        <fieldset className="parameter-rows" aria-label={`Parameters of ${effect.name}`}>
          {parameters.map((parameter) => (
            <ParameterRows key={parameter.name} effect={effect.name} parameter={parameter} />
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** One constant, a row for each of its components. */
function ParameterRows({ effect, parameter }: { effect: string; parameter: Parameter }) {
  const { name, value } = parameter
  const first = useRef(value)
  // the session tells what the last draw bound: until the next draw, what was set here is shown
  const [set, setSet] = useState<{ value: number[]; instead: number[] } | null>(null)
  const shown = set !== null && sameValue(set.instead, value) ? set.value : value
  const change = (at: number, next: number): void => {
    const constants = withComponent({ name, value: shown }, at, next)
    setSet({ value: constants[name]!, instead: value })
    void send({ kind: 'setConstants', effect, constants, gesture: gesture() }).then((result) => {
      if (!result.ok) setSet(null)
    })
  }
  const rows = shown.map((component, at) => (
    <Component
      key={at}
      label={componentLabel(parameter, at)}
      kind={parameter.kind}
      range={parameter.range}
      first={first.current[at] ?? component}
      value={component}
      onChange={(next) => change(at, next)}
    />
  ))
  return (
    <>
      {rows}
      <ParameterKeyframes effect={effect} constant={name} label={parameter.label} value={shown} />
    </>
  )
}

interface ComponentProps {
  label: string
  kind: Parameter['kind']
  range: Parameter['range']
  first: number
  value: number
  onChange(value: number): void
}

function Component({ label, kind, range, first, value, onChange }: ComponentProps) {
  if (kind === 'bool') {
    return <Switch label={label} checked={value !== 0} onChange={(next) => onChange(next ? 1 : 0)} />
  }
  const { min, max, step } = range ?? rangeOf(kind, first, value)
  const fromSlider = (place: number): number => Number((min + place).toPrecision(6))
  return (
    <div className="parameter-row">
      <span className="parameter-name" aria-hidden="true">
        {label}
      </span>
      <Slider
        label={label}
        value={value - min}
        max={max - min}
        step={step}
        describe={(place) => numberText(fromSlider(place))}
        onChange={(place) => onChange(fromSlider(place))}
      />
      <ValueField
        label={`${label} value`}
        hideLabel
        value={value}
        write={numberText}
        read={(text) => readNumber(text, kind, range)}
        onCommit={(value) => void onChange(value)}
      />
    </div>
  )
}
