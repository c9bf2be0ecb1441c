/** The Preview's draws, on a GPU that remembers them: into what, from what, with which values, and when. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PipelineView } from '../../../../preload/contract'
import { type Picture, PreviewRenderer } from '../../../../renderer/editor/preview/renderer'
import { CLIP_FRAGMENT } from '../../../../renderer/editor/preview/shaders/clip'
import { STILL_FRAGMENT } from '../../../../renderer/editor/preview/shaders/still'
import { FULL_SCREEN_VERTEX, FULL_SCREEN_VERTEX_TOP_DOWN } from '../../../../renderer/editor/preview/shaders/vertex'
import { NOTHING_MEASURED } from '../../../../renderer/store/measured'
import { dropPixels, keepPixels, stillPixels } from '../../../../renderer/store/stills'
import { useStore } from '../../../../renderer/store/store'
import { stubCanvases } from '../../canvas/recorded-context'
import { pipelinesOf, variantOf } from './pipelines'
import { type Graphics, stubGraphics } from './recorded-gl'

// the tables themselves are proved elsewhere, and take long to compute
vi.mock('../../../../renderer/editor/preview/colour-tables', () => ({
  colourTables: () => ({ width: 3, height: 5, depth: 1, texels: new Float32Array(60) }),
}))

const FULL = { width: 640, height: 360 }

let graphics: Graphics
let renderer: PreviewRenderer
let changes = 0
let differences: [string, number][] = []
/** what the browser does when it has time */
let idle: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  stubCanvases()
  graphics = stubGraphics()
  idle = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => {
    idle = []
  })
  useStore.setState({ measured: NOTHING_MEASURED })
  changes = 0
  differences = []
  renderer = new PreviewRenderer(
    () => changes++,
    ({ variant }, { bytes }) => differences.push([variant.source, bytes]),
  )
})

afterEach(() => {
  renderer.dispose()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const picture = (parts: Partial<Picture> = {}): Picture => ({ stack: [], pipelines: [], frame: 12, ...parts })
const withEffect = (effect: string, pipelines: PipelineView[]): Picture => picture({ stack: [effect], pipelines })

/** What was drawn since the last look. */
const draws = () => graphics.gl.draws.splice(0)
/** The GPU is done at once. */
function drawn(what: Picture, now = 0) {
  renderer.drawSoon(what, FULL, now)
  graphics.gl.finish()
  expect(renderer.ready(now + 2)).toBe(true)
  return { draws: draws(), image: renderer.take() }
}
function whenIdle(): void {
  for (let at = 0; idle.length > 0 && at < 10; at++) for (const run of idle.splice(0)) run()
}

describe('a picture', () => {
  it('without effects is the clip, at first half as wide and high as it is shown, its top row first', () => {
    renderer.drawSoon(picture(), FULL, 0)
    expect(draws()).toMatchObject([
      {
        vertex: FULL_SCREEN_VERTEX_TOP_DOWN,
        fragment: CLIP_FRAGMENT,
        into: { width: 320, height: 180 },
        viewport: [0, 0, 320, 180],
        scissor: [0, 0, 320, 180],
        // the footage is 10 s of 24 frames a second long
        uniforms: { uPhase: 12 / 240, uShot: 0, uResolution: [320, 180], uLettering: { kind: 'texture', width: 1024 } },
      },
    ])
    expect(graphics.gl.reads.map(([, width, height]) => [width, height])).toEqual([[320, 180]])
  })

  it('can be taken once, when the GPU is done: nothing waits for it', () => {
    graphics.gl.byte = 77
    renderer.drawSoon(picture(), FULL, 0)
    expect([renderer.busy, renderer.ready(5), renderer.unfinished]).toEqual([true, false, false])
    graphics.gl.finish()
    expect(renderer.ready(10)).toBe(true)
    expect(renderer.take()).toMatchObject({ width: 320, height: 180, data: { 0: 77, [320 * 180 * 4 - 1]: 77 } })
    expect([renderer.take(), renderer.busy, graphics.gl.held('sync')]).toEqual([null, false, 0])
  })

  it('goes through its effects pass by pass: each reads what it asks for, with its own values', () => {
    const [first, second] = pipelinesOf('Glow', [['uSource'], ['uSource', 'uOriginal']])
    const source = `${second!.source}\nuniform float amount;\nuniform vec3 tint;\nuniform vec2 uTexel;\nuniform float uFrame;`
    const constants = { amount: [0.25], tint: [1, 0.5, 0], unread: [9] }
    const { draws } = drawn(withEffect('Glow', [first!, { ...second!, source, constants }]))
    const [clip, one, two] = draws
    expect(draws.map(({ fragment }) => fragment)).toEqual([CLIP_FRAGMENT, first!.source, source])
    expect([one!.vertex, one!.uniforms.uSource]).toEqual([FULL_SCREEN_VERTEX, clip!.into])
    expect(two!.uniforms).toEqual({
      uSource: one!.into,
      uOriginal: clip!.into,
      amount: [0.25],
      tint: [1, 0.5, 0],
      // a texel of the clip, whatever the size of the picture
      uTexel: [1 / 1280, 1 / 720],
      uFrame: 12,
    })
    // no pass draws into what it reads
    expect(new Set([clip!.into, one!.into, two!.into]).size).toBe(3)
    expect(graphics.gl.reads.at(-1)?.[0]).toBe(two!.into)
  })

  it('has the colour tables for the passes that ask for them, beside their pictures', () => {
    const [pipeline] = pipelinesOf('Grade', [['uSource']])
    const source = `${pipeline!.source}\nuniform sampler3D uTable;`
    const [clip, pass] = drawn(withEffect('Grade', [{ ...pipeline!, source }])).draws
    expect(pass!.uniforms).toMatchObject({ uSource: clip!.into, uTable: { width: 3, height: 5 } })
  })
})

describe('an imported clip', () => {
  afterEach(() => dropPixels('sea'))

  it('is its picture, in its own shape on black', () => {
    keepPixels('sea', stillPixels({ width: 400, height: 400, close: () => {} }))
    const [draw] = drawn(picture({ media: 'sea' })).draws
    expect(draw).toMatchObject({
      vertex: FULL_SCREEN_VERTEX_TOP_DOWN,
      fragment: STILL_FRAGMENT,
      // a square on 16 : 9
      uniforms: { uPicture: { width: 400, height: 400 }, uShape: 9 / 16 },
    })
  })

  it('is black where nothing lies, and the sample where its picture is not here', () => {
    expect(drawn(picture({ media: null })).draws[0]).toMatchObject({
      fragment: STILL_FRAGMENT,
      uniforms: { uShape: 0 },
    })
    expect(drawn(picture({ media: 'elsewhere' })).draws[0]!.fragment).toBe(CLIP_FRAGMENT)
  })

  it('gives its texture back once its clip is gone', () => {
    keepPixels('sea', stillPixels({ width: 400, height: 400, close: () => {} }))
    drawn(picture({ media: 'sea' }))
    const before = graphics.gl.held('texture')
    dropPixels('sea')
    drawn(picture())
    expect(graphics.gl.held('texture')).toBe(before - 1)
  })
})

describe('the size of a picture that others follow', () => {
  const widthAfter = (took: number): number => {
    // the first was compiled for: its time says nothing
    drawn(picture())
    renderer.drawSoon(picture(), FULL, 0)
    graphics.gl.finish()
    // it ended between the last two looks, which were at 0 and now
    renderer.ready(2 * took)
    draws()
    return drawn(picture()).draws[0]!.into!.width
  }

  it('is the full one where the GPU is fast', () => {
    expect(widthAfter(1)).toBe(640)
  })

  it('is a quarter where it is slow', () => {
    expect(widthAfter(400)).toBe(160)
  })

  it('is that of the targets: they are used again at the same size, and given back at another', () => {
    const [first] = drawn(picture()).draws
    const held = () => [graphics.gl.held('texture'), graphics.gl.held('framebuffer')]
    const before = held()
    const [second] = drawn(picture()).draws
    expect(second!.into).toBe(first!.into)
    const [third] = drawn(picture()).draws
    expect(third!.into).toMatchObject({ width: 640, height: 360 })
    expect(held()).toEqual(before)
  })
})

describe('a fine picture', () => {
  it('is drawn in bands from the top, each when the GPU is done with the one before, and read at its end', () => {
    renderer.drawFine(picture(), FULL, 0)
    const bands: (readonly number[] | null)[] = []
    let now = 0
    let reads = 0
    for (; renderer.unfinished; now += 60) {
      bands.push(...draws().map(({ scissor }) => scissor))
      reads = graphics.gl.reads.length
      expect(renderer.take()).toBeNull()
      graphics.gl.finish()
      // 30 ms: neither short nor long, so that all are of one size
      expect(renderer.ready(now + 60)).toBe(true)
      renderer.proceed(now + 60)
    }
    bands.push(...draws().map(({ scissor }) => scissor))
    expect(reads).toBe(0)
    // at most 64 chunks: 360 ÷ 64 are 5.6 rows
    expect(bands).toEqual(Array.from({ length: 72 }, (_, at) => [0, at * 5, 640, 5]))
    graphics.gl.finish()
    renderer.ready(now + 60)
    expect([renderer.take(), graphics.gl.reads.length]).toMatchObject([{ width: 640, height: 360 }, 1])
  })

  it('is dropped when another picture is begun', () => {
    renderer.drawFine(picture(), FULL, 0)
    expect(renderer.unfinished).toBe(true)
    renderer.drawSoon(picture(), FULL, 10)
    expect(renderer.unfinished).toBe(false)
  })
})

describe('a variant', () => {
  const sources = (given: ReturnType<typeof draws>) => given.map(({ fragment }) => fragment)
  const [general] = pipelinesOf('Blur', [['uSource']])
  const variant = variantOf(7, { radius: [2] }, `${general!.source}\n// radius is 2`)
  const blur = withEffect('Blur', [{ ...general!, usable: [7], variants: [variant] }])

  it('is built when the browser has time, and drawn with from then on', () => {
    expect(sources(drawn(blur).draws)).toEqual([CLIP_FRAGMENT, general!.source])
    expect(changes).toBe(0)
    whenIdle()
    expect(changes).toBe(1)
    expect(sources(drawn(blur).draws)).toEqual([CLIP_FRAGMENT, variant.source])
  })

  it('that the driver may not use is not built', () => {
    drawn(withEffect('Blur', [{ ...general!, usable: [], variants: [variant] }]))
    expect(idle).toEqual([])
  })

  it('is compared with its general shader when nothing else is to be drawn, at one size, and used where they agree [BP-25]', () => {
    drawn(blur)
    whenIdle()
    drawn(blur)
    expect(renderer.examine(blur)).toBe(0)
    const compared = draws()
    expect(sources(compared)).toEqual([general!.source, variant.source])
    expect(compared.map(({ viewport, scissor }) => [viewport, scissor])).toEqual([
      [[0, 0, 320, 180], null],
      [[0, 0, 320, 180], null],
    ])
    expect([renderer.busy, renderer.ready(0)]).toEqual([true, false])
    graphics.gl.finish()
    vi.advanceTimersByTime(10)
    expect([renderer.busy, renderer.ready(0), differences]).toEqual([false, true, []])
    expect(useStore.getState().measured.differences.get(variant.source)?.bytes).toBe(0)
    expect(sources(drawn(blur).draws)).toEqual([CLIP_FRAGMENT, variant.source])
  })

  it('whose pixels differ is told of, and not drawn with any more [BP-25]', () => {
    drawn(blur)
    whenIdle()
    drawn(blur)
    const before = changes
    const read = graphics.gl.readPixels.bind(graphics.gl)
    graphics.gl.readPixels = (...box) => {
      graphics.gl.byte++
      read(...box)
    }
    renderer.examine(blur)
    graphics.gl.finish()
    vi.advanceTimersByTime(10)
    // every byte of 320 × 180 elements
    expect([differences, changes]).toEqual([[[variant.source, 230_400]], before + 1])
    draws()
    expect(sources(drawn(blur).draws)).toEqual([CLIP_FRAGMENT, general!.source])
  })

  it('is measured after that, in turn with its general shader, each five times, 300 ms apart [BP-31]', () => {
    drawn(blur)
    whenIdle()
    drawn(blur)
    const begun: string[] = []
    const pauses: number[] = []
    for (let pause = renderer.examine(blur); pause !== null && begun.length < 20; pause = renderer.examine(blur)) {
      if (pause > 0) {
        pauses.push(pause)
        vi.advanceTimersByTime(pause)
        continue
      }
      begun.push(draws()[0]!.fragment)
      graphics.gl.finish()
      vi.advanceTimersByTime(10)
    }
    const turns = Array.from({ length: 5 }, () => [general!.source, variant.source])
    // the first is the comparison
    expect(begun).toEqual([general!.source, ...turns.flat()])
    // a look each 2 ms: it was done 8 ms ago
    expect(pauses.slice(1)).toEqual(Array.from({ length: 9 }, () => 292))
    // two draws took the 2 ms until the first look
    expect(useStore.getState().measured.times).toEqual({ '0 general': 1, '0 7': 1 })
  })

  it('is not looked at before anything was drawn', () => {
    expect([renderer.examine(blur), draws()]).toEqual([null, []])
  })
})

describe('the graphics context', () => {
  it('that is not there is said to be missing', () => {
    stubGraphics(false)
    expect(
      () =>
        new PreviewRenderer(
          () => {},
          () => {},
        ),
    ).toThrow('This system offers no WebGL2, which the preview needs')
  })

  it('tells when it is lost, so that it comes back, and when it is back', () => {
    const told: string[] = []
    renderer.watch(
      () => told.push('lost'),
      () => told.push('back'),
    )
    const lost = new Event('webglcontextlost', { cancelable: true })
    graphics.surface().dispatchEvent(lost)
    // without that, the browser never gives it back
    expect(lost.defaultPrevented).toBe(true)
    graphics.surface().dispatchEvent(new Event('webglcontextrestored'))
    expect(told).toEqual(['lost', 'back'])
    graphics.gl.lost = true
    expect(renderer.lost).toBe(true)
  })

  it('has everything made anew when it is back, and what was under way is dropped', () => {
    const [first] = drawn(picture()).draws
    renderer.drawSoon(picture(), FULL, 0)
    renderer.restore()
    expect([renderer.busy, renderer.ready(0), renderer.take()]).toEqual([false, true, null])
    draws()
    const [after] = drawn(picture()).draws
    expect(after!.fragment).toBe(CLIP_FRAGMENT)
    expect(after!.into).not.toBe(first!.into)
    expect(after!.uniforms.uLettering).not.toBe(first!.uniforms.uLettering)
  })

  it('holds nothing more once the Preview is gone', () => {
    const [pipeline] = pipelinesOf('Grade', [['uSource']])
    drawn(withEffect('Grade', [{ ...pipeline!, source: `${pipeline!.source}\nuniform sampler3D uTable;` }]))
    renderer.drawSoon(picture(), FULL, 0)
    renderer.dispose()
    expect(
      (['texture', 'framebuffer', 'buffer', 'program', 'shader', 'sync'] as const).map((kind) =>
        graphics.gl.held(kind),
      ),
    ).toEqual([0, 0, 0, 0, 0, 0])
  })
})
