/** The little of WebGL2 that the Preview needs: what is made and given back, and what an error says. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bindConstant,
  createProgram,
  createTarget,
  createVolume,
  deleteTarget,
  finishProgram,
  startProgram,
} from '../../../../renderer/editor/preview/gl'
import { type Graphics, stubGraphics } from './recorded-gl'

const VERTEX = 'void main() {}'
const FRAGMENT = 'uniform float amount;\nuniform vec3 tint;'

let graphics: Graphics
let gl: WebGL2RenderingContext

beforeEach(() => {
  graphics = stubGraphics()
  // a recorder has what the Preview uses of a context; TypeScript knows only whole ones
  gl = graphics.gl as unknown as WebGL2RenderingContext
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const programs = () => [graphics.gl.held('program'), graphics.gl.held('shader')]

describe('a program', () => {
  it('is begun without asking whether it compiles, which would wait for it', () => {
    const asked = vi.spyOn(gl, 'getProgramParameter')
    const unfinished = startProgram(gl, VERTEX, FRAGMENT, 'Sepia/0')
    expect([asked.mock.calls, programs()]).toEqual([[], [1, 2]])
    gl.linkProgram(unfinished.handle)
    finishProgram(gl, unfinished)
    // the program has what they were compiled to
    expect(programs()).toEqual([1, 0])
  })

  it('asks the driver once for each uniform, whether or not the shader has it', () => {
    const asked = vi.spyOn(gl, 'getUniformLocation')
    const program = createProgram(gl, VERTEX, FRAGMENT, 'Sepia/0')
    for (const name of ['amount', 'amount', 'other', 'other']) program.uniform(name)
    expect(asked.mock.calls.map(([, name]) => name)).toEqual(['amount', 'other'])
    expect([program.uniform('other'), program.type('other'), program.type('amount')]).toEqual([null, null, gl.FLOAT])
  })

  it('that cannot be built says what the driver said, and leaves nothing behind', () => {
    graphics.gl.log = 'ERROR: 0:1: no such thing'
    expect(() => createProgram(gl, VERTEX, FRAGMENT, 'Sepia/0')).toThrow(
      'The program of Sepia/0 cannot be built: ERROR: 0:1: no such thing',
    )
    expect(programs()).toEqual([0, 0])
  })

  it('is no failure where the context was lost: what the driver says then means nothing', () => {
    graphics.gl.log = 'lost'
    graphics.gl.lost = true
    expect(() => createProgram(gl, VERTEX, FRAGMENT, 'Sepia/0')).not.toThrow()
    vi.spyOn(gl, 'createShader').mockReturnValue(null)
    expect(() => createProgram(gl, VERTEX, FRAGMENT, 'Sepia/0')).toThrow(
      'No shader for Sepia/0: the graphics context is lost',
    )
  })
})

describe('a constant', () => {
  it.each([
    ['float', 'uniform1fv'],
    ['vec2', 'uniform2fv'],
    ['vec3', 'uniform3fv'],
    ['vec4', 'uniform4fv'],
    ['int', 'uniform1iv'],
    ['bool', 'uniform1iv'],
    ['uint', 'uniform1uiv'],
  ] as const)('of type %s is bound by %s', (type, call) => {
    const bound = vi.fn()
    Object.assign(graphics.gl, { [call]: bound })
    const program = createProgram(gl, VERTEX, `uniform ${type} amount;`, 'Sepia/0')
    bindConstant(gl, program, 'amount', [1, 2])
    expect(bound).toHaveBeenCalledExactlyOnceWith(program.uniform('amount'), [1, 2])
  })

  it('that the shader does not read is left out; one of another type is not bound wrongly', () => {
    const program = createProgram(gl, VERTEX, 'uniform sampler2D amount;', 'Sepia/0')
    expect(() => bindConstant(gl, program, 'other', [1])).not.toThrow()
    expect(() => bindConstant(gl, program, 'amount', [1])).toThrow(
      `The constant amount has a type that the preview does not bind: 0x${gl.SAMPLER_2D.toString(16)}`,
    )
  })
})

describe('what is drawn into', () => {
  it('is a texture of its size with a framebuffer, linear between its texels, which are not repeated', () => {
    const set = vi.spyOn(gl, 'texParameteri')
    const target = createTarget(gl, 320, 180)
    expect(target.texture).toMatchObject({ kind: 'texture', width: 320, height: 180 })
    expect(set.mock.calls.map(([, ...how]) => how)).toEqual([
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ])
    deleteTarget(gl, target)
    expect([graphics.gl.held('texture'), graphics.gl.held('framebuffer')]).toEqual([0, 0])
  })

  it('beside it, a volume is filled once, and is linear and not repeated in its depth, too', () => {
    const filled = vi.spyOn(gl, 'texSubImage3D')
    const set = vi.spyOn(gl, 'texParameteri')
    const texels = new Float32Array(2 * 3 * 4 * 4)
    createVolume(gl, { width: 2, height: 3, depth: 4, texels })
    expect(filled).toHaveBeenCalledExactlyOnceWith(gl.TEXTURE_3D, 0, 0, 0, 0, 2, 3, 4, gl.RGBA, gl.FLOAT, texels)
    expect(set.mock.calls).toContainEqual([gl.TEXTURE_3D, gl.TEXTURE_WRAP_R, gl.CLAMP_TO_EDGE])
  })
})
