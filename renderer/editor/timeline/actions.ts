/** What a person does with the timeline, by buttons and by keys: each is one command. */
import type { CommandResult, TimelineEdit } from '../../../preload/contract'
import { setTransport, transportOf } from '../../store/play'
import { send, setTimelineTab, toast, useStore } from '../../store/store'
import { MOST_ZOOM, type TimelineChoice } from '../../store/tabs/timeline'
import { framesBefore, startOfFrame } from '../preview/clip'
import { type Mark, markAt, markedRange } from './marks'
import { laneRows, splitOf } from './rows'
import { wholeFrame } from './scale'

export function change(edit: TimelineEdit): Promise<CommandResult> {
  return send({ kind: 'timeline', change: edit })
}

export function choose(chosen: TimelineChoice | null): void {
  setTimelineTab({ chosen })
}

/** At the playhead. */
export function split(): void {
  const { playhead, timelineTab, view } = useStore.getState()
  void change(splitOf(timelineTab.chosen, wholeFrame(playhead), view.project))
}

/** @param ripple what follows on the track moves up; an effect leaves nothing behind that could */
export function remove(ripple: boolean): void {
  const { view, timelineTab } = useStore.getState()
  const { chosen } = timelineTab
  if (chosen === null) return toast('info', 'Choose a clip or an effect on the timeline first.')
  choose(null)
  if (chosen.kind === 'clip') return void change({ edit: 'remove', clip: chosen.id, ...(ripple ? { ripple } : {}) })
  const lane = view.project.timeline.effects.find(({ spans }) => spans.some(({ id }) => id === chosen.id))
  // the only span of an effect: it is taken off
  if (lane === undefined || lane.spans.length === 1) void change({ edit: 'takeOff', effect: lane?.effect ?? chosen.id })
  else void change({ edit: 'removeSpan', span: chosen.id })
}

export function copy(): void {
  const { view, timelineTab } = useStore.getState()
  const { chosen } = timelineTab
  const { clips, effects } = view.project.timeline
  if (chosen === null) return toast('info', 'Choose a clip or an effect on the timeline first.')
  if (chosen.kind === 'clip') {
    const clip = clips.find(({ id }) => id === chosen.id)
    if (clip === undefined) return
    const { media, track, length, offset } = clip
    setTimelineTab({ copied: { edit: 'insert', ...(media === undefined ? {} : { media }), track, length, offset } })
    return
  }
  const lane = effects.find(({ spans }) => spans.some(({ id }) => id === chosen.id))
  const span = lane?.spans.find(({ id }) => id === chosen.id)
  const { length, keyframes } = span ?? {}
  const own = { ...(length === undefined ? {} : { length }), ...(keyframes === undefined ? {} : { keyframes }) }
  setTimelineTab({ copied: { edit: 'addSpan', effect: lane?.effect ?? chosen.id, start: 0, ...own } })
}

/** At the playhead. */
export function paste(): void {
  const { playhead, timelineTab } = useStore.getState()
  const { copied } = timelineTab
  const at = wholeFrame(playhead)
  if (copied === null) return toast('info', 'Nothing was copied on the timeline yet.')
  void change(copied.edit === 'insert' ? { ...copied, at } : { ...copied, start: at })
}

/** Of what is chosen: its start or its end goes to the playhead. */
export function trimToPlayhead(edge: 'start' | 'end'): void {
  const { playhead, timelineTab, view } = useStore.getState()
  const { chosen } = timelineTab
  const at = wholeFrame(playhead)
  if (chosen === null) return
  if (chosen.kind === 'clip') return void change({ edit: 'trim', clip: chosen.id, [edge]: at })
  const span = view.project.timeline.effects.flatMap(({ spans }) => spans).find(({ id }) => id === chosen.id)
  const { start = 0, length } = span ?? {}
  if (edge === 'end') void change({ edit: 'setSpan', span: chosen.id, length: Math.max(0, at - start) })
  else
    void change({
      edit: 'setSpan',
      span: chosen.id,
      start: at,
      ...(length === undefined ? {} : { length: start + length - at }),
      keyframesStay: true,
    })
}

export function zoomBy(factor: number): void {
  const { zoom } = useStore.getState().timelineTab
  setTimelineTab({ zoom: Math.min(MOST_ZOOM, Math.max(1, zoom * factor)) })
}

/** A parameter's value becomes a keyframe at the playhead, where that is on the span. */
export function addKeyframe(id: string, constant: string, value: readonly number[]): void {
  const { playhead, view } = useStore.getState()
  const { timeline, stack } = view.project
  const span = laneRows(timeline, stack)
    .flatMap(({ spans }) => spans)
    .find((one) => one.id === id)
  const at = wholeFrame(playhead) - (span?.start ?? 0)
  if (span === undefined || at < 0 || at > (span.length ?? timeline.length))
    return toast('info', 'Put the playhead onto the span first.')
  void change({ edit: 'keyframe', span: id, constant, at, value: [...value] })
}

export function mark(which: Mark, moment: number): void {
  const state = useStore.getState()
  setTransport({ [which]: markAt(which, moment, transportOf(state), state.view.project.timeline.length) })
}

/** At the frame that is seen: it is the first, or the last, that is played. */
export function markHere(which: Mark): void {
  const frame = framesBefore(useStore.getState().playhead)
  mark(which, startOfFrame(which === 'in' ? frame : frame + 1))
}

/** In and Out where what is chosen begins and ends. */
export function markChosen(): void {
  const { timelineTab, view } = useStore.getState()
  const clip = view.project.timeline.clips.find(({ id }) => id === timelineTab.chosen?.id)
  if (clip !== undefined) setTransport({ in: clip.start, out: clip.start + clip.length })
}

export function clearMarks(): void {
  setTransport({ in: null, out: null })
}

export function toggleFollow(): void {
  setTimelineTab({ follow: !useStore.getState().timelineTab.follow })
}

export function toggleSnap(): void {
  setTimelineTab({ snap: !useStore.getState().timelineTab.snap })
}

/** Between the marks In and Out, else what is chosen, else all of it. */
export function render(): void {
  const state = useStore.getState()
  // as they are played: marks that leave nothing between them do not count
  const range = markedRange(transportOf(state), state.view.project.timeline.length)
  if (range === null) return renderChosen()
  void change({ edit: 'render', ...range })
}

/** What is chosen, wherever the marks are; where nothing is, all of it. */
export function renderChosen(): void {
  const { timelineTab, view } = useStore.getState()
  const { clips, effects, length } = view.project.timeline
  const { chosen } = timelineTab
  const clip = clips.find(({ id }) => chosen?.kind === 'clip' && id === chosen.id)
  const span = effects.flatMap(({ spans }) => spans).find(({ id }) => chosen?.kind === 'span' && id === chosen.id)
  const own =
    clip ?? (span === undefined ? undefined : { start: span.start, length: span.length ?? length - span.start })
  void change({ edit: 'render', from: own?.start ?? 0, to: own === undefined ? length : own.start + own.length })
}

export function dropRenders(): void {
  void change({ edit: 'dropRenders' })
}
