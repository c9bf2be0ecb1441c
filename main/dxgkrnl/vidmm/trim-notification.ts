/**
 * The kernel's side of trim notifications: D3DKMTRegisterTrimNotification and the worker that delivers (TN-13, TN-15,
 * TN-25). One notification at a time, one callback after another, always as an event of its own.
 */
import { goOnWith, type Then } from '../../sim/continuation'
import type { Simulation } from '../../sim/simulation'
import { NtStatus } from '../ntstatus'

/** D3DDDI_TRIMRESIDENCYSET_FLAGS */
export const TrimResidencySet = { PeriodicTrim: 1, RestartPeriodicTrim: 2, TrimToBudget: 4 } as const

export type NotificationSource = 'system' | 'hand'

export interface KernelTrimNotification {
  /** counts up from 1 in the order of delivery */
  readonly id: number
  readonly flags: number
  readonly bytesToTrim: number
  readonly source: NotificationSource
}

/** Called on the kernel's worker; `done` lets the worker go on to the next callback. */
export type KernelTrimCallback = Then<[notification: KernelTrimNotification, done: () => void]>

interface Registration {
  readonly handle: number
  readonly device: number
  readonly callback: KernelTrimCallback
}

interface Posted {
  flags: number
  bytes: number
  source: NotificationSource
  /** made by the budget: its bytes are the excess at the moment of delivery */
  fromBudget: boolean
  /** the command that led to it, for the trace: it may be delivered long after, behind others */
  cause: number
}

export interface TrimWorkerHooks {
  /** bytes by which the process is over its budget now, 0 when it is not */
  excess(): number
  /** all callbacks of a notification that the budget made have returned */
  budgetDelivered(): void
  onNotification?(notification: KernelTrimNotification, callbacks: number): void
}

export class TrimNotificationWorker {
  private readonly registrations: Registration[] = []
  private readonly waiting: Posted[] = []
  private nextHandle = 1
  private nextId = 1
  private delivering = false
  /** what the callback that runs was called for; null: none runs */
  private answered: Posted | null = null
  /** a callback has been called and has not returned: what waits behind it waits for that */
  private awaitsCallback = false

  constructor(
    private readonly sim: Simulation,
    private readonly hooks: TrimWorkerHooks,
  ) {}

  /** D3DKMTRegisterTrimNotification: a callback of a device, in the order of registration (TN-15). @param device id */
  register(device: number, callback: KernelTrimCallback): { status: NtStatus; handle: number } {
    const handle = this.nextHandle++
    this.registrations.push({ handle, device, callback })
    return { status: NtStatus.STATUS_SUCCESS, handle }
  }

  /** D3DKMTUnregisterTrimNotification: afterwards the callback is not called again. */
  unregister(handle: number): NtStatus {
    const index = this.registrations.findIndex((registration) => registration.handle === handle)
    if (index < 0) return NtStatus.STATUS_INVALID_PARAMETER
    this.registrations.splice(index, 1)
    return NtStatus.STATUS_SUCCESS
  }

  /** Removes what a device that goes away has left (TN-15). @param device id */
  unregisterDevice(device: number): void {
    for (const { handle } of this.registrations.filter((registration) => registration.device === device))
      this.unregister(handle)
  }

  /** How many callbacks are registered. */
  get registered(): number {
    return this.registrations.length
  }

  /** A callback, of whatever device, is being carried out at this moment (TN-12). */
  get calling(): boolean {
    return this.answered !== null
  }

  /** A notification is due at this moment: it is delivered before anything that is scheduled from now on. */
  get deliversNow(): boolean {
    return this.delivering && !this.awaitsCallback
  }

  /** Makes a notification with these flags; it is delivered as an event, after those that wait already. */
  post(flags: number, bytes: number, source: NotificationSource): void {
    this.enqueue({ flags, bytes, source, fromBudget: false, cause: this.sim.trace.cause })
  }

  /**
   * The budget fell below the usage or the usage rose above it: one that waits already takes the newest excess (TN-25). What
   * a callback does that answers such a demand, such as evicting and making resident again, makes no further one: what is
   * over after the callbacks is asked for a second later (TN-24). Otherwise no time would ever pass.
   */
  postOverBudget(): void {
    if (this.answered?.fromBudget === true) return
    const { cause } = this.sim.trace
    const waiting = this.waiting.find((posted) => posted.fromBudget)
    if (waiting !== undefined) {
      waiting.cause = cause
      return
    }
    this.enqueue({ flags: TrimResidencySet.TrimToBudget, bytes: 0, source: 'system', fromBudget: true, cause })
  }

  private enqueue(posted: Posted): void {
    this.waiting.push(posted)
    if (!this.delivering) this.scheduleDelivery()
  }

  private scheduleDelivery(): void {
    this.delivering = true
    this.sim.schedule(0, this.deliver)
  }

  private readonly deliver = (): void => {
    const posted = this.waiting.shift()
    if (posted === undefined) return this.finish()
    this.sim.causedBy(posted.cause, () => this.notify(posted))
  }

  private notify(posted: Posted): void {
    const bytesToTrim = posted.fromBudget ? this.hooks.excess() : posted.bytes
    if (posted.fromBudget && bytesToTrim === 0) return this.finish()
    const notification = { id: this.nextId++, flags: posted.flags, bytesToTrim, source: posted.source }
    const targets = [...this.registrations]
    this.sim.trace.write('notification', { flags: posted.flags, bytesToTrim, callbacks: targets.length })
    this.hooks.onNotification?.(notification, targets.length)
    this.callFrom(0, targets, notification, posted)
  }

  /** Calls the targets from `index` on; a callback that takes time continues here when it is done. */
  private callFrom(
    index: number,
    targets: readonly Registration[],
    notification: KernelTrimNotification,
    posted: Posted,
  ): void {
    let next = index
    let waits = false
    while (!waits) {
      const target = targets[next++]
      if (target === undefined) {
        if (posted.fromBudget) this.hooks.budgetDelivered()
        return this.finish()
      }
      if (!this.registrations.includes(target)) continue
      let returned = false
      let resumeHere = false
      const resumeAt = next
      this.call(target, notification, posted, () => {
        this.awaitsCallback = false
        if (returned) this.callFrom(resumeAt, targets, notification, posted)
        else resumeHere = true
      })
      returned = true
      waits = !resumeHere
      this.awaitsCallback = waits
    }
  }

  private call(target: Registration, notification: KernelTrimNotification, posted: Posted, done: () => void): void {
    this.answered = posted
    try {
      goOnWith(target.callback, notification, done)
    } finally {
      this.answered = null
    }
  }

  private finish(): void {
    this.delivering = false
    if (this.waiting.length > 0) this.scheduleDelivery()
  }
}
