/** Contexts of the scheduler itself, without a queue before them, and what their packets wait for in few words. */
import type { Context, Packet, PacketRequest } from '../../../../main/dxgkrnl/vidsch/context'
import { Priority } from '../../../../main/dxgkrnl/vidsch/context'
import { newStand, type Stand, standOfFirst } from '../../../../main/dxgkrnl/vidsch/stand'
import type { EngineName } from '../../../../preload/contract'
import type { TestWorld } from '../../support/world'

/** A context of the app's device. */
export function contextOf(
  world: TestWorld,
  name: string,
  engine: EngineName = '3d',
  priority: Priority = Priority.normal,
): Context {
  return world.scheduler.createContext(name, world.device.id, engine, priority)
}

/** @param duration µs of GPU time @returns the context's fence value that its end signals */
export function submitTo(
  { scheduler }: TestWorld,
  context: Context,
  command: string,
  duration: number,
  particulars: Partial<PacketRequest> = {},
): number {
  return scheduler.submit(context, { command, duration, allocations: [], ...particulars })
}

/** The allocation of that name. */
export function handleOf(world: TestWorld, name: string): number {
  const handle = world.vidmm.residency.table.names.indexOf(name)
  if (handle < 0) throw new Error(`there is no ${name}`)
  return handle
}

/** What is waited for, by its name. */
export function nameOf(by: Stand['by']): string {
  if (by === null) return 'nobody'
  if ('command' in by) return by.command
  return 'resource' in by ? by.resource : `request for ${by.context}`
}

/** "packet: kind by", and what it becomes by itself. */
export function told({ packet, kind, by, until, afterwards, byAfterwards }: Stand): string {
  const now = `${packet === null ? 'none' : (packet satisfies Packet).command}: ${kind} by ${nameOf(by)}`
  return until === Number.POSITIVE_INFINITY
    ? now
    : `${now} until ${until}, then ${afterwards} by ${nameOf(byAfterwards)}`
}

/** What the first packet of a context waits for now. */
export function standOf({ scheduler }: TestWorld, context: Context): string {
  const stand = newStand()
  standOfFirst(scheduler, context, stand)
  return told(stand)
}
