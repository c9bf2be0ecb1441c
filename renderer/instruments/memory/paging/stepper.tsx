import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { DriverFlag, ETW_MEANING, etwOfOperation, etwText } from '../../../../preload/contract'
import { said } from '../../../glossary/codes'
import { Words } from '../../../glossary/rule-link'
import { fullName, isLive } from '../../../store/allocations'
import { setMemoryTab, showAllocation, useStore } from '../../../store/store'
import { formatBytes, formatCount, formatDuration, formatExactBytes, formatTime } from '../../../widgets/format'
import { Tip } from '../../../widgets/tip'
import { TimeLink } from '../../lanes/time-link'
import { notificationOf, type PagingGroup } from './model'
import { explain, groupLabel, operationLabel } from './text'

interface StepperProps {
  /** what the chosen operation belongs to; null: none is chosen */
  group: PagingGroup | null
  /** the newest page-out in the list */
  newest: PagingGroup | null
}

/** Walks through the operations of one page-in or page-out and says what each is for (AN-02 to AN-10). */
export function PagingStepper({ group, newest }: StepperProps) {
  if (group !== null) return <Stepping group={group} />
  return (
    <div className="paging-stepper">
      <p className="detail-hint">
        Choose an operation to see what it is for.
        {newest === null && ' Nothing has been evicted from its segment yet: only page-ins and new memory are here.'}
      </p>
      {newest !== null && (
        <button
          type="button"
          className="button"
          onClick={() => setMemoryTab({ operationId: newest.operations[0]!.id })}
        >
          Step through the newest eviction
        </button>
      )}
    </div>
  )
}

function Stepping({ group }: { group: PagingGroup }) {
  const operationId = useStore((state) => state.memoryTab.operationId)
  const at = Math.max(
    0,
    group.operations.findIndex(({ id }) => id === operationId),
  )
  const compressed = useCompressed(group.resource)
  const count = group.operations.length
  return (
    <section className="paging-stepper" aria-label="Operation step by step">
      <header>
        <h3 title={group.resource}>
          {groupLabel(group)} of {group.resource}
        </h3>
        <output className="paging-position" aria-label="Operation">
          {formatCount(at + 1)} of {formatCount(count)}
        </output>
        <Step name="Previous operation" to={group.operations[at - 1]?.id} hint="Left arrow">
          <ChevronLeft size={14} aria-hidden="true" />
        </Step>
        <Step name="Next operation" to={group.operations[at + 1]?.id} hint="Right arrow">
          <ChevronRight size={14} aria-hidden="true" />
        </Step>
        <button
          type="button"
          className="icon-button"
          aria-label="Stop stepping"
          onClick={() => setMemoryTab({ operationId: null })}
        >
          <X size={14} aria-hidden="true" />
        </button>
      </header>
      <p className="paging-sentence" aria-live="polite">
        <strong>{operationLabel(group, at)}</strong> <Words>{explain(group, at, compressed)}</Words>
      </p>
      <ChunkPicture group={group} at={at} />
      <Facts group={group} at={at} />
    </section>
  )
}

/** An end has no further step; the button stays where it is, so that the focus does. */
function Step({
  name,
  to,
  hint,
  children,
}: {
  name: string
  to: number | undefined
  hint: string
  children: ReactElement
}) {
  return (
    <Tip text={`${name} (${hint})`} side="top">
      <button
        type="button"
        className="button paging-step"
        aria-label={name}
        aria-disabled={to === undefined}
        onClick={() => to !== undefined && setMemoryTab({ operationId: to })}
      >
        {children}
      </button>
    </Tip>
  )
}

/** Whether the driver keeps the resource compressed; null when it does not exist any more. */
function useCompressed(resource: string): boolean | null {
  const id = useResourceId(resource)
  const flags = useStore((state) => (id === null ? null : (state.view.allocations.driverFlags[id] ?? null)))
  return flags === null ? null : (flags & DriverFlag.compressed) !== 0
}

/** Looked for only when allocations come or go: there may be a million. */
function useResourceId(resource: string): number | null {
  const ids = useStore((state) => state.view.allocations.ids)
  return useMemo(() => {
    const { allocations } = useStore.getState().view
    return ids.find((id) => fullName(allocations, id) === resource) ?? null
  }, [ids, resource])
}

/** From this many chunks on their borders would hide the picture. */
const MOST_BORDERS = 96
const WIDTH = 1000
const LEAST_WIDTH = 6

/** The allocation from its first byte to its last: chunks that are done, the one at work, those to come. */
function ChunkPicture({ group, at }: { group: PagingGroup; at: number }) {
  const { chunk, chunks, offset, bytes } = group.operations[at]!
  const scale = WIDTH / Math.max(1, group.bytes)
  const width = Math.max(LEAST_WIDTH, bytes * scale)
  const left = Math.min(offset * scale, WIDTH - width)
  const notification = notificationOf(group, at)
  const what = `Chunk ${formatCount(chunk + 1)} of ${formatCount(chunks)} of the allocation`
  // all chunks but the last are as large as the VA space, so the first offset that is not 0 is their size
  const size = chunks === 1 ? group.bytes : chunk === 0 ? bytes : offset / chunk
  return (
    <figure className="paging-picture">
      <svg viewBox={`0 0 ${WIDTH} 20`} preserveAspectRatio="none" role="img" aria-label={what}>
        <rect className="chunk-todo" width={WIDTH} height="20" />
        <rect className="chunk-done" width={left} height="20" />
        {chunks <= MOST_BORDERS &&
          Array.from({ length: chunks - 1 }, (_, index) => (
            <line key={index} x1={(index + 1) * size * scale} x2={(index + 1) * size * scale} y1="0" y2="20" />
          ))}
        <rect className="chunk-now" x={left} width={width} height="20" />
      </svg>
      <figcaption>
        {what}
        {notification !== null && `, for ${notification}`}
      </figcaption>
    </figure>
  )
}

function Facts({ group, at }: { group: PagingGroup; at: number }) {
  const { operation, segment, offset, bytes, start, end, buffers } = group.operations[at]!
  const etw = etwOfOperation(operation)
  const id = useResourceId(group.resource)
  const facts = [
    ['Segment', segment],
    ['Offset', formatBytes(offset), formatExactBytes(offset)],
    ['Bytes', formatBytes(bytes), formatExactBytes(bytes)],
    ['Duration', formatDuration(end - start), `From ${formatTime(start)} to ${formatTime(end)}`],
    ...(buffers === undefined
      ? []
      : [['Paging buffers', formatCount(buffers), 'How many the driver’s commands took (AN-16)']]),
    ...(etw === null ? [] : [['ETW', etwText(etw), ETW_MEANING]]),
  ]
  return (
    <div className="paging-facts">
      <dl>
        {facts.map(([term, value, title]) => (
          <div key={term} {...said(title)}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <TimeLink t={start} />
      {id !== null && <ShowResource id={id} />}
    </div>
  )
}

function ShowResource({ id }: { id: number }) {
  const live = useStore((state) => isLive(state.view.allocations, id))
  if (!live) return null
  return (
    <button
      type="button"
      className="time-link"
      title="Select the resource in the map"
      onClick={() => showAllocation(id)}
    >
      Show allocation
    </button>
  )
}
