/** What cannot lie on a timeline together: for files, and for edits that say how it shall be. Pure. */
import type { TimelineSpec } from '../../../preload/contract/specs'

export interface Conflict {
  /** in the timeline */
  readonly path: (string | number)[]
  readonly found: unknown
  readonly expected: string
  /** the same, for a person; goes on after "… was not carried out:" */
  readonly words: string
}

/** Each id once, each effect on one track; spans of a track, and clips of a track, beside each other. */
export function conflictsOf({ clips, effects }: TimelineSpec): Conflict[] {
  return [...conflictsOfClips(clips), ...conflictsOfLanes(effects)]
}

function conflictsOfClips(clips: TimelineSpec['clips']): Conflict[] {
  const conflicts: Conflict[] = []
  const ends = new Map<number, { at: number; id: string }>()
  const ids = new Set<string>()
  const byTime = clips.map((clip, i) => ({ clip, i })).sort((a, b) => a.clip.start - b.clip.start)
  for (const { clip, i } of byTime) {
    const { id, track, start, length } = clip
    if (ids.has(id))
      conflicts.push({
        path: ['clips', i, 'id'],
        found: id,
        expected: 'a name that no other clip of the timeline has',
        words: `two clips would be called "${id}"`,
      })
    ids.add(id)
    const before = ends.get(track)
    if (before !== undefined && start < before.at)
      conflicts.push({
        path: ['clips', i, 'start'],
        found: start,
        expected: `at least ${before.at}us, the end of "${before.id}" on the same track`,
        words: `"${before.id}" and "${id}" would lie over each other on track ${track}`,
      })
    ends.set(track, { at: start + length, id })
  }
  return conflicts
}

function conflictsOfLanes(lanes: TimelineSpec['effects']): Conflict[] {
  const conflicts: Conflict[] = []
  const names = new Set<string>()
  const ids = new Set<string>()
  lanes.forEach(({ effect, spans }, l) => {
    if (names.has(effect))
      conflicts.push({
        path: ['effects', l, 'effect'],
        found: effect,
        expected: 'an effect that has no other track',
        words: `${effect} would have two tracks`,
      })
    names.add(effect)
    let end = 0
    spans.forEach(({ id, start, length }, s) => {
      const path = ['effects', l, 'spans', s]
      if (ids.has(id))
        conflicts.push({
          path: [...path, 'id'],
          found: id,
          expected: 'a name that no other span of the timeline has',
          words: `two spans would be called "${id}"`,
        })
      ids.add(id)
      if (start < end)
        conflicts.push({
          path: [...path, 'start'],
          found: start,
          expected: 'at or after the end of the span before',
          words: `"${id}" would begin before the span before it has ended`,
        })
      end = length === undefined ? Number.POSITIVE_INFINITY : start + length
    })
  })
  return conflicts
}
