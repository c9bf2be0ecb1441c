/**
 * Parts of a frame that are cheap to look at. After a verb, and when something told of one, it is read from the system, and
 * goes into the frame where it says something else than what was sent last: nobody has to say which verb changes which.
 */
import type { Frame, ProjectView } from '../../../preload/contract'
import { isProject } from '../document/project-file'
import type { WatchedSystem } from '../run/watched-system'
import { backgroundView } from './background/view'
import { gpuView } from './gpu/view'
import { same } from './same'
import { deviceView, idleView, memoryView, processViews, systemView } from './views'

type LookedAt =
  | 'memory'
  | 'processes'
  | 'system'
  | 'idle'
  | 'device'
  | 'project'
  | 'registrations'
  | 'gpu'
  | 'background'
  | 'playback'

type Looks = Required<Pick<Frame, LookedAt>>

/** How each is read; the project with its file is the session's. */
const LOOKS: { readonly [P in LookedAt]: (running: WatchedSystem, project: () => ProjectView) => Looks[P] } = {
  memory: ({ world, statistics, log }) => memoryView(world, statistics, log.pending),
  processes: ({ world }) => processViews(world),
  system: ({ world, scenario, ownPolicies }) =>
    systemView(world, scenario, ownPolicies?.viewsWith(world.editor.policy.name) ?? []),
  idle: ({ world, idleRule, log }) => idleView(world, idleRule, log.trimLook.value),
  device: (running) => deviceView(running.world, recreatingOf(running)),
  project: (_running, project) => project(),
  registrations: ({ registrations }) => registrations.views(),
  gpu: ({ world, statistics }) => gpuView(world, statistics),
  background: ({ world, backgroundLog, statistics }) => backgroundView(world, backgroundLog, statistics),
  playback: ({ scenario, playback }) => (isProject(scenario) ? null : playback.view()),
}

const PARTS = Object.keys(LOOKS) as LookedAt[]

export class LooksSent {
  /** what the window has of each; a look makes a view of its own, which nothing changes afterwards */
  private readonly sent: Partial<Looks> = {}

  /**
   * @param isDue which are looked at
   * @param isAgain which of these go into the frame also where they say the same
   */
  take(
    running: WatchedSystem,
    project: () => ProjectView,
    isDue: (part: LookedAt) => boolean,
    isAgain: (part: LookedAt) => boolean,
  ): Partial<Looks> {
    const parts: Partial<Looks> = {}
    const look = <P extends LookedAt>(part: P): void => {
      const now = LOOKS[part](running, project)
      if (same(now, this.sent[part]) && !isAgain(part)) return
      this.sent[part] = now
      parts[part] = now
    }
    for (const part of PARTS) if (isDue(part)) look(part)
    return parts
  }
}

/** How far it is, while the device is made anew by hand; null: it is not. */
function recreatingOf({ underWay, handWork }: WatchedSystem): { done: number; total: number } | null {
  return underWay === 'recreateDevice' ? { ...handWork.progress } : null
}
