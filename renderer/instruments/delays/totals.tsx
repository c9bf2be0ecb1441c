import type { DelaysView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { formatDuration, formatShare } from '../../widgets/format'
import { DELAY_LOOKS, delayFill } from '../lanes/delay-looks'
import { countsText, type Share, sharesOf, sharesText } from './text'

/** Time by kind as one bar: a colour and a pattern each, the longest first. */
function KindBar({ shares, label }: { shares: readonly Share[]; label: string }) {
  return (
    <div className="delay-bar" role="img" aria-label={`${label}: ${sharesText(shares)}`}>
      {shares.map(({ kind, time, share }) => (
        <span
          key={kind}
          className="delay-bar-part"
          style={{ ...delayFill(kind), flexGrow: share }}
          title={`${DELAY_LOOKS[kind].label}: ${formatDuration(time)}, ${formatShare(share)}`}
        />
      ))}
    </div>
  )
}

/** Colours and patterns in words, with the time of each kind. */
function KindLegend({ shares }: { shares: readonly Share[] }) {
  return (
    <ul className="delay-legend" aria-label="Kinds of waiting">
      {shares.map(({ kind, time, share }) => (
        <li key={kind} {...said(`${DELAY_LOOKS[kind].meaning} (LB-08)`)}>
          <i className="swatch" style={delayFill(kind)} aria-hidden="true" />
          {DELAY_LOOKS[kind].label} <span className="muted">{formatDuration(time)}</span>{' '}
          <span className="muted">{formatShare(share)}</span>
        </li>
      ))}
    </ul>
  )
}

/** What all that was late has waited for. */
export function Totals({ delays }: { delays: DelaysView }) {
  const shares = sharesOf(delays.times)
  return (
    <section className="delay-totals" aria-label="All delays">
      <p>
        <strong>{countsText(delays)}</strong>
        {delays.worst > 0 && <span className="muted"> shown late, the worst by {formatDuration(delays.worst)}</span>}
      </p>
      <KindBar shares={shares} label="What all of them waited for" />
      <KindLegend shares={shares} />
    </section>
  )
}
