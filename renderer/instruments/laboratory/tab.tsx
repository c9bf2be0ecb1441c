import { derivedText } from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import type { InterfaceState } from '../../store/model'
import { send, useStore } from '../../store/store'
import { Choice } from './choice'
import { Curves, FrontierSection } from './curves'
import { DifferenceSection } from './difference'
import { inputOf } from './form'
import { RecordsSection } from './records'
import { Answer, Rows, Unused } from './results'
import './tab.css'

const cancel = (): void => void send({ kind: 'cancelVariants' })

/** Something has been done that can run again. */
function hasWork({ effects, gpu, playback }: InterfaceState): boolean {
  return (
    gpu.framesPlayed > 0 ||
    (playback !== null && playback.stepsDone > 0) ||
    effects.some(({ completed, inFlight }) => completed + inFlight > 0)
  )
}

/** What there is to do first depends on what was done. */
function Nothing() {
  const isWork = useStore(({ view }) => hasWork(view))
  const isOfFile = useStore(
    ({ laboratoryTab, view }) => inputOf(laboratoryTab, view.comparisonInput !== null) === 'file',
  )
  const ofSession = isWork
    ? 'Press Compare: what was done so far'
    : 'Apply effects or press Play first, so that there is work; then press Compare: the same work'
  const first = isOfFile ? 'Press Compare: the file' : ofSession
  return (
    <p className="detail-hint">
      Nothing is compared yet. {first} runs again under each of them, and this session is not touched. What is better is
      said in one sentence, with a button that puts it in charge.
    </p>
  )
}

/** An input run again under other policies, budgets, devices and models: which is better, and how far from the best possible. */
export function LaboratoryTab() {
  const variants = useStore((state) => state.view.variants)
  return (
    <section className="tab-body laboratory" aria-label="Laboratory">
      <Choice running={variants?.state === 'running'} isCompared={variants !== null} />
      {variants === null ? (
        <Nothing />
      ) : (
        <Outcome progress={variants} unit=" runs" onCancel={cancel}>
          {(variants.state !== 'cancelled' || variants.rows.length > 0) && (
            <p className="detail-hint">Compared on {variants.workload}</p>
          )}
          {variants.derived.length > 0 && <p className="detail-hint">{derivedText(variants.derived)}</p>}
          {variants.state === 'done' && <Unused variants={variants} />}
          <Answer variants={variants} />
          {variants.rows.length > 0 && <Rows rows={variants.rows} />}
          <RecordsSection />
          {variants.state === 'done' && <Curves variants={variants} />}
          {variants.frontier !== null && <FrontierSection frontier={variants.frontier} />}
          {variants.state === 'done' && variants.rows.length > 1 && <DifferenceSection rows={variants.rows} />}
        </Outcome>
      )}
    </section>
  )
}
