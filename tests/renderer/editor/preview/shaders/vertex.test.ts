/** The vertex shaders of the Preview, by their text: what each corner is, and what fragment shaders get of it. */
import { readdirSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_EFFECTS } from '../../../../../main/editor/effects/catalogue'
import { FULL_SCREEN_VERTEX, FULL_SCREEN_VERTEX_TOP_DOWN } from '../../../../../renderer/editor/preview/shaders/vertex'

const FOLDER = new URL('../../../../../renderer/editor/preview/shaders/', import.meta.url)
const BOTH = [
  ['that draws upwards', FULL_SCREEN_VERTEX],
  ['that draws the top first', FULL_SCREEN_VERTEX_TOP_DOWN],
] as const

/** The numbers of one corner. Its few statements mean the same in JavaScript, but for the types before names. */
function corner(shader: string, id: number): { uv: number[]; position: number[] } {
  const body = /void main\(\) \{(.*)\}/s.exec(shader)?.[1] ?? ''
  const page = createContext({
    gl_VertexID: id,
    float: Number,
    vec2: (x: number, y: number) => ({ x, y }),
    vec4: (...all: number[]) => all,
  })
  runInContext(body.replaceAll(/\b(vec2|vec4|float|int) (?=\w+ =)/g, 'var '), page)
  const { vUv, gl_Position } = page as { vUv: { x: number; y: number }; gl_Position: number[] }
  return { uv: [vUv.x, vUv.y], position: [...gl_Position] }
}

const corners = (shader: string) => [0, 1, 2].map((id) => corner(shader, id))

/** What a shader declares: `in vec2 vUv` and the like, as `vec2 vUv`. */
const declared = (shader: string, how: 'in' | 'out' | 'uniform'): string[] =>
  [...shader.matchAll(new RegExp(`^${how} (\\w+ \\w+);`, 'gm'))].map(([, what]) => what ?? '')

describe('the one triangle', () => {
  // the screen is the square from -1 to 1, whose far corner lies on the middle of the triangle's longest side
  it('covers the screen: its left, lower corner is that of the screen, and its sides are twice as long', () => {
    expect(corners(FULL_SCREEN_VERTEX).map(({ position }) => position)).toEqual([
      [-1, -1, 0, 1],
      [3, -1, 0, 1],
      [-1, 3, 0, 1],
    ])
  })

  it('covers it from the upper left corner where the top is drawn first', () => {
    expect(corners(FULL_SCREEN_VERTEX_TOP_DOWN).map(({ position }) => position)).toEqual([
      [-1, 1, 0, 1],
      [3, 1, 0, 1],
      [-1, -3, 0, 1],
    ])
  })

  it.each(BOTH)('%s: the picture’s place is 0 at the first corner and 1 across the screen', (_which, shader) => {
    expect(corners(shader).map(({ uv }) => uv)).toEqual([
      [0, 0],
      [2, 0],
      [0, 2],
    ])
  })
})

describe.each(BOTH)('a shader %s', (_which, shader) => {
  it('is of WebGL2 from its first line on, which has no whole numbers where floats are meant', () => {
    expect(shader.split('\n')[0]).toBe('#version 300 es')
    const floats = shader.replaceAll(/float\([^;]*?& 2\)/g, 'float()')
    expect(floats.match(/float\(\)/g)).toHaveLength(2)
    expect(floats.replace('#version 300 es', '').match(/(?<![\w.])\d+(?![\w.])/g)).toBeNull()
  })

  it('needs no buffer and no uniform, of which nobody gives it any', () => {
    expect([declared(shader, 'in'), declared(shader, 'uniform')]).toEqual([[], []])
  })

  it('gives every fragment shader all that it takes, by its name and type', async () => {
    const own = await Promise.all(
      readdirSync(FOLDER).map(
        async (name): Promise<unknown[]> => Object.values(await import(new URL(name, FOLDER).href)),
      ),
    )
    const isFragment = (text: unknown): text is string => typeof text === 'string' && /^out vec4 /m.test(text)
    const ofClips = own.flat().filter(isFragment)
    const ofEffects = BUILT_IN_EFFECTS.flatMap(({ passes }) => passes.map(({ source }) => source))
    expect(ofClips.length).toBeGreaterThan(1)
    expect(ofEffects.length).toBeGreaterThan(BUILT_IN_EFFECTS.length)
    for (const fragment of [...ofClips, ...ofEffects]) {
      expect(fragment.split('\n')[0]).toBe('#version 300 es')
      expect(declared(fragment, 'in')).toEqual(declared(shader, 'out'))
    }
  })
})
