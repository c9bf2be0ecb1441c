/** One edit of the timeline: pure. */
import type { EffectLane, TimelineEdit, TimelineSpec } from '../../../preload/contract/specs'
import { editClips, type FootageLength, splitClips } from './clips'
import { conflictsOf } from './conflicts'
import { set } from './difference'
import { editLanes, splitSpan, wholeLane } from './lanes'
import { type MadeOrProblem, problem, type UsedIds } from './made'

/** What an edit has to know of the project. */
export interface EditContext {
  readonly footage: FootageLength
  /** effects that were applied and have no track, in the order in which they work */
  readonly applied: readonly string[]
  /** [none] */
  readonly used?: UsedIds
}

/** @returns the timeline after the edit, or why it cannot be */
export function edited(timeline: TimelineSpec, edit: TimelineEdit, context: EditContext): MadeOrProblem<TimelineSpec> {
  switch (edit.edit) {
    case 'insert':
    case 'move':
    case 'trim':
    case 'remove':
      return withClips(timeline, editClips(timeline.clips, edit, context.footage, context.used))
    case 'split':
      return edit.span === undefined
        ? withClips(timeline, splitClips(timeline.clips, edit.at, edit.clip, context.used))
        : withLanes(timeline, splitSpan(lanesOf(timeline, context), edit.at, edit.span, context.used))
    case 'render':
    case 'dropRenders':
    case 'list':
      return { value: timeline }
    case 'set':
      return checked(set(timeline, edit))
    default:
      return withLanes(timeline, editLanes(lanesOf(timeline, context), edit, context.used))
  }
}

/** Other edits make room; this one says how it shall be, of a timeline that may be another by now. */
function checked(timeline: TimelineSpec): MadeOrProblem<TimelineSpec> {
  const [conflict] = conflictsOf(timeline)
  return conflict === undefined ? { value: timeline } : problem(conflict.words)
}

/** With a track for each effect that was applied and is everywhere: an edit of one must not change the order. */
function lanesOf({ effects }: TimelineSpec, { applied }: EditContext): EffectLane[] {
  const lanes = [...effects]
  for (const effect of applied) if (!lanes.some((lane) => lane.effect === effect)) lanes.push(wholeLane(effect, lanes))
  return lanes
}

function withClips(
  timeline: TimelineSpec,
  made: MadeOrProblem<TimelineSpec['clips'] | readonly TimelineSpec['clips'][number][]>,
): MadeOrProblem<TimelineSpec> {
  return 'problem' in made ? made : { value: { ...timeline, clips: [...made.value] } }
}

function withLanes(timeline: TimelineSpec, made: MadeOrProblem<readonly EffectLane[]>): MadeOrProblem<TimelineSpec> {
  return 'problem' in made ? made : { value: { ...timeline, effects: [...made.value] } }
}
