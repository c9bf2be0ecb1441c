import { useMemo } from 'react'
import { contentsOf, liveCount } from '../../../store/heap-ranges'
import { useStore } from '../../../store/store'
import { formatBytes, formatCount, formatExactBytes } from '../../../widgets/format'
import './heap-contents.css'
import { RuleLink } from '../../../glossary/rule-link'
import { contentsTitle } from './text'

/** Shown at once; the heap map shows all. */
const MOST = 200

/** What lies in a heap that resources share: they are made resident and evicted together (RS-15). */
export function HeapContents({ id }: { id: number }) {
  const block = useStore((state) => state.view.heapMap.byAllocation.get(id))
  const contents = useMemo(() => (block === undefined ? [] : contentsOf(block, MOST)), [block])
  if (block === undefined || block.committed) return null
  const count = liveCount(block)
  return (
    <section className="heap-contents" aria-label="Placed in this heap">
      <h4>
        {contentsTitle(block)}
        {count > 1 && (
          <>
            , which share its residency
            <RuleLink code="RS-15" />
          </>
        )}
      </h4>
      <ul>
        {contents.map(({ name, bytes, offset }) => (
          <li key={offset} title={`Offset ${formatExactBytes(offset)}`}>
            <span>{name === '' ? 'without a name' : name}</span>
            <span className="muted">{formatBytes(bytes)}</span>
          </li>
        ))}
      </ul>
      {count > contents.length && <p className="muted">and {formatCount(count - contents.length)} more</p>}
    </section>
  )
}
