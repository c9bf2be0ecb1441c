/** Settings of the scheduler, shared by the GPU tab and the System drawer. */
import {
  COMPUTE_GRANULARITIES,
  type ComputeGranularity,
  GRAPHICS_GRANULARITIES,
  type GraphicsGranularity,
  PREEMPTION_MODELS,
  type PreemptionModel,
  TDR_LEVELS,
  type TdrLevel,
} from '../../../preload/contract'
import { send, useStore } from '../../store/store'
import { durationText, parseDuration } from '../../widgets/parse'
import { SelectField } from '../../widgets/select-field'
import { ValueField } from '../../widgets/text-field'
import { GRANULARITY_LABELS, MODEL_LABELS } from './labels'

const MODELS = PREEMPTION_MODELS.map((value) => ({ value, text: MODEL_LABELS[value] }))
const GRAPHICS = GRAPHICS_GRANULARITIES.map((value) => ({ value, text: GRANULARITY_LABELS[value] }))
const COMPUTE = COMPUTE_GRANULARITIES.map((value) => ({ value, text: GRANULARITY_LABELS[value] }))

const LEVEL_LABELS: Readonly<Record<TdrLevel, string>> = {
  off: 'Off',
  bugcheck: 'Bug check at the first',
  recover: 'Recover',
}
const LEVELS = TDR_LEVELS.map((value) => ({ value, text: LEVEL_LABELS[value] }))

const WIN7_HINT = 'Only packets that have not started give way, whatever the granularity (GP-06).'

const LEAST_DELAY = 1_000
const MOST_DELAY = 3_600_000_000
const readDelay = (text: string) => parseDuration(text, LEAST_DELAY, MOST_DELAY, 's')

/** GP-01 to GP-06 */
export function PreemptionSettings() {
  const model = useStore((state) => state.view.gpu.model)
  const graphics = useStore((state) => state.view.gpu.graphics)
  const compute = useStore((state) => state.view.gpu.compute)
  const reason = useStore((state) => state.view.gpu.modelReason)
  return (
    <>
      <SelectField
        label="Preemption model"
        value={model}
        options={MODELS}
        onChange={(next: PreemptionModel) => void send({ kind: 'setPreemption', model: next })}
        hint={reason ?? (model === 'win7' ? WIN7_HINT : undefined)}
      />
      <SelectField
        label="Graphics granularity"
        value={graphics}
        options={GRAPHICS}
        onChange={(next: GraphicsGranularity) => void send({ kind: 'setPreemption', graphics: next })}
      />
      <SelectField
        label="Compute granularity"
        value={compute}
        options={COMPUTE}
        onChange={(next: ComputeGranularity) => void send({ kind: 'setPreemption', compute: next })}
      />
    </>
  )
}

/** GP-23, GP-26 */
export function TdrSettings() {
  const level = useStore((state) => state.view.gpu.tdrLevel)
  const delay = useStore((state) => state.view.gpu.tdrDelay)
  return (
    <>
      <SelectField
        label="TDR level"
        value={level}
        options={LEVELS}
        onChange={(next: TdrLevel) => void send({ kind: 'setTdr', level: next })}
      />
      <ValueField
        label="TDR delay"
        value={delay}
        write={durationText}
        read={readDelay}
        onCommit={(next) => send({ kind: 'setTdr', delay: next })}
      />
    </>
  )
}
