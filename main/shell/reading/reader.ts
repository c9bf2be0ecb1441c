/** Reads a large project in a process of its own: reading, its JSON and the grammar take seconds at the most. */
import { nodeFileSystem } from '../../files/file-system'
import type { Scenario } from '../../session/scenario'
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
  /** ends the process; nothing is said any more */
  cancel(): void
}

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
export interface Outcome {
  failed(message: string): void
  /** called as often as there is something to tell */
  progress?(done: number, total: number): void
  done(reply: Exclude<ReadingReply, { kind: 'piece' | 'progress' | 'failed' }>, scenario: Scenario): void
}

/** @param request what the process is asked first */
export function follow(
  request: Extract<ReadingRequest, { path: string }>,
  start: () => ReadingProcess,
  outcome: Outcome,
): Reading {
  const { path } = request
  const does = request.kind === 'export' ? 'write' : 'read'
  let child: ReadingProcess
  try {
    child = start()
  } catch (error) {
    const why = `the process that ${does}s it could not be started (${reason(error)})`
    outcome.failed(`cannot ${does} ${path}: ${why}. Close other programs and try again.`)
    return { cancel: () => {} }
  }
  let over = false
  const end = (): void => {
    over = true
    child.post({ kind: 'end' })
  }
  const assembly = new Assembly({})
  child.onMessage((reply) => {
    if (over) return
    if (reply.kind === 'piece') {
      assembly.add(reply.piece)
      return child.post({ kind: 'next' })
    }
    if (reply.kind === 'progress') return outcome.progress?.(reply.done, reply.total)
    end()
    if (reply.kind === 'failed') outcome.failed(reply.message)
    // sound: the pieces are those of the scenario that was made there
    else outcome.done(reply, assembly.value as Scenario)
  })
  child.onExit((code) => {
    if (over) return
    over = true
    const why = `the process that ${does}s it ended with code ${code}`
    const advice = `Close other programs and try again${does === 'read' ? ', or choose a smaller file' : ''}.`
    outcome.failed(`cannot ${does} ${path}: ${why}. ${advice}`)
  })
  child.post(request)
  return {
    cancel: () => {
      if (over) return
      // what writes removes what it has begun
      if (does === 'write') return end()
      over = true
      child.kill()
    },
  }
}
