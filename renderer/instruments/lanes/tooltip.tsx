import type { LanePlace } from './events'

/** As wide as the longest line that is expected, in px: see lanes.css. */
const WIDTH = 256

interface LanesTooltipProps {
  place: LanePlace
  title: string
  facts: readonly { term: string; value: string }[]
  note?: string
}

/** Beside the point, within the width of the lanes. */
export function LanesTooltip({ place, title, facts, note }: LanesTooltipProps) {
  const { x, y, width, height } = place
  // it reaches beyond the lanes: below them there is more room than above
  const above = y > height * 0.7
  const style = {
    left: Math.max(4, Math.min(x + 14, width - WIDTH - 4)),
    top: above ? undefined : y + 16,
    bottom: above ? height - y + 10 : undefined,
  }
  return (
    <div className="lanes-tooltip" style={style} aria-hidden="true">
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
