/** The session that runs, and the person's own beside it while a lesson runs in its place. */

import { totalmem } from 'node:os'
import type { DocumentInfo } from '../session/frames/project-view'
import { LiveSession, type LiveSessionOptions } from '../session/live-session'
import { takesLong } from '../session/run/opening'
import type { WatchedSystem } from '../session/run/watched-system'
import type { Scenario } from '../session/scenario'

const MIB = 2 ** 20

/**
 * How much of the machine's memory a session may take so that one goes back in it at once (LB-02): a 24th, and what all
 * machines have to spare, but no more than is ever of use.
 * @param memory of the machine, bytes @returns bytes
 */
export function bytesForCheckpoints(memory: number): number {
  return Math.min(1024 * MIB, Math.max(256 * MIB, memory / 24))
}

export interface SessionSlotOptions extends Pick<LiveSessionOptions, 'wallMs' | 'publish' | 'news' | 'startTasks'> {
  /** builds what takes long beside the session that runs. @returns null when the person gave up */
  build: (title: string, scenario: Scenario) => Promise<WatchedSystem | null>
  /** another session runs: it is shown and moved on */
  replaced: () => void
}

export class SessionSlot {
  readonly #options: SessionSlotOptions
  #current: LiveSession
  /** of the person, as it was when the lesson began; time stands still in it */
  #aside: LiveSession | null = null

  constructor(options: SessionSlotOptions, scenario: Scenario, document: DocumentInfo) {
    this.#options = options
    this.#current = this.#create(scenario, document)
  }

  get current(): LiveSession {
    return this.#current
  }

  /** What is kept should the app die: of a lesson there is nothing to keep. */
  get own(): LiveSession {
    return this.#aside ?? this.#current
  }

  /**
   * A scenario's session takes the place of the one that runs.
   * @param aside the person's own stays as it is, until `bringBack` or until something else is opened
   * @returns false when the person gave up: what ran goes on
   */
  async open(scenario: Scenario, document: DocumentInfo, aside: boolean): Promise<boolean> {
    const running = takesLong(scenario) ? await this.#options.build(document.title, scenario) : undefined
    if (running === null) return false
    const { own } = this
    if (!aside || own !== this.#current) this.#current.end()
    if (!aside) this.#aside?.end()
    this.#aside = aside ? own : null
    this.#show(this.#create(scenario, document, running))
    return true
  }

  /**
   * The person's own goes on as it was.
   * @param document as it is told now: as it was put aside, the page of questions may have been open over it
   */
  bringBack(document: DocumentInfo): void {
    const { own } = this
    if (own === this.#current) return
    own.setDocument(document)
    this.#current.end()
    this.#aside = null
    this.#show(own)
  }

  #show(session: LiveSession): void {
    this.#current = session
    session.requestFullFrame()
    this.#options.replaced()
  }

  #create(scenario: Scenario, document: DocumentInfo, running?: WatchedSystem): LiveSession {
    const { wallMs, publish, news, startTasks } = this.#options
    return new LiveSession({
      scenario,
      ...(running === undefined ? {} : { running }),
      document,
      wallMs,
      publish,
      checkpointBytes: bytesForCheckpoints(totalmem()),
      ...(news === undefined ? {} : { news }),
      ...(startTasks === undefined ? {} : { startTasks }),
    })
  }
}
