import { X } from 'lucide-react'
import type { DelayChainView, DelaySegmentView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { toggleMoment } from '../../store/cursor/cursor'
import { closeDelay } from '../../store/delays/actions'
import { useStore } from '../../store/store'
import { formatDuration, formatTime } from '../../widgets/format'
import { VirtualList } from '../../widgets/virtual-list'
import { DELAY_LOOKS, delayFill, lookOf, nameOf } from '../lanes/delay-looks'
import { TimeLink } from '../lanes/time-link'
import { follow, followWhy, TARGET_NAMES, targetOf } from './links'
import { sharesOf, sharesText, stateText, timesOf } from './text'

/** A moment as a link, which puts the time cursor there. */
function Moment({ t, name }: { t: number; name: string }) {
  return (
    <span className="delay-moment">
      {name} <TimeLink t={t} />
    </span>
  )
}

/** What the chosen delay waited for, piece by piece, each with what it leads to (LB-08, LB-09). */
export function Chain({ delay }: { delay: DelayChainView }) {
  const { title, command, begin, due, shown, segments } = delay
  return (
    <section className="delay-chain" aria-label="Chain of the delay">
      <header>
        <h3>
          {title}
          {command !== null && <span className="muted"> (command {command})</span>}: {stateText(delay)}
        </h3>
        <button type="button" className="icon-button" aria-label="Close the chain" onClick={closeDelay}>
          <X aria-hidden="true" size={14} />
        </button>
      </header>
      <p className="delay-moments">
        <Moment name="began" t={begin} />
        {due !== null && <Moment name="could have been shown" t={due} />}
        {shown !== null && <Moment name="was shown" t={shown} />}
      </p>
      <div
        className="delay-bar"
        role="img"
        aria-label={`In order of time; in all: ${sharesText(sharesOf(timesOf(delay)))}`}
      >
        {segments.map((segment) => (
          <span
            key={segment.start}
            className="delay-bar-part"
            style={{ ...delayFill(lookOf(segment)), flexGrow: segment.end - segment.start }}
            title={`${nameOf(segment)}, ${formatDuration(segment.end - segment.start)}: ${segment.what}`}
          />
        ))}
      </div>
      <VirtualList
        label="Segments of the chain"
        items={segments}
        keyOf={({ start }) => start}
        estimate={({ why }) => (why === null ? 28 : 48)}
      >
        {(segment) => <Segment segment={segment} begin={begin} />}
      </VirtualList>
    </section>
  )
}

function Segment({ segment, begin }: { segment: DelaySegmentView; begin: number }) {
  const { start, end, what, record, resource, why } = segment
  const look = lookOf(segment)
  const label = nameOf(segment)
  const leadsTo = TARGET_NAMES[targetOf(useStore.getState().view, segment).tab] ?? 'its moment'
  return (
    <article className="delay-segment" aria-label={`${label}, ${formatDuration(end - start)}`}>
      <span className="delay-after" title={`${formatDuration(start - begin)} after it began`}>
        +{formatDuration(start - begin)}
      </span>
      <span className="delay-time" title={`From ${formatDuration(start - begin)} after it began`}>
        {formatDuration(end - start)}
      </span>
      <span className="delay-kind" {...said(`${DELAY_LOOKS[look].meaning} (LB-08)`)}>
        <i className="swatch" style={delayFill(look)} aria-hidden="true" /> {label}
      </span>
      <button type="button" className="delay-what" title={`${what}: go to ${leadsTo}`} onClick={() => follow(segment)}>
        {what}
      </button>
      {record === null ? (
        <span />
      ) : (
        <button
          type="button"
          className="time-link delay-line"
          title={`Its record: line ${record.line} of the trace, at ${formatTime(record.t)}`}
          onClick={() => toggleMoment(record.t)}
        >
          line {record.line}
        </button>
      )}
      {why !== null && (
        <p className="delay-why">
          {resource} was out: {why.text}.{' '}
          <button
            type="button"
            className="delay-what"
            title={`Line ${why.record.line} of the trace: its history in Memory, at that moment`}
            onClick={() => followWhy(segment)}
          >
            Show that
          </button>
        </p>
      )}
    </article>
  )
}
