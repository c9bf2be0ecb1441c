import type { MemoryView, SegmentView } from '../../../../preload/contract'
import { useStore } from '../../../store/store'
import { formatBytes, formatExactBytes } from '../../../widgets/format'
import { Term } from '../../../widgets/tip'
import { budgetShare, overBudget, partsOf, partText, segmentSentence } from './parts'
import './bars.css'
import { said } from '../../../glossary/codes'

const GROUPS = [
  {
    key: 'local',
    name: 'Local',
    meaning: 'DXGI_MEMORY_SEGMENT_GROUP_LOCAL: the adapter’s own memory, the fast one (RS-08).',
  },
  {
    key: 'nonLocal',
    name: 'Non-local',
    meaning: 'DXGI_MEMORY_SEGMENT_GROUP_NON_LOCAL: system memory that the adapter reaches over the bus (RS-08).',
  },
] as const

function SegmentBar({ name, meaning, segment }: { name: string; meaning: string; segment: SegmentView }) {
  const over = overBudget(segment)
  return (
    <div>
      <div className="segment-head">
        <Term tip={meaning}>{name}</Term>
        <span className={over > 0 ? 'segment-budget segment-over' : 'segment-budget'}>
          Usage {formatBytes(segment.resident)} of <span className="segment-word">budget </span>
          {formatBytes(segment.budget)}
        </span>
        {over > 0 && <span className="segment-budget segment-over">{formatBytes(over)} over</span>}
        {segment.forcedOut > 0 && (
          <span
            className="segment-budget"
            {...said(
              'On the residency list, but paged out under pressure: it comes back before the GPU runs (RS-02, RS-10)',
            )}
          >
            {formatBytes(segment.forcedOut)} paged out
          </span>
        )}
        <span className="segment-size" title={formatExactBytes(segment.size)}>
          {formatBytes(segment.size)}
        </span>
      </div>
      <div className="segment-track" role="img" aria-label={segmentSentence(name, segment)}>
        {partsOf(segment).map((part) => (
          <div
            key={part.key}
            className={`segment-part segment-${part.key}`}
            style={{ flexGrow: part.share }}
            {...said(`${part.label}: ${formatExactBytes(part.bytes)}. ${part.meaning}`)}
          />
        ))}
        <div
          className="segment-tick"
          style={{ left: `${budgetShare(segment) * 100}%` }}
          {...said(`Budget: ${formatExactBytes(segment.budget)} (RS-08, RS-09)`)}
        />
      </div>
    </div>
  )
}

/** An integrated GPU has one group alone. */
const groupsOf = (memory: MemoryView): (typeof GROUPS)[number][] =>
  GROUPS.filter(({ key }) => key === 'local' || memory[key].size > 0)

/** The numbers behind the bars, which are also their legend. */
export function SegmentNumbers() {
  const memory = useStore((state) => state.view.memory)
  return (
    <table className="segment-numbers" aria-label="Segments">
      <thead>
        <tr>
          <td />
          {partsOf(memory.local).map((part) => (
            <th key={part.key} scope="col" {...said(part.meaning)}>
              <span className={`segment-key segment-${part.key}`} />
              {part.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groupsOf(memory).map(({ key, name }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {partsOf(memory[key]).map((part) => (
              <td key={part.key} title={formatExactBytes(part.bytes)}>
                {partText(part)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Both segment groups as bars: what is resident, pending, evictable, others' and free, and the budget (RS-08). */
export function SegmentBars() {
  const memory = useStore((state) => state.view.memory)
  return (
    <div className="segment-bars">
      {groupsOf(memory).map(({ key, name, meaning }) => (
        <SegmentBar key={key} name={name} meaning={meaning} segment={memory[key]} />
      ))}
    </div>
  )
}
