/**
 * What each verb does to a world, and what is to be known of it beside. This folder is the only code of the session that changes one; steps of scenarios and
 * commands of a person both come here (architecture).
 */
import type { HResultName } from '../../d3d12/hresult'
import { TrimNotificationFlag } from '../../d3d12/trim-notification'
import { nothing } from '../../sim/continuation'
import type { Sliced } from '../../sim/slices'
import type { World } from '../world/world'
import type { ActionVerb, ValueOf } from './action'
import { evict, makeResident, registerCallback, unregisterCallback } from './api'
import { setBackgroundProcessingMode, setConstants } from './background'
import type { CallResult } from './call-results'
import { addEffect, apply, use } from './effects'
import { configureSystem, submitWork } from './gpu'
import {
  allocate,
  callDefragmentation,
  changeAllocation,
  changeProject,
  createResource,
  defragment,
  free,
  importClip,
  layoutVerb,
  map,
  relinkClip,
  setMovable,
  unmap,
  write,
} from './memory'
import { notify, power, send, setIdle, trimToBudget } from './notifications'
import {
  discard,
  externalReservation,
  inject,
  otherProcess,
  recreate,
  reserve,
  residencyPriority,
  setBudget,
} from './system'
import { editTimeline, removed } from './timeline'

/**
 * @param result what later steps expect of it
 * @returns S_OK or why the simulated API refused; slices, where it makes many calls
 */
export type Change<V extends ActionVerb> = (
  world: World,
  value: ValueOf<V>,
  result: CallResult,
) => HResultName | Sliced<HResultName>

/** What is to be known of a verb beside what it does. */
export interface Facts {
  /**
   * By hand it goes on in slices, as it can make very many calls; absent: it is carried out at once. What is kept of it, and
   * what follows, come at once where nothing later is the answer's business: what fails then is among the findings, as it is
   * for a step. They come at its end where until then what it makes is not there, and it can still fail or take nothing away.
   */
  readonly long?: 'kept at once' | 'kept at its end'
  /** it takes all effects away and brings them back, in slices */
  readonly makesAnew?: true
  /** it submits work for which the policy makes memory resident */
  readonly isWork?: true
  /**
   * What a cache of the timeline shows may be another, or its memory may be gone: it is checked. Where what the picture shows
   * may be another too it is drawn again, if a seek has said that somebody looks.
   */
  readonly picture?: 'checked' | 'drawn again'
}

interface Verb<V extends ActionVerb> extends Facts {
  readonly change: Change<V>
}

const done = <Value>(act: (world: World, value: Value) => void) => {
  return (world: World, value: Value): HResultName => {
    act(world, value)
    return 'S_OK'
  }
}

export const VERBS: { readonly [V in ActionVerb]: Verb<V> } = {
  apply: { change: apply, isWork: true, picture: 'checked' },
  use: { change: use, isWork: true },
  addEffect: { change: addEffect, picture: 'checked' },
  removeEffect: {
    change: (world, name) => removed(world, name, world.editor.removeEffect(name)),
    long: 'kept at its end',
    picture: 'drawn again',
  },
  importClip: { change: importClip, long: 'kept at its end' },
  relinkClip: { change: relinkClip },
  removeClip: {
    change: (world, name) => removed(world, name, world.editor.removeEffect(name)),
    long: 'kept at its end',
    picture: 'drawn again',
  },
  timeline: { change: editTimeline, isWork: true, picture: 'drawn again' },
  policy: { change: ({ editor }, name) => editor.setPolicy(name), long: 'kept at once' },
  project: { change: changeProject, long: 'kept at once', makesAnew: true, picture: 'drawn again' },
  allocation: { change: changeAllocation, long: 'kept at once', makesAnew: true, picture: 'drawn again' },
  setConstants: { change: setConstants, picture: 'drawn again' },

  budget: { change: setBudget },
  otherProcess: { change: otherProcess },
  reserve: { change: reserve },
  externalReservation: { change: externalReservation },
  residencyPriority: { change: residencyPriority },
  discard: { change: discard },
  makeResident: { change: makeResident },
  evict: { change: evict },
  recreateDevice: { change: recreate, long: 'kept at once', makesAnew: true },

  system: { change: configureSystem },
  submit: { change: submitWork },
  inject: { change: inject },
  seek: { change: done(({ player }, position) => player.seek(position)), isWork: true },
  transport: { change: done(({ player }, change) => player.setTransport(change)) },
  play: { change: done(({ player }, playing) => player.play(playing)), isWork: true },
  frames: { change: done(({ player }, { count }) => player.render(count, nothing)), isWork: true },
  setBackgroundProcessingMode: { change: setBackgroundProcessingMode },
  workflow: { change: done(({ workflows }, { name, maxPasses }) => workflows.start(name, maxPasses)), isWork: true },
  cancelWorkflow: { change: done(({ workflows }) => workflows.cancel()) },

  resource: { change: createResource },
  allocate: { change: allocate, long: 'kept at once' },
  free: { change: free, long: 'kept at once', picture: 'checked' },
  movable: { change: setMovable },
  layout: { change: layoutVerb, long: 'kept at once' },
  map: { change: map },
  unmap: { change: unmap },
  write: { change: write },
  defragment: { change: defragment, long: 'kept at once' },
  defragmentation: { change: callDefragmentation, long: 'kept at once' },

  idle: { change: setIdle },
  suspend: { change: power((periodicTrim) => periodicTrim.suspend()) },
  resume: { change: power((periodicTrim) => periodicTrim.resume()) },
  lock: { change: power((periodicTrim) => periodicTrim.lock()) },
  unlock: { change: power((periodicTrim) => periodicTrim.unlock()) },
  periodicTrim: { change: send(TrimNotificationFlag.PERIODIC_TRIM) },
  restartPeriodicTrim: { change: send(TrimNotificationFlag.RESTART_PERIODIC_TRIM) },
  trimToBudget: { change: trimToBudget },
  notify: { change: notify },
  registerCallback: { change: registerCallback },
  unregisterCallback: { change: unregisterCallback },
}
