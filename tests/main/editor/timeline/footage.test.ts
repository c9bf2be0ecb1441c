import { describe, expect, it } from 'vitest'
import { FootageDecoder } from '../../../../main/editor/timeline/footage'
import { Timeline } from '../../../../main/editor/timeline/timeline'
import type { TestWorld } from '../../support/world'
import { S, worldOf } from '../../support/world'

/** A frame of the timeline, µs. */
const FRAME = 41_666

/** Two seconds of the sample, then 4 s of sea; of its frames three are kept. */
function rig(project = { width: 1920, height: 1080 }, clip: Record<string, unknown> = {}) {
  const clips = [{ name: 'sea', width: 3840, height: 2160, frames: 3, thumbnails: 0, length: '4s', ...clip }]
  const world: TestWorld = worldOf({ app: { clips, project } })
  const timeline = new Timeline(world.editor)
  for (const edit of [
    { edit: 'trim', clip: 'Harbour at dusk', end: 2 * S },
    { edit: 'insert', media: 'sea' },
  ] as const) {
    const problem = timeline.edit(edit)
    if (problem !== null) throw new Error(problem)
  }
  const used: string[] = []
  const editor = {
    effect: (name: string) => world.editor.effect(name),
    use: (...[names, { engine, gpuTime }]: Parameters<TestWorld['editor']['use']>) => {
      used.push(`${names.join()} ${engine} ${gpuTime}`)
      return 'S_OK' as const
    },
  }
  return { footage: new FootageDecoder(editor, timeline, () => project), used }
}

describe('what a moment shows', () => {
  it('is the sample, a clip by how far it is into it, or nothing', () => {
    const { footage } = rig()
    expect([S, 2.5 * S, 7 * S].map((at) => footage.at(at, false).kind)).toEqual(['sample', 'clip', 'gap'])
    expect([S, 2.5 * S, 7 * S].map((at) => footage.seen(at))).toEqual([
      { moment: S },
      { moment: 0.5 * S, media: 'sea' },
      null,
    ])
  })

  it('of a clip is decoded into its frames in turn, at 6 ms for 4K', () => {
    const { footage } = rig()
    const shown = [0, 1, 2, 3].map((frame) => footage.at(2 * S + frame * FRAME, false))
    expect(shown).toEqual(
      [1, 2, 3, 1].map((frame) => ({ kind: 'clip', resource: `sea.frame ${frame}`, gpuTime: 6000 })),
    )
  })

  it('takes as long as it has texels, but not less than a decoder needs', () => {
    const gpuTime = (width: number, height: number): unknown =>
      rig(undefined, { width, height }).footage.at(3 * S, false)
    expect([gpuTime(1920, 1080), gpuTime(64, 64)]).toMatchObject([{ gpuTime: 1500 }, { gpuTime: 300 }])
  })

  it('is a proxy of a quarter of the project while the playhead is dragged', () => {
    // 960 × 540: a sixteenth of 4K
    expect(rig({ width: 3840, height: 2160 }).footage.at(3 * S, true)).toEqual({
      kind: 'clip',
      resource: 'sea.proxy 1:4',
      gpuTime: 375,
    })
  })
})

describe('the clip that comes next', () => {
  it('is brought in during the second before it, a frame of it at a time, all once', () => {
    const { footage, used } = rig()
    footage.bringIn(0.9 * S, undefined)
    expect(used).toEqual([])
    for (let i = 0; i < 5; i++) footage.bringIn(1.1 * S, undefined)
    expect(used).toEqual(['sea.frame 1 copy 100', 'sea.frame 2 copy 100', 'sea.frame 3 copy 100'])
    // on another device none of it is there
    footage.forget()
    footage.bringIn(1.1 * S, undefined)
    expect(used).toHaveLength(4)
  })
})
