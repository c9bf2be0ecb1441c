import { FlaskConical } from 'lucide-react'
import { useCallback, useState } from 'react'
import {
  type Frontier,
  POLICY_NAMES,
  type PolicyName,
  type VariantComparisonView,
  type VariantRow,
} from '../../../preload/contract'
import { ComparisonTable, Outcome } from '../../charts/comparison'
import { SaveButtons } from '../../charts/save-buttons'
import { useChart } from '../../charts/use-chart'
import { send, useStore } from '../../store/store'
import { Segmented } from '../../widgets/segmented'
import { TextField } from '../../widgets/text-field'
import { Tip } from '../../widgets/tip'
import { type CurveKind, curvesChart, frontierChart } from './chart'
import { FIRST_POLICIES, readBudgets } from './form'
import { VARIANT_COLUMNS, variantCsv } from './rows'
import './tab.css'

/** What was done so far, run again under other policies and budgets: which is better, and how far from the best possible. */
export function LaboratoryTab() {
  const variants = useStore((state) => state.view.variants)
  return (
    <section className="tab-body laboratory" aria-label="Laboratory">
      <Choice running={variants?.state === 'running'} />
      {variants === null ? (
        <p className="detail-hint">
          Nothing is compared yet. Apply effects or press Play first, so that there is work; then press Compare
          policies: the same work runs again under each policy, and this session is not touched.
        </p>
      ) : (
        <Outcome progress={variants} unit=" runs" onCancel={() => void send({ kind: 'cancelVariants' })}>
          <p className="detail-hint">Compared: {variants.workload}</p>
          <Answer variants={variants} />
          {variants.rows.length > 0 && <Rows rows={variants.rows} />}
          {variants.state === 'done' && <Curves variants={variants} />}
          {variants.frontier !== null && <FrontierSection frontier={variants.frontier} />}
        </Outcome>
      )}
    </section>
  )
}

function Choice({ running }: { running: boolean }) {
  const [chosen, setChosen] = useState<readonly PolicyName[]>(FIRST_POLICIES)
  const [budgets, setBudgets] = useState('')
  const read = readBudgets(budgets)
  const compare = (): void => {
    if (running || chosen.length === 0 || !read.ok) return
    const asked = read.value.length === 0 ? {} : { budgets: [...read.value] }
    void send({ kind: 'compareVariants', policies: POLICY_NAMES.filter((name) => chosen.includes(name)), ...asked })
  }
  return (
    <section className="instrument-section" aria-label="What is compared">
      <header>
        <h3>Compare policies</h3>
        <Tip text="Runs what was done so far under each policy that is chosen, in processes of their own (LB-03)">
          <button
            type="button"
            className="button"
            aria-disabled={running || chosen.length === 0 || !read.ok}
            onClick={compare}
          >
            <FlaskConical size={14} aria-hidden="true" />
            Compare policies
          </button>
        </Tip>
      </header>
      <fieldset className="laboratory-policies">
        <legend>Policies</legend>
        {POLICY_NAMES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                setChosen((before) => (target.checked ? [...before, name] : before.filter((one) => one !== name)))
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Budgets"
        value={budgets}
        onChange={setBudgets}
        placeholder="this session’s; or 512MiB, 1GiB"
        error={read.ok ? undefined : read.message}
      />
      {chosen.length === 0 && (
        <p className="field-error" role="alert">
          Choose at least one policy.
        </p>
      )}
    </section>
  )
}

/** One sentence, and a button that acts on it. */
function Answer({ variants: { advice, rows } }: { variants: VariantComparisonView }) {
  const inCharge = useStore((state) => state.view.system.policy)
  if (advice === null) return null
  const row = rows.find(({ label }) => label === advice.label)
  const policy = POLICY_NAMES.find((name) => name === row?.policy)
  // where budgets are varied as well the policy alone is only half of the advice
  const only = row === undefined || row.label === row.policy ? '' : ' (the budget stays as it is)'
  return (
    <div className="laboratory-advice" role="status">
      <p>{advice.text}</p>
      {policy !== undefined && policy !== inCharge && (
        <button type="button" className="button" onClick={() => void send({ kind: 'setPolicy', policy })}>
          {`Use ${policy}${only}`}
        </button>
      )}
      {policy !== undefined && policy === inCharge && <p className="detail-hint">{policy} is in charge now.</p>}
    </div>
  )
}

function Rows({ rows }: { rows: readonly VariantRow[] }) {
  return (
    <ComparisonTable
      region="Variants"
      label="Comparison of variants"
      columns={VARIANT_COLUMNS}
      rows={rows}
      keyOf={({ label }) => label}
    />
  )
}

const KINDS = [
  { value: 'usage', text: 'Local usage' },
  { value: 'evictions', text: 'Evictions' },
  { value: 'hitches', text: 'Hitches' },
] as const satisfies readonly { value: CurveKind; text: string }[]

function Curves({ variants: { curves, until, rows } }: { variants: VariantComparisonView }) {
  const [kind, setKind] = useState<CurveKind>('usage')
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => curvesChart(canvas, curves, kind, until),
    [curves, kind, until],
  )
  const { canvas, chart } = useChart(draw)
  return (
    <section className="instrument-section" aria-label="Over time">
      <header>
        <h3>Over time</h3>
        <Segmented label="Curves" value={kind} options={KINDS} onChange={setKind} />
        <SaveButtons
          file="variants"
          what="comparison"
          numbers="every number of the table"
          png={() => chart.current?.toBase64Image('image/png')}
          csv={() => variantCsv(rows)}
        />
      </header>
      <div className="laboratory-chart">
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${KINDS.find(({ value }) => value === kind)?.text} of ${curves.length} variants over time; the table above has the numbers`}
        />
      </div>
    </section>
  )
}

function FrontierSection({ frontier }: { frontier: Frontier }) {
  const draw = useCallback((canvas: HTMLCanvasElement) => frontierChart(canvas, frontier), [frontier])
  const { canvas } = useChart(draw)
  const above = frontier.variants.filter(({ aboveThresholds }) => aboveThresholds).map(({ label }) => label)
  const text =
    above.length === 0
      ? 'No variant pages in more than the best fixed idle threshold that holds as much.'
      : `A fixed idle threshold that holds no more pages in less than ${above.join(', ')}.`
  return (
    <section className="instrument-section" aria-label="Memory held against bytes paged">
      <header>
        <h3>Memory held against bytes paged</h3>
      </header>
      <p className="detail-hint">{text}</p>
      <div className="laboratory-chart">
        <canvas ref={canvas} role="img" aria-label={`The frontier, and each variant as a point (LB-13). ${text}`} />
      </div>
    </section>
  )
}
