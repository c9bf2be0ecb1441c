/**
 * Trim notifications of one device (ID3D12Device15): registrations and cookies, built on the kernel's registrations
 * (TN-01 to TN-16).
 */
import { NtStatus } from '../dxgkrnl/ntstatus'
import type { KernelTrimNotification, TrimNotificationWorker } from '../dxgkrnl/vidmm/trim-notification'
import { goOnWith, kept, type Then } from '../sim/continuation'
import type { Faults } from '../sim/faults'
import type { Simulation } from '../sim/simulation'
import type { Recorded } from '../sim/trace-records'
import type { DebugLayer } from './debug-layer'
import type { HResultName } from './hresult'

/** D3D12_TRIM_NOTIFICATION_FLAGS; the kernel's D3DDDI_TRIMRESIDENCYSET_FLAGS have the same bits. */
export const TrimNotificationFlag = { NONE: 0, PERIODIC_TRIM: 1, RESTART_PERIODIC_TRIM: 2, TRIM_TO_BUDGET: 4 } as const

const DWORD_MAX = 0xffffffff

/** D3D12_TRIM_NOTIFICATION (TN-04). */
export interface TrimNotification {
  readonly pContext: unknown
  readonly Flags: number
  /** bytes */
  readonly NumBytesToTrim: number
}

/** D3D12_PFN_TRIM_NOTIFICATION_CALLBACK. The object is its identity, function or not (TN-08). */
export type TrimNotificationCallback = Then<[notification: TrimNotification]>

/** D3D12_REGISTER_TRIM_NOTIFICATION. */
export interface RegisterTrimNotification {
  pfnCallback: TrimNotificationCallback | null
  pContext: unknown
  /** out */
  CallbackCookie: number
}

/** What became of one callback of one notification. */
export interface CallbackReturn {
  notification: number
  cookie: number
  /** Evict calls that the callback made, and the bytes that left the residency list by them */
  evicted: number
  bytes: number
  /** it threw (TN-16), or broke a rule (TN-12) */
  error?: string
}

/** A callback that runs, or has run; its record is written when it returns. */
export interface RunningCallback extends Recorded {
  readonly cookie: number
  /** its number, from 1 */
  readonly notification: number
  readonly flags: number
}

export interface TrimNotificationsOptions {
  device: number
  /** false: every call gives E_NOTIMPL (TN-01) */
  supported: boolean
  sim: Simulation
  faults: Faults
  debug: DebugLayer
  worker: TrimNotificationWorker
  /** Evict calls and evicted bytes of the device so far */
  evictions(): { count: number; bytes: number }
  onReturn?: ((result: CallbackReturn) => void) | undefined
}

/** A callback that waits for a lock of the app's. */
interface BlockedCallback {
  /** does the rest of the callback, and lets it return */
  carryOn(rest: () => void): void
}

/** An app may pass anything. */
function isCallback(given: unknown): given is TrimNotificationCallback {
  return typeof given === 'function' || (typeof given === 'object' && given !== null && 'run' in given)
}

interface Live {
  readonly cookie: number
  readonly callback: TrimNotificationCallback
  readonly context: unknown
  readonly handle: number
}

export class TrimNotifications {
  private readonly live = new Map<number, Live>()
  /** the cookie that is tried next; open, so that a test can stand at the end of the range (TN-05) */
  nextCookie = 0
  /** the callback whose function is being called now; null: none is */
  calling: RunningCallback | null = null
  /** who waits for the end of the callback that runs now */
  private awaitingReturn: (() => void)[] = []
  /** set by a callback whose thread blocks before it has done its work */
  private blocked: BlockedCallback | null = null
  /** what the callback that runs now did against TN-12 */
  private brokenRule: string | null = null

  /** the callback that has been called and has not returned, which may take simulated time; null: there is none */
  running: RunningCallback | null = null

  constructor(private readonly options: TrimNotificationsOptions) {}

  /** The cookie of the callback that has not returned, registered still or not; null: none is being carried out. */
  get callingCookie(): number | null {
    return this.running?.cookie ?? null
  }

  /** Cookies registered now, in the order of registration. */
  get cookies(): number[] {
    return [...this.live.keys()]
  }

  /**
   * Registers a callback for trim notifications of this device.
   * @param data in: callback and context; out: the cookie, in [0, DWORD_MAX), or 0 on failure
   * @returns S_OK · E_NOTIMPL · DXGI_ERROR_INVALID_CALL (from within a callback) · E_INVALIDARG ·
   * DXGI_ERROR_ALREADY_EXISTS · E_OUTOFMEMORY, the first that applies (TN-01, TN-05 to TN-09, TN-12)
   */
  register(data: RegisterTrimNotification | null): HResultName {
    const hr = this.tryRegister(data)
    if (hr !== 'S_OK' && data !== null) data.CallbackCookie = 0
    return hr
  }

  /**
   * @returns S_OK · E_NOTIMPL · DXGI_ERROR_INVALID_CALL · E_INVALIDARG (never a cookie) · DXGI_ERROR_NOT_FOUND (TN-10)
   */
  unregister(cookie: number): HResultName {
    if (!this.options.supported) return 'E_NOTIMPL'
    if (this.options.worker.calling) return this.refuseInside('UnregisterTrimNotificationCallback')
    if (!Number.isInteger(cookie) || cookie < 0 || cookie >= DWORD_MAX) return 'E_INVALIDARG'
    const registration = this.live.get(cookie)
    if (registration === undefined) return 'DXGI_ERROR_NOT_FOUND'
    this.live.delete(cookie)
    this.options.worker.unregister(registration.handle)
    return 'S_OK'
  }

  /** From within a trim callback: calls `then` when that callback has returned, which may take simulated time. */
  whenReturns(then: () => void): void {
    this.awaitingReturn.push(then)
  }

  /**
   * From within a trim callback: its thread blocks on a lock of the app's (PL-05), and nothing else is delivered meanwhile.
   * @returns to be called once, in an event of its own, when it has the lock: does the rest, and the callback returns
   */
  block(): (rest: () => void) => void {
    const blocked: BlockedCallback = { carryOn: () => {} }
    this.blocked = blocked
    return (rest) => blocked.carryOn(rest)
  }

  /** A notification is due at this moment and has not reached its callbacks yet: it does before anything that comes later. */
  get deliversNow(): boolean {
    return this.options.worker.deliversNow
  }

  private tryRegister(data: RegisterTrimNotification | null): HResultName {
    const { supported, faults, worker, device } = this.options
    if (!supported) return 'E_NOTIMPL'
    if (worker.calling) return this.refuseInside('RegisterTrimNotificationCallback')
    if (data === null || !isCallback(data.pfnCallback)) return 'E_INVALIDARG'
    const callback = data.pfnCallback
    for (const registration of this.live.values())
      if (registration.callback === callback) return 'DXGI_ERROR_ALREADY_EXISTS'
    if (faults.take('register-out-of-memory') !== null) return 'E_OUTOFMEMORY'
    const cookie = this.freeCookie()
    if (cookie === null) return 'E_OUTOFMEMORY'
    const deliver = kept(
      { self: this, cookie },
      ({ self, cookie }, notification: KernelTrimNotification, done: () => void) =>
        self.deliver(cookie, notification, done),
    )
    const { status, handle } = worker.register(device, deliver)
    if (status !== NtStatus.STATUS_SUCCESS) return 'E_OUTOFMEMORY'
    this.live.set(cookie, { cookie, callback, context: data.pContext, handle })
    data.CallbackCookie = cookie
    return 'S_OK'
  }

  /** Cookies count up from 0 and come round only when the range is used up (TN-05). */
  private freeCookie(): number | null {
    if (this.live.size >= DWORD_MAX) return null
    while (this.live.has(this.nextCookie)) this.nextCookie = (this.nextCookie + 1) % DWORD_MAX
    const cookie = this.nextCookie
    this.nextCookie = (cookie + 1) % DWORD_MAX
    return cookie
  }

  private refuseInside(call: string): HResultName {
    const message = `${call} was called from within a trim callback, which is not allowed`
    this.options.debug.report({ rule: 'TN-12', message })
    this.brokenRule ??= message
    return 'DXGI_ERROR_INVALID_CALL'
  }

  /** Translates the kernel's notification and hands it on; the callback's end may lie later (fault `callback-takes`). */
  private deliver(cookie: number, kernel: KernelTrimNotification, done: () => void): void {
    const { sim, faults } = this.options
    const registration = this.live.get(cookie) as Live
    const running = { cookie, notification: kernel.id, flags: kernel.flags, recordedAt: -1, recordIndex: -1 }
    this.running = running
    const evicted = { count: 0, bytes: 0 }
    const countingEvictions = (act: () => string | null): string | null => {
      const before = this.options.evictions()
      this.calling = running
      const thrown = act()
      this.calling = null
      const after = this.options.evictions()
      evicted.count += after.count - before.count
      evicted.bytes += after.bytes - before.bytes
      return thrown
    }
    let error = countingEvictions(() => this.call(registration, kernel))
    const finish = (awaiting: readonly (() => void)[]): void => {
      this.running = null
      running.recordedAt = sim.now
      running.recordIndex = sim.trace.total
      const result = { cookie, evicted: evicted.count, bytes: evicted.bytes }
      sim.trace.write('callback', { ...result })
      this.options.onReturn?.({ notification: kernel.id, ...result, ...(error === null ? {} : { error }) })
      for (const then of awaiting) then()
      done()
    }
    const end = (): void => {
      const awaiting = this.awaitingReturn.splice(0)
      const takes = faults.take('callback-takes')
      if (takes === null) finish(awaiting)
      else sim.schedule(takes.duration, () => finish(awaiting))
    }
    const { blocked } = this
    this.blocked = null
    if (blocked === null) return end()
    blocked.carryOn = (rest) => {
      error ??= countingEvictions(() => this.guarded(cookie, rest))
      end()
    }
  }

  /** @returns what the callback threw (TN-16), or the rule that it broke (TN-12); null when all was well */
  private call({ callback, context, cookie }: Live, kernel: KernelTrimNotification): string | null {
    this.brokenRule = null
    return this.guarded(cookie, () => {
      if (this.options.faults.take('callback-throws') !== null) throw new Error('injected fault callback-throws')
      goOnWith(callback, { pContext: context, Flags: kernel.flags, NumBytesToTrim: kernel.bytesToTrim })
    })
  }

  private guarded(cookie: number, act: () => void): string | null {
    try {
      act()
      return this.brokenRule
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown)
      this.options.debug.report({ rule: 'TN-16', message: `the trim callback with cookie ${cookie} threw: ${error}` })
      return error
    }
  }
}
