import { useMemo, useState } from 'react'
import type { FindingView } from '../../../preload/contract'
import { isLive } from '../../store/allocations'
import { setMoment } from '../../store/cursor/cursor'
import { useNearest } from '../../store/cursor/nearest'
import { selectResource, useStore } from '../../store/store'
import { Empty } from '../../widgets/empty'
import { formatTime } from '../../widgets/format'
import { VirtualList } from '../../widgets/virtual-list'
import './findings.css'

/** Rules that were broken: rule, resource and moment (TN-40). */
export function FindingsTab() {
  const findings = useStore((store) => store.view.findings)
  const [chosen, setChosen] = useState<number | null>(null)
  const nearest = useNearest(findings.items, ({ t }) => t)
  const newestFirst = useMemo(() => [...findings.items].reverse(), [findings])
  if (newestFirst.length === 0) {
    return (
      <section className="tab-body" aria-label="Findings">
        <Empty title="No findings">
          A finding names a rule that was broken, the resource and the moment. The policy creative-app has known faults:
          choose it, apply both effects and press Periodic trim now in System.
        </Empty>
      </section>
    )
  }
  const choose = (finding: FindingView): void => {
    setChosen(finding.id)
    setMoment(finding.t)
    // the resource may have been removed since: then only the moment is shown
    const { allocations } = useStore.getState().view
    if (finding.allocation !== undefined && isLive(allocations, finding.allocation)) selectResource(finding.allocation)
  }
  return (
    <section className="tab-body" aria-label="Findings">
      <VirtualList
        label="Findings"
        items={newestFirst}
        keyOf={({ id }) => id}
        estimate={() => 64}
        nearest={nearest === null ? -1 : newestFirst.indexOf(nearest)}
      >
        {(finding) => (
          <FindingButton finding={finding} chosen={chosen === finding.id} onChoose={() => choose(finding)} />
        )}
      </VirtualList>
    </section>
  )
}

interface FindingButtonProps {
  finding: FindingView
  chosen: boolean
  onChoose(): void
}

function FindingButton({ finding, chosen, onChoose }: FindingButtonProps) {
  return (
    <button
      type="button"
      className="finding"
      aria-pressed={chosen}
      title="Select the resource and mark the moment in the charts"
      onClick={onChoose}
    >
      <span className="finding-head">
        <span className="badge badge-warning">{finding.rule}</span>
        <span className="finding-resource">{finding.resource ?? ''}</span>
        <span className="finding-time">{formatTime(finding.t)}</span>
      </span>
      <span className="finding-message">{finding.message}</span>
    </button>
  )
}
