/**
 * A worker of the app in a process of its own: its entry is built as the app's are, and Electron's port is the line to that
 * process. What it does is the real thing, from its first message to its end.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { workerMain } from '../../support/parent-port'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface WorkerFile {
  start(): Worker
  remove(): void
}

/** @param entry of the worker, from the project's root */
export async function buildWorker(entry: string): Promise<WorkerFile> {
  const folder = mkdtempSync(join(tmpdir(), 'trimline-worker-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, entry),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  const main = join(folder, 'main.mjs')
  writeFileSync(main, workerMain(join(folder, 'worker.mjs')))
  return {
    start: () =>
      new Worker(fork(main, [], { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export class Worker {
  readonly came: unknown[] = []
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown[]>
  #heard: () => void = () => {}

  constructor(child: ChildProcess) {
    this.#child = child
    this.#exited = once(child, 'exit')
    child.on('message', (message) => {
      this.came.push(message)
      this.#heard()
    })
  }

  post(message: object): void {
    this.#child.send(message)
  }

  /** @param enough asked after each message so far */
  async until(enough: (came: readonly unknown[]) => boolean): Promise<void> {
    while (!enough(this.came)) {
      const heard = new Promise<void>((resolve) => {
        this.#heard = resolve
      })
      const ended = await Promise.race([heard.then(() => false), this.#exited.then(() => true)])
      if (ended && !enough(this.came)) throw new Error('the worker has ended before it said so much')
    }
  }

  /** @returns its exit code, when it has ended by itself */
  async ended(): Promise<unknown> {
    return (await this.#exited)[0]
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
  }
}
