/** An edit of the user's: what Undo takes back, and Redo carries out again. */
import type {
  ConstantValues,
  EffectLane,
  EffectSpec,
  MediaFile,
  Setting,
  TimelineEdit,
} from '../../../preload/contract/specs'
import type { ProjectFormat } from '../effects/catalogue'
import type { HandChange } from '../timeline/by-hand'
import { isNothing, NO_DIFFERENCE, type TimelineDifference } from '../timeline/difference'

/** One step of the user's that can be taken back. */
export type Edit =
  /**
   * `lane`: its track of the timeline after the press, null: none; `wasThere`: it had spans there before; `stays`: it was on
   * the clip before, with a track on which nothing lay [it comes there]
   */
  | { kind: 'apply'; effect: string; lane: EffectLane | null; wasThere: boolean; stays?: true | undefined }
  /**
   * `format`: the project's at that time, from which the sizes of some follow; `placed`: a clip is put on the timeline,
   * `insert` as it was asked for, `after` does it again, `before` makes whole again what it had been put over
   */
  | {
      kind: 'add'
      effect: EffectSpec
      format: ProjectFormat
      placed?: { insert?: TimelineEdit | undefined; after: TimelineDifference; before: TimelineDifference } | undefined
    }
  /**
   * `place`: where it stood on the clip, -1: it was not on it; `timeline`: what brings back what of it belonged to
   * it; `next`: what it stood before in the list of effects and media, undefined: it was the last
   */
  | {
      kind: 'remove'
      effect: EffectSpec
      format: ProjectFormat
      place: number
      timeline: TimelineDifference
      next: string | undefined
    }
  /** parameters; `gesture`: those of one follow each other as one step [one by itself] */
  | {
      kind: 'constants'
      effect: string
      before: ConstantValues
      after: ConstantValues
      gesture?: number | undefined
    }
  /**
   * of the project or its system: `before` and `after` in the system, `saved` what Save had of it before, where a step may
   * have set something else since [it has none of it by hand: of a project it writes what is in the system]; `gesture` as
   * above
   */
  | {
      kind: 'setting'
      name: string
      before: Setting
      after: Setting
      saved: Setting | undefined
      gesture?: number | undefined
    }
  /** what a clip shows; null: the sample footage */
  | { kind: 'relink'; clip: string; before: MediaFile | null; after: MediaFile | null }
  /**
   * `change` as it was asked for, `before` takes it back, `after` does it again; `off`: the effect that it takes off the
   * clip, with where it stood; `beside`: effects of which nothing was asked, which have tracks since so that their order
   * stays [none]
   */
  | {
      kind: 'timeline'
      name: string
      change?: TimelineEdit | undefined
      before: TimelineDifference
      after: TimelineDifference
      off?: { effect: string; place: number } | undefined
      beside?: readonly string[] | undefined
    }

/** The resources of a clip follow from the clip: dozens of them in every step of a long history would be most of it. */
export function slim(edit: Edit): Edit {
  // from now on what came of it is carried out again
  if (edit.kind === 'timeline') return { ...edit, change: undefined }
  if ((edit.kind !== 'add' && edit.kind !== 'remove') || edit.effect.clip === undefined) return edit
  const effect = { ...edit.effect, resources: [] }
  if (edit.kind === 'remove' || edit.placed === undefined) return { ...edit, effect }
  return { ...edit, effect, placed: { ...edit.placed, insert: undefined } }
}

type Constants = Extract<Edit, { kind: 'constants' }>

/** Steps of one drag are one: from where it began to where it is now. @returns null: they are two */
export function asOne(last: Edit | undefined, edit: Edit): Edit | null {
  if (last?.kind === 'setting' && edit.kind === 'setting') {
    const isOne = edit.gesture !== undefined && last.gesture === edit.gesture && last.name === edit.name
    return isOne ? { ...edit, before: last.before, saved: last.saved } : null
  }
  if (last?.kind !== 'constants' || edit.kind !== 'constants' || edit.gesture === undefined) return null
  const names = ({ after }: Constants): string => Object.keys(after).join()
  const isSame = last.gesture === edit.gesture && last.effect === edit.effect && names(last) === names(edit)
  return isSame ? { ...edit, before: last.before } : null
}

/** A setting that was dragged back to where it was: there is nothing to take back. */
export function isNothingSet(edit: Edit): boolean {
  return (
    edit.kind === 'setting' &&
    isSameSetting(edit.before, edit.after) &&
    isSameSetting(edit.saved ?? edit.after, edit.after)
  )
}

/** Whether two of one kind set the same. */
export function isSameSetting(one: Setting, other: Setting): boolean {
  return JSON.stringify(one.value) === JSON.stringify(other.value)
}

/** What of the effects and clips that edits have added is there after one more of them, by name. */
export function applyTo(added: Map<string, EffectSpec>, edit: Edit | undefined): void {
  if (edit?.kind === 'add') added.set(edit.effect.name, edit.effect)
  if (edit?.kind === 'remove') added.delete(edit.effect.name)
}

/** What an edit changes of the timeline; null: nothing. */
export function changeOf(edit: Edit): HandChange | null {
  switch (edit.kind) {
    case 'timeline':
      return { made: edit.after, beside: edit.beside, goes: false }
    case 'add':
      return edit.placed === undefined || isNothing(edit.placed.after) ? null : { made: edit.placed.after, goes: false }
    case 'apply':
      return pressMade(edit) ? { made: { ...NO_DIFFERENCE, lanes: [laneOfPress(edit)] }, goes: false } : null
    case 'remove':
      return isNothing(edit.timeline) ? null : { made: removed(edit.timeline), goes: true }
    default:
      return null
  }
}

/** On its track lay nothing: the press has put it there. */
export function pressMade({ lane, wasThere }: Extract<Edit, { kind: 'apply' }>): boolean {
  return lane !== null && !wasThere
}

function laneOfPress({ effect, lane }: Extract<Edit, { kind: 'apply' }>): TimelineDifference['lanes'][number] {
  return { effect, spans: lane?.spans ?? [], without: [] }
}

/** What takes away what brings it back. */
function removed({ clips, lanes }: TimelineDifference): TimelineDifference {
  return {
    ...NO_DIFFERENCE,
    without: clips.map(({ id }) => id),
    withoutLanes: lanes.map(({ effect, enabled = true, spans }) => ({ effect, enabled, spans: [...spans] })),
  }
}
