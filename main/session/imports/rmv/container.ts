/**
 * The two containers of a Radeon Memory Visualizer trace, told apart by their first bytes: RDF, and that of before 2022. Of
 * what describes the machine only the name of the GPU is read: the rest names the machine, its user and its programs.
 *
 * @see shared/data/real/formats.md, 1.1
 */
import { Bytes } from '../bytes'
import type { CaptureFile } from '../capture'
import type { Container } from './chunks'
import { readLegacy } from './legacy'
import { readRdf } from './rdf'

const RDF = 'AMD_RDF '
const LEGACY = 0x494e494d

/** @param first the first bytes of a file */
export function isRmv(first: Uint8Array): boolean {
  return isRdf(first) || (first.length >= 4 && new Bytes(first).u32(0) === LEGACY)
}

function isRdf(first: Uint8Array): boolean {
  return [...RDF].every((character, i) => first[i] === character.charCodeAt(0))
}

/** @throws CaptureError where the container cannot be followed from its beginning */
export function readContainer(file: CaptureFile): Container {
  return isRdf(file.read(0, RDF.length)) ? readRdf(file) : readLegacy(file)
}
