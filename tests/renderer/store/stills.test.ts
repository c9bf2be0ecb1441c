/** Pixels of clips that were dropped onto the window: as long as their clips are there, and no longer. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EffectView } from '../../../preload/contract'
import { emptyState } from '../../../renderer/store/model'
import { isKept, keepPixels, type Pixels, showing, stillOf, stillPixels } from '../../../renderer/store/stills'
import { applyFrames, useStore } from '../../../renderer/store/store'
import { frame } from './frames'

let closed: string[] = []

function bitmap(name: string): ImageBitmap {
  return { width: 16, height: 9, close: () => closed.push(name) }
}

const keepStill = (media: string, picture: ImageBitmap): void => keepPixels(media, stillPixels(picture))

function clip(name: string): EffectView {
  const size = { width: 16, height: 9, frames: 1, thumbnails: 1, length: 5_000_000 }
  return { name, gpuTime: 1, resources: new Uint32Array(), completed: 0, inFlight: 0, clip: size }
}

const { project, preview } = emptyState()

beforeEach(() => {
  // a document without clips, after one that has had them all
  applyFrames([
    frame(0, { full: true, effects: [clip('sea'), clip('sky')], project, preview }),
    frame(1, { effects: [] }),
  ])
  closed = []
})

describe('a still', () => {
  it('stays until a frame has told of its clip, and then while that is there', () => {
    const sea = bitmap('sea')
    keepStill('sea', sea)
    // frames that were under way when it was imported
    applyFrames([frame(2), frame(3, { effects: [] })])
    applyFrames([frame(4, { effects: [clip('sea')] })])
    applyFrames([frame(5, { effects: [clip('sea'), clip('sky')] }), frame(6)])
    expect([stillOf('sea'), isKept(sea), closed]).toEqual([sea, true, []])
  })

  it('goes with its clip, and no other does', () => {
    const [sea, sky] = [bitmap('sea'), bitmap('sky')]
    keepStill('sea', sea)
    keepStill('sky', sky)
    applyFrames([frame(2, { effects: [clip('sea'), clip('sky')] }), frame(3, { effects: [clip('sky')] })])
    expect([stillOf('sea'), stillOf('sky'), isKept(sea), isKept(sky)]).toEqual([undefined, sky, false, true])
    expect(closed).toEqual(['sea'])
  })

  it('stays with a clip that the device lacks, until that is removed, too', () => {
    keepStill('sea', bitmap('sea'))
    applyFrames([frame(2, { effects: [clip('sea')] })])
    const unmade = [{ name: 'sea', kind: 'clip' as const, hresult: 'E_OUTOFMEMORY' }]
    applyFrames([frame(3, { effects: [], project: { ...project, unmade } })])
    expect(closed).toEqual([])
    applyFrames([frame(4, { project })])
    expect(closed).toEqual(['sea'])
  })

  it('stays while the picture that was presented last shows it, after its clip has gone', () => {
    keepStill('sea', bitmap('sea'))
    const picture = { number: 1, position: 0, footage: { media: 'sea', moment: 0 }, effects: [], t: 0 }
    applyFrames([frame(2, { effects: [clip('sea')], preview: { ...preview, picture } })])
    applyFrames([frame(3, { effects: [] })])
    expect(closed).toEqual([])
    applyFrames([frame(4, { preview: { ...preview, picture: { ...picture, number: 2, footage: null } } })])
    expect(closed).toEqual(['sea'])
  })

  it('is not what a clip of the same name shows in another document', () => {
    keepStill('sea', bitmap('sea'))
    applyFrames([frame(2, { effects: [clip('sea')] })])
    // the same document in full, as after a restart
    applyFrames([frame(3, { full: true, effects: [clip('sea')], project })])
    expect(closed).toEqual([])
    applyFrames([frame(0, { full: true, effects: [clip('sea')], project })])
    expect([stillOf('sea'), closed]).toEqual([undefined, ['sea']])
    expect(useStore.getState().view.effects).toHaveLength(1)
  })

  it('is closed when another takes its name', () => {
    const [first, second] = [bitmap('first'), bitmap('second')]
    keepStill('sea', first)
    keepStill('sea', second)
    expect([stillOf('sea'), isKept(first), closed]).toEqual([second, false, ['first']])
    applyFrames([frame(2, { effects: [clip('sea')] }), frame(3, { effects: [] })])
  })

  it('is at every moment what it is; a video has to be gone to its frame first', async () => {
    keepStill('sky', bitmap('sky'))
    expect([showing('sky', 3_000_000), showing('none', 0)]).toEqual([null, null])
    const frames = [bitmap('first'), bitmap('second')]
    let current = 0
    const video: Pixels = {
      get current() {
        return frames[current] as ImageBitmap
      },
      show: (moment) =>
        moment === current
          ? null
          : Promise.resolve().then(() => {
              current = moment
            }),
      close: () => closed.push('video'),
    }
    keepPixels('sea', video)
    expect(stillOf('sea')).toBe(frames[0])
    await showing('sea', 1)
    expect([stillOf('sea'), isKept(frames[0] as ImageBitmap)]).toEqual([frames[1], false])
    expect(showing('sea', 1)).toBeNull()
    applyFrames([frame(2, { effects: [clip('sea'), clip('sky')] }), frame(3, { effects: [] })])
    expect(closed.sort()).toEqual(['sky', 'video'])
  })
})
