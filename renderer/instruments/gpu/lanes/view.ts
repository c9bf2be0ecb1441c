/** The picture of the GPU's lanes on their canvases. */
import { type DelayChainView, ENGINES } from '../../../../preload/contract'
import { packetsNamed } from '../../../store/delays/links'
import type { GpuHistory } from '../../../store/gpu'
import { KEPT_PACKETS } from '../../../store/gpu-packets'
import { placeOf } from '../../lanes/time'
import { HEAD, type LaneBox, type LanesInput, LanesView } from '../../lanes/view'
import { laneTheme } from '../theme'
import { AXIS, bandOf, engineAt, geometryOf, type LaneGeometry, laneTop, STRIP } from './geometry'
import { packetAt } from './hit'
import { knownTime, type LaneList, laneList, runningTime } from './list'
import { laneOfMark, type PlacedMark, type PreemptionBar, placedMarks, preemptionBars, verticalBlanks } from './marks'
import { type Lane, LanePainter } from './paint'

/** How near counts as pointed at, in px. */
const REACH = 3
const MARK_REACH = 6

/** What lies under a point. */
export type Pointed =
  | { kind: 'packet'; id: number }
  | { kind: 'preemption'; bar: PreemptionBar; engine: number }
  | { kind: 'mark'; placed: PlacedMark }
  /** the hardware queue at the lane's end */
  | { kind: 'queue'; engine: number }

interface Drawn {
  key: string
  history: GpuHistory
  lists: LaneList[]
  preemptions: PreemptionBar[][]
  marks: PlacedMark[]
}

export class GpuLanesView extends LanesView<LaneGeometry, Pointed> {
  geometry: LaneGeometry = geometryOf(1, 1)
  protected readonly axis = AXIS
  private painter: LanePainter | null = null
  private drawn: Drawn | null = null
  private shares: (number | null)[] = []
  /** packets that the chain names, as they were found last */
  private chain: { delay: DelayChainView; drawn: Drawn; ids: readonly number[] } | null = null

  pointed(x: number, y: number): Pointed | null {
    const { input, geometry, drawn } = this
    if (input === null || drawn === null || x < HEAD) return null
    const engine = engineAt(geometry, y)
    if (x > HEAD + geometry.plot) return engine === null ? null : { kind: 'queue', engine }
    const plotX = x - HEAD
    const placed = drawn.marks.find(
      ({ mark, x: at }) => laneOfMark(mark) === engine && Math.abs(at - plotX) <= MARK_REACH,
    )
    if (engine === null) return placed === undefined ? null : { kind: 'mark', placed }
    if (y < laneTop(geometry, engine) + STRIP) {
      const bar = drawn.preemptions[engine]?.find((one) => plotX >= one.x - REACH && plotX <= one.x + one.width + REACH)
      if (bar !== undefined) return { kind: 'preemption', bar, engine }
      if (placed !== undefined) return { kind: 'mark', placed }
    }
    const reach = (REACH / geometry.plot) * (this.view.to - this.view.from)
    const id = packetAt(input.state.gpuHistory.packets, engine, this.momentAt(x), reach)
    return id === null ? null : { kind: 'packet', id }
  }

  /** Packets in view and the share of the time that they took, by engine. */
  get counts(): { packets: number[]; shares: (number | null)[] } {
    return { packets: this.drawn?.lists.map(({ packets }) => packets) ?? [], shares: this.shares }
  }

  /** The ids of the packets in view, oldest first. @param most keeps no more than the newest ones */
  inView(most = KEPT_PACKETS): number[] {
    const { input, drawn } = this
    if (input === null || drawn === null) return []
    const ring = input.state.gpuHistory.packets
    const ids: number[] = []
    drawn.lists.forEach(({ first, last }, engine) => {
      for (let at = Math.max(first, last - most); at < last; at++) ids.push(ring.idOf(ring.engines[engine]!.slot(at)))
    })
    return ids.sort((a, b) => a - b).slice(-most)
  }

  protected geometryOf(width: number, height: number): LaneGeometry {
    return geometryOf(width, height)
  }

  protected useTheme(context: CanvasRenderingContext2D): void {
    this.painter = new LanePainter(context, laneTheme())
  }

  protected paint(input: LanesInput): void {
    const { geometry } = this
    const { gpu, clock, gpuHistory } = input.state
    const drawn = this.lists(input)
    const { names, packets } = gpuHistory
    const { contexts, commands } = packets.columns
    const effects = new Set(input.state.effects.map(({ name }) => name))
    const isEffect = (command: string): boolean => effects.has(command)
    const effect = (slot: number): string | null => {
      const command = names[commands[slot]!] ?? ''
      return isEffect(command) ? command : null
    }
    const known = knownTime(packets, clock.now, this.view)
    const label = (slot: number): string => names[commands[slot]!] || (names[contexts[slot]!] ?? '')
    const lanes = drawn.lists.map((list, at): Lane => {
      const engine = gpu.engines.find(({ name }) => name === ENGINES[at]) ?? null
      const busy = list.busy + runningTime(engine?.queue[0]?.start ?? null, clock.now, this.view)
      const share = known === null ? null : known === 0 ? 0 : Math.min(1, busy / known)
      return { list, preemptions: drawn.preemptions[at]!, state: engine, share, label, effect, isEffect }
    })
    this.shares = lanes.map(({ share }) => share)
    this.painter?.draw({
      geometry,
      view: this.view,
      now: clock.now,
      lanes,
      blanks: gpu.displays.map(({ refreshRate }) =>
        verticalBlanks(refreshRate, this.view).filter((x) => this.isPast(x, clock.now)),
      ),
      marks: drawn.marks,
      moment: input.moment,
    })
  }

  /** Draw lists of the window shown: made anew only when packets came, or another window is shown. */
  private lists({ state }: LanesInput): Drawn {
    const { view } = this
    const history = state.gpuHistory
    const key = `${view.from} ${view.to} ${view.width}`
    const before = this.drawn
    if (before !== null && before.key === key && before.history === history) return before
    this.drawn = {
      key,
      history,
      lists: ENGINES.map((_, engine) => laneList(history.packets, engine, view, before?.lists[engine])),
      preemptions: ENGINES.map((_, engine) => preemptionBars(history.preemptions, engine, view)),
      marks: placedMarks(history.marks, view),
    }
    return this.drawn
  }

  /** Looked for only when the chain, the packets or the window are others. */
  protected override named({ state, delay }: LanesInput): readonly number[] {
    const { drawn, chain } = this
    if (delay === null || drawn === null) return []
    if (chain?.delay === delay && chain.drawn === drawn) return chain.ids
    const ids = packetsNamed(state.gpuHistory, delay.segments, this.view)
    this.chain = { delay, drawn, ids }
    return ids
  }

  private isPast(x: number, now: number): boolean {
    return this.view.from + (x / this.view.width) * (this.view.to - this.view.from) <= now
  }

  protected boxOf(id: number): LaneBox | null {
    const ring = this.input?.state.gpuHistory.packets
    if (ring === undefined || !ring.has(id)) return null
    const slot = ring.slotOf(id)
    const { engines, starts, ends } = ring.columns
    const [start, end] = [starts[slot]!, ends[slot]!]
    if (end < this.view.from || start > this.view.to) return null
    const x = Math.max(0, placeOf(this.view, start))
    const width = Math.min(this.geometry.plot, placeOf(this.view, end)) - x
    return { x, width, ...bandOf(this.geometry, engines[slot]!) }
  }
}
