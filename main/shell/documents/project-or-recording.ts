/** A file that a person opens is a project, or a recording of another program that is imported (LB-19). */
import { basename } from 'node:path'
import { type CommandResult, formatExactDuration, type ImportOptions } from '../../../preload/contract'
import type { CaptureRead } from '../reading/capture'
import { isCaptureName } from './capture-names'
import { nameOf } from './document-title'
import type { DocumentsOptions } from './documents-options'
import { notImported } from './files'
import type { ScenarioFile } from './scenario-file'

export interface OpeningReaders extends Pick<DocumentsOptions, 'read' | 'readCapture'> {
  /** of these nothing else may begin meanwhile */
  documents: { during<Result>(title: string, doing: Promise<Result>): Promise<Result> }
}

/** @property refusal nothing that can be opened lies there */
export type ProjectOrRecording =
  | { as: 'project'; file: ScenarioFile & { ok: true } }
  | { as: 'recording'; capture: CaptureRead & { ok: true } }
  | { as: 'nothing'; refusal: CommandResult }

/**
 * By its name at first; a project may have been saved under one that recordings have: what is in it decides.
 * @param called how the file is called where it cannot be opened
 * @returns null: the person gave up
 */
export async function readProjectOrRecording(
  path: string,
  called: string,
  readers: OpeningReaders,
): Promise<ProjectOrRecording | null> {
  const capture = isCaptureName(path) ? await readRecording(path, {}, readers) : undefined
  if (capture === null) return null
  if (capture?.ok === true) return { as: 'recording', capture }
  const file = await readers.documents.during(nameOf(path), readers.read(path))
  if (file === null) return null
  if (file.ok) return { as: 'project', file }
  if (capture !== undefined && capture.isScenario !== true)
    return { as: 'nothing', refusal: notImported(path, capture.message) }
  return { as: 'nothing', refusal: { ok: false, message: `Could not open ${called}.\n${file.message}` } }
}

/** @param options what is wanted of it @returns null: the person gave up */
export function readRecording(
  path: string,
  options: ImportOptions,
  { documents, readCapture }: Omit<OpeningReaders, 'read'>,
): Promise<CaptureRead | null> {
  return documents.during(basename(path), readCapture(path, options))
}

/** Which part of a recording it is, to stand behind its name: ` from 5 s until 6 s`; empty: all of it, as far as there is room. */
export function partText({ from = 0, until }: ImportOptions): string {
  const begins = from === 0 ? '' : ` from ${formatExactDuration(from)}`
  return until === undefined ? begins : `${begins} until ${formatExactDuration(until)}`
}
