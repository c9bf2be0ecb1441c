/** Timeouts, resets of engines and of the adapter, and devices that go (GP-23 to GP-26), beside what engines do. */
import { Engines } from './engines'
import type { Device, Engine, Packet } from './types'

export class Model extends Engines {
  private appRemoved = false
  private resetsFail = 0
  private adapterResets: number[] = []
  private readonly caused = new Map<string, number[]>()

  failReset(): void {
    this.resetsFail++
  }

  protected watch(engine: Engine): void {
    const { delay } = this.is
    if (delay === null) return
    const { request } = engine
    const packetDue = engine.since + delay
    const due =
      request === null || this.is.win7
        ? packetDue
        : engine.told === engine.since
          ? request.requested + delay
          : Math.min(packetDue, request.requested + delay)
    const watch = {}
    const { turn } = engine
    engine.watch = watch
    this.at(
      Math.max(due, this.now),
      () => engine.turn === turn && engine.watch === watch,
      () => this.look(engine),
    )
  }

  private look(engine: Engine): void {
    const delay = this.is.delay as number
    const { request, phase } = engine
    if (!['standing', 'running', 'waiting'].includes(phase)) return
    const overdue = this.now >= engine.since + delay
    const unanswered = !this.is.win7 && request !== null && this.now >= request.requested + delay
    if (!overdue && !unanswered) return
    if (engine.told !== engine.since) {
      engine.told = engine.since
      this.log.push(`tdr ${engine.name} ${this.now} timeout`)
    }
    if (this.is.win7 || unanswered) return this.reset(engine)
    if (request === null) this.ask(engine, 'timeout', null)
    else this.watch(engine)
  }

  private reset(engine: Engine): void {
    const head = engine.queue[0] as Packet
    const { device } = head.context
    if (this.is.bugCheckAtOnce) return this.crash()
    const fails = !this.is.win7 && this.resetsFail > 0
    if (fails) this.resetsFail--
    if (fails || this.is.win7) {
      this.adapterResets = [...this.adapterResets, this.now].filter((time) => this.now - time <= this.is.limitTime)
      if (this.adapterResets.length > this.is.limitCount) return this.crash()
      this.log.push(`tdr ${engine.name} ${this.now} adapter-reset`)
      for (const each of Object.values(this.engines)) this.empty(each, null)
      for (const each of this.devices.values()) {
        if (each.removed) continue
        each.removed = true
        this.log.push(
          `removed ${each.process} ${each === device ? 'DXGI_ERROR_DEVICE_HUNG' : 'DXGI_ERROR_DEVICE_RESET'}`,
        )
      }
      if (!this.appRemoved) this.log.push('removed app DXGI_ERROR_DEVICE_RESET')
      this.appRemoved = true
      return
    }
    this.log.push(`tdr ${engine.name} ${this.now} engine-reset`)
    if (!device.removed) this.log.push(`removed ${device.process} DXGI_ERROR_DEVICE_HUNG`)
    device.removed = true
    const times = [...(this.caused.get(device.process) ?? []), this.now].filter(
      (time) => this.now - time <= this.is.limitTime,
    )
    this.caused.set(device.process, times)
    // the process may have another device by now
    const current = this.devices.get(device.process) as Device
    const shutOut = times.length >= this.is.limitCount && !this.blocked.has(device.process)
    if (shutOut) {
      this.blocked.add(device.process)
      this.log.push(`tdr ${engine.name} ${this.now} blocked`)
      if (!current.removed) {
        current.removed = true
        this.log.push(`removed ${current.process} DXGI_ERROR_DEVICE_REMOVED`)
      }
    }
    this.empty(engine, device)
    for (const each of Object.values(this.engines)) {
      if (each !== engine) this.drop(each, device)
      if (shutOut && current !== device) this.drop(each, current)
    }
    this.feed(engine)
  }

  private crash(): void {
    this.log.push(`tdr - ${this.now} bug-check`)
    this.bugCheck = true
  }

  /** A reset takes all off the engine; of devices that stay it goes back. `gone`: null for all */
  private empty(engine: Engine, gone: Device | null): void {
    const { queue, phase, request } = engine
    const started = ['standing', 'running', 'waiting'].includes(phase)
    const held = queue.splice(0)
    held.forEach((packet, i) => {
      const own = gone === null || packet.context.device === gone
      if (i === 0 && started) this.leave(engine, packet, engine.since, 'reset')
      else if (packet !== engine.interrupted) this.leave(engine, packet, this.now, own ? 'device-removed' : 'preempted')
    })
    if (request !== null) {
      const { requested, fence, reason } = request
      this.log.push(`preempt ${engine.name} ${requested}→${this.now} reset save 0 held 0 #${fence} ${reason}`)
    }
    engine.request = null
    engine.interrupted = null
    engine.loaded = null
    this.go(engine, 'idle')
    this.forget(engine, gone)
    if (gone !== null) this.putBack(engine, held)
  }

  private forget(engine: Engine, gone: Device | null): void {
    for (const line of engine.lines) {
      for (const context of [...line]) {
        if (gone !== null && context.device !== gone) continue
        line.splice(line.indexOf(context), 1)
        context.waiting.splice(0)
      }
    }
  }
  /** What a removed device has on another engine. */
  private drop(engine: Engine, device: Device): void {
    this.forget(engine, device)
    const started = ['standing', 'running', 'waiting'].includes(engine.phase) || engine.phase === 'switching'
    engine.queue.forEach((packet, i) => {
      if (packet.context.device === device && (i > 0 || !started))
        this.leave(engine, packet, this.now, 'device-removed')
    })
    engine.queue = engine.queue.filter((packet, i) => packet.context.device !== device || (i === 0 && started))
    this.feed(engine)
  }
}
