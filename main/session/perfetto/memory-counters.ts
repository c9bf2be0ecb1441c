/** Memory as counters, per segment and state: a sample for each change (SC-10, LB-17). Bytes. */
import { SEGMENT_GROUPS, SegmentGroup } from '../../../preload/contract'
import type { VideoMemoryManager } from '../../dxgkrnl/vidmm/video-memory-manager'
import type { CounterTrack, Form } from './events'
import { VIDMM } from './places'
import type { Tracks } from './tracks'

interface Counter {
  readonly track: CounterTrack
  readonly value: () => number
  last: number
}

export class MemoryCounters {
  private readonly counters: Counter[] = []

  constructor(
    private readonly vidmm: VideoMemoryManager,
    private readonly form: Form,
    tracks: Tracks,
  ) {
    const { residency, others } = vidmm
    const add = (name: string, value: () => number): void => {
      this.counters.push({ track: tracks.counter(VIDMM, name), value, last: Number.NaN })
    }
    for (const [group, name] of SEGMENT_GROUPS.entries()) {
      const of = group === 0 ? SegmentGroup.LOCAL : SegmentGroup.NON_LOCAL
      const counters = residency.counters[of]
      add(`${name} usage`, () => counters.usage)
      add(`${name} budget`, () => vidmm.queryVideoMemoryInfo(of).Budget)
      add(`${name} resident`, () => counters.inPlace)
      add(`${name} pending`, () => counters.usage - counters.inPlace)
      add(`${name} evictable`, () => counters.evictable)
      add(`${name} in segment`, () => counters.committed)
    }
    // RS-09: they have local memory only
    add('local usage of other processes', () => others.usage)
    add('paged out', () => residency.pagedOutBytes)
  }

  /** They may have changed. */
  look(): void {
    for (const counter of this.counters) {
      const bytes = counter.value()
      if (bytes === counter.last) continue
      counter.last = bytes
      this.form.sample(counter.track, this.vidmm.sim.now, bytes)
    }
  }
}
