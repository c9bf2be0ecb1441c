/** Trim callbacks that a person registers by hand to explore the API, and who owns which cookie. */
import type { HandBehaviour, RegistrationView } from '../../preload/contract'
import type { Device } from '../d3d12/device'
import type { HResultName } from '../d3d12/hresult'
import type { TrimNotification, TrimNotificationCallback } from '../d3d12/trim-notification'
import type { ResidencyPolicy } from '../policies/policy'

interface HandContext {
  text: string
  behaviour: HandBehaviour
}

export class Registrations {
  /** one function object per name: registering a name twice is registering the same function twice (TN-08) */
  private readonly functions = new Map<string, TrimNotificationCallback>()
  private readonly owners = new Map<number, RegistrationView>()

  constructor(private readonly device: Device) {}

  /** The policy in charge has registered its callback, or has tried to. Those of earlier ones that are left are stale. */
  policyBuilt(policy: ResidencyPolicy): void {
    for (const [cookie, owner] of this.owners)
      if (owner.owner !== 'by hand') this.owners.set(cookie, { ...owner, stale: true })
    if (policy.registration?.hr !== 'S_OK') return
    const { cookie } = policy.registration
    this.owners.set(cookie, { cookie, callback: 'TrimCallback', owner: policy.name, context: 'this', stale: false })
  }

  register(name: string, text: string, behaviour: HandBehaviour): { hr: HResultName; cookie: number } {
    const context: HandContext = { text, behaviour }
    const data = { pfnCallback: this.functionNamed(name), pContext: context, CallbackCookie: 0 }
    const hr = this.device.registerTrimNotificationCallback(data)
    const cookie = data.CallbackCookie
    if (hr === 'S_OK')
      this.owners.set(cookie, { cookie, callback: name, owner: 'by hand', context: text, stale: false })
    return { hr, cookie }
  }

  unregister(cookie: number): HResultName {
    return this.device.unregisterTrimNotificationCallback(cookie)
  }

  ownerOf(cookie: number): string {
    return this.owners.get(cookie)?.owner ?? 'unknown'
  }

  /** Live registrations in the order of registration. */
  view(): RegistrationView[] {
    return this.device.trimNotifications.cookies.flatMap((cookie) => this.owners.get(cookie) ?? [])
  }

  private functionNamed(name: string): TrimNotificationCallback {
    const known = this.functions.get(name)
    if (known !== undefined) return known
    const callback: TrimNotificationCallback = (notification) => this.behave(name, notification)
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
