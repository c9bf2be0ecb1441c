/** Memory that a person makes, fragments and defragments by hand, saved as a scenario and run again (SC-12). */
import { describe, expect, it } from 'vitest'
import { layoutOf } from '../../../../main/session/dump/layout'
import type { OpenedDump } from '../../../../main/session/dump/opened-dump'
import { dumpView } from '../../../../main/session/dump/view'
import { runScenario } from '../../../../main/session/run/runner'
import type { LayoutStep } from '../../../../main/session/scenario'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import type { SessionCommand } from '../../../../preload/contract'
import { LiveRig, MIB, scenario } from '../live-rig'

const FILE = {
  system: { copyBandwidth: '200MiB' },
  app: {
    policy: 'fence-lru',
    allocation: 'placed',
    blockSize: '4MiB',
    pools: [{ name: 'P', blockSize: '4MiB' }],
    clips: [{ name: 'opening', width: 320, height: 180, frames: 2, thumbnails: 4 }],
  },
}

async function recordsOf(text: string): Promise<TraceRecord[]> {
  let trace = ''
  await runScenario(scenario(JSON.parse(text)), { sink: (chunk) => (trace += chunk) })
  const [, ...lines] = trace.trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as TraceRecord)
}

/** One block of 8 MiB, with 1 MiB of each name. */
function dumpOf(pool: string, ...names: string[]): OpenedDump {
  const own = { memoryType: 'DEFAULT', heap: 'default', algorithm: 'tlsf', alwaysCommitted: false } as const
  const allocations = names.map((name, i) => {
    return { offset: i * MIB, size: MIB, type: 'BUFFER', usage: 0, name, customData: null }
  })
  const blocks = [{ id: '0', size: 8 * MIB, allocations }]
  const pools = [{ ...own, name: pool, custom: true, blockSize: 8 * MIB, blocks, dedicated: [] }]
  const dump = { api: 'Direct3D 12' as const, gpu: 'Some GPU', pools }
  return { view: dumpView(dump, 'a.json', '/a.json'), layout: layoutOf(dump) as LayoutStep }
}

const MOVES = [
  'allocate',
  'free',
  'allocation-failed',
  'defragmentation',
  'defragmentation-move',
  'defragmentation-pass',
]
const ofMemory = (records: readonly TraceRecord[]) =>
  records.filter(({ type }) => MOVES.includes(type) || type === 'finding').map((record) => JSON.stringify(record))

const allocate = (name: string, mib: number, pinned = false): SessionCommand => ({
  kind: 'allocate',
  name,
  size: mib * MIB,
  pool: 'P',
  pinned,
})

/** Fragments "P", and defragments it a call at a time, with an operation for each move. */
function byHand(rig: LiveRig): void {
  rig.must({ kind: 'importClip', name: 'closing', width: 640, height: 360, frames: 3 })
  for (let i = 1; i <= 5; i++) rig.must(allocate(`a ${i}`, 1), allocate(`b ${i}`, 3))
  rig.elapse(50)
  rig.must({ kind: 'free', name: 'b' }, { kind: 'removeClip', clip: 'opening' }, allocate('late', 2, true))
  rig.elapse(33)
  rig.must({ kind: 'beginDefragmentation', pool: 'P', algorithm: 'full', maxAllocationsPerPass: 2 })
  rig.must({ kind: 'beginPass' }, { kind: 'setMoveOperation', move: 0, operation: 'IGNORE' })
  rig.elapse(20)
  rig.must({ kind: 'endPass' }, { kind: 'applyEffect', effect: 'Blur' })
  rig.elapse(100)
  rig.must({ kind: 'runDefragmentation' }, { kind: 'applyEffect', effect: 'closing' })
  rig.elapse(300)
}

describe('a recording of defragmentation by hand', () => {
  it('gives the same moves, passes, failures and findings at the same times when it is run [SC-12] [SC-01]', async () => {
    const rig = new LiveRig(scenario(FILE))
    byHand(rig)
    rig.must({ kind: 'setAllocation', mode: 'committed' }, { kind: 'setProject', width: 960, height: 540 })
    rig.elapse(50)
    const text = rig.session.toRecordingText()
    const verbs = new Set(JSON.parse(text).steps.flatMap((step: object) => Object.keys(step)))
    for (const verb of ['importClip', 'removeClip', 'allocate', 'free', 'defragmentation', 'allocation', 'project'])
      expect(verbs).toContain(verb)
    const records = await recordsOf(text)
    const { defragmentation } = rig.shown
    expect(defragmentation?.state).toBe('done')
    const passes = records.flatMap(({ t, type }) => (type === 'defragmentation-pass' ? [t] : []))
    expect(passes).toEqual(defragmentation?.curve.slice(1).map(({ t }) => t))
    expect(passes.length).toBeGreaterThan(1)
    const moved = records.flatMap((record) =>
      record.type === 'defragmentation-move' && record.operation === 'COPY' ? [record.bytes] : [],
    )
    expect(moved.reduce((sum, bytes) => sum + bytes, 0)).toBe(defragmentation?.bytesMoved)
    expect(moved.length).toBeGreaterThan(0)
    expect(records.some((record) => record.type === 'defragmentation-move' && record.operation === 'IGNORE')).toBe(true)
  })

  it('that is itself recorded and run again gives the same trace, to the byte [SC-12]', async () => {
    const rig = new LiveRig(scenario(FILE))
    byHand(rig)
    const text = rig.session.toRecordingText()
    const again = new LiveRig(scenario(JSON.parse(text)))
    again.elapse(1_000)
    const second = JSON.parse(again.session.toRecordingText())
    expect(second.steps).toEqual(JSON.parse(text).steps)
    expect(ofMemory(await recordsOf(JSON.stringify(second)))).toEqual(ofMemory(await recordsOf(text)))
  })

  it('names what a dump brought as it is called, where a name was taken, so that it can be freed again [SC-12] [DF-23]', async () => {
    const rig = new LiveRig(scenario({ app: { policy: 'none', effects: [] } }))
    rig.must({ kind: 'allocate', name: 'sky', size: 2 * MIB }, { kind: 'allocate', name: 'sea 1', size: MIB })
    rig.session.openDump(dumpOf('T', 'sky', 'sea', ''))
    rig.must({ kind: 'layout' })
    const names = ['sky (2)', 'sea (2)', `T 0 ${2 * MIB}`]
    rig.must(...names.map((name) => ({ kind: 'free', name }) as const))
    const records = await recordsOf(rig.session.toRecordingText())
    expect(records.flatMap((record) => (record.type === 'free' ? [record.resource] : []))).toEqual(names)
    expect(records.filter(({ type }) => type === 'finding')).toEqual([])
  })

  it('keeps what a dump says of its resources, when it runs again and on a device that is made anew [DF-23] [SC-12]', () => {
    const rig = new LiveRig(scenario({ app: { policy: 'none', effects: [] } }))
    rig.session.openDump(dumpOf('T', 'sky', 'sea'))
    rig.must({ kind: 'layout' })
    const buffers = (of: LiveRig): number => of.session.dumpText().match(/"Type": ?"BUFFER"/g)?.length ?? 0
    expect(buffers(rig)).toBe(2)
    const again = new LiveRig(scenario(JSON.parse(rig.session.toRecordingText())))
    again.elapse(500)
    const { device } = rig.session.world
    rig.must({ kind: 'recreateDevice' })
    rig.elapse(500)
    expect(rig.session.world.device).not.toBe(device)
    expect([again, rig].map(buffers)).toEqual([2, 2])
  })

  it('keeps a limit per pass, a time budget and what becomes of evicted memory as they were chosen [SC-12] [DF-13] [DF-21] [DF-22]', () => {
    const rig = new LiveRig(scenario(FILE))
    rig.must(allocate('x', 1))
    rig.must({
      kind: 'beginDefragmentation',
      pool: 'P',
      algorithm: 'fast',
      maxBytesPerPass: 3 * MIB,
      timePerFrame: 1_500,
      bytesPerFrame: 4 * MIB,
      evicted: 'make-resident',
    })
    rig.must({ kind: 'endDefragmentation' })
    const { steps } = scenario(JSON.parse(rig.session.toRecordingText()))
    expect(steps.filter(({ verb }) => verb === 'defragmentation').map(({ value }) => value)).toMatchObject([
      {
        call: 'begin',
        desc: {
          pool: 'P',
          algorithm: 'fast',
          maxBytesPerPass: 3 * MIB,
          timePerFrame: 1_500,
          bytesPerFrame: 4 * MIB,
          evicted: 'make-resident',
        },
      },
      { call: 'end' },
    ])
  })
})
