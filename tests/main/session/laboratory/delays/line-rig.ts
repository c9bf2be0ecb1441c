/** Presses that stand in lines which are asked by hand, of packets that a real scheduler runs. */
import type { Context } from '../../../../../main/dxgkrnl/vidsch/context'
import { newStand, standOfFirst } from '../../../../../main/dxgkrnl/vidsch/stand'
import type { Piece } from '../../../../../main/session/laboratory/delays/chain'
import { ContextLine } from '../../../../../main/session/laboratory/delays/line'
import { Pending } from '../../../../../main/session/laboratory/delays/pending'
import { nameOf, submitTo } from '../../../dxgkrnl/vidsch/by-hand'
import type { TestWorld } from '../../../support/world'

/** A press of which somebody is told; it begins now. */
export function pressOf({ sim }: TestWorld, name: string, told: string[] = [], processor = 0): Pending {
  const port = {
    begun: (pending: Pending, context: Context) => void told.push(`${pending.name} begun in ${context.name}`),
    ended: (pending: Pending, completed: boolean) =>
      void told.push(`${pending.name} ${completed ? 'completed' : 'failed'}`),
    bringUp: (pending: Pending) => void told.push(`${pending.name} brought up`),
    get now() {
      return sim.now
    },
  }
  return new Pending(port, 'press', name, 1, sim.now, 0, processor, null, { contexts: [], fences: [] })
}

/** What it has waited for until now: "kind start–end by". */
export function waited({ sim }: TestWorld, { chain }: Pending): string[] {
  return chain.upTo(sim.now).map(({ kind, start, end, by }) => `${kind} ${start}–${end} by ${byName(by)}`)
}

function byName(by: Piece['by']): string {
  if (by === null) return 'nobody'
  if (by.type === 'processor') return 'processor'
  return 'policy' in by ? by.policy : nameOf(by)
}

export class LineRig {
  readonly line: ContextLine

  constructor(
    private readonly world: TestWorld,
    private readonly context: Context,
  ) {
    this.line = new ContextLine(context, world.scheduler.stateOf(context))
  }

  /** A press of one packet, which stands in the line from now on. */
  press(name: string, duration: number): Pending {
    const pending = pressOf(this.world, name)
    submitTo(this.world, this.context, name, duration, { owner: pending })
    return this.enters(pending)
  }

  enters(pending: Pending): Pending {
    pending.settle()
    this.line.enter(pending, this.world.sim.now)
    return pending
  }

  /** The first that is not over is asked what it waits for; those before it leave. */
  ask(): void {
    const { line, context, world } = this
    const { now } = world.sim
    while (line.members[0] !== undefined && line.members[0].settle() !== context) line.leave(line.members[0], now)
    const [first] = line.members
    const stand = newStand()
    standOfFirst(world.scheduler, context, stand)
    if (first !== undefined) line.stands(first, stand, now)
  }

  /** Asks, and so many µs pass. */
  wait(duration: number): void {
    this.ask()
    this.world.wait(duration)
  }
}
