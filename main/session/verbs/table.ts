/**
 * What each verb does to a world. This folder is the only code of the session that changes one; steps of scenarios and
 * commands of a person both come here (architecture).
 */
import type { HResultName } from '../../d3d12/hresult'
import { TrimNotificationFlag } from '../../d3d12/trim-notification'
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

const done = <Value>(act: (world: World, value: Value) => void) => {
  return (world: World, value: Value): HResultName => {
    act(world, value)
    return 'S_OK'
  }
}

export const VERBS: { readonly [V in ActionVerb]: Change<V> } = {
  apply,
  use,
  addEffect,
  removeEffect: (world, name) => removed(world, name, world.editor.removeEffect(name)),
  importClip,
  relinkClip,
  removeClip: (world, name) => removed(world, name, world.editor.removeEffect(name)),
  timeline: editTimeline,
  policy: ({ editor }, name) => editor.setPolicy(name),
  project: changeProject,
  allocation: changeAllocation,
  setConstants,

  budget: setBudget,
  otherProcess,
  reserve,
  externalReservation,
  residencyPriority,
  discard,
  makeResident,
  evict,
  recreateDevice: recreate,

  system: configureSystem,
  submit: submitWork,
  inject,
  seek: done(({ player }, position) => player.seek(position)),
  transport: done(({ player }, change) => player.setTransport(change)),
  play: done(({ player }, playing) => player.play(playing)),
  frames: done(({ player }, { count }) => player.render(count, () => {})),
  setBackgroundProcessingMode,
  workflow: done(({ workflows }, { name, maxPasses }) => workflows.start(name, maxPasses)),
  cancelWorkflow: done(({ workflows }) => workflows.cancel()),

  resource: createResource,
  allocate,
  free,
  movable: setMovable,
  layout: layoutVerb,
  map,
  unmap,
  write,
  defragment,
  defragmentation: callDefragmentation,

  idle: setIdle,
  suspend: power((periodicTrim) => periodicTrim.suspend()),
  resume: power((periodicTrim) => periodicTrim.resume()),
  lock: power((periodicTrim) => periodicTrim.lock()),
  unlock: power((periodicTrim) => periodicTrim.unlock()),
  periodicTrim: send(TrimNotificationFlag.PERIODIC_TRIM),
  restartPeriodicTrim: send(TrimNotificationFlag.RESTART_PERIODIC_TRIM),
  trimToBudget,
  notify,
  registerCallback,
  unregisterCallback,
}
