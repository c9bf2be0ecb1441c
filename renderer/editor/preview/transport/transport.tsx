import { Pause, Play, Repeat, SkipBack, StepBack, StepForward } from 'lucide-react'
import { useEffect } from 'react'
import { ENDED, hasStopped, play, setTransport, stopAt, toggleLoop, transportOf } from '../../../store/play'
import { isPlaying, type Store, useStore } from '../../../store/store'
import { framecode, framesBefore, startOfFrame, TIMECODE_FORMAT } from '../clip'
import { actOf, belongsToControl, type Standing } from './keys'

function standing(state: Store): Standing {
  return {
    playing: isPlaying(state),
    playhead: state.playhead,
    length: state.view.project.timeline.length,
    transport: transportOf(state),
  }
}

/** What plays when the system stops can be stopped; nothing starts any more. */
function cannotStart(state: Store): boolean {
  return hasStopped(state) && !isPlaying(state)
}

/** @returns whether the key was the clip's */
function pressKey(event: KeyboardEvent): boolean {
  const state = useStore.getState()
  const act = actOf(event, standing(state))
  if (act === null) return false
  switch (act.act) {
    case 'play':
      // at any rate
      if (cannotStart(state)) break
      if (act.rate !== transportOf(state).rate) setTransport({ rate: act.rate })
      play(true)
      break
    case 'pause':
      play(false)
      break
    case 'stopAt':
      stopAt(act.position)
      break
    case 'set':
      setTransport(act.change)
  }
  return true
}

/** Parts of the window that have no keys of their own, beside those of their controls. */
const EDITOR = '.preview, .timeline, .toolbar, .rack-column'

/** Keys of the clip hold wherever the focus is, but in what has those keys itself. */
function useTransportKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || !(target instanceof Element)) return
      const isOfEditor = target === document.body || target.closest(EDITOR) !== null
      if (!isOfEditor || belongsToControl(target, event.key)) return
      if (pressKey(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Moves the playhead by whole frames; playing stops, as in every editor. */
function stepFrames(frames: number): void {
  const { playhead, view } = useStore.getState()
  const last = framesBefore(view.project.timeline.length) - 1
  stopAt(startOfFrame(Math.min(last, Math.max(0, framesBefore(playhead) + frames))))
}

const PLAYS =
  'Plays the clip (Space; L forwards, J backwards, again for faster): its frames are GPU work of the simulation'
const PAUSES = 'Pauses the clip (Space, K); simulated time goes on'

/** The clip's own controls; those of the simulation are in the toolbar. */
export function Transport() {
  const playing = useStore(isPlaying)
  const ended = useStore(cannotStart)
  useTransportKeys()
  return (
    <div className="preview-transport" role="toolbar" aria-label="Playback">
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
        aria-disabled={ended}
        title={ended ? ENDED : playing ? PAUSES : PLAYS}
        onClick={() => play(!playing)}
      >
        {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        <span className="preview-play-word">{playing ? 'Pause clip' : 'Play'}</span>
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
      <Loop />
      <Timecode />
      <Rate />
    </div>
  )
}

/** How the clip is shuttled, where that is not as it was filmed: 2×, −1×. */
function Rate() {
  const rate = useStore((state) => (isPlaying(state) ? state.view.preview.transport.rate : 1))
  if (rate === 1) return null
  return (
    <output
      className="preview-rate"
      aria-label="Playback rate"
      title="L plays forwards, J backwards, each press faster; K stops"
    >
      {rate < 0 ? `−${-rate}` : rate}×
    </output>
  )
}

function Loop() {
  const { loop, in: first, out } = useStore((state) => state.view.preview.transport)
  const marks = [first === null ? '' : `from ${codeOf(first)}`, out === null ? '' : `to ${codeOf(out)}`]
  const between = marks.filter((text) => text !== '').join(' ')
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Loop"
      aria-pressed={loop}
      title={`Starts over at the end${between === '' ? '; I and O mark what is played' : `: plays ${between}`}`}
      onClick={toggleLoop}
    >
      <Repeat aria-hidden="true" />
    </button>
  )
}

function codeOf(moment: number): string {
  return framecode(framesBefore(moment))
}

function Timecode() {
  const frame = useStore((state) => framesBefore(state.playhead) + 1)
  const frames = useStore((state) => framesBefore(state.view.project.timeline.length))
  return (
    <span className="preview-timecode" title={`Playhead / length of the timeline, as ${TIMECODE_FORMAT}`}>
      {framecode(frame - 1)} <span className="preview-total">/ {framecode(frames)}</span>{' '}
      <span className="preview-frame" title={`Frame ${frame} of ${frames}`}>
        {frame}
      </span>
    </span>
  )
}
