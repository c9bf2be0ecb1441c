/** Reads a large project in a process of its own: reading, its JSON and the grammar take seconds at the most. */
import { nodeFileSystem } from '../../files/file-system'
import { type Scenario, shownValue } from '../../session/scenario'
import type { ScenarioFile } from '../documents/scenario-file'
import { reason } from '../log'
import type { ReadingReply, ReadingRequest } from './messages'
import { Assembly } from './pieces'

/** bytes that are read and checked within some 25 ms; starting a process takes longer */
export const LARGE = 256 * 1024

/** A process that runs reading-worker.ts. */
export interface ReadingProcess {
  onMessage(take: (message: ReadingReply) => void): void
  /** @param take also called after `kill`, and when it has ended by itself */
  onExit(take: (code: number) => void): void
  post(message: ReadingRequest): void
  kill(): void
}

export interface Reading {
  /** ends the process; nothing is said any more. @param left called when there is nothing left of what it was writing */
  cancel(left?: () => void): void
  /** ends the process at once, whatever it has begun */
  kill(): void
}

/** Of what has no process. */
export const NOTHING_READ: Reading = { cancel: (left) => left?.(), kill: () => {} }

/** Whether reading it would hold up the window. What cannot be read is said at once. */
export function isLarge(path: string): boolean {
  try {
    const stats = nodeFileSystem.stat(path)
    return stats?.kind === 'file' && stats.size > LARGE
  } catch {
    return false
  }
}

/**
 * @param start starts the process
 * @param ended called once, unless it is cancelled: with what readScenarioFile would have answered, or why it could not
 */
export function startReading(path: string, start: () => ReadingProcess, ended: (file: ScenarioFile) => void): Reading {
  return follow({ kind: 'read', path }, start, {
    failed: (message) => ended({ ok: false, message }),
    done: (reply, scenario) => {
      if (reply.kind === 'done') ended({ ok: true, scenario, identity: reply.identity })
    },
  })
}

/** What comes of a process that reads; one of them is called once, unless it is cancelled. */
export interface ReadingListener {
  /** @param isScenario what was to be a recording is one */
  failed(message: string, isScenario: boolean): void
  /** called as often as there is something to tell */
  progress?(done: number, total: number): void
  done(reply: LastReply, scenario: Scenario): void
}

/** A reply after which there is none. */
export type LastReply = Extract<ReadingReply, { kind: 'done' | 'imported' | 'exported' | 'checked' }>

/** @param request what the process is asked first */
export function follow(
  request: Extract<ReadingRequest, { path: string }>,
  start: () => ReadingProcess,
  { failed, progress, done }: ReadingListener,
): Reading {
  const { path } = request
  const does = request.kind === 'export' ? 'write' : 'read'
  const smaller = does === 'read' ? ', or choose a smaller file' : ''
  const assembly = new Assembly({})
  return converse(request, start, {
    does,
    failed,
    lost: (why, started) =>
      failed(
        `cannot ${does} ${shownValue(path)}: ${why}. Close other programs and try again${started ? smaller : ''}.`,
        false,
      ),
    answer: (reply) => {
      if (reply.kind === 'progress') progress?.(reply.done, reply.total)
      if (reply.kind !== 'piece') return null
      assembly.add(reply.piece)
      return { kind: 'next' }
    },
    // sound: the pieces are those of the scenario that was made there
    done: (reply) => done(reply, assembly.value as Scenario),
  })
}

/** What is said with a process; `failed`, `lost` or `done` is called once, unless it is cancelled. */
export interface Conversation {
  /** the process does it to "it", for messages */
  does: 'read' | 'write' | 'check'
  /** it says that it cannot. @param isScenario as of a listener */
  failed(message: string, isScenario: boolean): void
  /** there is no process, or none any more. @param started it was there */
  lost(why: string, started: boolean): void
  /** @returns what it is told then; null: nothing */
  answer(reply: Exclude<ReadingReply, LastReply | { kind: 'failed' }>): ReadingRequest | null
  done(reply: LastReply): void
}

/** @param request what the process is asked first */
export function converse(request: ReadingRequest, start: () => ReadingProcess, talk: Conversation): Reading {
  const { does } = talk
  let child: ReadingProcess
  try {
    child = start()
  } catch (error) {
    talk.lost(`the process that ${does}s it could not be started (${reason(error)})`, false)
    return NOTHING_READ
  }
  let over = false
  let gone = (): void => {}
  const end = (): void => {
    over = true
    child.post({ kind: 'end' })
  }
  child.onMessage((reply) => {
    if (over) return
    switch (reply.kind) {
      case 'failed':
        end()
        return talk.failed(reply.message, reply.isScenario === true)
      case 'done':
      case 'imported':
      case 'exported':
      case 'checked':
        end()
        return talk.done(reply)
      default: {
        const next = talk.answer(reply)
        if (next !== null) child.post(next)
      }
    }
  })
  child.onExit((code) => {
    gone()
    if (over) return
    over = true
    talk.lost(`the process that ${does}s it ended with code ${code}`, true)
  })
  const kill = (): void => {
    over = true
    child.kill()
  }
  child.post(request)
  return {
    kill,
    cancel: (left = () => {}) => {
      if (over) return left()
      // what writes removes what it has begun
      if (does === 'write') {
        gone = left
        return end()
      }
      kill()
      left()
    },
  }
}
