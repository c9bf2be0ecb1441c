/** What the simulated GPU has shown of the clip, and what it waits for when it shows nothing. Times in µs. */
import type { EngineName } from '../names'
import type { ConstantValues, TransportSettings } from '../specs'

/** The last picture whose work the simulated GPU has finished, with what it was submitted with. */
export interface PictureView {
  /** counts pictures that were shown, from 1 */
  number: number
  /** on the timeline */
  position: number
  /** what is seen there, µs into an imported clip or the sample; null: nothing lies there [the sample at `position`] */
  footage?: { readonly media?: string | undefined; readonly moment: number } | null
  /** in order, those that the GPU has finished */
  effects: readonly { readonly name: string; readonly constants: ConstantValues }[]
  /** when it was shown, in simulated time */
  t: number
}

/** What the oldest frame under way waits for, or the oldest press where no frame is (LB-08). */
export interface PreviewWait {
  /** when that began */
  since: number
  /** of DELAY_KINDS */
  kind: string
  /** the resource that is moved, or the packet's command; '': it has no name */
  name: string
  /** of a packet; null: of none */
  engine: EngineName | null
}

export interface PreviewView {
  /** null: nothing was shown yet */
  picture: PictureView | null
  /** what the next frame shows: the playhead */
  position: number
  /** changes of the clip's parameters are rendered: a seek has said where it is */
  following: boolean
  transport: TransportSettings
  /**
   * caches of rendered spans, in order of time; one that is not ready is being rendered. What a trim has taken is off the
   * residency list, and paged out when its memory was needed
   */
  rendered: readonly {
    readonly start: number
    readonly length: number
    readonly isReady: boolean
    readonly isListed: boolean
    readonly isInSegment: boolean
  }[]
  /** null: no frame and no press is under way, or none for longer than a frame of the display or two */
  waiting: PreviewWait | null
}
