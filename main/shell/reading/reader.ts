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
  let child: ReadingProcess
  try {
    child = start()
  } catch (error) {
    const why = `the process that reads it could not be started (${reason(error)})`
    ended({ ok: false, message: `cannot read ${path}: ${why}. Close other programs and try again.` })
    return { cancel: () => {} }
  }
  let over = false
  const end = (file: ScenarioFile): void => {
    over = true
    child.post({ kind: 'end' })
    ended(file)
  }
  const assembly = new Assembly({})
  child.onMessage((reply) => {
    if (over) return
    if (reply.kind === 'failed') return end({ ok: false, message: reply.message })
    // sound: the pieces are those of the scenario that readScenarioFile made there
    if (reply.kind === 'done') return end({ ok: true, scenario: assembly.value as Scenario, identity: reply.identity })
    assembly.add(reply.piece)
    child.post({ kind: 'next' })
  })
  child.onExit((code) => {
    if (over) return
    over = true
    const why = `the process that reads it ended with code ${code}`
    const advice = 'Close other programs and try again, or choose a smaller file.'
    ended({ ok: false, message: `cannot read ${path}: ${why}. ${advice}` })
  })
  child.post({ kind: 'read', path })
  return {
    cancel: () => {
      if (over) return
      over = true
      child.kill()
    },
  }
}
