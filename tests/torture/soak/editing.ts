/** What a person does in hours of editing, drawn from one seeded generator. */
import type { LiveSession } from '../../../main/session/live-session'
import { Rng } from '../../../main/sim/rng'
import type { SessionCommand } from '../../../preload/contract'

const MIB = 1024 * 1024
const EFFECTS = ['Blur', 'Grayscale', 'Sharpen', 'Denoise']

export class Editing {
  readonly #rng: Rng
  #clips = 0
  done = 0
  refused = 0

  constructor(
    private readonly session: LiveSession,
    seed: number,
  ) {
    this.#rng = new Rng(seed)
  }

  /** One thing that a person does. */
  act(): void {
    const result = this.session.execute(this.#next())
    if (result.ok) this.done++
    else this.refused++
  }

  #below(bound: number): number {
    return this.#rng.below(bound)
  }

  #next(): SessionCommand {
    const effect = EFFECTS[this.#below(EFFECTS.length)] as string
    switch (this.#below(20)) {
      case 0:
        // one stays, the one before goes
        return { kind: 'importClip', name: `clip ${++this.#clips % 3}`, width: 1920, height: 1080, thumbnails: 12 }
      case 1:
        return { kind: 'removeClip', clip: `clip ${(this.#clips + 1) % 3}` }
      case 2:
        return { kind: 'setBudget', bytes: (256 + 64 * this.#below(24)) * MIB }
      case 3:
        return { kind: 'play', playing: this.#below(3) === 0 }
      case 4:
        return { kind: 'simulateIdle', idle: this.#below(2) === 0 }
      case 5:
        return { kind: 'beginDefragmentation', algorithm: 'balanced' }
      case 6:
        return { kind: this.#below(2) === 0 ? 'runDefragmentation' : 'endDefragmentation' }
      case 7:
        return this.#below(4) === 0 ? { kind: 'hang', duration: null } : { kind: 'undo' }
      case 8:
        return this.#below(3) === 0 ? { kind: 'recreateDevice' } : { kind: 'redo' }
      case 9:
        return { kind: 'setOtherProcess', bytes: this.#below(1024) * MIB, foreground: false }
      case 10:
        return { kind: 'allocate', name: `scratch ${this.#below(5)}`, size: (1 + this.#below(32)) * MIB }
      case 11:
        return { kind: 'free', name: `scratch ${this.#below(5)}` }
      case 12:
        return { kind: 'notify', flags: 1 + this.#below(2), bytes: 0 }
      default:
        return { kind: 'applyEffect', effect }
    }
  }
}
