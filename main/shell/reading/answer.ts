/** What the process that reads does: reads, checks, and sends what came out a piece at a time. */
import { readScenarioFile } from '../scenario-file'
import type { ReadingReply, ReadingRequest } from './messages'
import { piecesOf } from './pieces'

/** The line to whoever asks. */
export interface ReadingPort {
  onMessage: (take: (message: ReadingRequest) => void) => void
  post: (message: ReadingReply) => void
  /** ends the process */
  end: () => void
}

/** The reading process’s side: answers each request with the next piece of what it read. */
export function answerReading({ onMessage, post, end }: ReadingPort): void {
  let replies: Iterator<ReadingReply> | null = null
  onMessage((request) => {
    if (request.kind === 'end') return end()
    if (request.kind === 'read') replies = reading(request.path)
    const next = replies?.next()
    if (next?.done === false) post(next.value)
  })
}

function* reading(path: string): Generator<ReadingReply> {
  const file = readScenarioFile(path)
  if (!file.ok) {
    yield { kind: 'failed', message: file.message }
    return
  }
  for (const piece of piecesOf(file.scenario)) yield { kind: 'piece', piece }
  yield { kind: 'done', identity: file.identity }
}
