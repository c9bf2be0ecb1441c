/** Trim callbacks that are registered by hand, or by a scenario, to explore the API, and who owns which cookie. */
import type { HandBehaviour, RegistrationView } from '../../../preload/contract'
import type { Device } from '../../d3d12/device'
import type { HResultName } from '../../d3d12/hresult'
import type { TrimNotification, TrimNotificationCallback } from '../../d3d12/trim-notification'
import { BY_HAND } from '../../dxgkrnl/vidmm/out-reasons'
import type { ResidencyPolicy } from '../../policies/policy'
import { kept } from '../../sim/continuation'

interface HandContext {
  text: string
  behaviour: HandBehaviour
}

interface Registered {
  readonly name: string
  readonly context: string
  readonly behaviour: HandBehaviour
}

/** Of one device: with another one they are gone. */
export class HandCallbacks {
  /** one object per name: registering a name twice is registering the same function twice (TN-08) */
  private readonly functions = new Map<string, TrimNotificationCallback>()
  private readonly registered = new Map<number, Registered>()
  /** of the last registration; 0 when it failed */
  lastCookie = 0

  constructor(private readonly device: Device) {}

  /** @returns as RegisterTrimNotificationCallback; the cookie is `lastCookie` */
  register(name: string, context: string, behaviour: HandBehaviour): HResultName {
    const pContext: HandContext = { text: context, behaviour }
    const data = { pfnCallback: this.functionNamed(name), pContext, CallbackCookie: 0 }
    const hr = this.device.registerTrimNotificationCallback(data)
    this.lastCookie = data.CallbackCookie
    if (hr === 'S_OK') this.registered.set(data.CallbackCookie, { name, context, behaviour })
    return hr
  }

  /**
   * Any number: what is not a cookie fails as the API does (TN-10).
   * @returns as Device.unregisterTrimNotificationCallback
   */
  unregister(cookie: number): HResultName {
    return this.device.unregisterTrimNotificationCallback(cookie)
  }

  /** The cookie that the name was registered with last; undefined: never. */
  cookieOf(name: string): number | undefined {
    return [...this.registered].findLast(([, one]) => one.name === name)?.[0]
  }

  /** undefined: the cookie was not given to a callback by hand */
  of(cookie: number): Registered | undefined {
    return this.registered.get(cookie)
  }

  private functionNamed(name: string): TrimNotificationCallback {
    const known = this.functions.get(name)
    if (known !== undefined) return known
    const callback = kept({ self: this, name }, ({ self, name }, notification: TrimNotification) =>
      self.behave(name, notification),
    )
    this.functions.set(name, callback)
    return callback
  }

  private behave(name: string, { pContext }: TrimNotification): void {
    const { behaviour, text } = pContext as HandContext
    switch (behaviour) {
      case 'ignore':
        return
      case 'throw':
        throw new Error(`${name} threw as it was told to (context "${text}")`)
      case 'register-inside':
        this.register(`${name} registered inside`, text, 'ignore')
        return
      case 'unregister-inside':
        this.unregister(this.device.trimNotifications.cookies[0] ?? 0)
        return
    }
  }
}

/** Who owns which cookie, for those who look. */
export class Registrations {
  /** of policies */
  private readonly owners = new Map<number, RegistrationView>()

  constructor(
    private readonly device: Device,
    private readonly byHand: HandCallbacks,
  ) {}

  /** The policy in charge has registered its callback, or has tried to. Those of earlier ones that are left are stale. */
  policyBuilt(policy: ResidencyPolicy): void {
    const { cookies, callingCookie } = this.device.trimNotifications
    const live = new Set(cookies)
    for (const [cookie, owner] of this.owners) {
      // it may still be asked whose callback returns; nobody asks for what is gone
      if (live.has(cookie) || cookie === callingCookie) this.owners.set(cookie, { ...owner, stale: true })
      else this.owners.delete(cookie)
    }
    if (policy.registration?.hr !== 'S_OK') return
    const { cookie } = policy.registration
    const view = {
      cookie,
      callback: 'TrimCallback',
      owner: policy.name,
      context: 'this',
      behaviour: null,
      stale: false,
    }
    this.owners.set(cookie, view)
  }

  /** Of how many cookies the owner is known: those registered, and that of a callback that has not returned. */
  get known(): number {
    return this.owners.size
  }

  ownerOf(cookie: number): string {
    return this.view(cookie)?.owner ?? 'unknown'
  }

  /** Live registrations in the order of registration. */
  views(): RegistrationView[] {
    return this.device.trimNotifications.cookies.flatMap((cookie) => this.view(cookie) ?? [])
  }

  private view(cookie: number): RegistrationView | undefined {
    const own = this.byHand.of(cookie)
    if (own === undefined) return this.owners.get(cookie)
    const { name, context, behaviour } = own
    return { cookie, callback: name, owner: BY_HAND, context, behaviour, stale: false }
  }
}
