/**
 * What is about to be saved is read back in the process that reads: the grammar takes seconds for the largest. A small text
 * is read here, as starting a process would take longer.
 */
import { notSaved, readBackProblem } from '../../session/document/read-back'
import { converse, NOTHING_READ, type Reading, type ReadingProcess } from './reader'

/** characters that are read back here: some 10 to 25 ms once it is warm, up to 84 in a process that has only just begun */
export const CHECKED_HERE = 32 * 1024
/** characters in a message, copied within some milliseconds */
const PART = 2 * 1024 * 1024
/** ms without an answer after which the process counts as lost: twenty times what the largest text takes */
export const SILENCE_MS = 240_000

/** What this needs of the app. */
export interface ReadBackPort {
  startProcess(): ReadingProcess
  /** @returns what takes it back */
  after(ms: number, run: () => void): () => void
}

/** @see startReadBack, for what may not wait: `ended` is called before this returns */
export function readBackHere(text: string, what: string, ended: (problem: string | null) => void): Reading {
  ended(readBackProblem(text, what))
  return NOTHING_READ
}

/**
 * @param what it is, for messages: "project", "recording"
 * @param ended called once, unless it is cancelled, for a small text before this returns: with null when it can be opened
 * again; else with why nothing is to be written, and what to do
 */
export function startReadBack(
  text: string,
  what: string,
  { startProcess, after }: ReadBackPort,
  ended: (problem: string | null) => void,
): Reading {
  if (text.length <= CHECKED_HERE) return readBackHere(text, what, ended)
  let reading: Reading | null = null
  const stopWaiting = after(SILENCE_MS, () => {
    reading?.cancel()
    lost(`the process that checks it did not answer for ${SILENCE_MS / 60_000} minutes`)
  })
  const end = (problem: string | null): void => {
    stopWaiting()
    ended(problem)
  }
  const lost = (why: string): void =>
    end(notSaved(what, `as it could not be checked: ${why}`, 'Close other programs and try again.'))
  let sent = 0
  reading = converse({ kind: 'check', what, characters: text.length }, startProcess, {
    does: 'check',
    failed: lost,
    lost,
    answer: () => {
      const part = text.slice(sent, sent + PART)
      sent += part.length
      return { kind: 'text', part }
    },
    done: (reply) => {
      if (reply.kind === 'checked') end(reply.problem)
    },
  })
  const { cancel, kill } = reading
  return {
    cancel: (left) => {
      stopWaiting()
      cancel(left)
    },
    kill,
  }
}
