import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useStore } from '../../store/store'
import { goTo, returnTo } from '../../store/wishes/travel'
import { keyed, marksAt, momentAt, placeOf, whereText } from './scrub'

/** What is wanted, until it is shown; `end` stands still meanwhile, so that the pointer keeps its moment. */
interface Draft {
  time: number
  end: number
}

/** One scrubber for everything: the Preview, the instruments, charts and lists show the moment at which it stands (LB-02). */
export function Scrubber() {
  const now = useStore((store) => store.view.clock.now)
  const pastEnd = useStore((store) => store.view.branches.end)
  const shown = useStore((store) => store.view.branches.shown)
  const [draft, setDraft] = useState<Draft | null>(null)
  const latest = useRef<Draft | null>(null)
  const end = draft?.end ?? pastEnd ?? now
  const at = draft?.time ?? now

  const want = (next: Draft | null): void => {
    latest.current = next
    setDraft(next)
  }
  /** The last wish stands until it is shown. */
  const go = (next: Draft): void => {
    want(next)
    void goTo(next.time).then(() => {
      if (latest.current === next && !dragging.current) want(null)
    })
  }
  const dragging = useRef(false)
  const pointed = (event: PointerEvent<HTMLDivElement>, line: number): Draft => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return { time: momentAt(event.clientX - left, width, line), end: line }
  }
  const settle = (): void => {
    if (!dragging.current) return
    dragging.current = false
    const last = latest.current
    if (last === null) return
    if (last.time < last.end) return go(last)
    want(null)
    // also while the first trip is under way: that is given up
    void returnTo(shown)
  }
  const press = (event: KeyboardEvent): void => {
    const time = keyed(event.key, event.shiftKey, at, end)
    if (time === null) return
    event.preventDefault()
    if (time < end) go({ time, end })
    else if (pastEnd !== null) {
      want(null)
      void returnTo(shown)
    }
  }
  const place = placeOf(at, end)
  return (
    <div
      className="scrubber"
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        dragging.current = true
        const next = pointed(event, end)
        // the thumb at its end is not moved by being touched
        if (next.time < end || pastEnd !== null) go(next)
      }}
      onPointerMove={(event) => {
        if (!dragging.current) return
        const next = pointed(event, latest.current?.end ?? end)
        if (next.time !== at) go(next)
      }}
      onPointerUp={settle}
      onPointerCancel={settle}
    >
      <div className="scrubber-track">
        <div className="scrubber-range" style={{ width: `${place}%` }} />
        <Marks end={end} />
      </div>
      <div
        className="scrubber-thumb"
        role="slider"
        tabIndex={0}
        aria-label="Moment of the run"
        aria-valuemin={0}
        aria-valuemax={Math.max(end, at)}
        aria-valuenow={at}
        aria-valuetext={whereText(at, draft === null ? pastEnd : end)}
        style={{ left: `${place}%` }}
        onKeyDown={press}
      />
    </div>
  )
}

/** Findings, the removal of the device, and where branches part, as far as what is shown knows of them. */
function Marks({ end }: { end: number }) {
  const findings = useStore((store) => store.view.findings)
  const removed = useStore((store) => store.view.device.removed)
  const branches = useStore((store) => store.view.branches)
  const found = useMemo(
    () =>
      marksAt(
        findings.items.map(({ t }) => t),
        end,
      ),
    [findings, end],
  )
  const partings = branches.branches.flatMap(({ parent, from }) => (parent === branches.shown ? from : []))
  return (
    <div aria-hidden="true">
      {marksAt(partings, end).map((place) => (
        <span key={place} className="scrubber-mark scrubber-parting" style={{ left: `${place}%` }} />
      ))}
      {found.map((place) => (
        <span key={place} className="scrubber-mark scrubber-finding" style={{ left: `${place}%` }} />
      ))}
      {removed !== null && removed.t <= end && (
        <span className="scrubber-mark scrubber-removed" style={{ left: `${placeOf(removed.t, end)}%` }} />
      )}
    </div>
  )
}
