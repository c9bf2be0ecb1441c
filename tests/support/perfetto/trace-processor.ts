/** One instance of Perfetto's trace processor for many traces. */
import { Worker } from 'node:worker_threads'
import { traceProcessor } from '../../../scripts/runtime/trace-processor.mjs'

export type Row = Readonly<Record<string, number | string | null>>

interface Answer {
  rows?: Row[]
  error?: string
}

export class TraceProcessor {
  private constructor(private readonly worker: Worker) {}

  static async start(): Promise<TraceProcessor> {
    const folder = await traceProcessor()
    const processor = new TraceProcessor(new Worker(new URL('./worker.mjs', import.meta.url), { workerData: folder }))
    await processor.answer()
    return processor
  }

  /** Another trace, in either form. @throws Error when it is none */
  async load(bytes: Uint8Array): Promise<void> {
    await this.ask({ load: bytes })
  }

  /** @returns rows of one query */
  query(sql: string): Promise<Row[]> {
    return this.ask({ sql })
  }

  /** @returns the only value of the only row */
  async count(sql: string): Promise<number> {
    const [row = {}] = await this.query(sql)
    return Number(Object.values(row)[0])
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }

  private ask(message: { load: Uint8Array } | { sql: string }): Promise<Row[]> {
    const answer = this.answer()
    this.worker.postMessage(message)
    return answer
  }

  private answer(): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const failed = (error: Error): void => reject(error)
      this.worker.once('error', failed)
      this.worker.once('message', ({ rows, error }: Answer) => {
        this.worker.off('error', failed)
        if (error === undefined) resolve(rows ?? [])
        else reject(new Error(error))
      })
    })
  }
}
