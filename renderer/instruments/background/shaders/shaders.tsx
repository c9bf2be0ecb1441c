import { ChevronDown, ChevronRight, GitCompare } from 'lucide-react'
import { memo, useState } from 'react'
import type { EffectView, PipelineView, VariantView } from '../../../../preload/contract'
import { useCalm } from '../../../store/calm'
import { useStore } from '../../../store/store'
import { usableVariants } from '../../../store/variants'
import { Empty } from '../../../widgets/empty'
import { formatCount, formatDuration, formatShare, formatTime } from '../../../widgets/format'
import { Tip } from '../../../widgets/tip'
import { useFirst } from '../../first-actions'
import { MEASURED_MEANING, measuredText, useMeasured } from './measured'
import { changeText, constantsText, hitRate, identityText, modelledTime } from './model'
import { SourcesDialog } from './sources'
import './shaders.css'
import { said } from '../../../glossary/codes'
import { RuleLink } from '../../../glossary/rule-link'

/** PSOs with their general shaders and variants (BP-26). */
export function Shaders() {
  const pipelines = useCalm((view) => view.pipelines)
  const effects = useCalm((view) => view.effects)
  const first = useFirst()
  const [compared, setCompared] = useState<{ pipeline: number; variant: number } | null>(null)
  if (pipelines.length === 0) {
    return (
      <Empty title="No pipeline state objects yet" actions={first}>
        Press an effect’s button in the rack: its shaders get a PSO each. Apply it often, or press Play, and the driver
        compiles variants with its constants folded in.
      </Empty>
    )
  }
  const pipeline = pipelines.find(({ id }) => id === compared?.pipeline)
  const variant = pipeline?.variants.find(({ id }) => id === compared?.variant)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="background-scroll" tabIndex={0} aria-label="Pipeline state objects">
      {pipelines.map((each) => (
        <Pso
          key={each.id}
          pipeline={each}
          pipelines={pipelines}
          effects={effects}
          onCompare={(id) => setCompared({ pipeline: each.id, variant: id })}
        />
      ))}
      {pipeline !== undefined && variant !== undefined && (
        <SourcesDialog pipeline={pipeline} variant={variant} onClose={() => setCompared(null)} />
      )}
    </section>
  )
}

interface PsoProps {
  pipeline: PipelineView
  pipelines: readonly PipelineView[]
  effects: readonly EffectView[]
  onCompare(variant: number): void
}

const Pso = memo(function Pso({ pipeline, pipelines, effects, onCompare }: PsoProps) {
  const { id, name, effect, pass, draws, sampled, operations, constants, variants } = pipeline
  const used = usableVariants(pipeline)[0] ?? null
  const modelled = modelledTime(pipeline, operations, pipelines, effects)
  const measured = useMeasured(id, null)
  return (
    <section className="pso" aria-label={`PSO ${name}`}>
      <header>
        <h3>{name}</h3>
        <span className="badge badge-clip">
          {used === null ? 'general shader in use' : `variant ${used.id} in use`}
        </span>
      </header>
      <dl className="pso-facts">
        <Fact term="Effect" value={`${effect}, pass ${pass + 1}`} meaning="A PSO for each pass of the effect" />
        <Fact term="Draws" value={formatCount(draws)} meaning="Draws that were recorded" />
        <Fact
          term="Sampled"
          value={formatCount(sampled)}
          meaning="Draws that the driver has looked at: one in eight, or each while it measures intrusively (BP-03)"
        />
        <Fact
          term="Operations"
          value={formatCount(operations)}
          meaning="Modelled operations per pixel of the general shader, with the constants bound now (BP-31)"
        />
        <Fact
          term="Draw, modelled"
          value={modelled === null ? 'not known' : formatDuration(modelled)}
          meaning="Of the general shader, which the simulation reckons with (BP-31)"
        />
        <Fact
          term="Draw, measured"
          value={measuredText(measured)}
          meaning={`The general shader. ${MEASURED_MEANING}`}
        />
        <Fact term="Bound" value={constantsText(constants)} meaning="Constants that the next draw binds" />
      </dl>
      <Source label={`General shader of ${name}`} source={pipeline.source} />
      {variants.length === 0 ? (
        <p className="detail-hint">
          No variant yet: the driver compiles one when it has seen the same constants often enough, or at a commit
          <RuleLink code="BP-08" />
          <RuleLink code="BP-26" />.
        </p>
      ) : (
        <Variants pipeline={pipeline} pipelines={pipelines} effects={effects} onCompare={onCompare} />
      )}
    </section>
  )
})

interface FactProps {
  term: string
  value: string
  meaning: string
  alarming?: boolean
}

function Fact({ term, value, meaning, alarming = false }: FactProps) {
  return (
    <div {...said(meaning)}>
      <dt>{term}</dt>
      <dd className={alarming ? 'pso-alarming' : undefined}>{value}</dd>
    </div>
  )
}

/** A source that unfolds. */
function Source({ label, source }: { label: string; source: string }) {
  const [open, setOpen] = useState(false)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <>
      <div>
        <button
          type="button"
          className="button"
          aria-expanded={open}
          aria-label={open ? `Hide the ${lower(label)}` : `Show the ${lower(label)}`}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={14} aria-hidden="true" />
          General shader
        </button>
      </div>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <section className="glsl" tabIndex={0} aria-label={label}>
          <pre>{source}</pre>
        </section>
      )}
    </>
  )
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const COLUMNS = [
  { name: 'Variant', meaning: 'In the order in which they were installed', number: false },
  { name: 'Constants', meaning: 'A draw uses the variant when it binds these values (BP-26)', number: false },
  { name: 'Hits', meaning: 'Draws that used it, and their share of all draws of the PSO', number: true },
  { name: 'Draw, modelled', meaning: 'What the simulation reckons with: general shader, then variant', number: true },
] as const

function Variants({ pipeline, pipelines, effects, onCompare }: PsoProps) {
  return (
    <table className="table pso-table" aria-label={`Variants of ${pipeline.name}`}>
      <thead>
        <tr>
          {COLUMNS.map(({ name, meaning, number }) => (
            <th key={name} scope="col" {...said(meaning)} className={number ? 'number' : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {pipeline.variants.map((variant) => (
        <VariantRows
          key={variant.id}
          variant={variant}
          pipeline={pipeline}
          pipelines={pipelines}
          effects={effects}
          onCompare={onCompare}
        />
      ))}
    </table>
  )
}

const OTHERS_BOUND = 'Other constants are bound now: nothing to compare with'

/** A row of what is compared most, and one of the rest, which breaks where it has to. */
function VariantRows({ variant, pipeline, pipelines, effects, onCompare }: PsoProps & { variant: VariantView }) {
  const { id, constants, hits, operations } = variant
  // of other constants the general shader's operations are not known: there is nothing to compare with
  const { matches: comparable } = variant
  const before = modelledTime(pipeline, pipeline.operations, pipelines, effects)
  const after = modelledTime(pipeline, operations, pipelines, effects)
  return (
    <tbody>
      <tr className="pso-first">
        <td>
          {id}{' '}
          <Tip text="General shader and variant side by side, with what differs marked">
            <button
              type="button"
              className="button"
              aria-label={`Compare variant ${id} of ${pipeline.name}`}
              onClick={() => onCompare(id)}
            >
              <GitCompare size={12} aria-hidden="true" />
              <span className="pso-compare">Compare</span>
            </button>
          </Tip>
        </td>
        <td className="pso-constants">{constantsText(constants)}</td>
        <td className="number pso-hits">
          {formatCount(hits)} <span className="pso-whole">({formatShare(hitRate(variant, pipeline))})</span>
        </td>
        <td className="number pso-modelled" {...said(comparable ? undefined : OTHERS_BOUND)}>
          {comparable && before !== null && after !== null ? <Change before={before} after={after} /> : '–'}
        </td>
      </tr>
      <tr className="pso-more">
        <td colSpan={COLUMNS.length}>
          <VariantFacts variant={variant} pipeline={pipeline} comparable={comparable} />
        </td>
      </tr>
    </tbody>
  )
}

interface VariantFactsProps {
  variant: VariantView
  pipeline: PipelineView
  comparable: boolean
}

function VariantFacts({ variant, pipeline, comparable }: VariantFactsProps) {
  const { id, source, branchesRemoved, loopsUnrolled, installedAt, operations } = variant
  const measured = useMeasured(pipeline.id, id)
  const difference = useStore(({ measured }) => measured.differences.get(source) ?? null)
  return (
    <dl className="pso-facts">
      <Fact term="Draw, measured" value={measuredText(measured)} meaning={MEASURED_MEANING} />
      <Fact
        term="Pixels"
        value={identityText(difference)}
        meaning="Drawn beside the general shader on this computer’s GPU and compared byte by byte; one that differs is not used in the Preview (BP-25)"
        alarming={difference !== null && difference.bytes > 0}
      />
      <Fact
        term="Operations"
        value={comparable ? `${formatCount(pipeline.operations)} → ${formatCount(operations)}` : '–'}
        meaning={comparable ? 'Modelled, per pixel: general shader, then variant (BP-31)' : OTHERS_BOUND}
      />
      <Fact
        term="Branches removed"
        value={formatCount(branchesRemoved)}
        meaning="Branches on known constants that are gone"
      />
      <Fact
        term="Loops unrolled"
        value={formatCount(loopsUnrolled)}
        meaning="Loops with constant bounds that are written out"
      />
      <Fact
        term="Installed at"
        value={formatTime(installedAt)}
        meaning="When its compilation finished, in simulated time"
      />
    </dl>
  )
}

/** µs. In a narrow window it breaks before the share, nowhere else. */
function Change({ before, after }: { before: number; after: number }) {
  return (
    <>
      <span className="pso-whole">
        {formatDuration(before)} → {formatDuration(after)}
      </span>{' '}
      <span className="pso-whole">({changeText(before, after)})</span>
    </>
  )
}
