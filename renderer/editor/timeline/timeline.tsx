import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { CLIP_LENGTH } from '../../../preload/contract'
import { seek, stopAt } from '../../store/play'
import { useStore } from '../../store/store'
import { CLIP, frameAt, momentOf, TIMECODE_FORMAT, timecode } from '../preview/clip'
import { onClip } from '../preview/plan'
import { hueOf } from './hue'
import { momentAt, ticks, xOf } from './scale'
import './timeline.css'

/** Arrow keys move by a frame, with Shift or Page keys by a second (WAI-ARIA slider). */
function onKey(event: KeyboardEvent): void {
  const frame = frameAt(useStore.getState().playhead)
  const stride = event.shiftKey ? CLIP.rate : 1
  const next: Record<string, number> = {
    ArrowLeft: frame - stride,
    ArrowDown: frame - stride,
    ArrowRight: frame + stride,
    ArrowUp: frame + stride,
    PageDown: frame - CLIP.rate,
    PageUp: frame + CLIP.rate,
    Home: 0,
    End: Number.MAX_SAFE_INTEGER,
  }
  const target = next[event.key]
  if (target === undefined) return
  event.preventDefault()
  stopAt(momentOf(target))
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

function Ruler({ width }: { width: number }) {
  const marks = useMemo(() => ticks(width), [width])
  return (
    <div className="timeline-ruler" aria-hidden="true">
      {marks.map((mark) => (
        <span key={mark.moment} className={mark.label === null ? 'tick' : 'tick tick-long'} style={{ left: mark.x }}>
          {mark.label}
        </span>
      ))}
    </div>
  )
}

function Playhead({ width }: { width: number }) {
  const playhead = useStore((state) => state.playhead)
  return (
    <div className="timeline-playhead" style={{ transform: `translateX(${xOf(playhead, width)}px)` }}>
      <div
        className="timeline-handle"
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={CLIP_LENGTH / 1e6}
        aria-valuenow={Math.round(playhead / 1e4) / 100}
        aria-valuetext={timecode(playhead)}
        title={`Playhead: drag, or use the arrow keys (Shift for a second). Its place is told as ${TIMECODE_FORMAT}.`}
        onKeyDown={onKey}
      />
    </div>
  )
}

/** Pressing or dragging anywhere on the lanes puts the playhead there. */
function useScrubbing(lanes: RefObject<HTMLElement | null>) {
  const move = (event: PointerEvent) => {
    const area = lanes.current?.getBoundingClientRect()
    if (area) seek(momentAt(event.clientX - area.left, area.width))
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      move(event)
    },
    onPointerMove(event: PointerEvent) {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event)
    },
  }
}

/** Ruler, clip, effect spans and playhead. */
export function Timeline() {
  const applied = useStore((state) => state.view.project.stack)
  const stack = useMemo(() => onClip(applied), [applied])
  const lanes = useRef<HTMLDivElement>(null)
  const width = useWidth(lanes)
  const scrubbing = useScrubbing(lanes)
  return (
    <section className="timeline" aria-label="Timeline">
      <div className="timeline-names">
        <span className="timeline-name timeline-corner">Track</span>
        <span className="timeline-name">Video 1</span>
        {stack.map((name) => (
          <span key={name} className="timeline-name timeline-name-effect" title={name}>
            {name}
          </span>
        ))}
        {stack.length === 0 && <span className="timeline-name timeline-name-effect">Effects</span>}
      </div>
      <div className="timeline-lanes" ref={lanes} {...scrubbing}>
        <Ruler width={width} />
        <div className="timeline-lane">
          <div className="timeline-clip">{CLIP.title}</div>
        </div>
        {stack.map((name) => (
          <div key={name} className="timeline-lane timeline-lane-effect">
            <div className="timeline-effect" style={{ borderLeftColor: `hsl(${hueOf(name)} 65% 50%)` }}>
              {name}
            </div>
          </div>
        ))}
        {stack.length === 0 && <p className="timeline-empty">Press an effect: it appears here when the GPU is done.</p>}
        <Playhead width={width} />
      </div>
    </section>
  )
}
