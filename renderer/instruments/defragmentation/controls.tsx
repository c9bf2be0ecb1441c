import { Play, Square, StepForward } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import {
  type Command,
  type CommandResult,
  DEFRAGMENTATION_ALGORITHMS,
  type DefragmentationAlgorithm,
  type DefragmentationView,
  EVICTED_MOVES,
  type EvictedMoves,
} from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { Words } from '../../glossary/rule-link'
import { send, setDefragmentationTab, useStore } from '../../store/store'
import type { DefragmentationForm } from '../../store/tabs/defragmentation'
import { focusFirstInvalid } from '../../widgets/form/first-invalid'
import { formatBytes, formatCount } from '../../widgets/format'
import { HResultText } from '../../widgets/hresult'
import { SelectField } from '../../widgets/select-field'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import {
  ALGORITHM_LABELS,
  ALGORITHM_MEANINGS,
  chosenPool,
  EVICTED_LABELS,
  FOR_THE_NEXT,
  type FormErrors,
  LIMIT_LABELS,
  readForm,
} from './form'
import { skippedText, tooLargeText, useSkippedHeaps } from './skipped'
import { canBegin, poolsLeftOut, stateLabel, withoutHResult } from './text'

const ALGORITHMS = DEFRAGMENTATION_ALGORITHMS.map((value) => ({ value, text: ALGORITHM_LABELS[value] }))
const EVICTED = EVICTED_MOVES.map((value) => ({ value, text: EVICTED_LABELS[value] }))

/** Limits, calls, and what the process has come to (DF-05 to DF-13, DF-22). */
export function DefragmentationControls() {
  const [errors, setErrors] = useState<FormErrors>({})
  const [failure, setFailure] = useState<CommandResult | null>(null)
  const section = useRef<HTMLElement>(null)
  const process = useStore((state) => state.view.defragmentation)
  const call = async (...commands: Command[]): Promise<void> => {
    setFailure(null)
    for (const command of commands) {
      const result = await send(command, 'inline')
      if (result.ok) continue
      setFailure(result)
      return
    }
  }
  /** BeginDefragmentation as the form says it, then another call. */
  const begin = (...then: Command[]): void => {
    const { defragmentationTab, view } = useStore.getState()
    const read = readForm(defragmentationTab.form, view.heapMap.pools)
    setErrors(read.ok ? {} : read.errors)
    if (read.ok) void call({ kind: 'beginDefragmentation', ...read.spec }, ...then)
    // it may lie below what is seen
    else focusFirstInvalid(section.current)
  }
  return (
    <section ref={section} className="defrag-section" aria-label="Defragmentation process">
      <Calls process={process} begin={begin} call={(command) => void call(command)} />
      {failure !== null && !failure.ok && (
        <p className="field-error" role="alert">
          {failure.hresult !== undefined && <HResultText hresult={failure.hresult} />}{' '}
          {withoutHResult(failure.message, failure.hresult?.name)}
        </p>
      )}
      <Progress process={process} isSaid={failure !== null} />
      <Fields errors={errors} onChange={() => setErrors({})} />
    </section>
  )
}

function Fields({ errors, onChange }: { errors: FormErrors; onChange(): void }) {
  const form = useStore((state) => state.defragmentationTab.form)
  const goesOn = useStore((state) => !canBegin(state.view.defragmentation))
  const pools = useStore((state) => state.view.heapMap.pools)
  const change = (part: Partial<DefragmentationForm>): void => {
    setDefragmentationTab({ form: { ...form, ...part } })
    onChange()
  }
  const custom = pools.filter((pool) => pool.custom).map(({ name }) => ({ value: name, text: name }))
  const chosen = chosenPool(form.pool, pools)
  const leftOut = chosen === '' ? poolsLeftOut(pools) : null
  const skipped = skippedText(useSkippedHeaps())
  const tooLarge = tooLargeText(pools, form)
  return (
    <div className="defrag-fields">
      {goesOn && <p className="detail-hint defrag-left-out">{FOR_THE_NEXT}</p>}
      <div {...said(ALGORITHM_MEANINGS[form.algorithm])}>
        <SelectField
          label="Algorithm"
          value={form.algorithm}
          options={ALGORITHMS}
          onChange={(algorithm: DefragmentationAlgorithm) => change({ algorithm })}
        />
      </div>
      <div {...said('Each pool is defragmented by itself: nothing moves between pools (DF-06)')}>
        <SelectField
          label="Pool"
          value={chosen}
          options={[{ value: '', text: 'All default pools' }, ...custom]}
          onChange={(pool: string) => change({ pool })}
        />
      </div>
      <div
        {...said('What is moved must be resident: what is evicted is left where it is, or brought back first (DF-21)')}
      >
        <SelectField
          label="Evicted memory"
          value={form.evicted}
          options={EVICTED}
          onChange={(evicted: EvictedMoves) => change({ evicted })}
        />
      </div>
      {skipped !== null && <p className="detail-hint defrag-left-out">{skipped}</p>}
      {leftOut !== null && <p className="detail-hint defrag-left-out">{leftOut}</p>}
      {tooLarge !== null && (
        <p className="detail-hint defrag-left-out">
          <Words>{tooLarge}</Words>
        </p>
      )}
      <div {...said('MaxBytesPerPass, such as 64 MiB; 0: no limit (DF-13)')}>
        <TextField
          label={LIMIT_LABELS.maxBytes}
          value={form.maxBytes}
          error={errors.maxBytes}
          onChange={(maxBytes) => change({ maxBytes })}
        />
      </div>
      <div {...said('MaxAllocationsPerPass; 0: no limit (DF-13)')}>
        <TextField
          label={LIMIT_LABELS.maxAllocations}
          value={form.maxAllocations}
          error={errors.maxAllocations}
          onChange={(maxAllocations) => change({ maxAllocations })}
        />
      </div>
      <div {...said('Time that the GPU may copy in each display frame, such as 2 ms; 0: no limit (DF-22)')}>
        <TextField
          label={LIMIT_LABELS.timePerFrame}
          value={form.timePerFrame}
          error={errors.timePerFrame}
          onChange={(timePerFrame) => change({ timePerFrame })}
        />
      </div>
      <div {...said('What may be moved in each display frame, such as 8 MiB; 0: no limit (DF-22)')}>
        <TextField
          label={LIMIT_LABELS.bytesPerFrame}
          value={form.bytesPerFrame}
          error={errors.bytesPerFrame}
          onChange={(bytesPerFrame) => change({ bytesPerFrame })}
        />
      </div>
    </div>
  )
}

interface CallsProps {
  process: DefragmentationView
  begin(...then: Command[]): void
  call(command: Command): void
}

function Calls({ process, begin, call }: CallsProps) {
  const { state, running } = process
  const isIdle = canBegin(process)
  const step = (): void => {
    if (isIdle) begin({ kind: 'beginPass' })
    else call({ kind: state === 'pass' ? 'endPass' : 'beginPass' })
  }
  const run = (): void => {
    if (isIdle) begin({ kind: 'runDefragmentation' })
    else call({ kind: 'runDefragmentation' })
  }
  return (
    <div className="defrag-buttons">
      <CallButton
        name="Begin"
        tip="BeginDefragmentation: nothing defragments by itself (DF-05)"
        disabled={!isIdle}
        onClick={() => begin()}
      />
      <CallButton
        name="Step pass"
        tip={
          state === 'pass'
            ? 'Copies the moves of the pass, waits for the GPU, and calls EndPass (DF-11, DF-12)'
            : 'BeginPass: plans the moves of the next pass and reserves their destinations (DF-08)'
        }
        disabled={running || state === 'copying'}
        onClick={step}
      >
        <StepForward size={14} aria-hidden="true" />
      </CallButton>
      <CallButton
        name="Run to end"
        tip="Passes follow one another until a call returns S_OK (DF-12)"
        disabled={running}
        onClick={run}
      >
        <Play size={13} aria-hidden="true" />
      </CallButton>
      <CallButton
        name="End"
        tip="Releases the context: what waits is cancelled, and nothing is lost (DF-05)"
        disabled={isIdle}
        onClick={() => call({ kind: 'endDefragmentation' })}
      >
        <Square size={12} aria-hidden="true" />
      </CallButton>
    </div>
  )
}

interface CallButtonProps {
  name: string
  tip: string
  disabled: boolean
  onClick(): void
  children?: ReactNode
}

/** Stays in the tab order while it cannot be used, so that its tip can be read. */
function CallButton({ name, tip, disabled, onClick, children }: CallButtonProps) {
  return (
    <Tip text={tip}>
      <button type="button" className="button" aria-disabled={disabled} onClick={() => disabled || onClick()}>
        {children}
        {name}
      </button>
    </Tip>
  )
}

/** State, pass, what the last call returned unless that is said already, and the totals (DF-17). */
function Progress({ process, isSaid }: { process: DefragmentationView; isSaid: boolean }) {
  const { state, passes, algorithm, pool, bytesMoved, bytesFreed, allocationsMoved, heapsFreed, message, refused } =
    process
  return (
    <>
      <p className="defrag-state" role="status">
        <strong>{stateLabel(process)}</strong>
        {state !== 'idle' && (
          <>
            {' '}
            · {ALGORITHM_LABELS[algorithm]}, {pool ?? 'all default pools'}
            {passes > 0 && ` · pass ${formatCount(passes)}`}
          </>
        )}
      </p>
      {message !== null && !isSaid && (
        <p className={state === 'failed' || refused ? 'last-call last-call-failed' : 'last-call'}>{message}</p>
      )}
      {state !== 'idle' && (
        <dl className="defrag-facts">
          <Fact term="Bytes moved" value={formatBytes(bytesMoved)} />
          <Fact term="Allocations moved" value={formatCount(allocationsMoved)} />
          <Fact term="Bytes freed" value={formatBytes(bytesFreed)} />
          <Fact term="Heaps freed" value={formatCount(heapsFreed)} />
        </dl>
      )}
    </>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
