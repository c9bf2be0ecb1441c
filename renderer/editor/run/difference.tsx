import { GitCompare } from 'lucide-react'
import { useState } from 'react'
import type { BranchComparisonView, BranchesView, RunDifference } from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { send, useStore } from '../../store/store'
import { goTo } from '../../store/travel'
import { formatBytes, formatCount, formatDuration, formatTime } from '../../widgets/format'
import { SelectField } from '../../widgets/select-field'

/** resources of which the costs are listed; the largest differences come first */
const MOST_ROWS = 50

/** Two branches side by side: where they part, and what each resource cost in either (LB-06). */
export function CompareBranches({ view }: { view: BranchesView }) {
  const comparison = useStore((store) => store.view.branchComparison)
  const [chosen, setChosen] = useState<readonly [number | null, number | null]>([null, null])
  const ids = view.branches.map(({ id }) => id)
  const known = (id: number | null, place: number): number =>
    id !== null && ids.includes(id) ? id : (ids[place] as number)
  const first = known(chosen[0], 0)
  const second = known(chosen[1], ids.length - 1)
  const options = view.branches.map(({ id, name }) => ({ value: String(id), text: name }))
  const busy = comparison?.state === 'running'
  const cannot = busy || first === second
  return (
    <section className="branches-compare" aria-label="Compare branches">
      <div className="branches-choice">
        <SelectField
          label="Compare"
          value={String(first)}
          options={options}
          onChange={(id) => setChosen([Number(id), second])}
        />
        <SelectField
          label="with"
          value={String(second)}
          options={options}
          onChange={(id) => setChosen([first, Number(id)])}
        />
        <button
          type="button"
          className="button"
          aria-disabled={cannot}
          onClick={() => !cannot && void send({ kind: 'compareBranches', branches: [first, second] })}
        >
          <GitCompare size={14} aria-hidden="true" />
          Compare branches
        </button>
      </div>
      {comparison !== null && (
        <Outcome progress={comparison} onCancel={() => void send({ kind: 'cancelBranchComparison' })}>
          {comparison.difference !== null && (
            <Difference difference={comparison.difference} branches={comparison.branches} />
          )}
        </Outcome>
      )}
    </section>
  )
}

function Difference({
  difference,
  branches,
}: {
  difference: RunDifference
  branches: BranchComparisonView['branches']
}) {
  const { first, labels, resources } = difference
  if (first === null) return <p>{`${labels[0]} and ${labels[1]} are the same to the last record.`}</p>
  return (
    <>
      <p>{`They part at record ${formatCount(first.index + 1)}:`}</p>
      <ul aria-label="Where they part">
        {first.records.map((record, place) => (
          <li key={labels[place === 0 ? 0 : 1]} className="branches-parting">
            <strong>{labels[place === 0 ? 0 : 1]}</strong>
            {record === null ? (
              <span className="muted">has ended by then</span>
            ) : (
              <>
                <button
                  type="button"
                  className="button"
                  onClick={() => void goTo(record.t, branches[place === 0 ? 0 : 1])}
                >
                  {`Go to ${formatTime(record.t)}`}
                </button>
                <code>{record.text}</code>
              </>
            )}
          </li>
        ))}
      </ul>
      <Costs difference={{ ...difference, resources: resources.slice(0, MOST_ROWS) }} />
      {resources.length > MOST_ROWS && (
        <p className="detail-hint">{`${formatCount(resources.length - MOST_ROWS)} more differ less.`}</p>
      )}
    </>
  )
}

function Costs({ difference: { labels, resources } }: { difference: RunDifference }) {
  if (resources.length === 0) return <p className="detail-hint">Every resource cost the same in both.</p>
  return (
    <table className="branches-costs" aria-label="What resources cost in either">
      <thead>
        <tr>
          <th scope="col">Resource</th>
          <th scope="col">{`Paged in: ${labels[0]} / ${labels[1]}`}</th>
          <th scope="col">Evictions</th>
          <th scope="col">Waited for</th>
        </tr>
      </thead>
      <tbody>
        {resources.map(({ name, pagedIn, evictions, waited }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{pagedIn.map(formatBytes).join(' / ')}</td>
            <td>{evictions.map(formatCount).join(' / ')}</td>
            <td>{waited.map(formatDuration).join(' / ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
