/** The process that reads, played by the other end of a channel: real messages, and the real code of the process. */
import { MessageChannel } from 'node:worker_threads'
import { answerReading } from '../../../../main/shell/reading/answer'
import type { ReadingProcess } from '../../../../main/shell/reading/reader'

/** @property killed by the app; @property ended by itself; @property told kinds of what it was told, in order */
export interface Beside extends ReadingProcess {
  killed: boolean
  ended: boolean
  told: string[]
  die(code: number): void
}

/** @param answers false: it is busy for ever */
export function readingBeside(answers = true): Beside {
  const { port1, port2 } = new MessageChannel()
  let exit: (code: number) => void = () => {}
  const die = (code: number): void => {
    port1.close()
    exit(code)
  }
  if (answers)
    answerReading({
      onMessage: (take) => void port2.on('message', take),
      post: (message) => port2.postMessage(message),
      end: () => {
        beside.ended = true
        port2.close()
        exit(0)
      },
    })
  const beside: Beside = {
    killed: false,
    ended: false,
    told: [],
    die,
    onMessage: (take) => void port1.on('message', take),
    onExit: (take) => {
      exit = take
    },
    post: (message) => {
      beside.told.push(message.kind)
      port1.postMessage(message)
    },
    kill: () => {
      beside.killed = true
      die(15)
    },
  }
  return beside
}
