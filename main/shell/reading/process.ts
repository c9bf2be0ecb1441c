/** The process that reads, as Electron starts it. */
import { join } from 'node:path'
import { utilityProcess } from 'electron'
import type { ReadingProcess } from './reader'

/** Starts the process that reads large files, as Electron’s utility process. */
export function startReadingProcess(): ReadingProcess {
  const child = utilityProcess.fork(join(import.meta.dirname, 'reading.js'), [], { serviceName: 'Trimline reading' })
  return {
    onMessage: (take) => void child.on('message', take),
    onExit: (take) => void child.on('exit', take),
    post: (message) => child.postMessage(message),
    kill: () => void child.kill(),
  }
}
