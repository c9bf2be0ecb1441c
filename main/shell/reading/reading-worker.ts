/** A process of its own that reads a project, so that the desktop app stays responsive: the whole of it is answer.ts. */
import { answerReading } from './answer'

const { parentPort } = process

answerReading({
  onMessage: (take) => parentPort.on('message', (event: Electron.MessageEvent) => take(event.data)),
  post: (message) => parentPort.postMessage(message),
  // at once, from Electron 37 on: it is asked for when everything has arrived
  end: () => process.exit(0),
})
