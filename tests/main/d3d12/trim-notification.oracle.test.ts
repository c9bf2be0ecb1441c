/**
 * Who is notified of what and when, over random programs, against a model that shares no code with the kernel: cadence,
 * budget demands and their repetition, registrations, callbacks that fail or take their time, and devices made anew.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Action, perform } from '../../../main/session/verbs/steps'
import { MIB, S, type TestWorld, worldOf } from '../support/world'

const [PERIODIC, RESTART, BUDGET] = [1, 2, 4]
const DWORD_MAX = 0xffffffff
const PAGE = 65_536
/** 90 % of 64 MiB in whole pages */
const MOST = 921 * PAGE
/** MiB, and whether it is created resident */
const MEMORY = { a: [4, true], b: [2, false], c: [1, true] } as const
type Name = keyof typeof MEMORY
const NAMES = Object.keys(MEMORY) as Name[]

/** `demand`: made by the budget, whose excess at delivery is what it asks for */
type Posted = { flags: number; bytes: number; demand: boolean }
type Registration = { name: string; cookie: number; behaviour: string }

/** What must happen, by the clauses. */
class Model {
  readonly log: unknown[] = []
  registrations: Registration[] = []
  private now = 0
  private events: { time: number; run: () => void }[] = []
  private nextCookie = 0
  private wasOver = false
  private readonly references = new Map<Name, number>()
  private interval = 10 * S
  private idle = false
  private locked = false
  private suspended = false
  private stopped = false
  private cadence: object | null = null
  private repetition: object | null = null
  private readonly waiting: Posted[] = []
  private delivering = false
  private calling = false
  private readonly takes: number[] = []
  private readonly faults = { throws: 0, memory: 0 }

  constructor(
    private budget: number,
    private readonly whileActive: boolean,
  ) {
    this.begin()
    this.createDevice()
    this.runTo(0)
  }

  runTo(time: number): void {
    for (;;) {
      const [next] = this.events.filter((event) => event.time <= time).sort((a, b) => a.time - b.time)
      if (next === undefined) break
      this.events = this.events.filter((event) => event !== next)
      this.now = next.time
      next.run()
    }
    this.now = time
  }

  /** @returns what the call must return */
  do({ verb, value }: Action): string {
    if (verb === 'registerCallback') return this.register(value.name, value.behaviour)
    if (verb === 'unregisterCallback') return this.unregister('cookie' in value ? value.cookie : DWORD_MAX)
    if (verb === 'evict') return this.evict(value.names as Name[])
    if (verb === 'makeResident') for (const name of value.names as Name[]) this.refer(name, 1)
    if (verb === 'makeResident' && value.names.length === 0) return 'E_INVALIDARG'
    if (verb === 'idle' && value !== this.idle) this.setIdle(value)
    if (verb === 'suspend' && !this.suspended) [this.suspended, this.stopped, this.cadence] = [true, true, null]
    if (verb === 'resume' && this.suspended) this.restart()
    if (verb === 'resume') this.suspended = false
    if (verb === 'unlock' && this.locked && !this.stopped) this.restart()
    if (verb === 'lock' || verb === 'unlock') this.locked = verb === 'lock'
    if (verb === 'notify') this.post({ ...value, demand: false })
    if (verb === 'notify' && value.flags & RESTART) this.begin(true)
    if (verb === 'budget') this.moveBudget(Math.min(value, MOST) - (Math.min(value, MOST) % PAGE))
    if (verb === 'system') this.interval = value.periodicTrim?.interval ?? this.interval
    if (verb === 'system') this.begin()
    if (verb === 'inject' && value.fault === 'callback-takes')
      for (let i = 0; i < value.count; i++) this.takes.push(value.duration)
    else if (verb === 'inject') this.faults[value.fault === 'callback-throws' ? 'throws' : 'memory'] += value.count
    if (verb === 'recreateDevice') this.createDevice()
    return 'S_OK'
  }

  private at(delay: number, run: () => void): void {
    this.events.push({ time: this.now + delay, run })
  }

  private setIdle(idle: boolean): void {
    this.idle = idle
    if (this.stopped) return
    if (!idle) return this.restart()
    if (this.cadence !== null) return
    this.post({ flags: PERIODIC, bytes: 0, demand: false })
    this.begin()
  }

  private restart(): void {
    this.post({ flags: RESTART, bytes: 0, demand: false })
    this.begin(true)
  }

  private begin(again = false): void {
    if (again) this.stopped = false
    const turn = {}
    this.cadence = this.stopped || !(this.idle || this.whileActive) ? null : turn
    if (this.cadence === null) return
    this.at(this.interval, () => {
      if (this.cadence !== turn) return
      this.post({ flags: PERIODIC, bytes: 0, demand: false })
      this.begin()
    })
  }

  private register(name: string, behaviour: string): string {
    if (this.calling) return this.refuse()
    if (this.registrations.some((one) => one.name === name)) return 'DXGI_ERROR_ALREADY_EXISTS'
    if (this.fails('memory')) return 'E_OUTOFMEMORY'
    this.registrations.push({ name, cookie: this.nextCookie++, behaviour })
    return 'S_OK'
  }

  private unregister(cookie: number): string {
    if (this.calling) return this.refuse()
    if (!Number.isInteger(cookie) || cookie < 0 || cookie >= DWORD_MAX) return 'E_INVALIDARG'
    if (!this.registrations.some((one) => one.cookie === cookie)) return 'DXGI_ERROR_NOT_FOUND'
    this.registrations = this.registrations.filter((one) => one.cookie !== cookie)
    return 'S_OK'
  }

  /** A fault that waits happens once. */
  private fails(fault: 'throws' | 'memory'): boolean {
    return this.faults[fault] > 0 && this.faults[fault]-- > 0
  }

  private refuse(): string {
    this.log.push([this.now, 'TN-12'])
    return 'DXGI_ERROR_INVALID_CALL'
  }

  private post(posted: Posted): void {
    this.waiting.push(posted)
    if (!this.delivering) this.next()
  }

  private next(): void {
    this.delivering = this.waiting.length > 0
    if (this.delivering) this.at(0, () => this.deliver(this.waiting.shift() as Posted))
  }

  private deliver(posted: Posted): void {
    const bytes = posted.demand ? this.excess : posted.bytes
    if (posted.demand && bytes === 0) return this.next()
    this.log.push([this.now, posted.flags, bytes, this.registrations.length])
    this.call(posted, this.registrations)
  }

  private call(posted: Posted, [first, ...rest]: readonly Registration[]): void {
    if (first === undefined) {
      if (posted.demand) this.repeat()
      return this.next()
    }
    if (!this.registrations.includes(first)) return this.call(posted, rest)
    this.calling = true
    if (this.fails('throws')) this.calling = false
    else if (first.behaviour === 'register-inside') this.register(`${first.name} inside`, 'ignore')
    else if (first.behaviour === 'unregister-inside') this.unregister(first.cookie)
    this.calling = false
    const returned = (): void => {
      this.log.push([this.now, 'callback', first.cookie])
      this.call(posted, rest)
    }
    const takes = this.takes.shift()
    if (takes === undefined) returned()
    else this.at(takes, returned)
  }

  private repeat(): void {
    const turn = {}
    this.repetition = turn
    if (this.excess > 0) this.at(S, () => this.repetition === turn && this.excess > 0 && this.demand())
  }

  private demand(): void {
    if (!this.waiting.some(({ demand }) => demand)) this.post({ flags: BUDGET, bytes: 0, demand: true })
  }

  private get excess(): number {
    const usage = NAMES.reduce((all, name) => all + (this.references.get(name) ? MEMORY[name][0] * MIB : 0), 0)
    return Math.max(0, usage - this.budget)
  }

  private moveBudget(budget: number): void {
    const fell = budget < this.budget
    if (budget !== this.budget) this.log.push([this.now, 'budget', budget])
    this.budget = budget
    if (fell && this.excess > 0) this.demand()
    this.wasOver = this.excess > 0
  }

  private usageChanged(): void {
    if (this.excess > 0 && !this.wasOver) this.demand()
    this.wasOver = this.excess > 0
  }

  private refer(name: Name, change: number): void {
    this.references.set(name, (this.references.get(name) ?? 0) + change)
    this.usageChanged()
  }

  private evict(names: Name[]): string {
    for (const name of names) {
      if (this.references.get(name) === 0) return 'E_INVALIDARG'
      this.refer(name, -1)
    }
    return names.length > 0 ? 'S_OK' : 'E_INVALIDARG'
  }

  private createDevice(): void {
    this.registrations = []
    this.nextCookie = 0
    for (const name of NAMES) this.references.set(name, 0)
    this.usageChanged()
    for (const name of NAMES) if (MEMORY[name][1]) this.refer(name, 1)
  }
}

const of = (verb: Action['verb'], value: fc.Arbitrary<unknown>): fc.Arbitrary<Action> =>
  value.map((chosen) => ({ verb, value: chosen }) as Action)
const duration = fc.constantFrom(0, 1, S / 2, S - 1, S, 2 * S)
const size = fc.constantFrom(0, 1, PAGE, MIB, 4 * MIB, 6 * MIB, 2 ** 40)
const names = fc.subarray(NAMES)
const count = fc.integer({ min: 1, max: 3 })
const cookie = fc.constantFrom(0, 1, 1, 2, 3, -1, 0.5, DWORD_MAX, 2 ** 32)
const name = fc.constantFrom('x', 'y', 'z')
const behaviour = fc.constantFrom('ignore', 'register-inside', 'unregister-inside')
const notification = fc
  .constantFrom(PERIODIC, RESTART, BUDGET, PERIODIC | BUDGET, RESTART | BUDGET)
  .chain((flags) => size.map((bytes) => ({ flags, bytes: flags & BUDGET ? bytes : 0 })))
const action = fc.oneof(
  { weight: 3, arbitrary: of('idle', fc.boolean()) },
  ...(['suspend', 'suspend', 'resume', 'lock', 'unlock', 'recreateDevice'] as const).map((verb) =>
    of(verb, fc.constant(true)),
  ),
  { weight: 4, arbitrary: of('notify', notification) },
  { weight: 3, arbitrary: of('budget', size) },
  of('system', fc.record({ periodicTrim: fc.record({ interval: duration.filter((time) => time > 1) }) })),
  { weight: 3, arbitrary: of('registerCallback', fc.record({ name, behaviour })) },
  { weight: 2, arbitrary: of('unregisterCallback', fc.record({ cookie })) },
  { weight: 2, arbitrary: of('makeResident', fc.record({ names })) },
  { weight: 2, arbitrary: of('evict', fc.record({ names })) },
  { weight: 3, arbitrary: of('inject', fc.record({ fault: fc.constant('callback-takes'), count, duration })) },
  of('inject', fc.record({ fault: fc.constantFrom('callback-throws', 'register-out-of-memory'), count })),
)
const program = fc.record({
  budget: fc.constantFrom(0, MIB, 4 * MIB, MOST),
  whileActive: fc.boolean(),
  steps: fc.array(fc.record({ after: fc.oneof(fc.constant(0), duration), action }), { minLength: 10, maxLength: 50 }),
})

/** As the model has it, of what was recorded. */
function logged(world: TestWorld): unknown[] {
  return world.records.flatMap((record): unknown[] => {
    const { t, type } = record
    if (type === 'notification') return [[t, record.flags, record.bytesToTrim, record.callbacks]]
    if (type === 'callback') return [[t, type, record.cookie]]
    if (type === 'budget') return [[t, type, record.budget]]
    return type === 'finding' && record.rule === 'TN-12' ? [[t, record.rule]] : []
  })
}

test('whatever is done, each notification comes at its moment with its flags and bytes, each callback is called in its turn, each call returns what it must [TN-05] [TN-08] [TN-09] [TN-10] [TN-11] [TN-12] [TN-13] [TN-15] [TN-16] [TN-21] [TN-22] [TN-23] [TN-24] [TN-25] [RS-01]', () => {
  fc.assert(
    fc.property(program, ({ budget, whileActive, steps }) => {
      const world = worldOf({ system: { localMemory: 64 * MIB, budget, periodicTrim: { whileActive } } })
      for (const [name, [size, resident]] of Object.entries(MEMORY))
        perform(world, { verb: 'resource', value: { name, size: size * MIB, resident } })
      world.wait(0)
      const model = new Model(budget, whileActive)
      for (const { after, action } of steps) {
        world.wait(after)
        model.runTo(world.sim.now)
        const expected = model.do(action)
        model.runTo(world.sim.now)
        expect([action, world.do(action)]).toEqual([action, expected])
      }
      world.wait(5 * S)
      model.runTo(world.sim.now)
      expect(logged(world)).toEqual(model.log)
      expect(world.device.trimNotifications.cookies).toEqual(model.registrations.map(({ cookie }) => cookie))
    }),
    { numRuns: 300 },
  )
})
