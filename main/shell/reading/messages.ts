/**
 * What the process that reads, and writes and checks what is as large, is told, and says. It sends one piece for each `next`, so that none waits in a queue, and
 * ends by itself: one that is killed counts as one that died.
 */
import type { ImportOptions } from '../../../preload/contract'
import type { FileIdentity } from '../../files/identity'
import type { ReadPiece } from './pieces'

export type ReadingRequest =
  | { kind: 'read'; path: string }
  /** a recording of another program, which becomes a project. @property options what is wanted of it */
  | { kind: 'import'; path: string; options: ImportOptions }
  /** @property recording text of its file: run again and written to `path` for Perfetto */
  | { kind: 'export'; path: string; recording: string }
  /**
   * What is about to be saved is read as it would be on opening; its text comes in parts.
   * @property what it is, for messages: "project"; @property characters of the whole
   */
  | { kind: 'check'; what: string; characters: number }
  | { kind: 'text'; part: string }
  | { kind: 'next' }
  | { kind: 'end' }

export type ReadingReply =
  | { kind: 'piece'; piece: ReadPiece }
  /** every piece has been sent */
  | { kind: 'done'; identity: FileIdentity }
  /** of a recording: every piece has been sent, and what is said of it */
  | { kind: 'imported'; report: string; next: number | null }
  /** of an export: µs of simulated time, of so many */
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'exported'; message: string }
  /** of a check: the next part */
  | { kind: 'more' }
  /** @property problem why it may not be saved, in lines for a person; null: it can be opened again */
  | { kind: 'checked'; problem: string | null }
  /** the same words as readScenarioFile's. @property isScenario of a recording: it is none, but a scenario [false] */
  | { kind: 'failed'; message: string; isScenario?: true }
