/** Writes the whole of a run as a trace for Perfetto in the process that reads: it is run again there (LB-17, SC-12). */
import { AtomicFile } from '../../files/atomic-file'
import { breathe } from '../../files/breathe'
import { policyLabel } from '../../policies/own/label'
import { PerfettoRecorder, perfettoFormOf } from '../../session/perfetto/recorder'
import { runScenario } from '../../session/run/runner'
import { parseScenarioText, problemsToText } from '../../session/scenario'
import { notWritten } from '../documents/files'
import type { ReadingRequest } from './messages'
import { follow, type Reading, type ReadingProcess } from './reader'

type ExportRequest = Extract<ReadingRequest, { kind: 'export' }>

/** For a person. */
interface Exported {
  ok: boolean
  message: string
}

/**
 * In the process that reads. A process that ends before it is done leaves nothing.
 * @param onProgress µs of simulated time, of so many; some hundred times at most
 */
export async function writePerfetto(
  { path, recording }: Pick<ExportRequest, 'path' | 'recording'>,
  onProgress: (done: number, total: number) => void,
): Promise<Exported> {
  const parsed = parseScenarioText(recording)
  if (!parsed.ok) return { ok: false, message: problemsToText(parsed.problems, 'the recording').trimEnd() }
  const { scenario } = parsed
  let file: AtomicFile | undefined
  try {
    const target = new AtomicFile(path)
    file = target
    const { name, seed, app, derived } = scenario
    const run = { name, policy: policyLabel(app.policy), seed, derived }
    const recorder = new PerfettoRecorder(perfettoFormOf(path), (piece) => target.write(piece), run)
    let told = 0
    await runScenario(scenario, {
      written: false,
      follower: recorder,
      breathe,
      atEnd: ({ sim }) => recorder.end(sim.now),
      onProgress: (now, until) => {
        // so many more that it can be seen
        if (now < told + until / 100) return
        told = now
        onProgress(now, until)
      },
    })
    target.commit()
    return { ok: true, message: `Saved ${path}` }
  } catch (error) {
    file?.discard()
    return { ok: false, message: notWritten(path, error) }
  }
}

/**
 * In the app.
 * @param start starts the process
 * @param watch how far it is, µs of µs; and once, unless it is cancelled, what came of it
 */
export function startExporting(
  request: ExportRequest,
  start: () => ReadingProcess,
  watch: { progress: (done: number, total: number) => void; ended: (exported: Exported) => void },
): Reading {
  return follow(request, start, {
    failed: (message) => watch.ended({ ok: false, message }),
    progress: watch.progress,
    done: (reply) => {
      if (reply.kind === 'exported') watch.ended({ ok: true, message: reply.message })
    },
  })
}
