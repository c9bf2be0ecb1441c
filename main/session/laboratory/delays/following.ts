/** Where delays learn of a simulated system: of the desktop compositor's presents (LB-08). */
import { type Compositor, type PresentFollower, presentCommand } from '../../../dxgkrnl/vidsch/compositor'
import type { Delays } from './delays'
import type { Pending } from './pending'

/** What can be late: one present at a time to each display. */
export function followPresents(delays: Delays, compositor: Compositor): void {
  if (!delays.recording) return
  compositor.follower = new Presents(delays)
}

class Presents implements PresentFollower {
  /** by display: one object for all of its presents, as they come by the thousand */
  private readonly presents: (Pending | undefined)[] = []

  constructor(private readonly delays: Delays) {}

  begun(display: number): Pending {
    const known = this.presents[display]
    if (known !== undefined) return this.delays.again(known)
    // as its packets are called: what is late on two displays at once is told apart
    const first = this.delays.create('present', presentCommand(display), 0, display, null)
    this.presents[display] = first
    return first
  }

  ended(display: number, completed: boolean): void {
    const pending = this.presents[display]
    if (pending !== undefined) this.delays.ended(pending, completed)
  }
}
