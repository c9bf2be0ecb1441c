import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { TIMELINE_RATE, type TimelineClip } from '../../../preload/contract'
import { seek, stopAt } from '../../store/play'
import { useSame } from '../../store/same'
import { useStore } from '../../store/store'
import type { Place } from './drag'
import { TimelineItem } from './item'
import { onTimelineKey } from './keys'
import { LANE_HEIGHT, Lane, LaneHead, NoLanes, unchoose } from './lane'
import { TimelineMenu } from './menu'
import { footageOf, haveSameNames, laneRows, trackRows } from './rows'
import { PlayMarks, Rendered, Ticks } from './ruler'
import { codeAt, framesLong, momentAt, pixelsPerSecond, shownLength, wholeFrame, xOf } from './scale'
import { useScrolling } from './scrolling'
import { TimelineTools } from './tools'
import './timeline.css'
import './items.css'

/** px of a video track, and of the names beside the tracks */
const TRACK_HEIGHT = 34
const HEADS = 128

type Ghost = { id: string; place: Place } | null

/** Arrow keys move by a frame, with Shift or Page keys by a second (WAI-ARIA slider). */
function onPlayheadKey(event: KeyboardEvent): void {
  const { playhead, view } = useStore.getState()
  const { length } = view.project.timeline
  const stride = framesLong(event.shiftKey ? TIMELINE_RATE : 1)
  const next: Record<string, number> = {
    ArrowLeft: playhead - stride,
    ArrowDown: playhead - stride,
    ArrowRight: playhead + stride,
    ArrowUp: playhead + stride,
    PageDown: playhead - 1_000_000,
    PageUp: playhead + 1_000_000,
    Home: 0,
    End: length,
  }
  const target = next[event.key]
  if (target === undefined) return
  event.preventDefault()
  event.stopPropagation()
  stopAt(wholeFrame(Math.min(Math.max(0, target), length - framesLong(1))))
}

/** Width of an element in CSS pixels, kept up to date. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return width
}

function Playhead({ pps }: { pps: number }) {
  const playhead = useStore((state) => state.playhead)
  const length = useStore((state) => state.view.project.timeline.length)
  return (
    <div className="timeline-playhead" style={{ transform: `translateX(${HEADS + xOf(playhead, pps)}px)` }}>
      <div
        className="timeline-handle"
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={length / 1e6}
        aria-valuenow={Math.round(playhead / 1e4) / 100}
        aria-valuetext={codeAt(playhead)}
        title="Playhead: drag, or use the arrow keys (Shift for a second)"
        onKeyDown={onPlayheadKey}
      />
    </div>
  )
}

/** Pressing or dragging anywhere beside clips and spans puts the playhead there. */
function useScrubbing(pps: number, length: number) {
  const move = (event: PointerEvent) => {
    const area = event.currentTarget.getBoundingClientRect()
    seek(momentAt(event.clientX - area.left, pps, length))
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      unchoose(event)
      move(event)
    },
    onPointerMove(event: PointerEvent) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event)
    },
  }
}

/** The timeline: tools, ruler, video tracks with clips, tracks of effects with spans, and the playhead. */
export function Timeline() {
  const timeline = useStore((state) => state.view.project.timeline)
  const stack = useStore((state) => state.view.project.stack)
  const effects = useSame((state) => state.view.effects, haveSameNames)
  const zoom = useStore((state) => state.timelineTab.zoom)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [ghost, setGhost] = useState<Ghost>(null)
  // the session has said where everything is
  useEffect(() => setGhost(null), [timeline])
  const offline = useStore((state) => state.offline)
  const isOffline = ({ media }: TimelineClip): boolean => media !== undefined && offline[media] !== undefined
  const tracks = useMemo(() => trackRows(timeline.clips), [timeline])
  const lanes = useMemo(() => laneRows(timeline, stack, effects), [timeline, stack, effects])
  const { length } = timeline
  const pps = pixelsPerSecond(width - HEADS - 1, length, zoom)
  const across = Math.max(0, Math.floor(xOf(shownLength(length), pps)))
  const scrubbing = useScrubbing(pps, length)
  useScrolling(frame, HEADS, pps)
  const momentOf = (clientX: number): number | null => {
    const { left = 0 } = frame.current?.getBoundingClientRect() ?? {}
    const x = clientX - left - HEADS
    return x < 0 ? null : momentAt(x + (frame.current?.scrollLeft ?? 0), pps, length)
  }
  const lane = (height: number) => ({ className: 'timeline-lane', style: { width: across, height }, ...scrubbing })
  return (
    <section className="timeline" aria-label="Timeline" data-pane onKeyDown={onTimelineKey}>
      <TimelineTools />
      <TimelineMenu momentAt={momentOf}>
        <div className="timeline-scroll" ref={frame}>
          <div className="timeline-rows" style={{ width: HEADS + across }}>
            <div className="timeline-row timeline-top">
              <span className="timeline-head timeline-corner">Track</span>
              <div className="timeline-ruler" style={{ width: across }} {...scrubbing}>
                <Ticks pps={pps} until={shownLength(length)} />
                <Rendered pps={pps} />
                <PlayMarks pps={pps} />
              </div>
            </div>
            {tracks.map(({ track, clips }) => (
              <div key={track} className="timeline-row">
                <span className="timeline-head" style={{ height: TRACK_HEIGHT }}>
                  <span className="timeline-badge">V{track}</span>
                  <span className="timeline-head-name">Video {track}</span>
                </span>
                <div {...lane(TRACK_HEIGHT)} data-track={track} data-pps={pps}>
                  {clips.map((clip) => (
                    <TimelineItem
                      key={clip.id}
                      kind="clip"
                      id={clip.id}
                      name={clip.id}
                      label={isOffline(clip) ? `${footageOf(clip)}: media offline` : footageOf(clip)}
                      start={clip.start}
                      end={clip.start + clip.length}
                      track={clip.track}
                      pps={pps}
                      rowHeight={TRACK_HEIGHT}
                      ghost={ghost?.id === clip.id ? ghost.place : null}
                      onGhost={setGhost}
                      className={isOffline(clip) ? 'timeline-clip timeline-offline' : 'timeline-clip'}
                    >
                      <span className="timeline-item-code" data-code={codeAt(clip.length)} />
                    </TimelineItem>
                  ))}
                  <Dropped track={track} pps={pps} />
                  {ghost !== null && ghost.place.track === track && (
                    <Target ghost={ghost} clips={timeline.clips} pps={pps} />
                  )}
                </div>
              </div>
            ))}
            {lanes.map((own, place) => (
              <div key={own.effect} className="timeline-row">
                <LaneHead lane={own} place={place} count={lanes.length} />
                <div {...lane(LANE_HEIGHT)}>
                  <Lane lane={own} length={length} pps={pps} ghost={ghost} onGhost={setGhost} />
                </div>
              </div>
            ))}
            {lanes.length === 0 && (
              <div className="timeline-row">
                <span className="timeline-head" style={{ height: LANE_HEIGHT }}>
                  Effects
                </span>
                <div {...lane(LANE_HEIGHT)}>
                  <NoLanes />
                </div>
              </div>
            )}
            {ghost?.place.snapped != null && (
              <div className="timeline-snap" style={{ left: HEADS + xOf(ghost.place.snapped, pps) }} />
            )}
            <DropSnap pps={pps} />
            <Playhead pps={pps} />
          </div>
        </div>
      </TimelineMenu>
    </section>
  )
}

/** Where media would lie that are dragged here. */
function Dropped({ track, pps }: { track: number; pps: number }) {
  const placing = useStore(({ timelineTab }) => (timelineTab.placing?.track === track ? timelineTab.placing : null))
  if (placing === null) return null
  return (
    <div
      className="timeline-target"
      style={{ left: xOf(placing.start, pps), width: xOf(placing.end - placing.start, pps) }}
    >
      {placing.media}
    </div>
  )
}

function DropSnap({ pps }: { pps: number }) {
  const snapped = useStore(({ timelineTab }) => timelineTab.placing?.snapped ?? null)
  return snapped === null ? null : <div className="timeline-snap" style={{ left: HEADS + xOf(snapped, pps) }} />
}

/** Where a clip lands that is dragged to another track. */
function Target({
  ghost,
  clips,
  pps,
}: {
  ghost: NonNullable<Ghost>
  clips: readonly { id: string; track: number }[]
  pps: number
}) {
  const { id, place } = ghost
  const from = clips.find((clip) => clip.id === id)
  if (from === undefined || from.track === place.track) return null
  return (
    <div
      className="timeline-target"
      style={{ left: xOf(place.start, pps), width: xOf(place.end - place.start, pps) }}
    />
  )
}
