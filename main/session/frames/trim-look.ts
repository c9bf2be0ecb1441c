/** When the next periodic trim is due, and what it would take if it came now: looked at from outside (TN-17, TN-21). */
import type { IdleView } from '../../../preload/contract'
import type { World } from '../world/world'

type Look = IdleView['wouldEvict']

/** allocations up to which each frame has what is true at its moment, as a look at the past shows it again (LB-02) */
const FEW = 20_000
/** frames from one look to the next where there are more: some policies look at all that there is */
const FRAMES = 15

export class TrimLook {
  value: Look = null
  private frames = FRAMES
  private records = -1
  private commands = -1
  /** µs, as it was looked at last */
  private due: number | null = null

  /**
   * Before a frame is built.
   * @param full it is to show what those before it have shown
   * @param now a notification has come, or no later frame would look: it is not waited for
   * @returns whether either is another one than before
   */
  look(world: World, full: boolean, now: boolean): boolean {
    const { nextTime } = world.vidmm.periodicTrim
    // it is put off by the trim itself, before the notification comes to anybody
    const isPutOff = nextTime !== this.due
    this.due = nextTime
    return this.lookAtWork(world, full, now) || isPutOff
  }

  private lookAtWork(world: World, full: boolean, now: boolean): boolean {
    const isDue = this.due !== null
    if (world.vidmm.residency.table.names.length > FEW) {
      if (full && this.records >= 0) return false
      this.frames++
      // nothing has happened without a record or a command
      const hasHappened = this.records !== world.sim.trace.total || this.commands !== world.commands
      const isOld = hasHappened && this.frames >= FRAMES
      if (isDue && !now && !isOld) return false
    }
    const before = this.value
    this.value = isDue ? wouldEvict(world) : null
    this.frames = 0
    this.records = world.sim.trace.total
    this.commands = world.commands
    return before?.count !== this.value?.count || before?.bytes !== this.value?.bytes
  }
}

/** Evict calls that the policy in force would make, and bytes that would leave the residency list; null: nobody can say. */
export function wouldEvict({ editor, device }: World): Look {
  const { policy } = editor
  const { registration } = policy
  const isCalled = registration?.hr === 'S_OK' && device.trimNotifications.cookies.includes(registration.cookie)
  if (!isCalled) return { count: 0, bytes: 0 }
  return policy.wouldTrim === undefined ? null : device.residency.evicting(policy.wouldTrim())
}
