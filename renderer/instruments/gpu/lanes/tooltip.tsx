import type { RefObject } from 'react'
import { ENGINES } from '../../../../preload/contract'
import { besidePoint, CanvasTooltip, type PointerPlace } from '../../../canvas/tooltip'
import { ENGINE_LABELS } from '../../../glossary/engines'
import { contextOf } from '../../../store/gpu'
import { useStore } from '../../../store/store'
import { formatCount, formatTime } from '../../../widgets/format'
import type { LaneHover } from '../../lanes/events'
import { HEAD, TOOLTIP } from '../../lanes/view'
import { MARK_LABELS, packetFacts, preemptionFacts, queueFacts } from '../text'
import { bandOf } from './geometry'
import { countBetween } from './hit'
import type { GpuLanesView, Pointed } from './view'

function PacketTooltip({ id, place, share }: { id: number; place: PointerPlace; share: number }) {
  const history = useStore((state) => state.view.gpuHistory)
  const { packets } = history
  if (!packets.has(id)) return null
  const { columns } = packets
  const slot = packets.slotOf(id)
  const middle = (columns.starts[slot]! + columns.ends[slot]!) / 2
  const more = countBetween(packets, columns.engines[slot]!, middle - share / 2, middle + share / 2) - 1
  const facts = packetFacts(history, id).filter(({ term }) => term !== 'Context' && term !== 'Flags')
  return (
    <CanvasTooltip
      style={besidePoint(place, TOOLTIP)}
      title={contextOf(history, slot)}
      facts={facts}
      {...(more > 0 ? { note: `and ${formatCount(more)} more here: zoom in to see each` } : {})}
    />
  )
}

/** What is in the hardware queue now. */
function QueueTooltip({ engine, place }: { engine: number; place: PointerPlace }) {
  const gpu = useStore((state) => state.view.gpu)
  return (
    <CanvasTooltip
      style={besidePoint(place, TOOLTIP)}
      title={`Hardware queue of ${ENGINE_LABELS[ENGINES[engine]!]}`}
      facts={queueFacts(gpu, engine)}
    />
  )
}

/** What the pointer is on: a packet, a preemption request or a mark. */
export function LaneTooltip({ hover }: { hover: LaneHover<Pointed> }) {
  const { pointed } = hover
  const span = useStore((state) => state.gpuTab.shown.span)
  switch (pointed.kind) {
    case 'packet':
      return <PacketTooltip id={pointed.id} place={hover} share={span / Math.max(1, hover.width - HEAD)} />
    case 'preemption':
      return (
        <CanvasTooltip
          style={besidePoint(hover, TOOLTIP)}
          title="Preemption request"
          facts={preemptionFacts(pointed.bar)}
        />
      )
    case 'queue':
      return <QueueTooltip engine={pointed.engine} place={hover} />
    case 'mark': {
      const { mark, count } = pointed.placed
      const more = count > 1 ? { note: `and ${formatCount(count - 1)} more here` } : {}
      return (
        <CanvasTooltip
          style={besidePoint(hover, TOOLTIP)}
          title={MARK_LABELS[mark.kind]}
          facts={[
            { term: 'At', value: formatTime(mark.t) },
            { term: 'What', value: mark.text },
          ]}
          {...more}
        />
      )
    }
  }
}

/** The selected packet's tooltip while the lanes have the focus and nothing is pointed at. */
export function KeyboardTooltip({ view }: { view: RefObject<GpuLanesView | null> }) {
  const id = useStore((state) => state.gpuTab.selectedId)
  const shown = useStore((state) => state.gpuTab.shown)
  const { packets } = useStore.getState().view.gpuHistory
  const lanes = view.current
  // one that glides past would carry its tooltip along with it
  if (lanes === null || !packets.has(id) || shown.end === null) return null
  const slot = packets.slotOf(id)
  const { geometry } = lanes
  const share = (packets.columns.starts[slot]! - (shown.end - shown.span)) / shown.span
  const band = bandOf(geometry, packets.columns.engines[slot]!)
  const x = HEAD + Math.min(1, Math.max(0, share)) * geometry.plot
  const place = { x, y: band.top + band.height, width: geometry.width, height: geometry.height }
  return <PacketTooltip id={id} place={place} share={0} />
}
