import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { specialise } from '../../main/drivers/umd/glsl'
import { BUILT_IN_EFFECTS, type BuiltInEffect, builtInEffect, defaultsOf } from '../../main/editor/effects/catalogue'
import { COLOUR_LOOKS, COLOUR_TABLE_POINTS, type ConstantValues } from '../../preload/contract'
import { graded } from '../../renderer/editor/preview/colour-tables'
import { anyConstants, deciding } from '../main/editor/effects/any-constants'
import { sessionState } from './gpu-support'
import { expect, launchApp, test } from './launch'
import { inMain } from './main-process'
import { colourfulness, previewPixels, quietProject, restingPixels } from './support'

/** A general shader and its variants, each for the constants that are bound. */
interface Case {
  label: string
  general: string
  types: Record<string, string>
  draws: { constants: ConstantValues; variant: string }[]
}

interface Outcome {
  label: string
  constants: ConstantValues
  /** bytes that differ, and by how much at most */
  different: number
  worst: number
  /** colours that the general shader's picture has, up to 16 */
  colours: number
  problem: string | null
}

/**
 * Runs in the page: draws general shader and variant on the same pictures and compares every byte. All passes read
 * pictures with gradients, edges and noise, larger than what is drawn by an odd factor, so that filtering has its part.
 */
async function compareInPage(page: Page, cases: Case[]): Promise<Outcome[]> {
  const volume = { points: COLOUR_TABLE_POINTS, looks: COLOUR_LOOKS.length }
  return page.evaluate(
    ({ given, volume }) => {
      const [width, height] = [128, 72]
      const gl = new OffscreenCanvas(width, height).getContext('webgl2', { antialias: false, depth: false })
      if (gl === null) throw new Error('no WebGL2 in the page')
      const shader = (kind: number, source: string): WebGLShader => {
        const made = gl.createShader(kind) as WebGLShader
        gl.shaderSource(made, source)
        gl.compileShader(made)
        if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(`${gl.getShaderInfoLog(made)}\n${source}`)
        return made
      }
      const vertex = shader(
        gl.VERTEX_SHADER,
        `#version 300 es
out vec2 vUv;
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  vUv = corner;
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`,
      )
      const texture = (seed: number): WebGLTexture => {
        const [w, h] = [149, 83]
        const bytes = new Uint8Array(w * h * 4)
        let state = seed
        const random = () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0
          return state / 2 ** 32
        }
        for (let i = 0; i < w * h; i++) {
          const [x, y] = [(i % w) / w, Math.floor(i / w) / h]
          const edge = Math.floor(x * 9 + seed) % 2 === Math.floor(y * 5) % 2 ? 90 : 0
          const noisy = (base: number) => Math.min(255, Math.max(0, base + edge + (random() - 0.5) * 60))
          bytes.set([noisy(x * 190), noisy(y * 170), noisy((1 - x * y) * 150), 255], i * 4)
        }
        const made = gl.createTexture() as WebGLTexture
        gl.bindTexture(gl.TEXTURE_2D, made)
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
        for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
          gl.texParameteri(gl.TEXTURE_2D, name, gl.LINEAR)
        for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
          gl.texParameteri(gl.TEXTURE_2D, name, gl.CLAMP_TO_EDGE)
        return made
      }
      const inputs = ['uSource', 'uOriginal', 'uHistory1', 'uHistory2', 'uNext']
      const pictures = inputs.map((_, index) => texture(index + 1))
      // colours at random: what a variant reads elsewhere in the volume is seen
      const tables = gl.createTexture() as WebGLTexture
      gl.activeTexture(gl.TEXTURE0 + inputs.length)
      gl.bindTexture(gl.TEXTURE_3D, tables)
      const { points, looks } = volume
      const colours = new Uint8Array(points * points * points * looks * 4).map(
        (_, i) => (Math.imul(i, 2654435761) >>> 8) & 255,
      )
      gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGBA, points, points, points * looks, 0, gl.RGBA, gl.UNSIGNED_BYTE, colours)
      for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
        gl.texParameteri(gl.TEXTURE_3D, name, gl.LINEAR)
      for (const name of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
        gl.texParameteri(gl.TEXTURE_3D, name, gl.CLAMP_TO_EDGE)
      const program = (source: string): WebGLProgram => {
        const made = gl.createProgram() as WebGLProgram
        gl.attachShader(made, vertex)
        gl.attachShader(made, shader(gl.FRAGMENT_SHADER, source))
        gl.linkProgram(made)
        if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(`${gl.getProgramInfoLog(made)}\n${source}`)
        return made
      }
      const draw = (made: WebGLProgram, types: Record<string, string>, constants: Record<string, number[]>) => {
        gl.useProgram(made)
        const at = (name: string) => gl.getUniformLocation(made, name)
        inputs.forEach((name, unit) => {
          gl.activeTexture(gl.TEXTURE0 + unit)
          gl.bindTexture(gl.TEXTURE_2D, pictures[unit] as WebGLTexture)
          gl.uniform1i(at(name), unit)
        })
        gl.uniform1i(at('uTable'), inputs.length)
        gl.uniform2f(at('uTexel'), 1 / width, 1 / height)
        gl.uniform1f(at('uFrame'), 7)
        gl.uniform1f(at('uStrength'), 0.3)
        for (const [name, values] of Object.entries(constants)) {
          const type = types[name]
          if (type === 'float') gl.uniform1fv(at(name), values)
          else if (type === 'vec3') gl.uniform3fv(at(name), values)
          else if (type !== undefined) gl.uniform1iv(at(name), values)
        }
        gl.viewport(0, 0, width, height)
        gl.drawArrays(gl.TRIANGLES, 0, 3)
        const bytes = new Uint8Array(width * height * 4)
        gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
        return bytes
      }
      return given.flatMap(({ label, general, types, draws }) => {
        const first = program(general)
        return draws.map(({ constants, variant }) => {
          const expected = draw(first, types, constants)
          const second = program(variant)
          const found = draw(second, types, constants)
          gl.deleteProgram(second)
          let different = 0
          let worst = 0
          const colours = new Set<string>()
          for (const [index, value] of expected.entries()) {
            const off = Math.abs(value - (found[index] as number))
            if (off > 0) different++
            worst = Math.max(worst, off)
            if (index % 4 === 0 && colours.size < 16) colours.add(expected.subarray(index, index + 3).join())
          }
          const error = gl.getError()
          return { label, constants, different, worst, colours: colours.size, problem: error ? `GL ${error}` : null }
        })
      })
    },
    { given: cases, volume },
  )
}

const SETS = 6

/** For each pass: defaults and some of the range, folded wholly and as far as the driver does first. */
function casesOf(effect: BuiltInEffect): Case[] {
  const sets = [defaultsOf(effect), ...fc.sample(anyConstants(effect), { numRuns: SETS, seed: 20 })]
  return effect.passes.map(({ name, source, constants }) => ({
    label: `${effect.name}/${name}`,
    general: source,
    types: { ...constants },
    draws: sets.flatMap((values) => {
      const sources = [specialise(source, values).source, specialise(source, deciding(effect, values)).source]
      return [...new Set(sources)].map((variant) => ({ constants: values, variant }))
    }),
  }))
}

for (const effect of [...BUILT_IN_EFFECTS, builtInEffect('Of no name')]) {
  test(`every variant of ${effect.name} gives the pixels of its general shader, byte for byte [BP-25]`, async () => {
    const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
    const outcomes = await compareInPage(page, casesOf(effect))
    expect(outcomes.length).toBeGreaterThanOrEqual(effect.passes.length)
    // a black picture would be equal to any other
    expect(Math.max(...outcomes.map(({ colours }) => colours))).toBeGreaterThan(8)
    expect(outcomes.filter(({ different, problem }) => different > 0 || problem !== null)).toEqual([])
  })
}

test('the Preview uses a variant and measures it, and the picture stays what it was [BP-25, BP-26, BP-31]', async () => {
  const { page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const preview = page.getByRole('region', { name: 'Preview' })
  const sharp = await previewPixels(page)
  await page.getByRole('button', { name: 'Blur', exact: true }).click()
  await expect.poll(async () => (await previewPixels(page)).join() !== sharp.join()).toBe(true)
  const general = await restingPixels(page)

  await page.getByText('16×', { exact: true }).click()
  await preview.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('tab', { name: 'Background' }).click()
  await page.getByText('Shaders', { exact: true }).first().click()
  const panel = page.getByRole('tabpanel', { name: 'Background' })
  await expect(panel.getByText(/variant \d in use/).first()).toBeVisible({ timeout: 30_000 })
  await preview.getByRole('button', { name: 'Pause clip' }).click()
  await preview.getByRole('button', { name: 'To start' }).click()
  // the variant that is bound now was compared on this GPU, byte by byte
  await expect(panel.getByText('identical ✓').first()).toBeVisible({ timeout: 30_000 })
  await expect(panel.getByText(/^differ:/)).toHaveCount(0)
  // general shader and variant have both been measured on this GPU
  await expect(panel.getByText('not measured')).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(async () => (await previewPixels(page)).join() === general.join(), { timeout: 15_000 }).toBe(true)
})

test('Colour grade shows what its table says of every colour of the picture', async () => {
  const app = { effects: [{ name: 'Colour grade', gpuTime: '1ms', resources: [{ name: 'table', size: '64KiB' }] }] }
  const { page } = await launchApp({ args: [`--scenario=${quietProject({ app })}`] })
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeGreaterThan(20)
  const before = await restingPixels(page)
  await page.getByRole('button', { name: 'Colour grade', exact: true }).click()
  await expect.poll(async () => (await previewPixels(page)).join() !== before.join()).toBe(true)
  const shown = await restingPixels(page)

  const byte = (value: number) => Math.min(1, Math.max(0, value)) * 255
  const expected = before.flatMap((_, at) => {
    if (at % 4 > 0) return []
    const [red, green, blue] = [0, 1, 2].map((channel) => (before[at + channel] ?? 0) / 255)
    return [...graded('teal and orange', [red ?? 0, green ?? 0, blue ?? 0]).map(byte), 255]
  })
  const apart = (other: readonly number[]) =>
    shown.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / shown.length
  // between the points of the table, and where the small copy of the picture mixes colours, it is not the same
  expect(apart(expected)).toBeLessThan(2)
  expect(apart(before)).toBeGreaterThan(8)
})

test('a variant whose pixels differ on this GPU is told, and the Preview draws with the general shader [BP-25]', async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await page.getByRole('button', { name: 'Grayscale', exact: true }).click()
  await expect.poll(async () => colourfulness(await previewPixels(page))).toBeLessThan(2)
  const gray = await restingPixels(page)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()

  // what no driver of ours makes: a frame with a variant that forgets half of the light
  const { clock, pipelines } = await sessionState(page)
  const wrong = pipelines.map((pipeline) => ({
    ...pipeline,
    variants: [
      {
        id: 1,
        constants: {},
        folded: [],
        kept: [],
        source: pipeline.source.replace(
          'void main() {',
          'void main() {\n  outColor = vec4(0.2, 0.9, 0.1, 1.0); return;',
        ),
        installedAt: 0,
        hits: 0,
        branchesRemoved: 0,
        loopsUnrolled: 0,
        operations: 10,
      },
    ],
  }))
  await inMain(
    app,
    async ({ BrowserWindow }, frame) => {
      for (const { webContents } of BrowserWindow.getAllWindows()) webContents.send('trimline:frame', frame)
    },
    { seq: 1_000_000, full: false, clock, pipelines: wrong },
  )
  await expect(page.getByText(/^Variant 1 of Grayscale\/convert does not give the pixels/)).toBeVisible({
    timeout: 20_000,
  })
  await page.getByRole('tab', { name: 'Background' }).click()
  await page.getByText('Shaders', { exact: true }).first().click()
  const pso = page.getByRole('region', { name: 'PSO Grayscale/convert' })
  await expect(pso.getByText(/^differ: [\d,]+ of 230,400 bytes/)).toBeVisible()
  await expect.poll(async () => (await previewPixels(page)).join() === gray.join(), { timeout: 15_000 }).toBe(true)
})
