/** A long run is written for Perfetto in the memory of a short one (LB-17). */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { type PerfettoForm, PerfettoRecorder } from '../../../../main/session/perfetto/recorder'

/** bytes on the heap that are still needed */
function needed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

it.each<PerfettoForm>(['protobuf', 'json'])(
  '%s: 48,000 records more, each with a name of its own, need none [LB-17]',
  (form) => {
    let written = 0
    const recorder = new PerfettoRecorder(form, (piece) => (written += piece.length), {
      name: 'long',
      policy: 'none',
      seed: 1,
    })
    let next = 0
    const record = (count: number): void => {
      for (const end = next + count; next < end; next++) {
        const resource = `Effect ${next}.main`
        const [start, stop] = [next * 10, next * 10 + 25]
        recorder.record({ t: stop, type: 'page-in', resource, bytes: 65_536, start, end: stop, reason: 'prepare' })
        recorder.record({
          t: stop,
          type: 'evict',
          resource,
          bytes: 65_536,
          reason: 'budget',
          references: 0,
          policy: 'none',
        })
      }
    }
    record(8_000)
    const [before, wroteBefore] = [needed(), written]
    record(24_000)
    expect(written - wroteBefore).toBeGreaterThan(3_000_000)
    expect(needed() - before).toBeLessThan(2_000_000)
    recorder.end(next * 10)
  },
)
