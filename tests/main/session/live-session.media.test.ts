/** Media, resolution and allocation in the live session: commands, undo, what is saved, and what a window shows (DF). */
import { describe, expect, it } from 'vitest'
import { parseScenarioText, type Scenario } from '../../../main/session/scenario'
import { LiveRig, MIB, rig, scenario } from './live-rig'

const HOLIDAY = { name: 'Holiday', width: 1280, height: 720, frames: 3, thumbnails: 4 }

function read(text: string): Scenario {
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

const names = (live: LiveRig): string[] => live.shown.effects.map(({ name }) => name)

describe('a clip', () => {
  it('is imported, used, taken back and brought again, and is never an effect on the clip', () => {
    const live = rig()
    live.must({ kind: 'importClip', ...HOLIDAY }, { kind: 'applyEffect', effect: 'Holiday' })
    live.elapse(100)
    expect(live.shown.effects.at(-1)).toMatchObject({
      name: 'Holiday',
      completed: 1,
      clip: { frames: 3, thumbnails: 4 },
    })
    expect(live.shown.project.stack).toEqual([])
    live.must({ kind: 'undo' })
    expect(names(live)).not.toContain('Holiday')
    live.must({ kind: 'redo' })
    expect(names(live)).toContain('Holiday')
    live.must({ kind: 'removeClip', clip: 'Holiday' })
    expect(names(live)).not.toContain('Holiday')
  })

  it('has one resource a frame, a proxy of a half and of a quarter, and its thumbnails, all in shared heaps [RS-15]', () => {
    const live = rig()
    live.must({ kind: 'importClip', ...HOLIDAY })
    const clip = live.shown.effects.at(-1)
    expect(clip?.placed?.names).toEqual([
      'frame 1',
      'frame 2',
      'frame 3',
      'proxy 1:2',
      'proxy 1:4',
      'thumbnail 1',
      'thumbnail 2',
      'thumbnail 3',
      'thumbnail 4',
    ])
    // the second block is larger than the first (DF-01); a heap is one allocation in video memory
    expect(new Set(clip?.placed?.heaps)).toEqual(new Set(['DEFAULT block 0', 'DEFAULT block 1']))
    expect(new Set(clip?.resources).size).toBe(2)
  })

  it('is refused under a name that is taken', () => {
    const live = rig()
    live.must({ kind: 'importClip', ...HOLIDAY })
    expect(live.do({ kind: 'importClip', ...HOLIDAY })).toMatchObject({
      ok: false,
      message: /"Holiday" exists already/,
    })
    expect(live.do({ kind: 'importClip', ...HOLIDAY, name: 'Blur' })).toMatchObject({ ok: false })
  })
})

describe('what is saved', () => {
  it('of a project has its clips, its resolution and where its effects are allocated', () => {
    const live = rig()
    live.must({ kind: 'importClip', ...HOLIDAY }, { kind: 'setProject', width: 1920, height: 1080 })
    live.must({ kind: 'setAllocation', mode: 'placed' }, { kind: 'applyEffect', effect: 'Blur' })
    const { app, steps } = read(live.session.toScenarioText())
    expect(app).toMatchObject({ clips: [HOLIDAY], allocation: 'placed', project: { width: 1920, height: 1080 } })
    expect(app.effects.map(({ name }) => name)).toEqual(['Blur', 'Grayscale'])
    expect(steps).toEqual([{ at: 0, verb: 'apply', value: 'Blur' }])
    const again = new LiveRig(read(live.session.toScenarioText()))
    expect(again.shown.effects.map(({ name }) => name)).toEqual(['Blur', 'Grayscale', 'Holiday'])
    expect(again.shown.project).toMatchObject({ width: 1920, height: 1080, allocation: 'placed' })
  })

  it('of a scenario has the clips that were imported by hand beside its own', () => {
    const own = { name: 'Own', width: 640, height: 360 }
    const live = new LiveRig(
      scenario({
        app: { clips: [own] },
        steps: [
          { at: '1ms', apply: 'Own' },
          { at: '2ms', idle: true },
        ],
      }),
    )
    live.elapse(50)
    live.must({ kind: 'importClip', ...HOLIDAY })
    const { app } = read(live.session.toScenarioText())
    expect(app.clips).toEqual([own, HOLIDAY])
    expect(app.effects.map(({ name }) => name)).toEqual(['Blur', 'Grayscale'])
  })
})

describe('effects that are made anew', () => {
  it('share heaps when they are placed, and have heaps of their own again when they are committed [RS-15]', () => {
    const live = rig()
    live.must({ kind: 'setAllocation', mode: 'placed' })
    const heaps = new Set(live.shown.effects.flatMap(({ placed }) => placed?.heaps ?? []))
    expect(heaps.size).toBeGreaterThan(0)
    const count = live.shown.effects.flatMap(({ resources }) => [...resources]).length
    expect(new Set(live.shown.effects.flatMap(({ resources }) => [...resources])).size).toBeLessThan(count)
    live.must({ kind: 'setAllocation', mode: 'committed' })
    expect(live.shown.effects.every(({ placed }) => placed === undefined)).toBe(true)
    expect(new Set(live.shown.effects.flatMap(({ resources }) => [...resources])).size).toBe(count)
  })

  it('keep sizes that were chosen by hand when the resolution changes, and follow it otherwise', () => {
    const live = rig()
    const sharpen = live.shown.offers.find(({ effect }) => effect.name === 'Sharpen')?.effect
    if (sharpen === undefined) throw new Error('Sharpen is not offered')
    const mine = { name: 'Mine', gpuTime: 1000, resources: [{ name: 'a', size: MIB, resident: true }] }
    live.must({ kind: 'addEffect', effect: sharpen }, { kind: 'addEffect', effect: mine })
    const bytesOf = (name: string): number => {
      const effect = live.session.toScenarioText()
      const found = read(effect).app.effects.find((one) => one.name === name)
      return found?.resources.reduce((total, { size }) => total + size, 0) ?? 0
    }
    const before = bytesOf('Sharpen')
    live.must({ kind: 'setProject', width: 1280, height: 720 })
    // 3840 × 2160 has nine times the texels
    expect(before / bytesOf('Sharpen')).toBeGreaterThan(8)
    expect(bytesOf('Mine')).toBe(MIB)
  })
})

describe('a failure to allocate', () => {
  const LIMITED = { pools: [{ name: 'P', heap: 'default', blockSize: '4MiB', maxBlocks: 2 }], effects: [] }

  it('is told apart: too scattered, or really too little [DF-03]', () => {
    const live = new LiveRig(scenario({ app: LIMITED }))
    live.must({ kind: 'allocate', name: 'a', size: MIB, count: 8, pool: 'P' }, { kind: 'free', name: 'a', every: 2 })
    const scattered = live.do({ kind: 'allocate', name: 'b', size: 2 * MIB, pool: 'P' })
    expect(scattered).toMatchObject({
      ok: false,
      message: /4194304 bytes are free in it, the largest free range has 1048576/,
    })
    expect(live.shown.heapMap?.failures).toMatchObject({ fragmentation: 1, exhaustion: 0 })
    // larger than a block: neither is why
    live.do({ kind: 'allocate', name: 'c', size: 4 * MIB + MIB, pool: 'P' })
    expect(live.shown.heapMap?.failures).toMatchObject({ fragmentation: 1, exhaustion: 0, other: 1 })
    live.must({ kind: 'allocate', name: 'd', size: MIB, pool: 'P' })
    live.do({ kind: 'allocate', name: 'c', size: 4 * MIB, pool: 'P' })
    expect(live.shown.heapMap?.failures).toMatchObject({ fragmentation: 1, exhaustion: 1, other: 1 })
    live.must({ kind: 'free', name: 'd' })
    live.must({ kind: 'beginDefragmentation', algorithm: 'full', pool: 'P' }, { kind: 'runDefragmentation' })
    live.elapse(200)
    live.must({ kind: 'allocate', name: 'b', size: 2 * MIB, pool: 'P' })
  })

  it('of what no file could say is refused before anything is done, so that recordings stay readable [SC-12]', () => {
    const live = new LiveRig(scenario({ app: LIMITED }))
    live.must({ kind: 'allocate', name: 'a', size: MIB, pool: 'P' })
    for (const command of [
      { kind: 'free', name: 'nothing' },
      { kind: 'allocate', name: 'a', size: MIB },
      { kind: 'allocate', name: 'x', size: MIB, pool: 'Q' },
      { kind: 'allocate', name: 'x', size: MIB, pool: 'P', heap: 'upload' },
      { kind: 'beginDefragmentation', pool: 'Q' },
      { kind: 'layout' },
    ] as const)
      expect(live.do(command)).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) })
    expect(read(live.session.toRecordingText()).steps.map(({ verb }) => verb)).toEqual(['allocate'])
  })
})
