/** The traces of the systems of a session, each from its first record: going back shows another one, or one from before. */
import type { SystemWriter, WatchedSystem } from '../../../main/session/run/watched-system'
import type { World } from '../../../main/session/world/world'
import type { TraceRecord } from '../../../main/sim/trace-records'

export class SystemTraces<Kept> {
  /** of systems that there still are: none is kept alive */
  private traces: { system: WeakRef<WatchedSystem>; kept: Kept[] }[] = []

  /** @param keep what is kept of a record */
  constructor(private readonly keep: (record: TraceRecord) => Kept) {}

  readonly writer: SystemWriter = (record, of) => {
    this.keptOf(of).push(this.keep(record))
  }

  /** What the system of that world has written so far. */
  of(world: World): readonly Kept[] {
    return this.traces.find(({ system }) => system.deref()?.world === world)?.kept ?? []
  }

  private keptOf(of: WatchedSystem): Kept[] {
    const known = this.traces.find(({ system }) => system.deref() === of)
    if (known !== undefined) return known.kept
    this.traces = this.traces.filter(({ system }) => system.deref() !== undefined)
    const kept: Kept[] = []
    this.traces.push({ system: new WeakRef(of), kept })
    return kept
  }
}
