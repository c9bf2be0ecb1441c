/** Play, with times by hand: decoding takes 3 ms, presenting 0.3 ms, a frame comes every 33.333 ms. */
import { describe, expect, it } from 'vitest'
import type { FrameTime } from '../../../main/editor/player'
import { MS, S, type TestWorld, worldOf } from '../support/world'

interface Played {
  world: TestWorld
  frames: FrameTime[]
}

/** The app needs no processor time unless it is said. */
function worldWith({
  effects = {},
  frameTime = 0,
}: {
  effects?: Record<string, number>
  frameTime?: number
} = {}): Played {
  const frames: FrameTime[] = []
  const app = {
    effects: Object.entries(effects).map(([name, gpuTime]) => ({
      name,
      gpuTime,
      resources: [{ name: 'r', size: '1MiB' }],
    })),
  }
  const world = worldOf({ system: { cpu: { frameTime } }, app }, { onFrame: (frame) => frames.push(frame) })
  return { world, frames }
}

/** Effects are on the frames once they have been pressed. */
function apply(world: TestWorld, ...names: string[]): void {
  for (const value of names) world.do({ verb: 'apply', value })
  world.wait(S)
}

const counts = ({ world: { player } }: Played): [number, number] => [player.played, player.dropped]
const drawn = ({ player }: TestWorld): string[] | undefined => player.picture?.effects.map(({ name }) => name)

describe('playing', () => {
  it('is a frame every other vertical blank, and stops with it', () => {
    const played = worldWith()
    const { world, frames } = played
    world.player.play(true)
    world.wait(90 * MS)
    world.player.play(false)
    world.wait(S)
    const time = { duration: 3300, gpuTime: 3300, lost: 0 }
    expect(frames).toEqual([0, 33_333, 66_667].map((t) => ({ t, ...time })))
    expect([counts(played), world.player.isPlaying]).toEqual([[3, 0], false])
  })

  it('begins at once where it is begun again, and what was scheduled before comes to nothing', () => {
    const { world, frames } = worldWith()
    for (const [playing, wait] of [
      [true, 10],
      [false, 5],
      [true, 50],
    ] as const) {
      world.player.play(playing)
      world.wait(wait * MS)
    }
    expect(frames.map(({ t }) => t)).toEqual([0, 15_000, 48_333])
    // it plays already
    world.player.play(true)
    world.wait(10 * MS)
    expect(frames).toHaveLength(3)
  })

  it('spends the app’s processor time on each frame first', () => {
    const { world, frames } = worldWith({ frameTime: 2000 })
    world.player.play(true)
    world.wait(30 * MS)
    expect(frames).toEqual([{ t: 0, duration: 5300, gpuTime: 3300, lost: 0 }])
    expect(world.of('packet').map(({ command, start, end }) => [command, start, end])).toEqual([
      ['decode', 2000, 5000],
      ['present', 5000, 5300],
    ])
  })

  it('draws the effects that are on the clip, between the decoding and the present', () => {
    const { world, frames } = worldWith({ effects: { Blur: 4 * MS, Sepia: 2 * MS } })
    apply(world, 'Sepia', 'Blur')
    world.player.play(true)
    world.wait(30 * MS)
    expect(frames).toEqual([{ t: S, duration: 9300, gpuTime: 9300, lost: 0 }])
    const order = world.of('packet').slice(2)
    expect(order.map(({ command, start }) => [command, start - S])).toEqual([
      ['decode', 0],
      ['Blur', 3000],
      ['Sepia', 7000],
      ['present', 9000],
    ])
    expect(drawn(world)).toEqual(['Blur', 'Sepia'])
  })

  it('drops a frame while two are under way', () => {
    const played = worldWith({ effects: { Blur: 50 * MS } })
    apply(played.world, 'Blur')
    played.world.player.play(true)
    // 53.3 ms a frame, 50 ms after the one before: at 66.7 there is room, at 100 is none
    played.world.wait(99 * MS)
    expect(counts(played)).toEqual([1, 0])
    played.world.wait(2 * MS)
    expect(counts(played)).toEqual([1, 1])
  })

  it('ends at the end of what is played, on its last frame', () => {
    const { world } = worldWith()
    world.player.setTransport({ loop: false })
    world.player.seek(9.95 * S)
    world.wait(10 * MS)
    world.player.play(true)
    world.wait(30 * MS)
    expect(world.player.isPlaying).toBe(true)
    world.wait(70 * MS)
    expect([world.player.isPlaying, world.player.picture?.position]).toEqual([false, 10 * S - 1])
  })

  it('drops every frame of a device that is gone, and goes on with the next one [RS-07]', () => {
    const played = worldWith()
    const { world } = played
    world.player.play(true)
    world.wait(10 * MS)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    world.wait(60 * MS)
    expect(counts(played)).toEqual([1, 2])
    world.do({ verb: 'recreateDevice', value: true })
    world.wait(40 * MS)
    expect(counts(played)).toEqual([2, 2])
  })
})

describe('the playhead', () => {
  it('shows nothing before it was put anywhere, though something has changed', () => {
    const played = worldWith()
    played.world.player.refresh()
    played.world.wait(S)
    expect([counts(played), played.world.player.picture, played.world.player.isFollowing]).toEqual([
      [0, 0],
      null,
      false,
    ])
  })

  it('shows the newest of what comes while a frame is under way, and no other', () => {
    const played = worldWith()
    const { world, frames } = played
    for (const at of [1, 2, 3]) world.player.seek(at * S)
    world.wait(3300)
    expect(world.player.picture).toMatchObject({ number: 1, position: S, footage: { moment: S } })
    world.wait(3300)
    expect(world.player.picture).toMatchObject({ number: 2, position: 3 * S, t: 6600 })
    world.wait(S)
    expect(frames).toHaveLength(2)
  })

  it('shows what has changed there, unless it plays: then the next frame does', () => {
    const { world, frames } = worldWith({ effects: { Blur: 4 * MS } })
    world.player.seek(S)
    world.wait(10 * MS)
    world.player.refresh()
    world.wait(10 * MS)
    expect(frames.map(({ t }) => t)).toEqual([0, 10_000])
    world.player.play(true)
    world.player.refresh()
    world.wait(10 * MS)
    expect(frames.map(({ t }) => t)).toEqual([0, 10_000, 20_000])
  })

  it('shows what has changed after the last frame of playing, once it stands still: no other frame would', () => {
    const { world, frames } = worldWith({ effects: { Blur: 4 * MS } })
    apply(world, 'Blur')
    world.player.seek(S)
    world.wait(S)
    world.player.play(true)
    world.wait(10 * MS)
    world.do({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [20] } } })
    world.player.play(false)
    const begun = frames.length
    world.wait(S)
    expect(frames).toHaveLength(begun + 1)
    expect(world.player.picture).toMatchObject({
      position: S,
      effects: [{ name: 'Blur', constants: { radius: [20] } }],
    })
    // a frame has shown this one
    world.do({ verb: 'setConstants', value: { effect: 'Blur', constants: { radius: [10] } } })
    world.player.play(true)
    world.wait(10 * MS)
    world.player.play(false)
    world.wait(S)
    expect(frames).toHaveLength(begun + 3)
  })

  it('is what is shown in the end, where frames on the way there were dropped', () => {
    for (const [loop, wait] of [
      [true, 190 * MS],
      [false, 2 * S],
    ] as const) {
      const { world } = worldWith({ effects: { Blur: 100 * MS } })
      apply(world, 'Blur')
      world.player.setTransport({ loop })
      world.player.seek(9 * S)
      world.wait(S)
      world.player.play(true)
      world.wait(wait)
      world.player.play(false)
      world.wait(S)
      expect(world.player.dropped).toBeGreaterThan(0)
      expect(world.player.picture?.position).toBe(world.player.transport.position)
    }
  })

  it('over nothing decodes nothing, draws nothing, and shows that', () => {
    const { world, frames } = worldWith({ effects: { Blur: 4 * MS } })
    apply(world, 'Blur')
    world.timeline.edit({ edit: 'insert', at: 20 * S })
    world.player.seek(15 * S)
    world.wait(S)
    expect(frames).toEqual([{ t: S, duration: 300, gpuTime: 300, lost: 0 }])
    expect(world.player.picture).toMatchObject({ position: 15 * S, footage: null, effects: [] })
  })

  it('over nothing in a second that was rendered shows that too: no effect was drawn there', () => {
    const { world } = worldWith({ effects: { Blur: 4 * MS } })
    apply(world, 'Blur')
    world.timeline.edit({ edit: 'trim', clip: 'Harbour at dusk', end: 0.5 * S })
    world.timeline.edit({ edit: 'insert', at: 2 * S })
    world.renders.render(0, S)
    world.wait(S)
    for (const [at, effects] of [
      [0.25 * S, ['Blur']],
      [0.75 * S, []],
    ] as const) {
      world.player.seek(at)
      world.wait(S)
      expect([world.renders.at(at)?.resource, drawn(world)]).toEqual(['render 0 s', effects])
    }
  })

  it('over a second that was rendered copies it, with the effects that are in it', () => {
    const { world, frames } = worldWith({ effects: { Blur: 4 * MS } })
    apply(world, 'Blur')
    world.renders.render(0, S)
    world.wait(S)
    world.player.seek(0)
    world.wait(S)
    // 200 µs for the copy, and the present
    expect(frames).toMatchObject([{ duration: 500, gpuTime: 500, lost: 0 }])
    expect(drawn(world)).toEqual(['Blur'])
  })
})

describe('a frame', () => {
  it('says what of it was lost, and shows what was not', () => {
    const { world, frames } = worldWith({ effects: { Blur: 4 * MS, Sepia: 2 * MS } })
    apply(world, 'Blur', 'Sepia')
    world.do({ verb: 'inject', value: { fault: 'make-resident-fails', count: 1 } })
    world.do({ verb: 'evict', value: { names: ['Blur.r'] } })
    world.do({ verb: 'policy', value: 'fence-lru' })
    world.player.seek(0)
    world.wait(S)
    expect(frames).toMatchObject([{ duration: 5300, gpuTime: 5300, lost: 1 }])
    expect(drawn(world)).toEqual(['Sepia'])
  })

  it('is rendered after the one before, as many as are asked for', () => {
    const { world } = worldWith()
    let rendered: FrameTime[] | null = []
    world.player.render(3, (frames) => {
      rendered = frames
    })
    world.wait(S)
    expect(rendered?.map(({ t }) => t)).toEqual([0, 3300, 6600])
    world.player.render(3, (frames) => {
      rendered = frames
    })
    world.wait(4 * MS)
    world.device.remove('DXGI_ERROR_DEVICE_HUNG', 'planted')
    world.wait(S)
    expect(rendered).toBeNull()
  })

  it('tells its follower what it submits, and when it is over [LB-08]', () => {
    const { world } = worldWith({ frameTime: 2000 })
    world.player.play(true)
    expect(world.delays.oldest).toMatchObject({ what: 'frame', begin: 0 })
    world.wait(5299)
    expect(world.delays.oldest?.own).toBe(5300)
    world.wait(1)
    expect(world.delays.oldest).toBeUndefined()
  })
})

describe('a press beside any frame', () => {
  it('is seen over what is shown, in its place, once it has completed', () => {
    const { world } = worldWith({ effects: { Blur: 4 * MS, Sepia: 2 * MS } })
    apply(world, 'Sepia')
    expect(drawn(world)).toBeUndefined()
    world.player.seek(0)
    world.wait(S)
    expect(drawn(world)).toEqual(['Sepia'])
    world.do({ verb: 'apply', value: 'Blur' })
    expect(drawn(world)).toEqual(['Sepia'])
    world.wait(S)
    expect(drawn(world)).toEqual(['Blur', 'Sepia'])
  })

  it('is not seen where it has not, nor where the timeline has it elsewhere', () => {
    const { world } = worldWith({ effects: { Blur: 4 * MS } })
    apply(world, 'Blur')
    world.timeline.edit({ edit: 'setSpan', span: 'Blur', start: 5 * S })
    world.player.seek(0)
    world.wait(S)
    const blur = world.editor.effect('Blur')
    if (blur === undefined) throw new Error('there is no Blur')
    world.player.pressed(blur).run(true)
    expect(drawn(world)).toEqual([])
    world.player.seek(6 * S)
    world.wait(S)
    const { number } = world.player.picture ?? {}
    world.player.pressed(blur).run(false)
    expect(world.player.picture?.number).toBe(number)
    world.player.pressed(blur).run(true)
    expect(world.player.picture?.number).toBe((number ?? 0) + 1)
  })
})
