/** Charts saved as PNG or CSV. */
import { basename, extname } from 'node:path'
import type { ShellCommand } from '../../../preload/contract'

export type ExportCommand = Extract<ShellCommand, { kind: 'exportFile' }>

const PNG_URL = 'data:image/png;base64,'
/** the first eight bytes of every PNG file */
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** @returns the bytes to write, or what is wrong with the content */
export function exportBytes(command: ExportCommand): { ok: true; bytes: Buffer } | { ok: false; message: string } {
  if (command.format === 'csv') return { ok: true, bytes: Buffer.from(command.content, 'utf8') }
  const bytes = command.content.startsWith(PNG_URL)
    ? Buffer.from(command.content.slice(PNG_URL.length), 'base64')
    : Buffer.alloc(0)
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { ok: true, bytes }
  return { ok: false, message: 'The picture could not be exported: expected a PNG data URL. Export it again.' }
}

/** A file name only, never a folder, with the format's extension. */
export function exportName(command: ExportCommand): string {
  const name = basename(command.suggestedName.replaceAll('\\', '/')).replaceAll(/[<>:"|?*\p{Cc}]/gu, '-')
  const base = name === '' || name === '.' || name === '..' ? 'chart' : name
  const extension = `.${command.format}`
  return extname(base).toLowerCase() === extension ? base : base + extension
}
