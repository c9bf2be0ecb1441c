import type { SegmentView } from '../../preload/contract'
import { useStore } from '../store/store'
import { formatBytes, formatExactBytes } from '../widgets/format'
import { Term } from '../widgets/tip'
import { budgetShare, overBudget, partsOf, segmentSentence } from './segment-parts'
import './segment-bars.css'

interface BarProps {
  name: string
  meaning: string
  segment: SegmentView
}

function SegmentBar({ name, meaning, segment }: BarProps) {
  const parts = partsOf(segment)
  const over = overBudget(segment)
  return (
    <div className="segment-bar">
      <div className="segment-head">
        <Term tip={meaning}>{name}</Term>
        <span className={over > 0 ? 'segment-budget segment-over' : 'segment-budget'}>
          {formatBytes(segment.resident)} of {formatBytes(segment.budget)} budget
          {over > 0 && `, ${formatBytes(over)} over`}
        </span>
        <span className="segment-size" title={formatExactBytes(segment.size)}>
          {formatBytes(segment.size)}
        </span>
      </div>
      <div className="segment-track" role="img" aria-label={segmentSentence(name, segment)}>
        {parts.map((part) => (
          <div
            key={part.key}
            className={`segment-part segment-${part.key}`}
            style={{ flexGrow: part.bytes }}
            title={`${part.label}: ${formatExactBytes(part.bytes)}. ${part.meaning}`}
          />
        ))}
        <div
          className="segment-tick"
          style={{ left: `${budgetShare(segment) * 100}%` }}
          title={`Budget: ${formatExactBytes(segment.budget)} (RS-08, RS-09)`}
        />
      </div>
      <dl className="segment-numbers">
        {parts.map((part) => (
          <div key={part.key} title={part.meaning}>
            <dt>
              <span className={`segment-key segment-${part.key}`} />
              {part.label}
            </dt>
            <dd>{formatBytes(part.bytes)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Both segment groups as bars: what is resident, pending, evictable, others' and free, and the budget (RS-08). */
export function SegmentBars() {
  const memory = useStore((state) => state.view.memory)
  return (
    <div className="segment-bars">
      <SegmentBar
        name="Local"
        meaning="DXGI_MEMORY_SEGMENT_GROUP_LOCAL: the adapter's own memory, the fast one (RS-08)."
        segment={memory.local}
      />
      <SegmentBar
        name="Non-local"
        meaning="DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL: system memory that the adapter reaches over the bus (RS-08)."
        segment={memory.nonLocal}
      />
    </div>
  )
}
