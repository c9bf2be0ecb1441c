/** What a clip shows, as an edit of the user's: the file that its pixels are read from. */
import type { CommandResult, MediaFile } from '../../../preload/contract'
import type { Edit } from '../../editor/project/edit'
import type { WatchedSystem } from '../run/watched-system'
import { type CommandOf, type Request, refusal } from './row'

/** @returns a refusal where there is no such clip */
export function relinkEdit({ clip, file }: CommandOf<'relinkClip'>, { world }: WatchedSystem): Edit | CommandResult {
  const spec = world.editor.effect(clip)?.spec.clip
  if (spec === undefined) return noClip(clip)
  return { kind: 'relink', clip, before: spec.file ?? null, after: file }
}

/** What carries it out, or takes it back. */
export function relinked(
  clip: string,
  file: MediaFile | null,
  { world, handChanges }: WatchedSystem,
): Request | CommandResult {
  if (world.editor.effect(clip)?.spec.clip === undefined) return noClip(clip)
  const action = { verb: 'relinkClip', value: { clip, file } } as const
  return { action, failed: `${clip} shows what it showed`, done: () => handChanges.keep(action) }
}

function noClip(clip: string): CommandResult {
  return refusal(`There is no clip "${clip}" that could show another file.`)
}
