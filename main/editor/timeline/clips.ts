/** Changes of the clips on the video tracks: pure, a list in and a list out. Times in µs. */
import { CLIP_LENGTH, LEAST_CLIP, MOST_TIMELINE, MOST_TRACKS, SAMPLE_FOOTAGE } from '../../../preload/contract/names'
import type { TimelineClip, TimelineEdit } from '../../../preload/contract/specs'
import { freshName, type MadeOrProblem, NO_IDS, problem, type UsedIds } from './made'

export type ClipEdit = Extract<TimelineEdit, { edit: 'insert' | 'move' | 'trim' | 'remove' }>

/** µs of footage; undefined: there is no footage of that name */
export type FootageLength = (media: string | undefined) => number | undefined

type Clips = readonly TimelineClip[]

/** The end, µs, of what lies on the timeline; an empty one has a length all the same. */
export function endOf(clips: Clips): number {
  return clips.length === 0 ? CLIP_LENGTH : clips.reduce((end, clip) => Math.max(end, clip.start + clip.length), 0)
}

/** The clip that is seen at a moment, the uppermost one; undefined: none. @param moment µs on the timeline */
export function clipAt(clips: Clips, moment: number): TimelineClip | undefined {
  let seen: TimelineClip | undefined
  for (const clip of clips) {
    if (moment < clip.start || moment >= clip.start + clip.length) continue
    if (seen === undefined || clip.track > seen.track) seen = clip
  }
  return seen
}

/**
 * Clips that cover something from a moment up to another.
 * @param from µs on the timeline
 * @param until µs on the timeline
 */
export function clipsIn(clips: Clips, from: number, until: number): Clips {
  return clips.filter(({ start, length }) => start < until && from < start + length)
}

/**
 * The next clip that is to be seen after a moment, at most `within` µs later; undefined: none.
 * @param moment µs on the timeline
 */
export function nextClip(clips: Clips, moment: number, within: number): TimelineClip | undefined {
  let next: TimelineClip | undefined
  for (const clip of clips)
    if (clip.start > moment && clip.start <= moment + within && (next === undefined || clip.start < next.start))
      next = clip
  return next
}

/** @returns the clips after the edit, or why it cannot be */
export function editClips(clips: Clips, edit: ClipEdit, footage: FootageLength, used = NO_IDS): MadeOrProblem<Clips> {
  if (edit.edit === 'insert') return insert(clips, edit, footage, used)
  const clip = clips.find(({ id }) => id === edit.clip)
  if (clip === undefined) return problem(`there is no clip "${edit.clip}" on the timeline`)
  switch (edit.edit) {
    case 'move':
      return put(without(clips, clip), { ...clip, start: edit.to, track: edit.track ?? clip.track }, used)
    case 'trim':
      return { value: replaced(clips, clip, trimmed(clips, clip, edit, footage)) }
    case 'remove':
      return { value: edit.ripple === true ? closed(without(clips, clip), clip) : without(clips, clip) }
  }
}

/**
 * Cuts clips in two at a moment.
 * @param at µs on the timeline
 * @param id undefined: all that are there
 */
export function splitClips(clips: Clips, at: number, id: string | undefined, used = NO_IDS): MadeOrProblem<Clips> {
  const cut = clips.filter((clip) => (id === undefined || clip.id === id) && isWithin(clip, at))
  if (cut.length === 0)
    return problem(id === undefined ? 'no clip is there that could be split' : `"${id}" cannot be split there`)
  const names = takenBy(clips, used)
  return {
    value: clips.flatMap((clip) => {
      if (!cut.includes(clip)) return [clip]
      const before = at - clip.start
      const second = { ...clip, id: freshName(clip.media ?? SAMPLE_FOOTAGE, names), start: at }
      return [
        { ...clip, length: before },
        { ...second, offset: clip.offset + before, length: clip.length - before },
      ]
    }),
  }
}

/** Both parts are at least a frame long. */
function isWithin({ start, length }: TimelineClip, at: number): boolean {
  return at - start >= LEAST_CLIP && start + length - at >= LEAST_CLIP
}

function insert(
  clips: Clips,
  edit: Extract<ClipEdit, { edit: 'insert' }>,
  footage: FootageLength,
  used: UsedIds,
): MadeOrProblem<Clips> {
  const { media, track = 1, offset = 0 } = edit
  const whole = footage(media)
  if (whole === undefined) return problem(`there is no clip "${media}" among the media`)
  const length = Math.min(edit.length ?? whole, whole - offset)
  if (length < LEAST_CLIP) return problem('a clip is at least a frame long')
  const ends = clips.filter((clip) => clip.track === track).map((clip) => clip.start + clip.length)
  const id = freshName(media ?? SAMPLE_FOOTAGE, takenBy(clips, used))
  const own = { id, ...(media === undefined ? {} : { media }), track, start: edit.at ?? Math.max(0, ...ends) }
  return put(clips, { ...own, length, offset }, used)
}

/** Over what is there: of clips that it covers, what it does not cover stays. */
function put(clips: Clips, clip: TimelineClip, used: UsedIds): MadeOrProblem<Clips> {
  const { track, start, length } = clip
  if (track > MOST_TRACKS) return problem(`there are at most ${MOST_TRACKS} tracks`)
  if (start + length > MOST_TIMELINE) return problem('the timeline is at most a day long')
  const names = takenBy([...clips, clip], used)
  const others = clips.flatMap((other) =>
    other.track === track ? uncovered(other, start, start + length, names) : [other],
  )
  return { value: clipsInOrder([...others, clip]) }
}

function takenBy(clips: Clips, used: UsedIds): Set<string> {
  return new Set([...used, ...clips.map(({ id }) => id)])
}

/**
 * What of a clip stays beside what is put over it on its track.
 * @param from µs on the timeline
 * @param to µs on the timeline
 * @param names that are taken: a second part gets a fresh one
 */
export function uncovered(clip: TimelineClip, from: number, to: number, names: Set<string>): TimelineClip[] {
  const end = clip.start + clip.length
  if (end <= from || clip.start >= to) return [clip]
  const parts: TimelineClip[] = []
  if (from - clip.start >= LEAST_CLIP) parts.push({ ...clip, length: from - clip.start })
  if (end - to >= LEAST_CLIP) {
    const id = parts.length === 0 ? clip.id : freshName(clip.media ?? SAMPLE_FOOTAGE, names)
    parts.push({ ...clip, id, start: to, offset: clip.offset + (to - clip.start), length: end - to })
  }
  return parts
}

function trimmed(
  clips: Clips,
  clip: TimelineClip,
  edit: Extract<ClipEdit, { edit: 'trim' }>,
  footage: FootageLength,
): TimelineClip {
  const { start, length, offset, track } = clip
  const end = start + length
  const neighbours = clips.filter((other) => other !== clip && other.track === track)
  const earliest = neighbours.reduce(
    (at, other) => (other.start < start ? Math.max(at, other.start + other.length) : at),
    0,
  )
  const latest = neighbours.reduce((at, other) => (other.start > start ? Math.min(at, other.start) : at), MOST_TIMELINE)
  const whole = footage(clip.media) ?? offset + length
  const from = within(edit.start ?? start, Math.max(earliest, start - offset), end - LEAST_CLIP)
  const to = within(edit.end ?? end, from + LEAST_CLIP, Math.min(latest, start - offset + whole))
  return { ...clip, start: from, offset: offset + (from - start), length: to - from }
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

/** What follows on its track moves up by its length. */
function closed(clips: Clips, { track, start, length }: TimelineClip): Clips {
  return clips.map((clip) =>
    clip.track === track && clip.start > start ? { ...clip, start: clip.start - length } : clip,
  )
}

function without(clips: Clips, clip: TimelineClip): Clips {
  return clips.filter((other) => other !== clip)
}

function replaced(clips: Clips, clip: TimelineClip, by: TimelineClip): Clips {
  return clips.map((other) => (other === clip ? by : other))
}

/** By track, then by time: so that the same clips are the same list, however they came there. */
export function clipsInOrder(clips: Clips): Clips {
  return [...clips].sort((a, b) => a.track - b.track || a.start - b.start)
}
