/**
 * Caches of rendered spans: a second of the timeline each, rendered once with all its effects and kept in GPU memory at the
 * least residency priority. A frame of it is then copied instead of decoded and drawn. The policy keeps caches as it keeps
 * what effects use: those that are not played are what trims take first. A cache goes when what it shows has changed.
 * Times in µs.
 */
import { MOST_TIMELINE, TIMELINE_RATE } from '../../../preload/contract/names'
import type { ConstantValues } from '../../../preload/contract/specs'
import { failed, type HResultName } from '../../d3d12/hresult'
import { kept } from '../../sim/continuation'
import type { EditorApp } from '../editor-app'
import { clipAt, clipsIn } from './clips'
import type { FootageDecoder } from './footage'
import type { Timeline } from './timeline'

/** of the timeline, that a cache has */
const SEGMENT = 1_000_000
/** frames are kept in a quarter of the project's size, with 8 bits a channel */
const DIVISOR = 4
const TEXEL = 4
/** of GPU time: of the sample footage, and of copying a frame out of a cache */
const DECODE = 3_000
const COPY = 200
/** caches that there may be at one time */
const MOST = 600

/** The full name of the cache of a second of the timeline. @param index of the second, from 0 */
function renderCache(index: number): string {
  return `render ${index} s`
}

/** Whether a cache of some second has this name. */
export function isRenderCache(name: string): boolean {
  const [, index] = /^render (\d+) s$/.exec(name) ?? []
  return index !== undefined && renderCache(Number(index)) === name && Number(index) * SEGMENT < MOST_TIMELINE
}

interface Cache {
  readonly resource: string
  /** what it shows, as text: it is compared with what there is now */
  readonly shows: string
  /** what decides that, when it was compared last: while it is the same, the text is as well */
  sources: readonly unknown[]
  /** that were rendered, of TIMELINE_RATE */
  frames: number
}

export interface RenderedSpan {
  readonly start: number
  readonly length: number
  readonly isReady: boolean
  /** its cache, by its full name */
  readonly resource: string
}

export class Renders {
  private readonly caches = new Map<number, Cache>()
  private shown: readonly RenderedSpan[] = []
  /** the cache of which a frame is being rendered; null: none */
  private working: Cache | null = null

  constructor(
    private readonly editor: EditorApp,
    private readonly timeline: Timeline,
    private readonly footage: FootageDecoder,
  ) {}

  /** Caches in order of time; another object after every change. */
  get spans(): readonly RenderedSpan[] {
    return this.shown
  }

  /**
   * Renders all seconds that the span touches and that are not there, one frame after another, beside whatever else is
   * done. A second that cannot be rendered is left out.
   * @param from µs on the timeline
   * @param to µs on the timeline
   * @returns S_OK · E_INVALIDARG (an empty span, or too long a one) · what creating a cache returned: none is kept then
   */
  render(from: number, to: number): HResultName {
    const first = Math.floor(from / SEGMENT)
    const end = Math.ceil(Math.min(to, this.timeline.length) / SEGMENT)
    if (end <= first || end - first > MOST || to > MOST_TIMELINE) return 'E_INVALIDARG'
    const wanted = Array.from({ length: end - first }, (_, place) => first + place)
    const missing = wanted.filter((index) => !this.caches.has(index))
    if (missing.length + this.caches.size > MOST) return 'E_INVALIDARG'
    for (const index of missing) {
      const hr = this.create(index)
      if (!failed(hr)) continue
      // those before it are not begun
      this.drop(...missing)
      return hr
    }
    this.changed()
    this.goOn()
    return 'S_OK'
  }

  /**
   * The cache that has a moment.
   * @param position µs on the timeline
   * @returns `gpuTime`: µs that showing it takes; undefined: none has it, or it is not what is there now
   */
  at(position: number): { readonly resource: string; readonly gpuTime: number } | undefined {
    const index = Math.floor(position / SEGMENT)
    const cache = this.caches.get(index)
    if (cache === undefined || !isReady(cache)) return undefined
    if (this.isGood(index, cache)) return { resource: cache.resource, gpuTime: COPY }
    this.drop(index)
    return undefined
  }

  /** Something has changed: caches of what is another now go. */
  check(): void {
    this.drop(...[...this.caches].flatMap(([index, cache]) => (this.isGood(index, cache) ? [] : [index])))
  }

  /** All of them go. */
  clear(): void {
    this.drop(...this.caches.keys())
  }

  private create(index: number): HResultName {
    const { width, height } = this.editor.format
    const resource = renderCache(index)
    const size = Math.ceil(width / DIVISOR) * Math.ceil(height / DIVISOR) * TEXEL * TIMELINE_RATE
    const hr = this.editor.createResource({ name: resource, size, resident: true, priority: 'minimum' })
    if (!failed(hr))
      this.caches.set(index, { resource, shows: this.showsAt(index), sources: this.sourcesAt(index), frames: 0 })
    return hr
  }

  /** A frame at a time, of the first cache that is not ready: each is either rendered to its end or dropped. */
  private goOn(): void {
    while (this.working === null) {
      const unfinished = [...this.caches].find(([, cache]) => !isReady(cache))
      if (unfinished === undefined) return
      const [index, cache] = unfinished
      const { set, gpuTime } = this.workAt(index * SEGMENT + Math.round((cache.frames * SEGMENT) / TIMELINE_RATE))
      this.working = cache
      const ended = kept({ self: this, index, cache }, ({ self, index, cache }, completed: boolean) => {
        self.frameEnded(index, cache, completed)
        self.goOn()
      })
      const used = this.editor.use([cache.resource, ...set], { engine: '3d', gpuTime }, ended)
      if (failed(used)) this.drop(index)
    }
  }

  private frameEnded(index: number, cache: Cache, completed: boolean): void {
    // it was dropped meanwhile, and there may be another
    if (this.working !== cache) return
    this.working = null
    if (!completed) return this.drop(index)
    cache.frames++
    if (isReady(cache)) this.changed()
  }

  /** What a frame needs, and how long it takes. */
  private workAt(position: number): { set: string[]; gpuTime: number } {
    const shown = this.footage.at(position, false)
    if (shown.kind === 'gap') return { set: [], gpuTime: COPY }
    const effects = this.timeline.effectsAt(position)
    const drawing = effects.reduce((sum, { effect }) => sum + effect.spec.gpuTime, 0)
    const own = effects.flatMap(({ effect }) => effect.resources.map(({ name }) => name))
    if (shown.kind === 'sample') return { set: own, gpuTime: DECODE + drawing }
    return { set: [shown.resource, ...own], gpuTime: shown.gpuTime + drawing }
  }

  private isGood(index: number, cache: Cache): boolean {
    if (this.editor.find(cache.resource) === undefined) return false
    const sources = this.sourcesAt(index)
    if (isSame(sources, cache.sources)) return true
    if (cache.shows !== this.showsAt(index)) return false
    cache.sources = sources
    return true
  }

  /** As the text of a second depends on it, but quick to get: most edits are elsewhere. */
  private sourcesAt(index: number): readonly unknown[] {
    const { width, height } = this.editor.format
    return [width, height, ...this.timeline.sourcesOf(index * SEGMENT, (index + 1) * SEGMENT)]
  }

  /** Footage and effects with their parameters, at every frame of a second. */
  private showsAt(index: number): string {
    const [from, until] = [index * SEGMENT, (index + 1) * SEGMENT]
    // of hundreds of clips few are there
    const clips = clipsIn(this.timeline.spec.clips, from, until)
    const isSteady = this.timeline.isSteady(from, until)
    const first = this.effectsAt(from)
    const frames = Array.from({ length: TIMELINE_RATE }, (_, frame) => {
      const at = from + Math.round((frame * SEGMENT) / TIMELINE_RATE)
      const clip = clipAt(clips, at)
      const footage = clip === undefined ? null : [clip.media ?? '', clip.offset + at - clip.start]
      return isSteady ? footage : [footage, this.effectsAt(at)]
    })
    const { width, height } = this.editor.format
    return JSON.stringify([width, height, first, frames])
  }

  private effectsAt(at: number): [string, ConstantValues, ConstantValues][] {
    return this.timeline
      .effectsAt(at)
      .map(({ effect, values }) => [effect.spec.name, effect.spec.constants ?? {}, values])
  }

  private drop(...indices: readonly number[]): void {
    for (const index of indices) {
      const cache = this.caches.get(index)
      if (cache === undefined) continue
      this.caches.delete(index)
      if (this.working === cache) this.working = null
      if (this.editor.find(cache.resource) !== undefined) this.editor.free(cache.resource)
    }
    if (indices.length > 0) this.changed()
  }

  private changed(): void {
    this.shown = [...this.caches]
      .sort(([a], [b]) => a - b)
      .map(([index, cache]) => ({
        start: index * SEGMENT,
        length: SEGMENT,
        isReady: isReady(cache),
        resource: cache.resource,
      }))
  }
}

function isReady({ frames }: Cache): boolean {
  return frames === TIMELINE_RATE
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, place) => one === b[place])
}
