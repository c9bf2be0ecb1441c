/**
 * What the process that reads is told, and says. It sends one piece for each `next`, so that none waits in a queue, and
 * ends by itself: one that is killed counts as one that died.
 */
import type { FileIdentity } from '../../files/identity'
import type { Piece } from './pieces'

export type ReadingRequest = { kind: 'read'; path: string } | { kind: 'next' } | { kind: 'end' }

export type ReadingReply =
  | { kind: 'piece'; piece: Piece }
  /** every piece has been sent */
  | { kind: 'done'; identity: FileIdentity }
  /** the same words as readScenarioFile's */
  | { kind: 'failed'; message: string }
