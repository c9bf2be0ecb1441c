import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DifferenceView, VariantRow } from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { Difference } from '../../charts/difference/difference'
import { send, setLaboratoryTab, useStore } from '../../store/store'
import { SelectField } from '../../widgets/select-field'
import { Tip } from '../../widgets/tip'
import { openMoment } from './moment'
import { NumberLink } from './number-link'
import { differingPair } from './rows'

/** Under which name the records of a resource's number are asked for. */
const RECORDED_AS = { pagedIn: 'pageInBytes', evictions: 'evictions', waited: 'waitedFor' } as const

/** Two of the runs that were compared: where they part, and what each resource cost in either (LB-06). */
export function DifferenceSection({ rows }: { rows: readonly VariantRow[] }) {
  const chosen = useStore((state) => state.laboratoryTab.pair)
  const view = useStore((state) => state.view.difference)
  const [one, other] = differingPair(rows, chosen)
  const running = view?.state === 'running'
  const options = rows.map(({ label }, index) => ({ value: String(index), text: label }))
  const section = useRef<HTMLElement>(null)
  const isAsked = useRef(false)
  const show = (): void => {
    if (running || one === other) return
    isAsked.current = true
    void send({ kind: 'compareRuns', one, other })
  }
  // it opens below its own button, which is at the end of the tab
  useEffect(() => {
    if (!isAsked.current || view === null || view.state === 'running') return
    isAsked.current = false
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [view])
  return (
    <section ref={section} className="instrument-section" aria-label="Difference of two runs">
      <header>
        <h3>Difference of two runs</h3>
        <Tip text="Runs both beside each other: the first record in which they part, and what each resource cost (LB-06)">
          <button type="button" className="button" aria-disabled={running || one === other} onClick={show}>
            <GitCompareArrows size={14} aria-hidden="true" />
            Show difference
          </button>
        </Tip>
      </header>
      <div className="laboratory-pair">
        <SelectField
          label="One run"
          value={String(one)}
          options={options}
          onChange={(value) => setLaboratoryTab({ pair: [Number(value), other] })}
        />
        <SelectField
          label="The other"
          value={String(other)}
          options={options}
          onChange={(value) => setLaboratoryTab({ pair: [one, Number(value)] })}
        />
      </div>
      {one === other && <p className="field-error">Choose two different runs.</p>}
      {view !== null && (
        <Outcome progress={view} onCancel={() => void send({ kind: 'cancelVariants' })}>
          {view.difference !== null && (
            <Difference
              difference={view.difference}
              open={openIn(view.labels, rows)}
              numberOf={(run, resource, key, text) => (
                <NumberLink row={{ label: view.labels[run] }} column={RECORDED_AS[key]} resource={resource}>
                  {text}
                </NumberLink>
              )}
            />
          )}
        </Outcome>
      )}
    </section>
  )
}

/** The one and the other of two labels are rows of the table. */
function openIn(labels: DifferenceView['labels'], rows: readonly VariantRow[]): (run: 0 | 1, t: number) => void {
  return (run, t) => {
    const row = rows.find(({ label }) => label === labels[run])
    if (row !== undefined) void openMoment(row, t)
  }
}
