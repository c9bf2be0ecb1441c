/** What the process that reads does: reads, checks, and sends what came out a piece at a time; or checks what is to be saved. */
import { readBackProblem } from '../../session/document/read-back'
import { readScenarioFile } from '../documents/scenario-file'
import { type CaptureRead, readCaptureFile } from './capture'
import type { ReadingReply, ReadingRequest } from './messages'
import { writePerfetto } from './perfetto'
import { readPieces } from './pieces'

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
  const checked = new Incoming()
  const answer = (): void => {
    const next = replies?.next()
    if (next?.done === false) post(next.value)
  }
  onMessage((request) => {
    if (request.kind === 'end') return end()
    if (request.kind === 'check') return post(checked.begin(request.what, request.characters))
    if (request.kind === 'text') return post(checked.add(request.part))
    if (request.kind === 'import')
      return void readCaptureFile(request.path, request.options).then((read) => {
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

/** A text that comes in parts, until it can be checked. */
class Incoming {
  #what = ''
  #missing = 0
  #parts: string[] = []

  begin(what: string, characters: number): ReadingReply {
    this.#what = what
    this.#missing = characters
    this.#parts = []
    return { kind: 'more' }
  }

  add(part: string): ReadingReply {
    this.#parts.push(part)
    this.#missing -= part.length
    if (this.#missing > 0) return { kind: 'more' }
    return { kind: 'checked', problem: readBackProblem(this.#parts.join(''), this.#what) }
  }
}

function* imported(read: CaptureRead): Generator<ReadingReply> {
  if (!read.ok) {
    const { ok: _, ...why } = read
    yield { kind: 'failed', ...why }
    return
  }
  for (const piece of readPieces(read.scenario)) yield { kind: 'piece', piece }
  yield { kind: 'imported', report: read.report, next: read.next }
}

function* reading(path: string): Generator<ReadingReply> {
  const file = readScenarioFile(path)
  if (!file.ok) {
    yield { kind: 'failed', message: file.message }
    return
  }
  for (const piece of readPieces(file.scenario)) yield { kind: 'piece', piece }
  yield { kind: 'done', identity: file.identity }
}
