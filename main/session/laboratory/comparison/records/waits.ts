/** Numbers of waiting for paging: each time that a context stood still for it, and each wait of what was late. */
import { formatBytes } from '../../../../../preload/contract'
import type { Context } from '../../../../dxgkrnl/vidsch/context'
import type { Scheduler } from '../../../../dxgkrnl/vidsch/scheduler'
import type { TraceRecord } from '../../../../sim/trace-records'
import type { World } from '../../../world/world'
import { eachPagedIn } from '../../delays/chain'
import { Collector, momentView, type RecordList } from './list'

/** page-in records that are looked through for what came in meanwhile */
const RECENT = 64
/** of them, as many are named */
const MOST_NAMED = 3

/** µs that GPU work stood still for paging: each time, by context. */
export class WaitsCollector extends Collector {
  private from = 0
  private readonly recent: { end: number; text: string }[] = []

  scheduler(scheduler: Scheduler): void {
    const waited = (context: Context, since: number, until: number): void => this.add(context, since, until)
    scheduler.observer = { ...scheduler.observer, waited }
  }

  override begins(world: World): void {
    super.begins(world)
    this.from = world.sim.now
  }

  record(record: TraceRecord): void {
    if (record.type !== 'page-in') return
    this.recent.push({ end: record.end, text: `${record.resource} ${formatBytes(record.bytes)}` })
    if (this.recent.length > RECENT) this.recent.shift()
  }

  /** What goes on at the end counts with what it has taken. */
  override end(): void {
    if (this.world === null) return
    const { scheduler, sim } = this.world
    for (const context of scheduler.standingStill) this.add(context, context.standsStillSince ?? sim.now, sim.now)
  }

  private add({ name, engine }: Context, began: number, until: number): void {
    const t = Math.max(began, this.from)
    const duration = until - t
    if (duration <= 0) return
    const more = this.pagedIn(t)
    const moment = { t, type: 'waited for paging', name: `${name}, ${engine} engine`, duration, more, amount: duration }
    this.list.add(duration, () => momentView(moment))
  }

  private pagedIn(since: number): string {
    const texts = this.recent.filter(({ end }) => end > since).map(({ text }) => text)
    if (texts.length === 0) return ''
    const named = texts.slice(0, MOST_NAMED).join(', ')
    return `paged in meanwhile: ${named}${texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : ''}`
  }
}

/** µs that late presses, frames and presents waited until a resource was paged in (LB-06). */
export class LateWaitsCollector extends Collector {
  /** @param resource of this alone; null: of all */
  constructor(
    list: RecordList,
    private readonly resource: string | null,
  ) {
    super(list)
  }

  override built(world: World): void {
    super.built(world)
    world.delays.follower = {
      passed: () => {},
      late: ({ what, name }, { chain }) => {
        const of = `${what} ${name === what ? '' : name}`.trim()
        for (const piece of chain.pieces)
          eachPagedIn(piece, (resource, from, time) => {
            if (this.resource === null || resource === this.resource) this.add(resource, from, time, of)
          })
      },
    }
  }

  private add(name: string, t: number, duration: number, late: string): void {
    const moment = { t, type: 'waited for page-in', name, duration, more: `${late} was late`, amount: duration }
    this.list.add(duration, () => momentView(moment))
  }
}
