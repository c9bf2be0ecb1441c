/** What the bound of a run stands on (LB-11): first uses, and the parts of gaps that no policy could have kept. */
import { formatDuration } from '../../../../../preload/contract'
import type { Resource } from '../../../../d3d12/resource'
import type { VideoMemoryManager } from '../../../../dxgkrnl/vidmm/video-memory-manager'
import type { TraceRecord } from '../../../../sim/trace-records'
import type { World } from '../../../world/world'
import { boundOf } from '../../bound/bound'
import { ReferenceRecorder } from '../../bound/recorder'
import { eachUse } from '../../bound/references'
import { Collector, momentView, type RecordList } from './list'

export class BoundCollector extends Collector {
  private readonly recorder = new ReferenceRecorder('budget')

  kernel(vidmm: VideoMemoryManager): void {
    this.recorder.kernel(vidmm)
  }

  override begins(world: World): void {
    super.begins(world)
    this.recorder.begins()
  }

  record(record: TraceRecord): void {
    this.recorder.record(record)
  }

  look(): void {
    this.recorder.look()
  }

  submitted(resources: readonly Resource[]): void {
    this.recorder.submitted(resources)
  }

  override end(): void {
    const { references, names } = this.recorder
    const dropped = new Map<string, number>()
    boundOf(references, (unit, event, bytes) => {
      const gap = `${event} ${unit}`
      dropped.set(gap, (dropped.get(gap) ?? 0) + bytes)
    })
    eachUse(references, ({ event, t, unit, since }) => {
      const size = references.sizes[unit] as number
      const bytes = since === null ? size : (dropped.get(`${event} ${unit}`) ?? 0)
      const gone = bytes === size ? 'all of it' : 'a part of it'
      if (bytes > 0)
        addUse(this.list, { t, name: names[unit] ?? '', bytes, since }, `there was no room to keep ${gone}`)
    })
  }
}

/** A use for which bytes have to be brought in. @param why of one that is not the first */
export function addUse(
  list: RecordList,
  { t, name, bytes, since }: { t: number; name: string; bytes: number; since: number | null },
  why: string,
): void {
  list.add(bytes, () =>
    since === null
      ? momentView({ t, type: 'first use', name, bytes, more: 'whatever a policy does', amount: bytes })
      : momentView({
          t,
          type: 'use again',
          name,
          bytes: Math.round(bytes),
          more: `not used for ${formatDuration(t - since)}; ${why}`,
          amount: bytes,
        }),
  )
}
