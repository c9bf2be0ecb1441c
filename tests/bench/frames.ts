/** Frames of a live session with many allocations of which 1 % change from one frame to the next. */
import { serialize } from 'node:v8'
import { LiveSession } from '../../main/session/live-session'
import type { Frame } from '../../preload/contract'
import { applyFrame, emptyState } from '../../renderer/store/model'
import { summary } from './measure'
import { type Row, sizeRow, timeRow } from './table'
import { effect, systemWith } from './worlds'

const EFFECTS = 200
/** ms of wall time between two frames */
const INTERVAL = 16
/** bytes a second: an effect is paged in before the next is applied */
const BANDWIDTH = 1024 ** 4

/** What is measured; targets in bytes and seconds. */
interface Size {
  group: string
  /** of each effect */
  resources: number
  frames: number
  warmUp: number
  targets: { bytes: number; frame: number; full: number }
}

const SIZES: readonly Size[] = [
  {
    group: 'Frames: 10,000 allocations, 1 % change',
    resources: 50,
    frames: 600,
    warmUp: 400,
    targets: { bytes: 64 * 1024, frame: 0.002, full: 0.5 },
  },
  {
    group: 'Frames: 1,000,000 allocations, 1 % change',
    resources: 5_000,
    frames: 40,
    // every effect once, so that what follows needs no paging
    warmUp: EFFECTS + 10,
    targets: { bytes: 1024 * 1024, frame: 0.016, full: 3 },
  },
]

export function frames(): Row[] {
  return SIZES.flatMap(framesOf)
}

function framesOf({ group, resources, frames, warmUp, targets }: Size): Row[] {
  const live = new Live(resources, warmUp)
  for (let i = 0; i < warmUp; i++) live.frame()
  const turns = Array.from({ length: frames }, () => live.frame())
  const of = (part: (turn: Turn) => number): number[] => turns.map(part)
  const row = (name: string, part: (turn: Turn) => number): Row => timeRow(group, summary(name, of(part)))
  live.session.requestFullFrame()
  const full = live.frame()
  const bytes = of((turn) => turn.bytes)
  return [
    sizeRow(group, 'bytes of a frame, as structured clone sends it', bytes, targets.bytes),
    timeRow(group, summary('main process, command to sent frame', of(total)), { target: targets.frame }),
    row('  the command', ({ command }) => command),
    row('  16 ms of simulated time', ({ pump }) => pump),
    row('  the frame', ({ build }) => build),
    row('  its serialisation', ({ clone }) => clone),
    row('window: the frame into its store', ({ apply }) => apply),
    sizeRow(group, 'bytes of a full frame', [full.bytes]),
    timeRow(group, summary('a full frame, its serialisation, into the store', [full.build + full.clone + full.apply]), {
      target: targets.full,
    }),
  ]
}

/** Seconds of each part of a turn, and the bytes that it sent. */
interface Turn {
  command: number
  pump: number
  build: number
  clone: number
  apply: number
  bytes: number
}

const total = ({ command, pump, build, clone }: Turn): number => command + pump + build + clone

class Live {
  readonly session: LiveSession
  private wall = 0
  private sent: Frame | null = null
  private turn = 0
  private view = emptyState()

  constructor(
    private readonly resources: number,
    private readonly warmUp: number,
  ) {
    const effects = Array.from({ length: EFFECTS }, (_, index) => effect(`Effect ${index}`, resources, false))
    const scenario = systemWith('submission-lru', effects)
    this.session = new LiveSession({
      // evicts the effect of three submissions ago while it makes the new one resident: 1 % of the allocations change
      scenario: { ...scenario, system: { ...scenario.system, pagingBandwidth: BANDWIDTH } },
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
    if (this.sent !== null) this.view = applyFrame(this.view, this.sent)
    lap()
    if (!pressed.ok) throw new Error(pressed.message)
    this.check()
    const [command = 0, pump = 0, build = 0, clone = 0, apply = 0] = times
      .slice(1)
      .map((at, i) => Number(at - (times[i] as bigint)) / 1e9)
    return { command, pump, build, clone, apply, bytes: length }
  }

  private check(): void {
    const changed = this.sent?.allocations?.ids.length ?? 0
    const expected = this.turn > this.warmUp ? 2 * this.resources : 0
    if (this.sent?.full === false && changed < expected)
      throw new Error(`${changed} allocations changed instead of ${expected}`)
  }
}
