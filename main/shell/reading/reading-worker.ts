/** A process of its own that reads a project, so that the desktop app stays responsive: the whole of it is answer.ts. */
import { answerReading } from './answer'

const { parentPort } = process

answerReading({
  onMessage: (take) => parentPort.on('message', (event: Electron.MessageEvent) => take(event.data)),
  post: (message) => parentPort.postMessage(message),
  end: () => process.exit(0),
})
