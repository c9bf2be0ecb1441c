/** What the process that reads does: reads, checks, and sends what came out a piece at a time. */
import { readScenarioFile } from '../documents/scenario-file'
import { type CaptureRead, readCaptureFile } from './capture'
import type { ReadingReply, ReadingRequest } from './messages'
import { writePerfetto } from './perfetto'
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
  const answer = (): void => {
    const next = replies?.next()
    if (next?.done === false) post(next.value)
  }
  onMessage((request) => {
    if (request.kind === 'end') return end()
    if (request.kind === 'import')
      return void readCaptureFile(request.path).then((read) => {
        replies = imported(read)
        answer()
      })
    if (request.kind === 'export')
      return void writePerfetto(request, (done, total) => post({ kind: 'progress', done, total })).then(
        ({ ok, message }) => post({ kind: ok ? 'exported' : 'failed', message }),
      )
    if (request.kind === 'read') replies = reading(request.path)
    answer()
  })
}

function* imported(read: CaptureRead): Generator<ReadingReply> {
  if (!read.ok) {
    yield { kind: 'failed', message: read.message }
    return
  }
  for (const piece of piecesOf(read.scenario)) yield { kind: 'piece', piece }
  yield { kind: 'imported', report: read.report }
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
