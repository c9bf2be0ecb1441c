import { type RefObject, useEffect, useRef, useState } from 'react'
import { etwTextOfPacket, PACKET_KINDS } from '../../../preload/contract'
import { useCalmly } from '../../store/calm'
import { useStore } from '../../store/store'
import { formatCount } from '../../widgets/format'
import { VirtualList } from '../../widgets/virtual-list'
import { TimeLink } from '../lanes/time-link'
import { selectPacket } from './lanes/controls'
import type { GpuLanesView } from './lanes/view'
import { MOST_IN_TABLE, packetCells } from './packet-rows'

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
  const refresh = (): void => {
    const next = view.current?.inView(MOST_IN_TABLE).reverse() ?? []
    setIds((before) => (before.length === next.length && before[0] === next[0] ? before : next))
  }
  useCalmly(refresh, { after: () => REFRESH })
  const moment = useStore((state) => state.moment)
  const isFollowing = useStore((state) => state.gpuTab.shown.end === null)
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
        <p className="detail-hint">No packet ran in this time: zoom out{isFollowing ? '' : ', or press Follow'}.</p>
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
  const { gpuHistory } = useStore.getState().view
  const { packets } = gpuHistory
  if (!packets.has(id)) return null
  const cells = packetCells(gpuHistory, id)
  const kind = PACKET_KINDS[packets.columns.kinds[packets.slotOf(id)]!]!
  return (
    <div className="gpu-row">
      <TimeLink t={startOf(id)} />
      <button
        type="button"
        className="gpu-row-packet"
        aria-pressed={selected}
        onClick={() => selectPacket(selected ? null : id)}
      >
        <span>{cells.engine}</span>
        <span>
          <i className={`swatch gpu-swatch-${kind}`} aria-hidden="true" /> {cells.kind}
        </span>
        <span>{cells.context}</span>
        <span>{cells.command}</span>
        <span>{cells.ran}</span>
        <span>{cells.latency}</span>
        <span title={`ETW: ${etwTextOfPacket(kind, cells.outcome)}`}>{cells.outcome}</span>
      </button>
    </div>
  )
}
