/** The lenient reading of what lies on the timeline, and of edits of it: the effects and media that they name. */
import { valueAt } from '../text/issues'
import type { Path } from '../text/problems'
import { list, text } from './draft-parts'

/** A name, and where it stands in what was read. */
interface Mention {
  readonly name: string
  readonly path: Path
}

export interface DraftTimeline {
  readonly effects: readonly Mention[]
  readonly media: readonly Mention[]
}

/** @param timeline of the app, or an edit: both may have clips and tracks */
export function timelineOf(timeline: unknown): DraftTimeline {
  return {
    effects: [...mention(timeline, ['effect']), ...inList(timeline, 'effects', 'effect')],
    media: [...mention(timeline, ['media']), ...inList(timeline, 'clips', 'media')],
  }
}

function inList(timeline: unknown, field: string, own: string): Mention[] {
  return list(valueAt(timeline, [field]), []).flatMap((_, i) => mention(timeline, [field, i, own]))
}

function mention(value: unknown, path: (string | number)[]): Mention[] {
  const name = text(valueAt(value, path))
  return name === undefined ? [] : [{ name, path }]
}
