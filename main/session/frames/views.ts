/** The parts of a frame, read from the simulated system as it is. */
import type {
  ClipFileView,
  ClipSpec,
  DeviceView,
  EffectView,
  IdleView,
  MediaFile,
  MemoryView,
  OfferView,
  ParameterView,
  ProcessView,
  RemovalView,
  SegmentView,
  SystemView,
} from '../../../preload/contract'
import { CLIP_LENGTH, SegmentGroup } from '../../../preload/contract'
import type { Removal } from '../../d3d12/device-options'
import { HRESULT } from '../../d3d12/hresult'
import type { EffectState } from '../../editor/editor-options'
import { BUILT_IN_EFFECTS, builtInEffect, effectSpecOf, isBuiltIn } from '../../editor/effects/catalogue'
import { DEFAULT_FRAMES, DEFAULT_THUMBNAILS } from '../../editor/media'
import { Suballocation } from '../../editor/suballocation'
import { deviceSettings } from '../document/device-values'
import type { RunStatistics } from '../run/statistics'
import type { Scenario } from '../scenario'
import type { IdleRule } from '../world/idle-rule'
import type { World } from '../world/world'
import type { PendingBytes } from './memory/pending-bytes'

/** Memory as the page shows it: each segment, what was evicted and waited for; bytes and µs. */
export function memoryView(
  { vidmm }: World,
  { evictions, hitches }: RunStatistics,
  pending: Pick<PendingBytes, 'of'>,
): MemoryView {
  return {
    local: segmentView(vidmm, SegmentGroup.LOCAL, pending),
    nonLocal: segmentView(vidmm, SegmentGroup.NON_LOCAL, pending),
    pagedOut: vidmm.residency.pagedOutBytes,
    pageInBytes: vidmm.paging.pageInBytes,
    pageOutBytes: vidmm.paging.pageOutBytes,
    evictions,
    hitches,
  }
}

/** The app first, then the others as they came (RS-09). */
export function processViews({ vidmm }: World): ProcessView[] {
  const { usage, committed, evictable } = vidmm.residency.counters[SegmentGroup.LOCAL]
  const { foreground } = vidmm.others
  const app = { name: 'app', foreground: foreground === null, usage, committed, evictable, budget: vidmm.budget.budget }
  const others = vidmm.others.view(usage)
  return [app, ...others.map((process) => ({ ...process, foreground: process.name === foreground, evictable: 0 }))]
}

function segmentView(vidmm: World['vidmm'], group: SegmentGroup, arriving: Pick<PendingBytes, 'of'>): SegmentView {
  const { usage, inPlace, committed, evictable } = vidmm.residency.counters[group]
  const segment = vidmm.residency.segments[group]
  const pending = arriving.of(group)
  return {
    size: segment.size,
    resident: usage,
    pending,
    forcedOut: usage - inPlace - pending,
    evictable,
    committed,
    other: group === SegmentGroup.LOCAL ? vidmm.others.committed : 0,
    system: segment.systemBytes,
    free: segment.freeBytes,
    budget: vidmm.queryVideoMemoryInfo(group).Budget,
  }
}

/** The simulated system as the System panel shows it; bytes and µs. */
export function systemView(
  { vidmm, editor, faults }: World,
  { system }: Scenario,
  ownPolicies: SystemView['ownPolicies'],
): SystemView {
  const { interval, idleAfter, whileActive } = vidmm.periodicTrim.current
  return {
    policy: editor.policy.name,
    ownPolicies,
    localMemory: system.localMemory,
    pagingBandwidth: system.pagingBandwidth,
    configuredBudget: vidmm.budget.configured,
    otherProcess: vidmm.others.usage,
    evictionMode: vidmm.evictionMode,
    interval,
    idleAfter,
    whileActive,
    wddm: system.wddm,
    trimNotifications: system.trimNotifications,
    profile: system.profile ?? null,
    localSegment: system.localSegment,
    nonLocalSegment: system.nonLocalSegment ?? 'aperture',
    fillBandwidth: system.fillBandwidth ?? null,
    hardwareScheduling: system.hardwareScheduling,
    physicalAdapters: system.physicalAdapters,
    device: deviceSettings(system),
    pagingProcess: { ...vidmm.pagingProcess },
    pagingOperation: system.driver.pagingOperation ?? null,
    pagingBatch: system.driver.pagingBatch ?? 0,
    reservation: vidmm.budget.reservation,
    faults: faults.waiting,
    externalReservations: [editor.externalReservations[0], editor.externalReservations[1]],
    availableForReservation: vidmm.queryVideoMemoryInfo(SegmentGroup.LOCAL).AvailableForReservation,
  }
}

/** Idleness as the indicator shows it: its source, when the next periodic trim is due, µs, and what it would take (TN-22). */
export function idleView({ vidmm }: World, rule: IdleRule, wouldEvict: IdleView['wouldEvict']): IdleView {
  const { idle, locked, suspended, nextTime } = vidmm.periodicTrim
  const awake = locked ? 'locked' : idle ? 'idle' : 'active'
  return {
    idle,
    state: suspended ? 'suspended' : awake,
    locked,
    source: rule.source,
    realIdleSeconds: rule.realSeconds,
    nextPeriodicTrim: nextTime,
    wouldEvict,
  }
}

/**
 * Whether the device is there; with the reason and its HRESULT where it was removed.
 * @param recreating resources made again, of how many; null: the device is not being made anew
 */
export function deviceView({ device, processes }: World, recreating: DeviceView['recreating']): DeviceView {
  const others = processes.removals.map(({ process, removal, blocked }) => ({
    process,
    ...removalView(removal),
    blocked,
  }))
  return { removed: device.removed === null ? null : removalView(device.removed), others, recreating }
}

function removalView({ t, reason, because }: Removal): RemovalView {
  return { t, reason: { name: reason, value: HRESULT[reason] }, because }
}

/**
 * The constants of a built-in effect's shaders, as its spec sets them. A tint, of which a project may have thousands, is
 * left to what its pipelines bind.
 */
function parametersOf({ name, shader, constants = {} }: EffectState['spec']): ParameterView[] {
  if (!isBuiltIn(shader ?? name)) return []
  return builtInEffect(shader ?? name).constants.map((constant) => ({
    ...constant,
    default: [...(constants[constant.name] ?? constant.default)],
  }))
}

/** One effect as the rack shows it. */
export function effectView({ spec, resources, completed, inFlight }: EffectState): EffectView {
  const parameters = parametersOf(spec)
  return {
    name: spec.name,
    gpuTime: spec.gpuTime,
    ...(parameters.length === 0 ? {} : { parameters }),
    resources: Uint32Array.from(resources, (resource) => resource.handle),
    ...placedOf(resources),
    ...(spec.clip === undefined ? {} : { clip: clipOf(spec.clip) }),
    completed,
    inFlight,
  }
}

/** Names and sizes of what shares a heap, with the heap's name; nothing where every resource has a heap of its own. */
function placedOf(resources: EffectState['resources']): Pick<EffectView, 'placed'> {
  if (!resources.some((resource) => resource instanceof Suballocation)) return {}
  return {
    placed: {
      names: resources.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)),
      bytes: Float64Array.from(resources, ({ size }) => size),
      heaps: resources.map((resource) => (resource instanceof Suballocation ? resource.current.heap.name : '')),
    },
  }
}

function clipOf({ width, height, frames, thumbnails, length, file }: ClipSpec): NonNullable<EffectView['clip']> {
  return {
    width,
    height,
    frames: frames ?? DEFAULT_FRAMES,
    thumbnails: thumbnails ?? DEFAULT_THUMBNAILS,
    length: length ?? CLIP_LENGTH,
    ...(file === undefined ? {} : { file: fileOf(file) }),
  }
}

/** Its name alone: where it lies is nothing to the page. Paths of other systems have other ends. */
function fileOf({ path, type, fingerprint }: MediaFile): ClipFileView {
  return { name: path.split(/[\\/]/).at(-1) ?? path, type, fingerprint }
}

/** Every built-in effect, as large as the project makes it. */
export function offerViews({ editor }: World): OfferView[] {
  return BUILT_IN_EFFECTS.map((builtIn) => ({
    description: builtIn.description,
    effect: effectSpecOf(builtIn, editor.format),
  }))
}
