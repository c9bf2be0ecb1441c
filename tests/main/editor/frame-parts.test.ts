/** What a frame under way comes to when the last of its parts has ended, whichever that is. */
import { describe, expect, it } from 'vitest'
import { FrameParts } from '../../../main/editor/frame-parts'

/** A frame that notes how it stood when it was over. */
function frame(): { parts: FrameParts; over: unknown[] } {
  const over: unknown[] = []
  const run = ({ present, gpuTime, lost, hasFootage, effects }: FrameParts): void => {
    over.push({ present, gpuTime, lost, hasFootage, effects: [...effects] })
  }
  return { parts: new FrameParts({ run }), over }
}

describe('a frame under way', () => {
  it('is over when it was presented and each of its parts has ended, in any order', () => {
    const { parts, over } = frame()
    parts.add()
    parts.add()
    parts.ended(true, 400)
    parts.presented(true, 300, 5_000)
    expect(over).toEqual([])
    parts.ended(true, 20)
    // 400 + 300 + 20
    const present = { completed: true, at: 5_000 }
    expect(over).toEqual([{ present, gpuTime: 720, lost: 0, hasFootage: true, effects: [] }])
  })

  it('counts what did not complete, and no GPU time of that', () => {
    const { parts, over } = frame()
    parts.add()
    parts.ended(false, 400)
    parts.presented(false, 300, 5_000)
    const present = { completed: false, at: 5_000 }
    expect(over).toEqual([{ present, gpuTime: 0, lost: 1, hasFootage: true, effects: [] }])
  })

  it('has no footage once some of it was lost, whatever comes later', () => {
    const { parts, over } = frame()
    parts.add()
    parts.add()
    parts.footageEnded(false, 3_000)
    parts.footageEnded(true, 3_000)
    parts.presented(true, 300, 9_000)
    expect(over).toMatchObject([{ hasFootage: false, lost: 1, gpuTime: 3_300 }])
  })

  it('has its effects by their places, with a hole where none is drawn', () => {
    const { parts, over } = frame()
    parts.effects[2] = { name: 'Blur', constants: {} }
    parts.effects[0] = { name: 'Sepia', constants: {} }
    parts.presented(true, 300, 1)
    expect(over).toMatchObject([{ effects: [{ name: 'Sepia' }, undefined, { name: 'Blur' }] }])
  })
})
