import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { DelayChainView, DelaySegmentView } from '../../../preload/contract'
import { said } from '../../glossary/codes'
import { closeDelay } from '../../store/delays/actions'
import { follow, followWhy, targetName, targetOf } from '../../store/delays/links'
import { useStore } from '../../store/store'
import { formatCount, formatDuration } from '../../widgets/format'
import { VirtualList } from '../../widgets/virtual-list'
import { DELAY_LOOKS, delayFill, lookOf, nameOf, segmentText } from '../lanes/delay-looks'
import { TimeLink } from '../lanes/time-link'
import { RecordButton } from './record'
import { afterText, placeByKey, sharesOf, sharesText, stateText, timesOf } from './text'

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
          <span className="delay-title">
            {title}
            {command !== null && <span className="muted"> (command {command})</span>}
          </span>
          <span className="delay-state">: {stateText(delay)}</span>
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
      <Bar delay={delay} />
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

/** All segments side by side, as long as they took: a click goes where the link of the list goes. One tab stop, then arrows. */
function Bar({ delay }: { delay: DelayChainView }) {
  const { segments } = delay
  const [reached, setReached] = useState(0)
  const stop = Math.min(reached, segments.length - 1)
  // what took next to nothing can be hit, too, as long as there is room for all
  const least = `min(4px, ${100 / segments.length}%)`
  const byKey = (event: KeyboardEvent<HTMLElement>): void => {
    const next = placeByKey(event.key, stop, segments.length)
    if (next === null) return
    event.preventDefault()
    setReached(next)
    const part = event.currentTarget.children[next]
    if (part instanceof HTMLElement) part.focus()
  }
  return (
    <div
      className="delay-bar"
      role="toolbar"
      aria-label={`In order of time; in all: ${sharesText(sharesOf(timesOf(delay)))}`}
      onKeyDown={byKey}
    >
      {segments.map((segment, place) => (
        <button
          key={segment.start}
          type="button"
          className="delay-bar-part"
          style={{ ...delayFill(lookOf(segment)), flexGrow: segment.end - segment.start, minWidth: least }}
          aria-label={segmentText(segment)}
          title={segmentText(segment)}
          tabIndex={place === stop ? 0 : -1}
          onFocus={() => setReached(place)}
          onClick={() => follow(segment)}
        />
      ))}
    </div>
  )
}

function Segment({ segment, begin }: { segment: DelaySegmentView; begin: number }) {
  const { start, end, what, record, resource, why } = segment
  const look = lookOf(segment)
  const label = nameOf(segment)
  const after = afterText(start - begin)
  const leadsTo = targetName(targetOf(useStore.getState().view, segment))
  return (
    <article className="delay-segment" aria-label={`${label}, ${formatDuration(end - start)}`}>
      <span className="delay-after" title={`${after} after it began`}>
        +{after}
      </span>
      <span className="delay-time" title={`From ${after} after it began`}>
        {formatDuration(end - start)}
      </span>
      <span className="delay-kind" {...said(`${DELAY_LOOKS[look].meaning} (LB-08)`)}>
        <i className="swatch" style={delayFill(look)} aria-hidden="true" /> {label}
      </span>
      <button type="button" className="delay-what" title={`${what}: go to ${leadsTo}`} onClick={() => follow(segment)}>
        {what}
      </button>
      {record === null ? <span /> : <RecordButton record={record}>line {formatCount(record.line)}</RecordButton>}
      {why !== null && (
        <p className="delay-why">
          {resource} was out: {why.text}.{' '}
          <button
            type="button"
            className="delay-what"
            title="Its history in Memory, at that moment"
            onClick={() => followWhy(segment)}
          >
            Show that
          </button>
          <RecordButton record={why.record}>line {formatCount(why.record.line)}</RecordButton>
        </p>
      )}
    </article>
  )
}
