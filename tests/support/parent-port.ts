/** A worker of the app where no Electron starts it: what a process is given to run, so that its port is the line to who forked it. */
import { pathToFileURL } from 'node:url'

/** `process.parentPort`, as Electron's utility processes have it: what comes waits until somebody listens */
const PORT = `
import { EventEmitter } from 'node:events'
const port = new EventEmitter()
let waiting = []
const take = (data) => (waiting === null ? port.emit('message', { data }) : waiting.push(data))
port.postMessage = (message) => process.send(message)
process.on('message', take)
process.parentPort = port
`

/** @param file of the worker, built @returns the text of a module to fork */
export function workerMain(file: string): string {
  const worker = JSON.stringify(pathToFileURL(file).href)
  return `${PORT}await import(${worker})\nconst come = waiting\nwaiting = null\ncome.forEach(take)\n`
}
