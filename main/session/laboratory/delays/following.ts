/** Where delays learn of a simulated system: of the desktop compositor's presents, and of the app's policy (LB-08). */
import type { Device } from '../../../d3d12/device'
import type { Compositor } from '../../../dxgkrnl/vidsch/compositor'
import type { EditorApp } from '../../../editor/editor-app'
import type { Delays, PolicyPort } from './delays'
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
      const first = delays.create('present', 'present', 0, display)
      presents[display] = first
      return first
    },
    ended: (display, completed) => {
      const pending = presents[display]
      if (pending !== undefined) delays.ended(pending, completed)
    },
  }
}

/** The policy in charge, and how many trim callbacks have returned by now. */
export function ofPolicy({ editor, device }: { editor: EditorApp; device: Device }): PolicyPort {
  return { name: editor.policy.name, returned: device.trimNotifications.returned }
}
