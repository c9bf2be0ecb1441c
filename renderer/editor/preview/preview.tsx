import { Pause, Play, SkipBack, StepBack, StepForward } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { play, stopAt } from '../../store/play'
import { isPlaying, useStore } from '../../store/store'
import { CLIP, CLIP_FRAMES, frameAt, framecode, momentOf, TIMECODE_FORMAT, timecode } from './clip'
import { PreviewEffects } from './effects'
import type { Size } from './gl'
import { PreviewLoop } from './loop'
import { onClip } from './plan'
import './preview.css'

/** Moves the playhead by whole frames; playing stops, as in every editor. */
function stepFrames(frames: number): void {
  stopAt(momentOf(frameAt(useStore.getState().playhead) + frames))
}

function togglePlaying(): void {
  play(!isPlaying(useStore.getState()))
}

/** Keys of the picture and its controls; a focused button keeps Space and Enter for itself. */
function onTransportKey(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'ArrowLeft') stepFrames(event.shiftKey ? -CLIP.rate : -1)
  else if (event.key === 'ArrowRight') stepFrames(event.shiftKey ? CLIP.rate : 1)
  else if (event.key === 'Home') stopAt(0)
  else if (event.key === 'End') stopAt(momentOf(Number.MAX_SAFE_INTEGER))
  else return
  event.preventDefault()
}

function Transport() {
  const playing = useStore(isPlaying)
  return (
    <div className="preview-transport" role="toolbar" aria-label="Playback" onKeyDown={onTransportKey}>
      <button
        type="button"
        className="icon-button"
        aria-label="To start"
        title="To start (Home)"
        onClick={() => stopAt(0)}
      >
        <SkipBack aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Frame back"
        title="Frame back (Left arrow)"
        onClick={() => stepFrames(-1)}
      >
        <StepBack aria-hidden="true" />
      </button>
      <button
        type="button"
        className="button preview-play"
        aria-label={playing ? 'Pause clip' : 'Play'}
        title={
          playing ? 'Pause the clip' : 'Play the clip: its frames are GPU work too. The simulation has its own Run'
        }
        onClick={togglePlaying}
      >
        {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        {playing ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Frame forward"
        title="Frame forward (Right arrow)"
        onClick={() => stepFrames(1)}
      >
        <StepForward aria-hidden="true" />
      </button>
      <Timecode />
    </div>
  )
}

function Timecode() {
  const playhead = useStore((state) => timecode(state.playhead))
  return (
    <span className="preview-timecode" title={`Playhead / length of the clip, as ${TIMECODE_FORMAT}`}>
      {playhead} <span className="preview-total">/ {framecode(CLIP_FRAMES)}</span>
    </span>
  )
}

/** The picture of the clip with the effects whose submissions the simulated GPU has finished, and its controls. */
export function Preview() {
  const canvas = useRef<HTMLCanvasElement>(null)
  const applied = useStore((state) => state.view.project.stack)
  const stack = useMemo(() => onClip(applied), [applied])
  const [problem, setProblem] = useState<string | null>(null)
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (canvas.current === null) return
    const loop = new PreviewLoop(canvas.current, {
      problem: setProblem,
      size: (next) => setSize((shown) => (shown?.width === next.width ? shown : next)),
    })
    loop.start()
    return () => loop.stop()
  }, [])
  const effects = stack.length === 0 ? 'without effects' : `with ${stack.join(', ')}`
  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-stage">
        <canvas ref={canvas} className="preview-canvas" role="img" aria-label={`${CLIP.title}, ${effects}`} />
        {problem !== null && (
          <p className="preview-problem" role="status">
            {problem}
          </p>
        )}
      </div>
      <div className="preview-bar">
        <Transport />
        <PreviewEffects stack={stack} />
        {size !== null && (
          <span
            className="preview-size"
            title="Size at which the effects are computed: from the time a frame takes; at rest as large as it is shown"
          >
            {size.width}×{size.height}
          </span>
        )}
      </div>
    </section>
  )
}
