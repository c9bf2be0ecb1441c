/** Numbers of what the app did: presses, effects and frames, and what the input expects. */
import { formatDuration } from '../../../../../preload/contract'
import type { TraceRecord } from '../../../../sim/trace-records'
import { RunStatistics } from '../../../run/statistics'
import type { World } from '../../../world/world'
import type { Delays } from '../../delays/delays'
import type { VariantRun } from '../measure'
import { recordView } from '../record-view'
import { presented } from './amounts'
import { Collector, momentView, type RecordList } from './list'

function followPresses(delays: Delays, over: NonNullable<Delays['pressOver']>): void {
  delays.pressOver = over
}

/** Every press that was shown, with the µs that it took. */
class PressesCollector extends Collector {
  override built(world: World): void {
    super.built(world)
    followPresses(world.delays, ({ begin, name }, taken) => {
      if (taken !== null) this.add(begin, name, taken)
    })
  }

  /** What is still under way counts with what it takes at least. */
  override end(): void {
    for (const { begin, taken } of this.world?.delays.openPresses ?? []) this.add(begin, 'still under way', taken)
  }

  private add(t: number, name: string, taken: number): void {
    this.list.add(taken, () => momentView({ t, type: 'press', name, duration: taken, amount: taken }))
  }
}

/** Each press of which nothing was ever shown. */
export class LostPressesCollector extends Collector {
  override built(world: World): void {
    super.built(world)
    followPresses(world.delays, ({ begin, name }, taken) => {
      const more = `given up after ${formatDuration(world.sim.now - begin)}`
      if (taken === null) this.list.add(1, () => momentView({ t: begin, type: 'press', name, more, amount: 1 }))
    })
  }
}

/** Every present of the compositor, with the µs that it took (GP-28). */
class PresentsCollector extends Collector {
  private statistics = new RunStatistics()

  override begins(world: World): void {
    super.begins(world)
    this.statistics = this.statistics.fromNowOn(world.sim.now)
  }

  record(record: TraceRecord): void {
    this.statistics.record(record)
    const amount = presented(record)
    if (amount > 0) this.list.add(amount, () => recordView(record, amount))
  }

  /** What is late and not done counts with what it has taken. */
  override end(): void {
    const now = this.world?.sim.now ?? 0
    const late = this.statistics.presentLate(now)
    if (late === null) return
    const moment = { t: now - late, type: 'present', name: 'still under way', duration: late, amount: late }
    this.list.add(late, () => momentView(moment))
  }
}

/** Each frame of playback that was dropped: the trace has no record of it. */
export class DroppedCollector extends Collector {
  private dropped = 0

  override begins(world: World): void {
    super.begins(world)
    this.dropped = world.player.dropped
  }

  player(): void {
    const { world } = this
    if (world === null) return
    for (; this.dropped < world.player.dropped; this.dropped++)
      this.list.add(1, () =>
        momentView({ t: world.sim.now, type: 'dropped frame', name: 'frame of the clip', amount: 1 }),
      )
  }
}

/** Each submission of an effect that the GPU has finished. */
export class EffectsCollector extends Collector {
  effectFinished(name: string): void {
    const t = this.world?.sim.now ?? 0
    this.list.add(1, () => momentView({ t, type: 'effect finished', name, amount: 1 }))
  }
}

/** Each condition of the input that did not hold. */
export class FailuresCollector extends Collector {
  override end({ failures }: VariantRun): void {
    for (const { t, condition, found } of failures) {
      const more = `expected ${JSON.stringify(condition)}, found ${JSON.stringify(found)}`
      this.list.add(1, () => momentView({ t, type: 'expect', name: 'condition of the input', more, amount: 1 }))
    }
  }
}

/** Of these the number is one of what they took: shown are those that took as long, the longest first. */
export const LONGEST = {
  worstPress: PressesCollector,
  p99Press: PressesCollector,
  worstCompositorLatency: PresentsCollector,
  p99CompositorLatency: PresentsCollector,
} as const satisfies Record<string, new (list: RecordList) => Collector>
