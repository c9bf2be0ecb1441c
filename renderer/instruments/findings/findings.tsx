import { Copy, Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { csvOf, type FindingView, type PolicyName, ruleOf } from '../../../preload/contract'
import { RuleLink } from '../../glossary/rule-link'
import { SeverityMark } from '../../glossary/rule-text'
import { isLive } from '../../store/allocations'
import { comparePolicies } from '../../store/compare'
import { setMoment } from '../../store/cursor/cursor'
import { useNearest } from '../../store/cursor/nearest'
import { saveExport } from '../../store/save-export'
import { selectResource, send, toast, useStore } from '../../store/store'
import { copyText, tsvOf } from '../../widgets/copy'
import { Empty } from '../../widgets/empty'
import { counted, formatCount, formatTime, withSizes } from '../../widgets/format'
import { Tip } from '../../widgets/tip'
import { VirtualList } from '../../widgets/virtual-list'
import {
  FINDING_HEAD,
  type FindingRow,
  type FoundAt,
  type FoundRule,
  findingFields,
  groupsOf,
  messagesOf,
  rowsOf,
} from './groups'
import './findings.css'

/** Rules that were broken, by rule and moment: how bad it is, why it matters, what avoids it (TN-40). */
export function FindingsTab() {
  const findings = useStore((store) => store.view.findings)
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const nearest = useNearest(findings.items, ({ t }) => t)
  const groups = useMemo(() => groupsOf(findings.items), [findings])
  const rows = useMemo(() => rowsOf(groups, whole), [groups, whole])
  if (rows.length === 0) return <NoFindings />
  const near = rows.findIndex(
    (row) => row.kind === 'moment' && nearest !== null && row.moment.findings.some(({ id }) => id === nearest.id),
  )
  return (
    <section className="tab-body" aria-label="Findings">
      <Head groups={groups} findings={findings.items} forgotten={findings.forgotten} />
      <VirtualList label="Findings" items={rows} keyOf={({ key }) => key} estimate={heightOf} nearest={near}>
        {(row) => <Row row={row} onWhole={(rule) => setWhole(new Set([...whole, rule]))} />}
      </VirtualList>
    </section>
  )
}

/** px, before it is measured */
function heightOf(row: FindingRow): number {
  if (row.kind === 'rule') return 110
  return row.kind === 'moment' ? 30 + 18 * messagesOf(row.moment).shown.length : 30
}

function NoFindings() {
  const { policy } = useStore(({ view }) => view.system)
  return (
    <section className="tab-body" aria-label="Findings">
      <Empty
        title="No findings"
        actions={policy === 'creative-app' ? [] : [{ label: 'Use creative-app', run: () => use('creative-app') }]}
      >
        A finding names a rule that was broken, the resource and the moment. The policy creative-app has known faults:
        choose it, apply two effects and press Periodic trim now in System.
      </Empty>
    </section>
  )
}

interface HeadProps {
  groups: readonly FoundRule[]
  findings: readonly FindingView[]
  forgotten: number
}

function Head({ groups, findings, forgotten }: HeadProps) {
  const rules = `${formatCount(groups.length)} ${groups.length === 1 ? 'rule' : 'rules'}`
  const found = `${formatCount(findings.length)} ${findings.length === 1 ? 'finding' : 'findings'}`
  return (
    <header className="findings-head">
      <p>
        {found} of {rules}
        {forgotten > 0 && `; ${formatCount(forgotten)} older ones are kept in a saved trace only`}
      </p>
      <Tip text="Copies every finding as a table, for a spreadsheet or a text">
        <button
          type="button"
          className="icon-button"
          aria-label="Copy all findings"
          onClick={() => copyFindings(findings)}
        >
          <Copy size={15} aria-hidden="true" />
        </button>
      </Tip>
      <Tip text="Saves every finding as CSV, with its rule in words">
        <button
          type="button"
          className="icon-button"
          aria-label="Save findings as CSV"
          onClick={() => void saveExport('findings', 'csv', csvOf(FINDING_HEAD, findings.map(findingFields)))}
        >
          <Download size={15} aria-hidden="true" />
        </button>
      </Tip>
    </header>
  )
}

function Row({ row, onWhole }: { row: FindingRow; onWhole(rule: string): void }) {
  switch (row.kind) {
    case 'rule':
      return <RuleHead group={row.group} />
    case 'moment':
      return <Moment moment={row.moment} />
    case 'more':
      return (
        <button type="button" className="finding-more" onClick={() => onWhole(row.rule)}>
          {`Show ${formatCount(row.hidden)} earlier ${row.hidden === 1 ? 'moment' : 'moments'}`}
        </button>
      )
  }
}

function RuleHead({ group: { rule, title, severity, count, moments, keptBy } }: { group: FoundRule }) {
  const text = ruleOf(rule)
  const newest = moments[0]
  return (
    <article className="finding-rule" aria-label={title} data-rules={rule}>
      <header className="finding-head">
        <SeverityMark severity={severity} />
        <h3>
          <RuleLink code={rule} className="finding-title">
            {title}
          </RuleLink>
        </h3>
        <span className="badge" title={`${counted(count, 'finding')} at ${counted(moments.length, 'moment')}`}>
          {formatCount(count)}
        </span>
      </header>
      {text !== null && <p className="finding-why">{text.means}</p>}
      <p className="finding-actions">
        {newest !== undefined && (
          <button type="button" className="button" onClick={() => show(newest)}>
            Show me
          </button>
        )}
        <Avoid policies={keptBy} />
      </p>
    </article>
  )
}

/** What would have avoided it: to be used at once, or to be compared first. */
function Avoid({ policies }: { policies: readonly PolicyName[] }) {
  const inCharge = useStore(({ view }) => view.system.policy)
  const others = policies.filter((name) => name !== inCharge)
  const [first] = others
  if (first === undefined) return null
  return (
    <>
      <span className="muted">Avoided by {others.join(', ')}</span>
      <button type="button" className="button" onClick={() => use(first)}>
        Use {first}
      </button>
      <button type="button" className="button" onClick={() => comparePolicies([inCharge, ...others])}>
        Compare…
      </button>
    </>
  )
}

function Moment({ moment }: { moment: FoundAt }) {
  const isAt = useStore((store) => store.moment === moment.t)
  const resources = moment.findings.map(({ resource }) => resource).filter((name) => name !== undefined)
  const { shown, hidden, all } = messagesOf(moment)
  return (
    <div className="finding-row" data-copy={rowsText(moment.findings.map(findingFields))}>
      <button type="button" className="finding" aria-pressed={isAt} title={all.join('\n')} onClick={() => show(moment)}>
        <span className="finding-head">
          <span className="finding-time">{formatTime(moment.t)}</span>
          <span className="finding-resource">{resources.join(', ')}</span>
        </span>
        {shown.map(({ id, message, resource }) => (
          <span key={id} className="finding-message">
            {withSizes(message, resource)}
          </span>
        ))}
        {hidden > 0 && <span className="finding-message">{`and ${formatCount(hidden)} more`}</span>}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Copy the findings at ${formatTime(moment.t)}`}
        onClick={() => copyFindings(moment.findings)}
      >
        <Copy size={13} aria-hidden="true" />
      </button>
    </div>
  )
}

/** Rows of a table; the last line has no end, so that what is pasted is no row more. */
const rowsText = (rows: readonly (readonly (string | number)[])[]): string => tsvOf(rows).slice(0, -1)

function copyFindings(findings: readonly FindingView[]): void {
  if (copyText(rowsText([FINDING_HEAD, ...findings.map(findingFields)])))
    toast('info', `Copied ${formatCount(findings.length)} ${findings.length === 1 ? 'finding' : 'findings'}`)
}

/** The moment in all instruments, and the resource where it is still there. */
function show({ t, findings }: FoundAt): void {
  setMoment(t)
  const { allocations } = useStore.getState().view
  const found = findings.find(({ allocation }) => allocation !== undefined && isLive(allocations, allocation))
  if (found?.allocation !== undefined) selectResource(found.allocation)
}

function use(policy: PolicyName): void {
  void send({ kind: 'setPolicy', policy })
}
