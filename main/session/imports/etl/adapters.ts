/** Which adapter a device is on, for logs of several: each numbers its nodes from 0. */
import { PayloadFields } from './payload'
import type { LogRecord } from './records'

/** The one that the log names first; what it says no adapter of is taken to be on that. */
export const FIRST_ADAPTER = ''

export class Adapters {
  /** null: none was named */
  #first: string | null = null
  /** device → adapter */
  readonly #devices = new Map<string, string>()

  /** An event names it. @returns its key */
  named(adapter: string): string {
    if (adapter !== '') this.#first ??= adapter
    return this.keyOf(adapter)
  }

  /** Its key, of one that has been named or not. */
  keyOf(adapter: string): string {
    return adapter === this.#first || this.#first === null ? FIRST_ADAPTER : adapter
  }

  /** 27, 29 */
  device(record: LogRecord): void {
    const fields = new PayloadFields(record)
    fields.skipPointers(1)
    const adapter = fields.pointer()
    fields.skip(4)
    const device = fields.pointer()
    if (device !== '' && adapter !== '') this.#devices.set(device, this.named(adapter))
  }

  /** The key of a device's. */
  of(device: string): string {
    return this.#devices.get(device) ?? FIRST_ADAPTER
  }
}
