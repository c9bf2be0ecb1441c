/** What a run was: enough to have it again up to any moment of it, to the byte. */
import type { NotedChange, Project } from '../../editor/project'
import type { WatchedSystem } from '../run/watched-system'
import type { Scenario, Step } from '../scenario'

/** How a run began; all of its lines begin alike. */
export interface LineBeginning {
  readonly scenario: Scenario
  /** nothing changes it any more */
  readonly project: Project
  /** Simulate idle was on */
  readonly simulatesIdle: boolean
}

/** What was done from the beginning to the end of one line. Times in µs. */
export interface Line {
  readonly steps: readonly Step[]
  /** by number in `steps`: those of the file that is played; nothing where a person asked for it */
  readonly played: readonly (Step | undefined)[]
  /** where `found` is there only what a person led to */
  readonly project: readonly NotedChange[]
  /** of one of which not all is known yet: what was found of it on ways that were gone */
  readonly found?: FoundChanges
  readonly handChanges: WatchedSystem['handChanges']['history']
  readonly idle: WatchedSystem['idleSwitches']
  readonly end: number
}

/** Of a system at its first moment. */
export function beginningOf({ scenario, project, idleRule, world }: WatchedSystem): LineBeginning {
  project.follow(() => world.sim.now)
  return { scenario, project: project.copy(), simulatesIdle: idleRule.isSimulated }
}

/**
 * Of a system of which nothing is half done, and all that is due by now has happened; it goes on no more. What it returns
 * refers to nothing of the simulated system: that may go.
 */
export function lineOf(running: WatchedSystem): Line {
  const { journal, played, project, handChanges, idleSwitches, world } = running
  return {
    steps: journal,
    played,
    // the project itself can go on in another run
    project: [...project.history],
    handChanges: handChanges.history,
    idle: idleSwitches,
    end: world.sim.now,
  }
}

/** What has changed the project in a run that is only gone through now, as far as it was gone. */
export class FoundChanges {
  private history: readonly NotedChange[] = []
  /** of these: later ones are of another run, which parted from it */
  private count = 0
  /** µs */
  private at = -1

  /** @param running on its way in that run */
  keep({ world, project }: Pick<WatchedSystem, 'world' | 'project'>): void {
    const { now } = world.sim
    const { history } = project
    if (now < this.at || (now === this.at && history.length <= this.count)) return
    this.at = now
    this.history = history
    this.count = history.length
  }

  /** @param at µs, no later than it was gone */
  until(at: number): NotedChange[] {
    return this.history.slice(0, this.count).filter((noted) => noted.at <= at)
  }
}
