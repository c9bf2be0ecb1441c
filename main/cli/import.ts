/** The command `import`: a recording of another program becomes a scenario (LB-19). */

import { counted } from '../../preload/contract'
import { breathe } from '../files/breathe'
import { FileError } from '../files/file-error'
import { openFile, openStream, type RandomAccess } from '../files/random-access'
import { isStream, piecesOf } from '../files/stream-read'
import { CaptureError, type Imported, type ImportOptions } from '../session/imports/capture'
import { beginning, importCapture } from '../session/imports/import'
import { reportText } from '../session/imports/report-text'
import { scenarioPieces } from '../session/imports/text'
import { shownLine, shownValue } from '../session/scenario'
import { labelOf } from './inputs'
import { type CliIo, STDIN } from './io'
import { openOutput, voice } from './output'
import { planOutput } from './outputs'
import { withProgress } from './progress'
import { EXIT, type Exit } from './run'

export interface ImportCommandOptions extends ImportOptions {
  /** a file, or - for standard output */
  out: string
}

/** parts of the file that progress counts in */
const PARTS = 1000

/**
 * What is malformed from some place on is imported up to there, and said with that place; the exit status tells that it is
 * bad input, as when nothing could be read.
 * @throws UsageError, FileError when the scenario cannot be written
 */
export async function importCommand(file: string, options: ImportCommandOptions, io: CliIo): Promise<Exit> {
  const label = labelOf(file)
  const path = planOutput({ file, label }, 'out', options.out, 'recording')
  const imported = await readCapture(file, options, io)
  if (imported === undefined) return EXIT.badInput
  const output = openOutput(path, io)
  try {
    for (const piece of scenarioPieces(imported)) {
      output.write(piece)
      await breathe()
    }
    output.commit()
  } finally {
    output.discard()
  }
  const say = voice(io, path)
  const lines = reportText({ ...imported, damage: null })
    .split('\n')
    .map(shownLine)
  say(`${shownValue(label)}: ${counted(imported.steps.length, 'step')} in ${shownValue(options.out)}\n`)
  say(`${lines.join('\n')}\n`)
  if (imported.damage === null) return EXIT.ok
  io.err(`${shownValue(label)}: damaged: ${shownLine(imported.damage)}; what came before it is imported\n`)
  return EXIT.badInput
}

/**
 * Reads a recording as a scenario.
 * @returns undefined when it cannot be imported: why has been written then
 * @throws what is no mistake of the recording or the file: an error of this program
 */
export async function readCapture(file: string, options: ImportOptions, io: CliIo): Promise<Imported | undefined> {
  let capture: RandomAccess | undefined
  try {
    capture = await open(file, io)
    const importing = importCapture(capture, options)
    return await withProgress(labelOf(file), io.terminal, async (update) => {
      for (;;) {
        const next = importing.next()
        if (next.done === true) return next.value
        update(Math.round(next.value * PARTS), PARTS)
        await breathe()
      }
    })
  } catch (error) {
    if (!(error instanceof CaptureError || error instanceof FileError)) throw error
    const why = error instanceof FileError ? `cannot be read: ${error.reason}. ${error.advice}` : error.message
    io.err(`${shownValue(labelOf(file))}: ${shownLine(why)}\n`)
    return undefined
  } finally {
    capture?.close()
  }
}

async function open(file: string, io: CliIo): Promise<RandomAccess> {
  if (file === STDIN) return openStream(labelOf(file), io.pieces?.() ?? once(io), beginning)
  return isStream(file) ? openStream(file, piecesOf(file), beginning) : openFile(file, beginning)
}

async function* once(io: CliIo): AsyncGenerator<Uint8Array> {
  yield await io.stdin(Number.MAX_SAFE_INTEGER)
}
