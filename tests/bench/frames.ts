/** Frames of a live session with 10,000 allocations of which 1 % change from one frame to the next. */
import { serialize } from 'node:v8'
import { LiveSession } from '../../main/session/live-session'
import type { Frame } from '../../preload/contract'
import { summary } from './measure'
import { type Row, sizeRow, timeRow } from './table'
import { effect, systemWith } from './worlds'

const EFFECTS = 200
const RESOURCES = 50
const FRAMES = 600
const WARM_UP = 400
/** ms of wall time between two frames */
const INTERVAL = 16
const GROUP = 'Frames: 10,000 allocations, 1 % change'
const MOST_BYTES = 64 * 1024
const MOST_SECONDS = 0.002

export function frames(): Row[] {
  const live = new Live()
  for (let i = 0; i < WARM_UP; i++) live.frame()
  const turns = Array.from({ length: FRAMES }, () => live.frame())
  const of = (part: (turn: Turn) => number): number[] => turns.map(part)
  live.session.requestFullFrame()
  const full = live.frame()
  return [
    sizeRow(
      GROUP,
      'bytes of a frame, as structured clone sends it',
      of(({ bytes }) => bytes),
      MOST_BYTES,
    ),
    timeRow(GROUP, summary('main process, command to sent frame', of(total)), { target: MOST_SECONDS }),
    timeRow(
      GROUP,
      summary(
        '  the command',
        of(({ command }) => command),
      ),
    ),
    timeRow(
      GROUP,
      summary(
        '  16 ms of simulated time',
        of(({ pump }) => pump),
      ),
    ),
    timeRow(
      GROUP,
      summary(
        '  the frame',
        of(({ build }) => build),
      ),
    ),
    timeRow(
      GROUP,
      summary(
        '  its serialisation',
        of(({ clone }) => clone),
      ),
    ),
    sizeRow(GROUP, 'bytes of a full frame', [full.bytes]),
    timeRow(GROUP, summary('a full frame and its serialisation', [full.build + full.clone])),
  ]
}

/** Seconds of each part of a turn, and the bytes that it sent. */
interface Turn {
  command: number
  pump: number
  build: number
  clone: number
  bytes: number
}

const total = ({ command, pump, build, clone }: Turn): number => command + pump + build + clone

class Live {
  readonly session: LiveSession
  private wall = 0
  private sent: Frame | null = null
  private turn = 0

  constructor() {
    const effects = Array.from({ length: EFFECTS }, (_, index) => effect(`Effect ${index}`, RESOURCES, false))
    this.session = new LiveSession({
      // evicts the effect of three submissions ago while it makes the new one resident: 50 + 50 allocations change
      scenario: systemWith('submission-lru', effects),
      wallMs: () => this.wall,
      publish: (frame) => {
        this.sent = frame
      },
      document: { title: 'bench', path: null, recent: [], theme: 'system' },
    })
  }

  /** One turn of the app: a press, the simulation, the frame, and what sending it costs. */
  frame(): Turn {
    const times = [process.hrtime.bigint()]
    const lap = (): number => times.push(process.hrtime.bigint())
    const pressed = this.session.execute({ kind: 'applyEffect', effect: `Effect ${this.turn++ % EFFECTS}` })
    lap()
    this.wall += INTERVAL
    while (this.session.pump()) {}
    lap()
    this.session.publishFrame()
    lap()
    const { length } = serialize(this.sent)
    lap()
    if (!pressed.ok) throw new Error(pressed.message)
    this.check()
    const [command, pump, build, clone] = times.slice(1).map((at, i) => Number(at - (times[i] as bigint)) / 1e9)
    return { command: command ?? 0, pump: pump ?? 0, build: build ?? 0, clone: clone ?? 0, bytes: length }
  }

  private check(): void {
    const changed = this.sent?.allocations?.ids.length ?? 0
    const expected = this.turn > WARM_UP ? 2 * RESOURCES : 0
    if (this.sent?.full === false && changed < expected)
      throw new Error(`${changed} allocations changed instead of ${expected}`)
  }
}
