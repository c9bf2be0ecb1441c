/** How counts, exact sizes and HRESULTs are written in the interface; bytes and times as everywhere else. */
import { formatBytes, formatCount } from '../../preload/contract'

export {
  counted,
  formatByteSeconds,
  formatBytes,
  formatCount,
  formatDuration,
  formatShare,
  formatTime,
  sizeText,
} from '../../preload/contract'

export const KIB = 1024
export const MIB = 1024 * 1024
export const GIB = 1024 * 1024 * 1024
export const TIB = 1024 * GIB

/** All digits, grouped: `67,108,864 bytes`. */
export function formatExactBytes(bytes: number): string {
  return `${formatCount(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`
}

/** `0x887A0036` */
export function formatHResult(value: number): string {
  return `0x${(value >>> 0).toString(16).toUpperCase().padStart(8, '0')}`
}

/** In messages: with its unit, or beside one that has it. */
const SIZE = new RegExp(
  [
    /\b\d+ bytes\b/,
    /\b\d+(?= of \d+ bytes\b| of them its context's\b| are available\b)/,
    /(?<=\bbytes\b.* (?:of at most|OS's own|needed and used,) )\d+\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/**
 * A message of the simulation with its sizes as everywhere else: it has them to the byte, as traces and files do.
 * @param name what the message is about: it stays as it is, also where it looks like a size
 */
export function withSizes(message: string, name = ''): string {
  const replaced = (text: string): string => text.replace(SIZE, (size) => formatBytes(Number.parseInt(size, 10)))
  return replaced(name) === name ? replaced(message) : message.split(name).map(replaced).join(name)
}
