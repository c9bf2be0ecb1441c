/** How bytes, times and HRESULTs are written in the interface, and how sizes are read from forms. */

export const KIB = 1024
export const MIB = 1024 * 1024
export const GIB = 1024 * 1024 * 1024

const UNITS = [
  { name: 'GiB', bytes: GIB },
  { name: 'MiB', bytes: MIB },
  { name: 'KiB', bytes: KIB },
] as const

/** `64 MiB`, `1.5 GiB`, `640 KiB`, `12 B`: three digits at least, no trailing zeros. */
export function formatBytes(bytes: number): string {
  const size = Math.abs(bytes)
  for (const unit of UNITS) {
    if (size < unit.bytes) continue
    const value = bytes / unit.bytes
    const digits = Math.abs(value) >= 100 ? 1 : 2
    return `${trimZeros(value.toFixed(digits))} ${unit.name}`
  }
  return `${bytes} B`
}

/** made once: toLocaleString makes one for each call, which shows in a profile */
const GROUPED = new Intl.NumberFormat('en-US')

/** All digits, grouped: `67,108,864 bytes`. */
export function formatExactBytes(bytes: number): string {
  return `${GROUPED.format(bytes)} ${bytes === 1 ? 'byte' : 'bytes'}`
}

/** The shortest text that `parseSize` reads back as exactly these bytes: `64MiB`, `1536KiB`, `100`. */
export function sizeText(bytes: number): string {
  for (const unit of UNITS) {
    if (bytes >= unit.bytes && bytes % unit.bytes === 0) return `${bytes / unit.bytes}${unit.name}`
  }
  return String(bytes)
}

/** A moment of simulated time in µs: `0.000 s`, `12.345 s`, `2:05.000`, `1:02:05.000`. */
export function formatTime(us: number): string {
  const ms = Math.floor(us / 1000)
  const seconds = Math.floor(ms / 1000)
  const fraction = String(ms % 1000).padStart(3, '0')
  if (seconds < 60) return `${seconds}.${fraction} s`
  const two = (n: number): string => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}.${fraction}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}.${fraction}`
}

/** A moment in µs with all its digits: `1.234567 s`. */
export const exactTime = (us: number): string => `${(us / 1e6).toFixed(6)} s`

/** A duration in µs, in the unit that suits it: `250 µs`, `4 ms`, `1.5 s`, `2 min 5 s`. */
export function formatDuration(us: number): string {
  if (us < 1000) return `${us} µs`
  if (us < 1_000_000) return `${trimZeros((us / 1000).toFixed(us < 100_000 ? 2 : 1))} ms`
  if (us < 60_000_000) return `${trimZeros((us / 1_000_000).toFixed(2))} s`
  const seconds = Math.floor(us / 1_000_000)
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** `0x887A0036` */
export function formatHResult(value: number): string {
  return `0x${(value >>> 0).toString(16).toUpperCase().padStart(8, '0')}`
}

export function formatCount(count: number): string {
  return GROUPED.format(count)
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
