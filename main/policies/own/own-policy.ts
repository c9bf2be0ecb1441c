/**
 * A policy of one's own in charge of the app's resources (LB-14, LB-15): tells it what happens, and carries out what it asks
 * for when its call has ended well, or nothing of that. After the tenth fault it is asked no more, and things go on as
 * with `none`.
 */

import { SegmentGroup } from '../../../preload/contract/names'
import type { OwnPolicy as OwnModule } from '../../../preload/contract/specs'
import type { HResultName } from '../../d3d12/hresult'
import type { Resource } from '../../d3d12/resource'
import { type TrimNotification, TrimNotificationFlag } from '../../d3d12/trim-notification'
import { kept } from '../../sim/continuation'
import { seedBits } from '../../sim/rng'
import type { EvictReason } from '../../sim/trace-records'
import { ObjectPolicy } from '../object-policy'
import type { EarlierUse, PolicyHost, SubmissionSet } from '../policy'
import type { Tracked } from '../tracked'
import { staticCallback } from '../tracking-policy'
import { type Asked, type Fault, Guest, type GuestCall, type GuestState } from './guest'
import { contentHash, policyLabel } from './label'
import type { Misspelt } from './misspelt'

/** faults in a run after which it is asked no more */
const MOST_FAULTS = 10

/**
 * The end of what a finding says of a fault, where it is asked no more from then on: the kit knows by it that what follows
 * is not the policy's doing (LB-16).
 */
export const ASKED_NO_MORE = {
  unusable: '(cannot be used, and things go on as with none)',
  tenth: '; this was its tenth fault, and things go on as with none)',
} as const

/** The end of a finding of a function whose name is misspelt: no fault, and the kit judges nothing by it. */
export const NEVER_CALLED = '(all else of the policy works)'

interface Unit extends Tracked {
  /** counted up from 0, never twice */
  readonly id: number
  /** null: of none */
  readonly effect: string | null
  /** the handle of the one that it lay in when it was looked at last */
  heap: number
}

const trimCallback = staticCallback()

export class OwnPolicy extends ObjectPolicy<Unit> {
  /** null: it could not be created, or is asked no more */
  private guest: Guest | null = null
  private units = 0
  private tracking: string | null = null
  private readonly byId = new Map<number, Unit>()
  /** what it has not been told yet */
  private added: Unit[] = []
  private readonly changed = new Set<Unit>()
  private removed: number[] = []
  /** of the device, when heaps were looked at last */
  private moves = this.host.device.heaps.moves
  private readonly segment = this.host.device.residency.segmentBytes(SegmentGroup.LOCAL)

  /** @param faults number of those on earlier devices: a new one is no reason to ask it again */
  constructor(
    private readonly own: OwnModule,
    host: PolicyHost,
    public faults = 0,
  ) {
    super(policyLabel(own), host)
    const guest = new Guest(own)
    const fault = guest.create(this.standing(), seedBits(host.sim.seed))
    host.sim.trace.write('own-policy', { file: own.file, hash: contentHash(own), name: guest.name })
    if (fault !== null) this.report(fault, ASKED_NO_MORE.unusable)
    else if (faults < MOST_FAULTS) {
      this.guest = guest
      for (const misspelt of guest.misspelt) this.reportMisspelt(misspelt)
      if (guest.lines.has('onTrim')) this.register(trimCallback)
    }
  }

  override track(
    effect: string,
    resources: readonly Resource[],
    isResident: (resource: Resource) => boolean,
    earlier: EarlierUse,
    since?: (resource: Resource) => EarlierUse | undefined,
  ): void {
    // what is of no effect is tracked by itself, by a name that no effect can have
    this.tracking = effect.startsWith('\u0000') ? null : effect
    super.track(effect, resources, isResident, earlier, since)
    this.tell({ e: 'tracked', ids: this.idsOf(resources) }, 'explicit')
  }

  override untrack(effect: string): void {
    super.untrack(effect)
    this.tell({ e: 'untracked' }, 'explicit')
  }

  override prepare(set: SubmissionSet, _resume: (hr: HResultName) => void): HResultName {
    const { effect, resources } = set
    this.pressing(set, () => this.tell({ e: 'prepare', effect, ids: this.idsOf(resources) }, 'opportunistic'))
    return this.bringIn([...this.objectsOf(resources)].filter(({ resident }) => !resident))
  }

  override submitted(set: SubmissionSet, fence: number): void {
    super.submitted(set, fence)
    this.tell({ e: 'submitted', effect: set.effect, ids: this.idsOf(set.resources) }, 'explicit')
    if (this.guest?.lines.has('completed') !== true) return
    const completed = kept({ self: this, fence }, ({ self, fence }) => self.tell({ e: 'completed', fence }, 'explicit'))
    this.host.queue.whenCompleted(fence, completed)
  }

  override deviceRemoved(): void {
    this.tell({ e: 'deviceRemoved' }, 'explicit')
  }

  override dispose(): void {
    this.guest = null
    super.dispose()
  }

  onTrim({ Flags, NumBytesToTrim }: TrimNotification): void {
    const has = (flag: number): boolean => (Flags & flag) !== 0
    const toBudget = has(TrimNotificationFlag.TRIM_TO_BUDGET)
    const notification = {
      flags: Flags,
      bytesToTrim: NumBytesToTrim,
      periodic: has(TrimNotificationFlag.PERIODIC_TRIM),
      restart: has(TrimNotificationFlag.RESTART_PERIODIC_TRIM),
      toBudget,
    }
    this.tell({ e: 'onTrim', notification }, toBudget ? 'budget' : 'periodic')
  }

  protected describe(tracked: Tracked): Unit {
    return Object.assign(tracked, { id: this.units++, effect: this.tracking, heap: tracked.resource.handle })
  }

  protected override onTracked(unit: Unit): void {
    this.byId.set(unit.id, unit)
    this.added.push(unit)
    this.changed.add(unit)
  }

  protected override onUntracked(unit: Unit): void {
    this.byId.delete(unit.id)
    this.changed.delete(unit)
    if (this.added.includes(unit)) this.added = this.added.filter((one) => one !== unit)
    else this.removed.push(unit.id)
  }

  protected override onUsed(unit: Unit): void {
    this.changed.add(unit)
  }

  private idsOf(resources: readonly Resource[]): number[] {
    return [...this.objectsOf(resources)].map(({ id }) => id)
  }

  private standing(): GuestState {
    const { device, queue, sim } = this.host
    const { Budget, CurrentUsage } = device.queryVideoMemoryInfo(SegmentGroup.LOCAL)
    return {
      now: sim.now,
      budget: Budget,
      usage: CurrentUsage,
      segment: this.segment,
      completed: queue.lastCompleted,
      submissions: this.submissions,
      added: this.added.map(({ id, resource, effect, heap }) => [
        id,
        resource.name,
        resource.size,
        (resource.heapType ?? 'DEFAULT') === 'DEFAULT',
        heap,
        effect,
      ]),
      changed: [...this.changed].map(({ id, resident, lastFence, earlierFence, lastSubmission, lastUsed, heap }) => [
        id,
        resident,
        Math.max(lastFence, earlierFence),
        lastSubmission,
        lastUsed,
        heap,
      ]),
      removed: this.removed,
    }
  }

  /** What was moved since lies in another heap (DF-11). */
  private followMoves(): void {
    const { moves } = this.host.device.heaps
    if (this.moves === moves) return
    this.moves = moves
    for (const unit of this.byId.values()) {
      if (unit.heap === unit.resource.handle) continue
      unit.heap = unit.resource.handle
      this.changed.add(unit)
    }
  }

  /** Tells it, if it wants to know, and does what it asks for. */
  private tell(happening: GuestCall, reason: EvictReason): void {
    const { guest } = this
    if (guest === null || !guest.lines.has(happening.e)) return
    this.followMoves()
    const standing = this.standing()
    this.added = []
    this.changed.clear()
    this.removed = []
    const { asked, fault } = guest.tell(standing, happening)
    this.host.sim.longCalls++
    // it believes to have done what it asked for: what did not come of that it is told
    for (const { id } of asked) {
      const unit = this.byId.get(id)
      if (unit !== undefined) this.changed.add(unit)
    }
    const wrong = fault ?? this.misled(asked, guest.lines.get(happening.e))
    if (wrong !== null) this.failed(wrong, happening.e)
    this.callFor(asked, reason)
  }

  /**
   * Its own side refuses to evict what is in use or not resident, unless the policy has written over what that goes by: then
   * nothing comes of it here, and that is a fault like any other.
   * @param line of the function that was called
   * @returns the first such; null: there is none
   */
  private misled(asked: readonly Asked[], line = 1): Fault | null {
    const resident = new Map<Unit, boolean>()
    for (const { call, id } of asked) {
      const unit = this.byId.get(id)
      if (unit === undefined) continue
      const { name } = unit.resource
      if (call === 'evict' && this.inUse(unit))
        return { kind: 'refused', message: `evict: the GPU uses ${name}, whatever was written to the unit`, line }
      if (call === 'evict' && !(resident.get(unit) ?? unit.resident))
        return { kind: 'refused', message: `evict: ${name} is not resident, whatever was written to the unit`, line }
      resident.set(unit, call === 'makeResident')
    }
    return null
  }

  private callFor(asked: readonly Asked[], reason: EvictReason): void {
    let wanted: Unit[] = []
    for (const { call, id } of asked) {
      const unit = this.byId.get(id)
      if (unit === undefined) continue
      if (call === 'makeResident') {
        if (!unit.resident && !wanted.includes(unit)) wanted.push(unit)
        continue
      }
      this.bringIn(wanted)
      wanted = []
      // what its own side refuses, unless the policy has changed that
      if (unit.resident && !this.inUse(unit)) this.evict(unit, reason)
    }
    this.bringIn(wanted)
  }

  private bringIn(units: readonly Unit[]): HResultName {
    const hr = this.makeResident(units)
    for (const unit of units) {
      if (hr === 'S_OK') unit.resident = true
      this.changed.add(unit)
    }
    return hr
  }

  private failed(fault: Fault, event: string): void {
    this.faults++
    const last = this.faults === MOST_FAULTS
    this.report(fault, `(in ${event}${last ? ASKED_NO_MORE.tenth : ')'}`)
    if (!last) return
    this.guest = null
    const { registration, host } = this
    // from within a callback it could not be taken back (TN-12)
    if (registration?.hr === 'S_OK') host.sim.schedule(0, () => this.unregister(registration.cookie))
  }

  private reportMisspelt({ name, meant, line }: Misspelt): void {
    const message = `${this.own.file}:${line}: no event calls "${name}"; did you mean "${meant}"? ${NEVER_CALLED}`
    this.host.device.debug.report({ rule: 'LB-15', message })
  }

  private report({ message, line }: Fault, consequence: string): void {
    const { file } = this.own
    this.host.device.debug.report({ rule: 'LB-15', message: `${file}:${line}: ${message} ${consequence}` })
  }
}
