import { GitCompare } from 'lucide-react'
import { useState } from 'react'
import type { BranchesView } from '../../../preload/contract'
import { Outcome } from '../../charts/comparison'
import { Difference } from '../../charts/difference/difference'
import { send, useStore } from '../../store/store'
import { goTo } from '../../store/wishes/travel'
import { SelectField } from '../../widgets/select-field'

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
            <Difference difference={comparison.difference} open={(run, t) => void goTo(t, comparison.branches[run])} />
          )}
        </Outcome>
      )}
    </section>
  )
}
