/** Where delays learn of a simulated system: of the desktop compositor's presents (LB-08). */
import type { Compositor } from '../../../dxgkrnl/vidsch/compositor'
import type { Delays } from './delays'
import type { Pending } from './pending'

/** What can be late: one present at a time to each display. */
export function followPresents(delays: Delays, compositor: Compositor): void {
  if (!delays.recording) return
  /** by display: one object for all of its presents, as they come by the thousand */
  const presents: Pending[] = []
  compositor.follower = {
    begun: (display) => {
      const known = presents[display]
      if (known !== undefined) return delays.again(known)
      const first = delays.create('present', 'present', { display })
      presents[display] = first
      return first
    },
    ended: (display, completed) => {
      const pending = presents[display]
      if (pending !== undefined) delays.ended(pending, completed)
    },
  }
}
