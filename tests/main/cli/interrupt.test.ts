import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { beforeInterrupt, endOnSignals } from '../../../main/cli/interrupt'

class Host extends EventEmitter {
  readonly statuses: number[] = []
  exit(status: number): void {
    this.statuses.push(status)
  }
}

describe('A signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s ends the command with status %i and a word, after what must come before', (signal, status) => {
    const host = new Host()
    const said: string[] = []
    const release = endOnSignals((text) => said.push(text), host)
    const done = beforeInterrupt(() => said.push('bar is off'))
    host.emit(signal)
    done()
    release()
    expect(said).toEqual(['bar is off', `interrupted (${signal})\n`])
    expect(host.statuses).toEqual([status])
    expect(host.listenerCount(signal)).toBe(0)
  })
})
