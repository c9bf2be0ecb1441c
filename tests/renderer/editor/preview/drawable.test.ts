/** What is drawn of a picture that the simulated GPU has shown: with what it was submitted with, and nothing since. */
import { describe, expect, it } from 'vitest'
import type { PictureView } from '../../../../preload/contract'
import { drawableOf } from '../../../../renderer/editor/preview/drawable'
import { pipelinesOf, variantOf } from './pipelines'

const picture = (number: number, amount: number, position = 0): PictureView => ({
  number,
  position,
  effects: [{ name: 'Sepia', constants: { amount: [amount], other: [1] } }],
  t: number * 1000,
})

const sepia = (amount: number) => pipelinesOf('Sepia', [['uSource']], { constants: { amount: [amount] } })

describe('what is drawn', () => {
  it('is nothing before anything was shown', () => {
    expect(drawableOf(null, sepia(1), null)).toBeNull()
  })

  it('has the values of the submission, not those that are bound by now, and only what the pass has', () => {
    const drawn = drawableOf(picture(1, 0.25, 1_000_000), sepia(0.9), null)
    expect(drawn).toMatchObject({ number: 1, frame: 24, stack: ['Sepia'] })
    expect(drawn?.pipelines.map(({ constants }) => constants)).toEqual([{ amount: [0.25] }])
  })

  it('stays the same while the parameter is dragged, and changes when that is shown', () => {
    const first = drawableOf(picture(1, 0.25), sepia(0.25), null)
    expect(drawableOf(picture(1, 0.25), sepia(0.9), first)).toBe(first)
    expect(drawableOf(picture(2, 0.9), sepia(0.9), first)).toMatchObject({ number: 2 })
  })

  it('keeps an effect that was removed, until a picture without it is shown', () => {
    const first = drawableOf(picture(1, 0.25), sepia(0.25), null)
    expect(drawableOf(picture(1, 0.25), [], first)).toBe(first)
    expect(drawableOf({ ...picture(2, 0), effects: [] }, [], first)).toMatchObject({ stack: [], pipelines: [] })
  })

  it('is drawn anew with a variant that came since: it gives the same pixels (BP-25)', () => {
    const first = drawableOf(picture(1, 0.25), sepia(0.25), null)
    const [pipeline] = sepia(0.25)
    if (pipeline === undefined) throw new Error('no pipeline')
    const with1 = [{ ...pipeline, variants: [variantOf(1, { amount: [0.25] })] }]
    expect(drawableOf(picture(1, 0.25), with1, first)?.pipelines[0]?.variants).toHaveLength(1)
  })
})
