/** A renderer of the Preview that says what it is asked for: a test says when the GPU is done, and what fails. */
import type { Size } from '../../../../renderer/editor/preview/gl'
import type { Picture } from '../../../../renderer/editor/preview/renderer'

const FRESH = {
  /** how many chunks a fine picture takes */
  chunks: 1,
  isReady: true,
  isLost: false,
  /** what making one throws; '': nothing */
  fails: '',
  made: 0,
  /** ms until there is something to examine again; null: all was */
  examineIn: null as number | null,
  /** to be called when the context is lost, and when it is back */
  lost: () => {},
  restored: () => {},
}

export const played = { ...FRESH }

let calls: string[] = []

/** What was asked for since the last look, in order. */
export function asked(): string[] {
  const found = calls
  calls = []
  return found
}

export function beginPlaying(): void {
  Object.assign(played, FRESH)
  calls = []
}

/** A picture that is drawn soon is half as wide and high as it is shown. */
export class PlayedRenderer {
  private size: Size = { width: 0, height: 0 }
  private left = 0
  private isBegun = false

  constructor() {
    played.made++
    if (played.fails !== '') throw new Error(played.fails)
  }

  get lost(): boolean {
    return played.isLost
  }
  get unfinished(): boolean {
    return this.left > 0
  }
  get busy(): boolean {
    return this.isBegun
  }
  watch(lost: () => void, restored: () => void): void {
    Object.assign(played, { lost, restored })
  }
  ready(): boolean {
    return played.isReady
  }
  take(): Size | null {
    if (!this.isBegun || this.unfinished) return null
    this.isBegun = false
    return this.size
  }
  drawSoon({ frame }: Picture, { width, height }: Size): void {
    this.begin('soon', frame, { width: width / 2, height: height / 2 }, 1)
  }
  drawFine({ frame }: Picture, size: Size): void {
    this.begin('fine', frame, size, played.chunks)
  }
  proceed(): void {
    calls.push('proceed')
    this.left--
  }
  examine(): number | null {
    calls.push('examine')
    return played.examineIn
  }
  restore(): void {
    calls.push('restore')
  }
  dispose(): void {
    calls.push('dispose')
  }

  private begin(how: string, frame: number, size: Size, chunks: number): void {
    calls.push(`${how} ${frame} ${size.width}×${size.height}`)
    this.size = size
    this.left = chunks - 1
    this.isBegun = true
  }
}
