import { type RefObject, useEffect, useRef, useState } from 'react'
import { ENGINES, etwTextOfPacket, PACKET_KINDS, PACKET_OUTCOMES } from '../../../preload/contract'
import { useStore } from '../../store/store'
import { exactTime, formatCount, formatDuration } from '../../widgets/format'
import { VirtualList } from '../../widgets/virtual-list'
import { selectPacket } from './lanes/controls'
import type { GpuLanesView } from './lanes/view'
import { MOST_IN_TABLE } from './packet-rows'
import { ENGINE_LABELS, KIND_LABELS } from './text'

/** ms from a change until what is in view is looked at */
const REFRESH = 400
const ROW = 24

const COLUMNS = ['Start', 'Engine', 'Kind', 'Context', 'Command', 'Ran', 'Latency', 'Outcome'] as const

/** The packets in view, the newest first: what the lanes show, as text. */
export function PacketTable({ view }: { view: RefObject<GpuLanesView | null> }) {
  const [ids, setIds] = useState<readonly number[]>([])
  const panel = useRef<HTMLElement>(null)
  // what lies below may have been scrolled to
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => {
    const refresh = (): void => {
      const next = view.current?.inView(MOST_IN_TABLE).reverse() ?? []
      setIds((before) => (before.length === next.length && before[0] === next[0] ? before : next))
    }
    refresh()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = useStore.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        refresh()
      }, REFRESH)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [view])
  const moment = useStore((state) => state.moment)
  const nearest = moment === null ? -1 : ids.findIndex((id) => startOf(id) <= moment)
  return (
    <section ref={panel} className="instrument-section gpu-table" aria-label="Packets in view">
      <h3>
        Packets in view{' '}
        <span className="muted">
          {ids.length === MOST_IN_TABLE && 'the newest '}
          {formatCount(ids.length)}, newest first
        </span>
      </h3>
      <div className="gpu-row gpu-row-head" aria-hidden="true">
        {COLUMNS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {ids.length === 0 ? (
        <p className="detail-hint">No packet ran in this time: zoom out, or press Follow.</p>
      ) : (
        <VirtualList label="Packets" items={ids} keyOf={(id) => id} estimate={() => ROW} nearest={nearest}>
          {(id) => <Row id={id} />}
        </VirtualList>
      )}
    </section>
  )
}

/** µs; of a packet that is gone: later than any */
function startOf(id: number): number {
  const { packets } = useStore.getState().view.gpuHistory
  return packets.has(id) ? packets.columns.starts[packets.slotOf(id)]! : Number.POSITIVE_INFINITY
}

function Row({ id }: { id: number }) {
  const selected = useStore((state) => state.gpuTab.selectedId === id)
  const { packets, names } = useStore.getState().view.gpuHistory
  if (!packets.has(id)) return null
  const { columns } = packets
  const slot = packets.slotOf(id)
  const start = columns.starts[slot]!
  const end = columns.ends[slot]!
  const kind = PACKET_KINDS[columns.kinds[slot]!]!
  const outcome = PACKET_OUTCOMES[columns.outcomes[slot]!]!
  return (
    <button
      type="button"
      className="gpu-row"
      aria-pressed={selected}
      onClick={() => selectPacket(selected ? null : id)}
    >
      <span>{exactTime(start)}</span>
      <span>{ENGINE_LABELS[ENGINES[columns.engines[slot]!]!]}</span>
      <span>
        <i className={`swatch gpu-swatch-${kind}`} aria-hidden="true" /> {KIND_LABELS[kind]}
      </span>
      <span>{names[columns.contexts[slot]!]}</span>
      <span>{names[columns.commands[slot]!]}</span>
      <span>{formatDuration(end - start)}</span>
      <span>{formatDuration(end - columns.submitted[slot]!)}</span>
      <span title={`ETW: ${etwTextOfPacket(kind, outcome)}`}>{outcome}</span>
    </button>
  )
}
