/** A policy that holds its lock for the whole of a trim callback, as the sample and the published library do (TN-33). */
import type { HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { TrimNotification } from '../d3d12/trim-notification'
import { grown } from '../sim/grown'
import type { EvictReason } from '../sim/trace-records'
import { CallbackLock, type LockedPolicy } from './callback-lock'
import { HeldBack } from './held-back'
import { KeyedPolicy } from './keyed-policy'
import type { SubmissionSet } from './policy'
import type { LastUse } from './tracked'

export abstract class LockingPolicy extends KeyedPolicy implements LockedPolicy {
  /** by key: 1 where the policy believes it to be on the residency list */
  protected resident = new Uint8Array(0)
  protected readonly lock = new CallbackLock(this.host.sim, this)

  onTrim(notification: TrimNotification): void {
    this.lock.take()
    this.host.device.whenTrimCallbackReturns(() => this.lock.release())
    this.trim(notification)
  }

  override prepare(set: SubmissionSet, resume: (hr: HResultName) => void): HResultName {
    return this.lock.press(set, resume)
  }

  /** Nothing may be released that a pending press has still to submit. */
  override untrack(effect: string): void {
    this.submitPending(this.resourcesIn(effect))
    super.untrack(effect)
  }

  /** What is pending does not outlive the app: it is submitted without waiting any longer. */
  override dispose(): void {
    this.submitPending()
    super.dispose()
  }

  override deviceRemoved(): void {
    this.lock.abandon('DXGI_ERROR_DEVICE_REMOVED')
    super.deviceRemoved()
  }

  protected override grow(capacity: number): void {
    this.resident = grown(Uint8Array, this.resident, capacity)
  }

  protected entered(key: number, resident: boolean): void {
    this.resident[key] = resident ? 1 : 0
  }

  protected left(_key: number): void {}

  protected isIn(key: number): boolean {
    return this.resident[key] === 1
  }

  protected override keysUsed(keys: readonly number[], use: LastUse): void {
    super.keysUsed(keys, use)
    const { resident } = this
    for (let i = 0; i < keys.length; i++) resident[keys[i] as number] = 1
  }

  /** @returns bytes that left the residency list, as evictResource */
  protected evict(key: number, reason: EvictReason): number {
    this.resident[key] = 0
    return this.evictResource(this.resourceOf(key), this.useOf(key).lastUsed, reason)
  }

  /** What the callback does, with the lock held. */
  protected abstract trim(notification: TrimNotification): void

  /** A press that waits for the lock uses one of them. */
  protected waitsForLock(resources: readonly Resource[]): boolean {
    return this.lock.waitsWith(resources)
  }

  /**
   * Presses that have not been submitted yet are, in their order, without waiting any longer.
   * @param using what is about to go: up to the last press that uses some of it; the others wait on [all]
   */
  protected submitPending(using?: readonly Resource[]): void {
    this.lock.carryOn(using)
  }

  /** @internal who has the lock now, for a press that waits */
  lockHolder(): HeldBack {
    return new HeldBack(this.name, this.host.device.runningTrimCallback)
  }

  /** @internal what a press does once it has the lock @see ResidencyPolicy.prepare @returns S_OK · E_PENDING · what failed */
  prepareLocked(set: SubmissionSet, resume: (hr: HResultName) => void): HResultName {
    return super.prepare(set, resume)
  }
}
