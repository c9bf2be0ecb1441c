/**
 * The schemas of the timeline: what a project has on it, and the verb `timeline`, which is one edit of it. An edit that the
 * timeline refuses (a clip that is not there, a split outside it) is no mistake of the file: the run shows what comes of it.
 *
 * @see spec SC-16
 */
import { z } from 'zod'
import {
  CLIP_LENGTH,
  EASES,
  type EffectLane,
  LEAST_CLIP,
  MOST_TIMELINE,
  MOST_TRACKS,
  SAMPLE_FOOTAGE,
  type TimelineEdit,
  type TimelineSpec,
} from '../../../../preload/contract'
import { conflictsOf } from '../../../editor/timeline/conflicts'
import { list, record } from '../check/lists'
import { CONSTANT_NAME, CONSTANT_NAME_TEXT, constantValue } from './background'
import { checked, duration, eachOnce, flag, label, strict, wholeNumber } from './quantities'

const DAY = 'the timeline is at most a day long'
/** A moment or a length that a day has. */
const moment = (description: string, options: { min?: number } = {}) =>
  duration(description, { ...options, max: [MOST_TIMELINE, `at most 24h: ${DAY}`] })

const track = wholeNumber(1, 'video track from below; of several clips at a moment the uppermost is seen', MOST_TRACKS)
const length = moment('how long it is, at least a frame', { min: LEAST_CLIP })
const start = moment('where it begins on the timeline')
const media = label(`an imported clip; when absent the sample footage, "${SAMPLE_FOOTAGE}"`)
const clip = label('a clip of the timeline')
const span = label('a span of the timeline: the first of an effect has its name, the next "name 2"')
const effect = label('an effect that exists at that time')
const constantName = z.string().regex(CONSTANT_NAME, { error: CONSTANT_NAME_TEXT })
const ease = z.enum(EASES).meta({ description: 'how the value goes on to the next keyframe; when absent "linear"' })
const keyframeAt = moment('after the start of its span')

/** How much footage a clip has. */
export const footageLength = moment(`of footage; when absent ${CLIP_LENGTH / 1e6}s`, { min: LEAST_CLIP })

const begun = moment('that a smooth way to the next one had been on when its span was cut here')

const keyframe = strict(
  { at: keyframeAt, value: constantValue, ease: ease.optional(), begun: begun.optional() },
  'A value at a moment.',
)

const keyframes = record(
  constantName,
  checked(list(keyframe, { min: [1, 'at least one keyframe'] }), (keys, refuse) => {
    keys.forEach(({ at }, i) => {
      const before = keys[i - 1]?.at
      if (before !== undefined && at <= before) refuse([i, 'at'], at, 'later than the keyframe before')
    })
  }),
).meta({ description: "of the shader's constants, by name" })

const clipFields = {
  id: label('no other clip of the timeline has it'),
  media: media.optional(),
  track: track.prefault(1),
  start,
  length,
  offset: moment('into the footage').prefault(0),
}
const timelineClip = strict(clipFields, 'Footage on a video track.')

const effectSpan = strict(
  {
    id: label('no other span of the timeline has it'),
    start: start.prefault(0),
    length: length.optional().meta({ description: 'when absent to the end of the timeline' }),
    keyframes: keyframes.optional(),
  },
  'Where an effect is on the timeline.',
)

const lane = strict(
  {
    effect,
    enabled: flag('false: it is nowhere').prefault(true),
    spans: list(effectSpan).prefault([]).meta({ description: 'in order of time' }),
  },
  "An effect's track; effects work in the order of their tracks.",
) satisfies z.ZodType<EffectLane>

const clips = list(timelineClip)
const goneClips = eachOnce(list(clip), 'clips of the timeline that are not there any more', 'clip')
const lanes = list(lane)

/** What an edit refuses cannot be in a file. */
export const timelineSchema = checked(
  strict(
    { clips: clips.prefault([]), effects: lanes.prefault([]) },
    'What lies on the timeline. An effect that is applied and has no track is everywhere.',
  ),
  (timeline, refuse) => {
    for (const { path, found, expected } of conflictsOf(timeline)) refuse(path, found, expected)
  },
) satisfies z.ZodType<TimelineSpec>

const edit = <Name extends string, Shape extends z.core.$ZodShape>(name: Name, shape: Shape, description: string) =>
  strict({ edit: z.literal(name), ...shape }, description)

/** The verb `timeline`. */
export const timelineEditSchema = z
  .discriminatedUnion('edit', [
    edit(
      'insert',
      {
        media: media.optional(),
        track: track.optional(),
        at: moment('when absent behind all else on its track').optional(),
        length: length.optional(),
        offset: moment('into the footage').optional(),
      },
      'Footage is put on a track, over what is there.',
    ),
    edit('move', { clip, to: start, track: track.optional() }, 'A clip goes elsewhere, over what is there.'),
    edit(
      'trim',
      { clip, start: start.optional(), end: moment('where it ends on the timeline').optional() },
      'New edges, as far as footage and neighbours let them.',
    ),
    edit(
      'split',
      { at: moment('on the timeline'), clip: clip.optional(), span: span.optional() },
      'A clip or a span in two; when neither is named all clips there.',
    ),
    edit('remove', { clip, ripple: flag('what follows on its track moves up').optional() }, 'A clip goes.'),
    edit('enable', { effect, enabled: flag('false: it is nowhere') }, "The eye of an effect's track."),
    edit(
      'reorder',
      { effect, place: wholeNumber(0, 'among the tracks of effects that have spans') },
      'Effects work in another order.',
    ),
    edit(
      'addSpan',
      { effect, start, length: length.optional(), keyframes: keyframes.optional() },
      'The effect is there as well.',
    ),
    edit(
      'setSpan',
      {
        span,
        start: start.optional(),
        length: length.optional(),
        keyframesStay: flag('where they are on the timeline; else they move with the start').optional(),
      },
      'What is left out stays.',
    ),
    edit('removeSpan', { span }, 'The effect is not there any more.'),
    edit('takeOff', { effect }, 'The effect is nowhere any more.'),
    edit(
      'keyframe',
      { span, constant: constantName, at: keyframeAt, value: constantValue, ease: ease.optional() },
      'Sets one, or changes the one that is there.',
    ),
    edit('removeKeyframe', { span, constant: constantName, at: keyframeAt }, 'A keyframe goes.'),
    edit(
      'moveKeyframe',
      { span, constant: constantName, at: keyframeAt, to: moment('after the start of its span, where it is then') },
      'A keyframe goes elsewhere in its span, in place of one that is there.',
    ),
    edit(
      'render',
      { from: moment('on the timeline'), to: moment('on the timeline') },
      'All seconds that the span touches are rendered, and kept in GPU memory.',
    ),
    edit(
      'list',
      { name: label('an effect or a clip'), before: label('another one') },
      'It stands before the other in the lists of effects and media.',
    ),
    edit('dropRenders', {}, 'What was rendered is given back.'),
    edit(
      'set',
      { clips: clips.optional(), without: goneClips.optional(), effects: lanes.optional() },
      'These clips as they stand here, those without, and all tracks of effects anew: how an edit is taken back.',
    ),
  ])
  .meta({ description: 'One edit of the timeline.' }) satisfies z.ZodType<TimelineEdit>
