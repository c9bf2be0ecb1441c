/** What can be waited for (LB-08), in the order in which totals are shown. */
export const DELAY_KINDS = [
  'policy-wait',
  'queue',
  'engine',
  'preemption',
  'preempted',
  'context-switch',
  'page-in',
  'page-out',
  'paging-queue',
  'fence',
  'reset',
  'run',
  'vertical-blank',
] as const
/**
 * `policy-wait`: the policy blocks its thread (TN-38). `queue`: an earlier packet of the same context. `engine`: a packet
 * of another context. `preemption`: from the request until the engine is free. `preempted`: from its stop until it runs
 * again. `context-switch`. `page-in`. `page-out`: of the victim that makes room. `paging-queue`: other paging work.
 * `fence`: another engine's packet. `reset`: the engine hangs. `run`: its own work. `vertical-blank`: it is done, and is
 * shown at the next blank.
 *
 * A frame needs the processor before the GPU. The clause has no kind of its own for that (**choice**: it is waited for as
 * an engine is): `queue` for earlier frames of the same thread, `engine` for other threads, `run` for its own work there.
 */
export type DelayKind = (typeof DELAY_KINDS)[number]

/** What is waited for while it is under way; the blank comes when that is over. */
export type PieceKind = Exclude<DelayKind, 'vertical-blank'>

/** µs by kind; all of them. */
export type DelayTimes = Record<DelayKind, number>

/** 0 µs of every kind. */
export function noTimes(): DelayTimes {
  return Object.fromEntries(DELAY_KINDS.map((kind) => [kind, 0])) as DelayTimes
}
