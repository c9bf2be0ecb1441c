/**
 * The colour tables that the Preview binds as `uTable`: for each look a cube of points, computed once and uploaded as
 * one volume. Pure; colours are red, green and blue from 0 to 1.
 */
import { COLOUR_LOOKS, COLOUR_TABLE_POINTS, type ColourLook } from '../../../preload/contract'

type Colour = readonly [red: number, green: number, blue: number]

/** As Rec. 709 has it. */
const LUMINANCE: Colour = [0.2126, 0.7152, 0.0722]

function lightOf([red, green, blue]: Colour): number {
  return red * LUMINANCE[0] + green * LUMINANCE[1] + blue * LUMINANCE[2]
}

function each(colour: Colour, change: (value: number, channel: 0 | 1 | 2) => number): Colour {
  return [change(colour[0], 0), change(colour[1], 1), change(colour[2], 2)]
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share
/** From 0 to 1, level at both ends. */
const eased = (value: number): number => value * value * (3 - 2 * value)
const eases = (from: number, to: number, value: number): number =>
  eased(Math.min(1, Math.max(0, (value - from) / (to - from))))

const LOOKS: Readonly<Record<ColourLook, (colour: Colour) => Colour>> = {
  'teal and orange': (colour) => {
    const [shadows, lights]: [Colour, Colour] = [
      [0.02, 0.12, 0.16],
      [1.1, 0.97, 0.8],
    ]
    const share = eases(0.1, 0.7, lightOf(colour))
    return each(colour, (value, channel) => mix(shadows[channel] + value * 0.9, value * lights[channel], share))
  },
  film: (colour) => {
    const [black, white]: [Colour, Colour] = [
      [0.06, 0.05, 0.08],
      [0.98, 0.96, 0.88],
    ]
    return each(colour, (value, channel) => mix(black[channel], white[channel], eased(value)))
  },
  'bleach bypass': (colour) => each(colour, (value) => eased(mix(lightOf(colour), value, 0.35))),
  night: (colour) => {
    const moon: Colour = [0.3, 0.42, 0.62]
    const floor: Colour = [0, 0.01, 0.04]
    return each(colour, (value, channel) => moon[channel] * mix(lightOf(colour), value, 0.45) + floor[channel])
  },
}

/** What the look makes of a colour. */
export function graded(look: ColourLook, colour: Colour): Colour {
  return LOOKS[look](colour)
}

export interface Volume {
  width: number
  height: number
  depth: number
  /** RGBA, red the fastest, then green; blue in depth, one look behind the other */
  texels: Float32Array
}

/** The tables of all looks, in the order of COLOUR_LOOKS. */
export function colourTables(): Volume {
  const points = COLOUR_TABLE_POINTS
  const depth = points * COLOUR_LOOKS.length
  const texels = new Float32Array(points * points * depth * 4)
  const level = (index: number): number => index / (points - 1)
  let at = 0
  for (const look of COLOUR_LOOKS)
    for (let blue = 0; blue < points; blue++)
      for (let green = 0; green < points; green++)
        for (let red = 0; red < points; red++, at += 4)
          texels.set([...graded(look, [level(red), level(green), level(blue)]), 1], at)
  return { width: points, height: points, depth, texels }
}
