import type { RefObject } from 'react'
import { useLanes } from '../store/gpu-lanes'
import { useStore } from '../store/store'
import { formatCount } from '../widgets/format'
import { bandOf, HEAD } from './gpu-geometry'
import { countBetween } from './gpu-hit'
import type { LaneHover } from './gpu-lanes-events'
import type { GpuLanesView } from './gpu-lanes-view'
import { exactTime, type Fact, MARK_LABELS, packetFacts, preemptionFacts } from './gpu-text'

interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** As wide as the longest line that is expected, in px: see gpu-lanes.css. */
const WIDTH = 256

/** Beside the point, within the width of the lanes. */
function Tooltip({
  place,
  title,
  facts,
  note,
}: {
  place: Place
  title: string
  facts: readonly Fact[]
  note?: string
}) {
  const { x, y, width, height } = place
  // it reaches beyond the lanes: below them there is more room than above
  const above = y > height * 0.7
  const style = {
    left: Math.max(4, Math.min(x + 14, width - WIDTH - 4)),
    top: above ? undefined : y + 16,
    bottom: above ? height - y + 10 : undefined,
  }
  return (
    <div className="gpu-tooltip" style={style} aria-hidden="true">
      <strong>{title}</strong>
      <dl>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {note !== undefined && <p>{note}</p>}
    </div>
  )
}

function PacketTooltip({ id, place, share }: { id: number; place: Place; share: number }) {
  const history = useStore((state) => state.view.gpuHistory)
  const { packets, names } = history
  if (!packets.has(id)) return null
  const { columns } = packets
  const slot = packets.slotOf(id)
  const middle = (columns.starts[slot]! + columns.ends[slot]!) / 2
  const more = countBetween(packets, columns.engines[slot]!, middle - share / 2, middle + share / 2) - 1
  const facts = packetFacts(history, id).filter(({ term }) => term !== 'Context' && term !== 'Flags')
  return (
    <Tooltip
      place={place}
      title={names[columns.contexts[slot]!] ?? ''}
      facts={facts}
      {...(more > 0 ? { note: `and ${formatCount(more)} more here: zoom in to see each` } : {})}
    />
  )
}

/** What the pointer is on: a packet, a preemption request or a mark. */
export function LaneTooltip({ hover }: { hover: LaneHover }) {
  const { pointed } = hover
  const span = useLanes((state) => state.shown.span)
  switch (pointed.kind) {
    case 'packet':
      return <PacketTooltip id={pointed.id} place={hover} share={span / Math.max(1, hover.width - HEAD)} />
    case 'preemption':
      return <Tooltip place={hover} title="Preemption request" facts={preemptionFacts(pointed.bar)} />
    case 'mark': {
      const { mark, count } = pointed.placed
      const more = count > 1 ? { note: `and ${formatCount(count - 1)} more here` } : {}
      return (
        <Tooltip
          place={hover}
          title={MARK_LABELS[mark.kind]}
          facts={[
            { term: 'At', value: exactTime(mark.t) },
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
  const id = useLanes((state) => state.selectedId)
  const shown = useLanes((state) => state.shown)
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
