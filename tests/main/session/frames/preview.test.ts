/** What the Preview is told: pictures that the simulated GPU has shown, and what it waits for when it shows none. */
import { describe, expect, it } from 'vitest'
import type { PreviewView } from '../../../../preload/contract'
import { type LiveRig, MIB, rig } from '../live-rig'

const SEPIA = { name: 'Sepia', gpuTime: 1000, resources: [{ name: 'r', size: MIB, resident: true }] }
const FILE = { app: { policy: 'creative-app-fixed', effects: [SEPIA] } }

const preview = (live: LiveRig): PreviewView => live.shown.preview

const seek = (position: number) => ({ kind: 'seek', position }) as const

/** Numbers of presents that the GPU has finished, of the app. */
const presents = (live: LiveRig): number =>
  live.records.filter((record) => record.type === 'packet' && record.kind === 'present' && record.context === 'app')
    .length

describe('the picture', () => {
  it('is there when decode, effects and present of a seek have ended, and not before', () => {
    const live = rig(FILE)
    expect(preview(live)).toMatchObject({ picture: null, following: false, position: 0 })
    live.must(seek(2_500_000))
    expect(preview(live)).toMatchObject({ picture: null, following: true, position: 2_500_000 })
    live.elapse(100)
    // 2 ms of the processor, 3 ms of decoding, 0.3 ms of present, and switches between
    expect(preview(live).picture).toMatchObject({ number: 1, position: 2_500_000, effects: [] })
    expect(preview(live).picture?.t).toBeGreaterThanOrEqual(5_300)
    expect(preview(live).picture?.t).toBeLessThan(16_000)
    expect(presents(live)).toBe(1)
  })

  it('coalesces: at most one frame is under way, and the newest position wins', () => {
    const live = rig(FILE)
    for (let i = 0; i <= 20; i++) live.must(seek(i * 100_000))
    live.elapse(100)
    expect(presents(live)).toBe(2)
    expect(preview(live).picture).toMatchObject({ number: 2, position: 2_000_000 })
  })

  it('has the effects that were submitted, with the parameters of that moment', () => {
    const live = rig(FILE)
    live.must(seek(0), { kind: 'applyEffect', effect: 'Sepia' })
    live.elapse(100)
    const { effects } = live.session.world.editor
    const before = { ...live.session.world.editor.draws.constantsOf(effects[0] as (typeof effects)[number]) }
    expect(preview(live).picture?.effects).toEqual([{ name: 'Sepia', constants: before }])
    live.must({ kind: 'setConstants', effect: 'Sepia', constants: { amount: [0.25] } })
    // it is not shown before it is rendered
    expect(preview(live).picture?.effects).toEqual([{ name: 'Sepia', constants: before }])
    live.elapse(100)
    expect(preview(live).picture?.effects).toEqual([{ name: 'Sepia', constants: { ...before, amount: [0.25] } }])
  })

  it('coalesces a parameter that is dragged', () => {
    const live = rig(FILE)
    live.must(seek(0), { kind: 'applyEffect', effect: 'Sepia' })
    live.elapse(100)
    const before = presents(live)
    for (let i = 1; i <= 50; i++) live.must({ kind: 'setConstants', effect: 'Sepia', constants: { amount: [i / 100] } })
    live.elapse(100)
    expect(presents(live) - before).toBe(2)
    expect(preview(live).picture?.effects[0]?.constants).toMatchObject({ amount: [0.5] })
  })

  it('shows a press whose work has ended over what was presented, where nobody follows the playhead (LB-08)', () => {
    const live = rig(FILE)
    live.must({ kind: 'play', playing: true })
    live.elapse(100)
    live.must({ kind: 'play', playing: false })
    live.elapse(100)
    const before = presents(live)
    expect(preview(live)).toMatchObject({ following: false, picture: { number: before, effects: [] } })
    live.must({ kind: 'applyEffect', effect: 'Sepia' })
    expect(preview(live).picture?.number).toBe(before)
    live.elapse(100)
    expect(preview(live).picture).toMatchObject({ number: before + 1, effects: [{ name: 'Sepia' }] })
    expect(presents(live)).toBe(before)
  })

  it('is without an effect that was removed, once that is rendered', () => {
    const live = rig(FILE)
    live.must(seek(0), { kind: 'applyEffect', effect: 'Sepia' })
    live.elapse(100)
    live.must({ kind: 'removeEffect', effect: 'Sepia' })
    expect(preview(live).picture?.effects).toHaveLength(1)
    live.elapse(100)
    expect(preview(live).picture?.effects).toHaveLength(0)
  })

  it('follows playing: as many pictures as presents, at positions that go with simulated time', () => {
    const live = rig(FILE)
    live.must(seek(9_900_000), { kind: 'setSpeed', speed: 4 }, { kind: 'play', playing: true })
    live.elapse(500)
    const { picture, position } = preview(live)
    expect(picture?.number).toBe(presents(live))
    expect(picture?.number).toBe(live.shown.gpu.framesPlayed)
    // two seconds of simulated time, of a clip of ten, from its last tenth of a second
    expect(position).toBeGreaterThan(1_800_000)
    expect(position).toBeLessThanOrEqual(1_900_000)
  })
})

describe('nothing is shown that was not presented', () => {
  it('through a hang: the picture is held, and it says what is waited for', () => {
    const live = rig(FILE)
    live.must(seek(0), { kind: 'play', playing: true })
    live.elapse(200)
    live.must({ kind: 'inject', fault: 'hang', duration: 1_000_000, engine: '3d' })
    live.elapse(200)
    const held = preview(live)
    live.elapse(500)
    expect(preview(live).picture).toBe(held.picture)
    expect(live.shown.gpu.framesDropped).toBeGreaterThan(10)
    expect(preview(live).waiting).toMatchObject({ kind: 'reset' })
    live.elapse(600)
    expect(preview(live).picture?.number).toBeGreaterThan(held.picture?.number ?? 0)
    expect(preview(live).waiting).toBeNull()
  })

  it('through a hang in which an effect is pressed: its picture is waited for, and what stands in its way is said', () => {
    const live = rig(FILE)
    live.must(seek(0))
    live.elapse(100)
    live.must({ kind: 'inject', fault: 'hang', duration: 1_000_000, engine: '3d' })
    const begin = live.session.world.sim.now
    live.must({ kind: 'applyEffect', effect: 'Sepia' })
    expect(preview(live).waiting).toBeNull()
    live.elapse(500)
    expect(preview(live)).toMatchObject({ picture: { effects: [] }, waiting: { kind: 'reset', since: begin } })
    // and what led there is shown, as of a frame
    live.must({ kind: 'selectDelay', id: 'under-way' })
    expect(live.shown.delay).toMatchObject({ what: 'press', title: 'press of Sepia', effect: 'Sepia' })
    live.elapse(700)
    expect(preview(live)).toMatchObject({ picture: { effects: [{ name: 'Sepia' }] }, waiting: null })
  })

  it('of a press nothing is waited for once it is over, and its chain ends there, shown in time or never [LB-08]', () => {
    const live = rig(FILE)
    const follow = () => live.must({ kind: 'applyEffect', effect: 'Sepia' }, { kind: 'selectDelay', id: 'under-way' })
    live.elapse(100)
    let begin = live.session.world.sim.now
    follow()
    expect(live.shown.delay).toMatchObject({ what: 'press', state: 'under-way', begin })
    live.elapse(500)
    // the compositor's 500 µs of that blank, 10 µs of a context switch, and the GPU's time of Sepia
    const spans = () => live.shown.delay?.segments.map(({ kind, start, end }) => [kind, start - begin, end - begin])
    expect(live.shown.delay).toMatchObject({ state: 'in-time', begin })
    expect(spans()).toEqual([
      ['engine', 0, 500],
      ['context-switch', 500, 510],
      ['run', 510, 1510],
    ])
    live.must({ kind: 'inject', fault: 'hang', engine: '3d' })
    begin = live.session.world.sim.now
    follow()
    live.elapse(5000)
    const [removed] = live.records.flatMap((record) => (record.type === 'device-removed' ? record.t : []))
    expect(live.shown.delay).toMatchObject({ state: 'lost', begin })
    expect(live.shown.delay?.segments.at(-1)?.end).toBe(removed)
  })

  it('while memory is brought in: it names what', () => {
    const large = { name: 'Large', gpuTime: 1000, resources: [{ name: 'weights', size: 1024 * MIB, resident: false }] }
    const live = rig({
      system: { localMemory: '2GiB', nonLocalMemory: '2GiB', budget: '2GiB', pagingBandwidth: '1GiB' },
      app: { policy: 'creative-app-fixed', effects: [large] },
    })
    live.must(seek(0))
    live.elapse(50)
    live.must({ kind: 'applyEffect', effect: 'Large' }, seek(1_000_000))
    live.elapse(300)
    expect(preview(live).picture).toMatchObject({ number: 1, position: 0 })
    expect(preview(live).waiting).toMatchObject({ kind: 'page-in', name: 'Large.weights' })
    live.elapse(1000)
    expect(preview(live)).toMatchObject({ waiting: null, picture: { position: 1_000_000 } })
  })

  it('with a removed device, until another is there: then the newest is rendered anew (RS-07)', () => {
    const live = rig(FILE)
    live.must(seek(0), { kind: 'applyEffect', effect: 'Sepia' }, { kind: 'setTdr', delay: 100_000 })
    live.elapse(100)
    live.must({ kind: 'inject', fault: 'hang', engine: '3d' })
    live.elapse(1_000)
    expect(live.shown.device.removed).not.toBeNull()
    const { picture } = preview(live)
    live.must(seek(3_000_000))
    live.elapse(200)
    expect(preview(live).picture).toBe(picture)
    live.must({ kind: 'recreateDevice' })
    live.elapse(200)
    expect(preview(live).picture).toMatchObject({ position: 3_000_000 })
  })

  it('by a press alone: no footage was decoded that its result could be seen on', () => {
    const live = rig(FILE)
    live.must({ kind: 'applyEffect', effect: 'Sepia' })
    live.elapse(100)
    expect(live.shown.effects).toMatchObject([{ name: 'Sepia', completed: 1 }])
    expect(presents(live)).toBe(0)
    expect(preview(live).picture).toBeNull()
  })

  it('of a clip that could not be created: there is nothing to decode', () => {
    // 16384 × 16384 texels of 4 bytes are 1 GiB a frame
    const huge = { name: 'huge', width: 16_384, height: 16_384 }
    const lies = [{ id: 'huge', media: 'huge', start: 0, length: '4s' }]
    const live = rig({
      system: { localMemory: '256MiB' },
      app: { effects: [SEPIA], clips: [huge], timeline: { clips: lies } },
    })
    live.elapse(100)
    expect(live.shown.project.unmade).toMatchObject([{ name: 'huge', kind: 'clip' }])
    live.must(seek(2_000_000))
    live.elapse(200)
    expect(preview(live).picture).toMatchObject({ number: 1, position: 2_000_000, footage: null, effects: [] })
  })

  it('whose decode was refused: only the present has completed', () => {
    // a frame of 8192 × 4096 texels of 8 bytes, 256 MiB, has room alone, and not beside the context that is to use it (GP-14)
    const system = { localMemory: 256.5 * MIB, driver: { contextAllocation: MIB } }
    const clips = [{ name: 'sea', width: 8192, height: 4096, frames: 1, thumbnails: 0 }]
    const lies = [{ id: 'sea', media: 'sea', start: 0, length: '4s' }]
    const live = rig({ system, app: { policy: 'creative-app-fixed', clips, timeline: { clips: lies } } })
    live.must({ kind: 'play', playing: true })
    live.elapse(200)
    expect(live.shown.project.unmade).toEqual([])
    expect(live.shown.findings.items[0]?.message).toMatch(/^the set was not used: E_OUTOFMEMORY/)
    expect(presents(live)).toBeGreaterThan(3)
    expect(preview(live).picture).toBeNull()
  })

  it('while simulated time stands still', () => {
    const live = rig(FILE)
    live.must({ kind: 'pause' }, seek(1_000_000))
    live.elapse(500)
    expect(preview(live)).toMatchObject({ picture: null, position: 1_000_000 })
    live.must({ kind: 'run' })
    live.elapse(100)
    expect(preview(live).picture).toMatchObject({ position: 1_000_000 })
  })
})
