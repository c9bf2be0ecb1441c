/** The shape of an edit of the timeline as it comes through the ipc gate. */
import { z } from 'zod'
import { EASES, LEAST_CLIP, MOST_TIMELINE, MOST_TRACKS } from '../../../../preload/contract'
import { CONSTANT_NAME, CONSTANT_NAME_TEXT, MAX_COMPONENTS } from '../../scenario'
import { distinct } from './laboratory'

/** clips, tracks, spans or keyframes of one list */
const MOST_LISTED = 10_000

/** characters of a name that a file has given, which may be of any length, so far as a command takes it (**choice**) */
const MOST_KNOWN = 10_000
/**
 * A name of what is there, or was; those that are given in the app are shorter.
 * @param parts count of names, with a character between two
 */
export const knownName = (parts = 1) =>
  z
    .string()
    .min(1)
    .max(parts * (MOST_KNOWN + 1) - 1)

const name = knownName()
const moment = z.number().int().min(0).max(MOST_TIMELINE)
/** µs on the timeline, or into something that lies there */
export const timelineMoment = moment
/** µs */
export const timelineLength = moment.min(LEAST_CLIP)
export const timelineTrack = z.number().int().min(1).max(MOST_TRACKS)

const constant = name.regex(CONSTANT_NAME, { error: CONSTANT_NAME_TEXT })
// a saved file could not say -0: JSON writes it as 0
const value = z
  .array(z.number().transform((one) => one + 0))
  .min(1)
  .max(MAX_COMPONENTS)
const ease = z.enum(EASES)
const keys = z
  .array(z.strictObject({ at: moment, value, ease: ease.optional(), begun: moment.optional() }))
  .min(1)
  .max(MOST_LISTED)
  .refine((all) => all.every((key, i) => i === 0 || key.at > (all[i - 1]?.at ?? 0)), { error: 'in order of time' })
const keyframes = z.record(constant, keys)

const clip = z.strictObject({
  id: name,
  media: name.optional(),
  track: timelineTrack,
  start: moment,
  length: timelineLength,
  offset: moment,
})
const span = z.strictObject({
  id: name,
  start: moment,
  length: timelineLength.optional(),
  keyframes: keyframes.optional(),
})
// as a file says it: what is done is recorded, and every recording is valid (SC-16)
const goneClips = distinct(z.array(name).max(MOST_LISTED))
const lane = z.strictObject({ effect: name, enabled: z.boolean(), spans: z.array(span).max(MOST_LISTED) })

const edit = <Name extends string, Shape extends z.core.$ZodShape>(kind: Name, shape: Shape) =>
  z.strictObject({ edit: z.literal(kind), ...shape })

export const timelineChange = z.discriminatedUnion('edit', [
  edit('insert', {
    media: name.optional(),
    track: timelineTrack.optional(),
    at: moment.optional(),
    length: timelineLength.optional(),
    offset: moment.optional(),
  }),
  edit('move', { clip: name, to: moment, track: timelineTrack.optional() }),
  edit('trim', { clip: name, start: moment.optional(), end: moment.optional() }),
  edit('split', { at: moment, clip: name.optional(), span: name.optional() }),
  edit('remove', { clip: name, ripple: z.boolean().optional() }),
  edit('enable', { effect: name, enabled: z.boolean() }),
  edit('reorder', { effect: name, place: z.number().int().min(0).max(MOST_LISTED) }),
  edit('addSpan', {
    effect: name,
    start: moment,
    length: timelineLength.optional(),
    keyframes: keyframes.optional(),
  }),
  edit('setSpan', {
    span: name,
    start: moment.optional(),
    length: timelineLength.optional(),
    keyframesStay: z.boolean().optional(),
  }),
  edit('removeSpan', { span: name }),
  edit('takeOff', { effect: name }),
  edit('keyframe', { span: name, constant, at: moment, value, ease: ease.optional() }),
  edit('removeKeyframe', { span: name, constant, at: moment }),
  edit('moveKeyframe', { span: name, constant, at: moment, to: moment }),
  edit('render', { from: moment, to: moment }),
  edit('dropRenders', {}),
  edit('list', { name, before: name }),
  edit('set', {
    clips: z.array(clip).max(MOST_LISTED).optional(),
    without: goneClips.optional(),
    effects: z.array(lane).max(MOST_LISTED).optional(),
  }),
])
