import { describe, expect, it } from 'vitest'
import type { MoveView } from '../../../../../preload/contract'
import { GLIDE, Motions } from '../../../../../renderer/instruments/defragmentation/heap-map/motion'

const move = (allocation: number, parts: Partial<MoveView> = {}): MoveView => ({
  allocation,
  name: `a ${allocation}`,
  bytes: 64,
  from: 2,
  fromOffset: allocation * 64,
  to: 1,
  toOffset: allocation * 64,
  operation: 'COPY',
  state: 'copying',
  because: null,
  ...parts,
})

const TEXTURE = 2
const kindOf = () => TEXTURE
const under = (motions: Motions, now: number) => motions.at(now).map(({ motion }) => motion.move.allocation)

describe('moves that are seen', () => {
  it('glide once, from source to destination, when their copy begins', () => {
    const motions = new Motions()
    motions.update([move(1, { state: 'planned' })], kindOf, 0)
    expect(motions.at(0)).toEqual([])
    motions.update([move(1)], kindOf, 100)
    expect(motions.at(100)).toMatchObject([{ progress: 0, motion: { kind: TEXTURE } }])
    expect(motions.at(100 + GLIDE / 2)[0]!.progress).toBeCloseTo(0.5)
    motions.update([move(1, { state: 'done' })], kindOf, 200)
    expect(under(motions, 100 + GLIDE - 1)).toEqual([1])
    expect(under(motions, 100 + GLIDE)).toEqual([])
    motions.update([move(1, { state: 'done' })], kindOf, 5000)
    expect(motions.at(5000)).toEqual([])
  })

  it('glide too when a pass was planned and done between two frames', () => {
    const motions = new Motions()
    motions.update([], kindOf, 0)
    motions.update([move(1, { state: 'done' })], kindOf, 10)
    expect(under(motions, 11)).toEqual([1])
  })

  it('do not glide when they were done before anyone looked', () => {
    const motions = new Motions()
    motions.update([move(1, { state: 'done' }), move(2)], kindOf, 0)
    expect(under(motions, 1)).toEqual([2])
  })

  it('are only those that are carried out: what is ignored or destroyed goes nowhere [DF-11]', () => {
    const motions = new Motions()
    motions.update([], kindOf, 0)
    motions.update([move(1, { operation: 'IGNORE' }), move(2, { operation: 'DESTROY' }), move(3)], kindOf, 1)
    expect(under(motions, 2)).toEqual([3])
  })

  it('glide again when the same allocation moves on in a later pass', () => {
    const motions = new Motions()
    motions.update([move(1)], kindOf, 0)
    motions.update([move(1, { from: 1, to: 0 })], kindOf, 2 * GLIDE)
    expect(under(motions, 2 * GLIDE + 1)).toEqual([1])
  })
})
