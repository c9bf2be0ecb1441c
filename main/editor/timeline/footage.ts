/**
 * What showing footage costs: the clip under the playhead is decoded into one of its frames, and the one that comes next is
 * brought in during the second before. While the playhead is dragged a proxy is enough. The sample footage is nobody's
 * memory. Times in µs of GPU time where nothing else is said.
 */
import { CLIP_LENGTH, LEAST_CLIP } from '../../../preload/contract/names'
import type { ClipSpec, TimelineClip } from '../../../preload/contract/specs'
import { failed } from '../../d3d12/hresult'
import type { PressOwner } from '../../policies/held-back'
import { nothing } from '../../sim/continuation'
import type { EditorApp } from '../editor-app'
import { DEFAULT_FRAMES, PROXIES } from '../media'
import type { PictureFootage } from '../picture'
import type { Timeline } from './timeline'

/** of a picture of 3840 × 2160; a decoder takes at least so long for any */
const DECODE_4K = 6_000
const LEAST_DECODE = 300
const TEXELS_4K = 3840 * 2160
/** on the copy engine, for a frame that is brought in ahead */
const AHEAD = 100
/** µs of the timeline before a clip in which it is brought in */
const AHEAD_BY = 1_000_000

/** What a frame of the timeline needs of its footage. */
export type Footage =
  /** nothing is to be seen */
  | { readonly kind: 'gap' }
  | { readonly kind: 'sample' }
  /** `resource` is decoded into */
  | { readonly kind: 'clip'; readonly resource: string; readonly gpuTime: number }

export class FootageDecoder {
  /** the clip that is brought in, and how many of its frames were */
  private ahead = { id: '', frames: 0 }

  constructor(
    private readonly editor: Pick<EditorApp, 'effect' | 'use'>,
    private readonly timeline: Timeline,
    private readonly project: () => { width: number; height: number },
  ) {}

  /**
   * What is seen at a moment; null: nothing lies there, or nothing that could be decoded.
   * @param position µs on the timeline
   */
  seen(position: number): PictureFootage | null {
    const clip = this.timeline.clipAt(position)
    if (clip === undefined || this.at(position, false).kind === 'gap') return null
    const moment = clip.offset + position - clip.start
    return { moment, ...(clip.media === undefined ? {} : { media: clip.media }) }
  }

  /** @param position µs on the timeline @param isDragged the playhead is: a proxy is shown */
  at(position: number, isDragged: boolean): Footage {
    const clip = this.timeline.clipAt(position)
    if (clip === undefined) return { kind: 'gap' }
    if (clip.media === undefined) return { kind: 'sample' }
    const spec = this.editor.effect(clip.media)?.spec.clip
    // it could not be created: there is nothing to show
    if (spec === undefined) return { kind: 'gap' }
    if (!isDragged)
      return { kind: 'clip', resource: frameOf(clip, spec, position), gpuTime: decodeTime(spec.width * spec.height) }
    const divisor = PROXIES[PROXIES.length - 1] as number
    const { width, height } = this.project()
    const texels = (width / divisor) * (height / divisor)
    return { kind: 'clip', resource: `${clip.media}.proxy 1:${divisor}`, gpuTime: decodeTime(texels) }
  }

  /**
   * One frame of the clip that comes next, for each frame that is played: so that no frame waits for all of it.
   * @param position µs on the timeline
   */
  bringIn(position: number, owner: PressOwner | undefined): void {
    const next = this.timeline.nextClip(position, AHEAD_BY)
    if (next?.media === undefined) return
    const spec = this.editor.effect(next.media)?.spec.clip
    if (spec === undefined) return
    if (this.ahead.id !== next.id) this.ahead = { id: next.id, frames: 0 }
    if (this.ahead.frames >= (spec.frames ?? DEFAULT_FRAMES)) return
    const resource = frameOf(next, spec, next.start + this.ahead.frames * LEAST_CLIP)
    const work = { engine: 'copy', gpuTime: AHEAD, owner } as const
    if (!failed(this.editor.use([resource], work, nothing))) this.ahead.frames++
  }

  /** Nothing was brought in on this device. */
  forget(): void {
    this.ahead = { id: '', frames: 0 }
  }
}

/** Decoded frames are used in turn. */
function frameOf(
  clip: TimelineClip,
  { name, frames = DEFAULT_FRAMES, length = CLIP_LENGTH }: ClipSpec,
  position: number,
): string {
  const moment = Math.min(length, clip.offset + position - clip.start)
  return `${name}.frame ${(Math.floor((moment + 1) / LEAST_CLIP) % frames) + 1}`
}

function decodeTime(texels: number): number {
  return Math.max(LEAST_DECODE, Math.round((DECODE_4K * texels) / TEXELS_4K))
}
