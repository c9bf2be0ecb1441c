/** What edits of the timeline and of parameters are called: "Split clip", "Blur radius". */
import type { TimelineEdit } from '../../../preload/contract'
import { builtInEffect } from '../../editor/effects/catalogue'
import type { World } from '../world/world'

/** What names are read from. */
export type NamedIn = Pick<World, 'editor' | 'timeline'>

/** Of an edit of the timeline as it is. */
export function changeName(change: TimelineEdit, world: NamedIn): string {
  const ofSpan = (id: string): string =>
    world.timeline.spec.effects.find(({ spans }) => spans.some((span) => span.id === id))?.effect ?? id
  switch (change.edit) {
    case 'insert':
      return 'Place clip'
    case 'move':
      return 'Move clip'
    case 'trim':
      return 'Trim clip'
    case 'split':
      return change.span === undefined ? 'Split clip' : `Split ${ofSpan(change.span)}`
    case 'remove':
      return change.ripple === true ? 'Ripple delete' : 'Delete clip'
    case 'enable':
      return `${change.enabled ? 'Show' : 'Hide'} ${change.effect}`
    case 'reorder':
      return `Reorder ${change.effect}`
    case 'addSpan':
      return `Place ${change.effect}`
    case 'setSpan':
      return `${change.length === undefined && change.keyframesStay !== true ? 'Move' : 'Trim'} ${ofSpan(change.span)}`
    case 'removeSpan':
      return `Delete span of ${ofSpan(change.span)}`
    case 'takeOff':
      return `Take ${change.effect} off`
    case 'keyframe':
      return `Keyframe ${parameterName(ofSpan(change.span), [change.constant], world)}`
    case 'removeKeyframe':
      return `Delete keyframe of ${parameterName(ofSpan(change.span), [change.constant], world)}`
    case 'moveKeyframe':
      return `Move keyframe of ${parameterName(ofSpan(change.span), [change.constant], world)}`
    case 'render':
    case 'dropRenders':
    case 'list':
    case 'set':
      return 'Change of the timeline'
  }
}

/** "Blur radius"; of several: "Blur parameters" */
export function parameterName(effect: string, names: readonly string[], { editor }: NamedIn): string {
  const [name] = names
  if (names.length !== 1 || name === undefined) return `${effect} parameters`
  const { constants } = builtInEffect(editor.effect(effect)?.spec.shader ?? effect)
  return `${effect} ${constants.find((constant) => constant.name === name)?.label.toLowerCase() ?? name}`
}
