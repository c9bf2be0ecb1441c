/** Files that the desktop hands over: a second launch, and macOS' open-file, which can come before the app is ready. */
import { resolve } from 'node:path'
import type { App } from 'electron'

export class FileRequests {
  #handler: ((path: string | null) => void) | null = null
  readonly #waiting: string[] = []

  constructor(app: App) {
    app.on('open-file', (event, path) => {
      event.preventDefault()
      this.request(path)
    })
    app.on('second-instance', (_event, _argv, cwd, data) => this.request(handedOver(data, cwd)))
  }

  /** @param path null: only bring the window to the front */
  request(path: string | null): void {
    if (this.#handler !== null) this.#handler(path)
    else if (path !== null) this.#waiting.push(path)
  }

  /** Files that came before are handed on now. */
  handle(handler: (path: string | null) => void): void {
    this.#handler = handler
    for (const path of this.#waiting.splice(0)) handler(path)
  }
}

/** The command line of the second launch is reordered by Chromium, so its file travels by itself. */
export function handedOver(data: unknown, cwd: string): string | null {
  if (typeof data !== 'object' || data === null || !('file' in data) || typeof data.file !== 'string') return null
  return resolve(cwd, data.file)
}
