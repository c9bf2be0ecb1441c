/**
 * Caches of rendered spans: a second of the timeline each, rendered once with all its effects and kept in GPU memory at the
 * least residency priority. A frame of it is then copied instead of decoded and drawn. The policy keeps caches as it keeps
 * what effects use: those that are not played are what trims take first. A cache goes when what it shows has changed.
 * Times in µs.
 */
import { MOST_TIMELINE, TIMELINE_RATE } from '../../../preload/contract/names'
import type { ConstantValues } from '../../../preload/contract/specs'
import { failed, type HResultName } from '../../d3d12/hresult'
import type { EditorApp } from '../editor-app'
import { clipAt } from './clips'
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

interface Cache {
  readonly resource: string
  /** what it shows, as text: it is compared with what there is now */
  readonly shows: string
  isReady: boolean
}

export interface RenderedSpan {
  readonly start: number
  readonly length: number
  readonly isReady: boolean
}

export class Renders {
  private readonly caches = new Map<number, Cache>()
  private shown: readonly RenderedSpan[] = []

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
   * Renders all seconds that the span touches, one frame after another, beside whatever else is done.
   * @returns S_OK · E_INVALIDARG (an empty span, or too long a one) · what creating a cache returned
   */
  render(from: number, to: number): HResultName {
    const first = Math.floor(from / SEGMENT)
    const end = Math.ceil(Math.min(to, this.timeline.length) / SEGMENT)
    if (end <= first || end - first + this.caches.size > MOST || to > MOST_TIMELINE) return 'E_INVALIDARG'
    const begun: number[] = []
    for (let index = first; index < end; index++) {
      if (this.caches.has(index)) continue
      const { width, height } = this.editor.format
      const resource = `render ${index} s`
      const size = Math.ceil(width / DIVISOR) * Math.ceil(height / DIVISOR) * TEXEL * TIMELINE_RATE
      const hr = this.editor.createResource({ name: resource, size, resident: true, priority: 'minimum' })
      if (failed(hr)) return hr
      this.caches.set(index, { resource, shows: this.showsAt(index), isReady: false })
      begun.push(index)
    }
    this.changed()
    this.renderOn(begun, 0)
    return 'S_OK'
  }

  /** The cache that has a moment; undefined: none has, or it is not what is there now. */
  at(position: number): { readonly resource: string; readonly gpuTime: number } | undefined {
    const index = Math.floor(position / SEGMENT)
    const cache = this.caches.get(index)
    if (cache?.isReady !== true) return undefined
    if (this.isGood(index, cache)) return { resource: cache.resource, gpuTime: COPY }
    this.drop(index)
    return undefined
  }

  /** Something has changed: caches of what is another now go. */
  check(): void {
    for (const [index, cache] of this.caches) if (!this.isGood(index, cache)) this.drop(index)
  }

  /** All of them go. */
  clear(): void {
    for (const index of [...this.caches.keys()]) this.drop(index)
  }

  /** Frame after frame, cache after cache: the next when the one before has ended. */
  private renderOn(indices: readonly number[], frame: number): void {
    const [index, ...later] = indices
    if (index === undefined) return
    const cache = this.caches.get(index)
    const next = (): void => {
      if (frame + 1 < TIMELINE_RATE) return this.renderOn(indices, frame + 1)
      if (cache !== undefined && this.caches.get(index) === cache) cache.isReady = true
      this.changed()
      this.renderOn(later, 0)
    }
    if (cache === undefined) return this.renderOn(later, 0)
    const { set, gpuTime } = this.workAt(index * SEGMENT + Math.round((frame * SEGMENT) / TIMELINE_RATE))
    const used = this.editor.use([cache.resource, ...set], { engine: '3d', gpuTime }, (completed) => {
      if (completed) return next()
      this.drop(index)
      this.renderOn(later, 0)
    })
    if (failed(used)) this.drop(index)
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

  private isGood(index: number, { resource, shows }: Cache): boolean {
    return this.editor.find(resource) !== undefined && shows === this.showsAt(index)
  }

  /** Footage and effects with their parameters, at every frame of a second. */
  private showsAt(index: number): string {
    const { clips } = this.timeline.spec
    const frames = Array.from({ length: TIMELINE_RATE }, (_, frame) => {
      const at = index * SEGMENT + Math.round((frame * SEGMENT) / TIMELINE_RATE)
      const clip = clipAt(clips, at)
      const effects = this.timeline
        .effectsAt(at)
        .map(({ effect, values }): [string, ConstantValues, ConstantValues] => [
          effect.spec.name,
          effect.spec.constants ?? {},
          values,
        ])
      return [clip === undefined ? null : [clip.media ?? '', clip.offset + at - clip.start], effects]
    })
    const { width, height } = this.editor.format
    return JSON.stringify([width, height, frames])
  }

  private drop(index: number): void {
    const cache = this.caches.get(index)
    if (cache === undefined) return
    this.caches.delete(index)
    if (this.editor.find(cache.resource) !== undefined) this.editor.free(cache.resource)
    this.changed()
  }

  private changed(): void {
    this.shown = [...this.caches]
      .sort(([a], [b]) => a - b)
      .map(([index, { isReady }]) => ({ start: index * SEGMENT, length: SEGMENT, isReady }))
  }
}
