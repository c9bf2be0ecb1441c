/** What a person does in hours of editing, drawn from one seeded generator; by what the last frame showed, as a person would. */
import type { LiveSession } from '../../../main/session/live-session'
import { Rng } from '../../../main/sim/rng'
import {
  type EffectSpec,
  type Frame,
  GRAPHICS_GRANULARITIES,
  POLICY_NAMES,
  type SessionCommand,
} from '../../../preload/contract'

const MIB = 1024 * 1024
/** clips and allocations by hand that there are at one time at most: a project, not a heap of rubbish */
const MOST_CLIPS = 4
const MOST_SCRATCH = 5
const MOST_ADDED = 3

/** What the interface shows, as far as a person goes by it. */
interface Shown {
  removed: boolean
  /** the system has stopped, or lets the app do nothing more (GP-25) */
  over: boolean
  canUndo: boolean
  canRedo: boolean
  playing: boolean
  effects: readonly string[]
  clips: readonly string[]
  /** an allocation that can be selected; null: there is none */
  resource: number | null
  defragmentation: string
  cookies: readonly number[]
  offers: readonly EffectSpec[]
}

export class Editing {
  readonly #rng: Rng
  readonly #shown: Shown = {
    removed: false,
    over: false,
    canUndo: false,
    canRedo: false,
    playing: false,
    effects: [],
    clips: [],
    resource: null,
    defragmentation: 'idle',
    cookies: [],
    offers: [],
  }
  readonly #scratch: string[] = []
  readonly #added: string[] = []
  #names = 0
  /** that left the engines so far */
  packets = 0
  done = 0
  /** refused commands by kind */
  readonly refusals = new Map<string, number>()
  /** commands carried out and tried, by kind */
  readonly tried = new Map<string, number>()
  restarts = 0

  constructor(
    private readonly session: LiveSession,
    seed: number,
  ) {
    this.#rng = new Rng(seed)
  }

  get refused(): number {
    let all = 0
    for (const count of this.refusals.values()) all += count
    return all
  }

  /** A frame arrived: what is done next goes by it. */
  see(frame: Frame): void {
    const shown = this.#shown
    if (frame.device !== undefined) shown.removed = frame.device.removed !== null
    if (frame.gpu !== undefined) {
      shown.over = frame.gpu.bugCheck !== null || frame.gpu.blocked
      shown.playing = frame.gpu.playing
    }
    if (frame.project !== undefined) {
      shown.canUndo = frame.project.canUndo
      shown.canRedo = frame.project.canRedo
    }
    if (frame.effects !== undefined) {
      shown.effects = frame.effects.filter(({ clip }) => clip === undefined).map(({ name }) => name)
      shown.clips = frame.effects.filter(({ clip }) => clip !== undefined).map(({ name }) => name)
      shown.resource = frame.effects.at(-1)?.resources[0] ?? null
    }
    if (frame.defragmentation !== undefined) shown.defragmentation = frame.defragmentation.state
    if (frame.registrations !== undefined)
      shown.cookies = frame.registrations.filter(({ owner }) => owner === 'by hand').map(({ cookie }) => cookie)
    if (frame.gpuEvents !== undefined) {
      const { firstId, ends } = frame.gpuEvents.packets
      this.packets = firstId + ends.length - 1
    }
    if (frame.offers !== undefined) shown.offers = frame.offers.map(({ effect }) => effect)
  }

  /** One thing that a person does. */
  act(): void {
    this.execute(this.#next())
  }

  execute(command: SessionCommand): void {
    // as it comes from another process: it shares nothing with what was shown
    const result = this.session.execute(structuredClone(command))
    this.tried.set(command.kind, (this.tried.get(command.kind) ?? 0) + 1)
    if (!result.ok) {
      this.refusals.set(command.kind, (this.refusals.get(command.kind) ?? 0) + 1)
      return
    }
    this.done++
    if (command.kind === 'restartSimulation') {
      this.restarts++
      this.#scratch.length = 0
    }
    if (command.kind === 'allocate') this.#scratch.push(command.name)
    if (command.kind === 'free') this.#scratch.splice(this.#scratch.indexOf(command.name), 1)
    if (command.kind === 'addEffect') this.#added.push(command.effect.name)
  }

  /** What the library offers, as the last frame showed it. */
  get offers(): readonly EffectSpec[] {
    return this.#shown.offers
  }

  /**
   * What brings the project to the same state whatever was done before, one command after another: memory is compared at
   * like moments, or it would be the clips of the one that are told from the clips of the other.
   */
  *settle(): Generator<SessionCommand> {
    const shown = this.#shown
    if (shown.over) yield { kind: 'restartSimulation' }
    if (shown.removed) yield { kind: 'recreateDevice' }
    if (['begun', 'pass', 'copying'].includes(shown.defragmentation)) yield { kind: 'endDefragmentation' }
    yield { kind: 'setTdr', level: 'recover' }
    yield { kind: 'idle', idle: false }
    yield { kind: 'setOtherProcess', bytes: 0, foreground: false }
    yield { kind: 'setPolicy', policy: 'creative-app' }
    yield { kind: 'setEvictionMode', mode: 'lazy' }
    yield { kind: 'setPreemption', model: 'win8', graphics: 'primitive' }
    yield { kind: 'setProject', width: 1920, height: 1080 }
    yield { kind: 'setAllocation', mode: 'committed' }
    yield { kind: 'selectResource', id: null }
    for (const clip of shown.clips) yield { kind: 'removeClip', clip }
    for (const effect of this.#added.filter((name) => shown.effects.includes(name)))
      yield { kind: 'removeEffect', effect }
    for (const name of [...this.#scratch]) yield { kind: 'free', name }
    for (const cookie of shown.cookies) yield { kind: 'unregisterCallback', cookie }
    // a device that has gone through nothing yet, with a budget that has room for everything
    yield { kind: 'recreateDevice' }
    yield { kind: 'setBudget', bytes: 1536 * MIB }
    for (const effect of shown.effects) yield { kind: 'applyEffect', effect }
    yield { kind: 'play', playing: true }
  }

  #below(bound: number): number {
    return this.#rng.below(bound)
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#below(from.length)] as T
  }

  #next(): SessionCommand {
    const shown = this.#shown
    if (shown.over) return { kind: 'restartSimulation' }
    if (shown.removed) return { kind: 'recreateDevice' }
    // what was begun goes on before long
    if (shown.defragmentation === 'begun' && this.#below(2) === 0)
      return { kind: this.#below(4) === 0 ? 'endDefragmentation' : 'runDefragmentation' }
    const draw = this.#below(100)
    if (draw < 45) return this.#editing(draw)
    return draw < 60 ? this.#memory() : this.#system()
  }

  /** Effects, clips, undo: most of what an editor is for. */
  #editing(draw: number): SessionCommand {
    const { effects, clips, canUndo, canRedo } = this.#shown
    if (draw < 25) return this.#apply()
    if (draw < 29)
      return clips.length < MOST_CLIPS
        ? { kind: 'importClip', name: `clip ${++this.#names}`, width: 1920, height: 1080, thumbnails: 12 }
        : { kind: 'removeClip', clip: this.#pick(clips) }
    if (draw < 31 && clips.length > 0) return { kind: 'removeClip', clip: this.#pick(clips) }
    if (draw < 34 && canUndo) return { kind: 'undo' }
    if (draw < 37 && canRedo) return { kind: 'redo' }
    const added = this.#added.filter((name) => effects.includes(name))
    if (draw < 40) return added.length < MOST_ADDED ? this.#add() : { kind: 'removeEffect', effect: this.#pick(added) }
    return { kind: 'play', playing: this.#below(3) === 0 }
  }

  #apply(): SessionCommand {
    const { effects, clips } = this.#shown
    const all = [...effects, ...clips]
    return all.length === 0 ? this.#add() : { kind: 'applyEffect', effect: this.#pick(all) }
  }

  #add(): SessionCommand {
    const { offers } = this.#shown
    const offer = this.#pick(offers)
    return { kind: 'addEffect', effect: { ...offer, name: `${offer.name} ${++this.#names}`, shader: offer.name } }
  }

  /** Allocations by hand and defragmentation, begun and ended in order. */
  #memory(): SessionCommand {
    const draw = this.#below(15)
    const { defragmentation, resource } = this.#shown
    if (draw < 5)
      return this.#scratch.length < MOST_SCRATCH
        ? { kind: 'allocate', name: `scratch ${++this.#names}`, size: (1 + this.#below(32)) * MIB }
        : { kind: 'free', name: this.#pick(this.#scratch) }
    if (draw < 8 && this.#scratch.length > 0) return { kind: 'free', name: this.#pick(this.#scratch) }
    if (draw < 12 && ['idle', 'done', 'failed'].includes(defragmentation))
      return { kind: 'beginDefragmentation', algorithm: this.#pick(['fast', 'balanced', 'full']) }
    if (draw < 14) return { kind: 'selectResource', id: this.#below(3) === 0 ? null : resource }
    return { kind: 'setAllocation', mode: this.#pick(['committed', 'placed']) }
  }

  /** The System drawer, the GPU and what the operating system does. */
  #system(): SessionCommand {
    const { effects, cookies } = this.#shown
    switch (this.#below(20)) {
      case 0:
      case 1:
      case 2:
        return { kind: 'setBudget', bytes: (256 + 64 * this.#below(24)) * MIB }
      case 3:
      case 4:
        return { kind: 'idle', idle: this.#below(2) === 0 }
      case 5:
      case 6:
        return { kind: 'setOtherProcess', bytes: this.#below(1024) * MIB, foreground: this.#below(4) === 0 }
      case 7:
      case 8:
        return { kind: 'notify', flags: 1 + this.#below(2), bytes: 0 }
      case 9:
        return { kind: 'inject', fault: 'hang', duration: this.#below(4) === 0 ? undefined : 1000 * this.#below(1500) }
      case 10:
        return { kind: 'setPolicy', policy: this.#pick(POLICY_NAMES) }
      case 11:
        return { kind: 'setEvictionMode', mode: this.#pick(['lazy', 'eager']) }
      case 12:
        return cookies.length < 3
          ? { kind: 'registerCallback', callback: `Callback${++this.#names}`, context: 'soak', behaviour: 'ignore' }
          : { kind: 'unregisterCallback', cookie: this.#pick(cookies) }
      case 13:
        return cookies.length > 0 ? { kind: 'unregisterCallback', cookie: this.#pick(cookies) } : this.#apply()
      case 14:
        return effects.length > 0
          ? { kind: 'workflow', workflow: this.#pick(['turn-off', 'prime-benchmark']) }
          : this.#apply()
      case 15:
        return { kind: 'setBackgroundProcessingMode', mode: 'ALLOWED', action: 'KEEP_ALL' }
      case 16:
        return { kind: 'setPreemption', model: 'win8', graphics: this.#pick(GRAPHICS_GRANULARITIES) }
      case 17:
      case 18: {
        const context = this.#below(2) === 0 ? 'other' : undefined
        return { kind: 'submit', engine: this.#pick(['3d', 'compute', 'copy']), gpuTime: 5_000, context }
      }
      default:
        return {
          kind: 'setProject',
          ...this.#pick([
            { width: 1920, height: 1080 },
            { width: 1280, height: 720 },
          ]),
        }
    }
  }
}
