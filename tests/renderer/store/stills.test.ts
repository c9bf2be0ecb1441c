/** Pixels of clips that were dropped onto the window: as long as their clips are there, and no longer. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { EffectView } from '../../../preload/contract'
import { emptyState } from '../../../renderer/store/model'
import {
  isKept,
  keepPixels,
  type Pixels,
  packStills,
  showing,
  stillOf,
  stillPixels,
  unpackStills,
} from '../../../renderer/store/stills'
import { applyFrames, useStore } from '../../../renderer/store/store'
import { frame } from './support/frames'

let closed: string[] = []

function bitmap(name: string): ImageBitmap {
  return { width: 16, height: 9, close: () => closed.push(name) }
}

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
    keepPixels('sea', stillPixels(sea))
    // frames that were under way when it was imported
    applyFrames([frame(2), frame(3, { effects: [] })])
    applyFrames([frame(4, { effects: [clip('sea')] })])
    applyFrames([frame(5, { effects: [clip('sea'), clip('sky')] }), frame(6)])
    expect([stillOf('sea'), isKept(sea), closed]).toEqual([sea, true, []])
  })

  it('stays where its clip goes: Undo and an earlier moment bring that back; it goes with the document [LB-02]', () => {
    const [sea, sky] = [bitmap('sea'), bitmap('sky')]
    keepPixels('sea', stillPixels(sea))
    keepPixels('sky', stillPixels(sky))
    applyFrames([frame(2, { effects: [clip('sea'), clip('sky')] }), frame(3, { effects: [clip('sky')] })])
    applyFrames([frame(4, { full: true, effects: [], project })])
    applyFrames([frame(5, { full: true, effects: [clip('sea')], project })])
    expect([stillOf('sea'), stillOf('sky'), isKept(sea), isKept(sky), closed]).toEqual([sea, sky, true, true, []])
    applyFrames([frame(0, { full: true, effects: [clip('sky')], project })])
    expect([stillOf('sea'), stillOf('sky'), isKept(sea)]).toEqual([undefined, undefined, false])
    expect(closed.sort()).toEqual(['sea', 'sky'])
  })

  it('is of a clip also where the device lacks that, or it only lies on the timeline', () => {
    keepPixels('sea', stillPixels(bitmap('sea')))
    const unmade = [{ name: 'sea', kind: 'clip' as const, hresult: 'E_OUTOFMEMORY' }]
    applyFrames([frame(2, { effects: [], project: { ...project, unmade } })])
    applyFrames([frame(0, { full: true, effects: [], project })])
    expect(closed).toEqual(['sea'])
  })

  it('is not what a clip of the same name shows in another document', () => {
    keepPixels('sea', stillPixels(bitmap('sea')))
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
    keepPixels('sea', stillPixels(first))
    keepPixels('sea', stillPixels(second))
    expect([stillOf('sea'), isKept(first), closed]).toEqual([second, false, ['first']])
    applyFrames([frame(2, { effects: [clip('sea')] }), frame(3, { effects: [] })])
  })

  it('is at every moment what it is; a video has to be gone to its frame first', async () => {
    keepPixels('sky', stillPixels(bitmap('sky')))
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
    applyFrames([frame(2, { effects: [clip('sea'), clip('sky')] }), frame(0, { full: true, effects: [], project })])
    expect(closed.sort()).toEqual(['sky', 'video'])
  })
})

describe('while nobody sees them, stills', () => {
  const decoded = new Map<Blob, string>()
  let packs = 0
  /** ends what was begun, in order */
  let ends: (() => void)[] = []
  const packing = {
    pack: async (picture: ImageBitmap) => {
      packs++
      const blob = new Blob([String(picture.width)])
      decoded.set(blob, `decoded ${picture.width}`)
      await new Promise<void>((done) => ends.push(done))
      return blob
    },
    unpack: async (packed: Blob) => {
      await new Promise<void>((done) => ends.push(done))
      return bitmap(decoded.get(packed) as string)
    },
  }
  const turn = (): Promise<void> => new Promise((done) => setTimeout(done))
  async function end(): Promise<void> {
    for (await turn(); ends.length > 0; await turn()) ends.shift()?.()
  }

  beforeEach(() => {
    packs = 0
    ends = []
    keepPixels('sea', stillPixels(bitmap('sea')))
    keepPixels('sky', stillPixels(bitmap('sky')))
    applyFrames([frame(2, { effects: [clip('sea'), clip('sky')] })])
  })

  it('are kept compressed, and are there again when somebody looks; compressed once', async () => {
    for (let round = 0; round < 2; round++) {
      const hidden = packStills(packing)
      await end()
      await hidden
      expect([stillOf('sea'), stillOf('sky')]).toEqual([undefined, undefined])
      const seen = unpackStills(packing)
      await end()
      await seen
      expect(stillOf('sea')).toBeDefined()
      expect(isKept(stillOf('sky') as ImageBitmap)).toBe(true)
    }
    expect(packs).toBe(2)
    expect(closed).toEqual(['sea', 'sky', 'decoded 16', 'decoded 16'])
  })

  it('stay as they are where somebody looks again before they are compressed', async () => {
    const hidden = packStills(packing)
    const seen = unpackStills(packing)
    await end()
    await Promise.all([hidden, seen])
    expect(stillOf('sea')).toBeDefined()
    expect(stillOf('sky')).toBeDefined()
    expect(closed).toEqual([])
  })

  it('of a document that goes meanwhile are not kept', async () => {
    const hidden = packStills(packing)
    await end()
    await hidden
    const seen = unpackStills(packing)
    applyFrames([frame(0, { full: true, effects: [], project })])
    await end()
    await seen
    expect([stillOf('sea'), stillOf('sky')]).toEqual([undefined, undefined])
    // one was being decoded
    expect(closed).toEqual(['sea', 'sky', 'decoded 16'])
  })
})
