/** Sizes and times as a person reads them. */

const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']

/** `1536` → `1.5 KiB`; at most two decimals. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < BINARY.length - 1) {
    value /= 1024
    unit++
  }
  return `${decimals(value)} ${BINARY[unit]}`
}

/** `15625` µs → `15.63 ms`; at most two decimals. */
export function timeText(us: number): string {
  if (us < 1000) return `${us} µs`
  return us < 1_000_000 ? `${decimals(us / 1000)} ms` : `${decimals(us / 1_000_000)} s`
}

function decimals(value: number): string {
  return String(Number(value.toFixed(2)))
}

/** As the interface writes moments, so that one moment reads the same everywhere: `12.345 s`, `2:05.000`, `1:02:05.000`. */
export function clockText(microseconds: number): string {
  const ms = Math.floor(microseconds / 1000)
  const rest = (ms % 60_000) / 1000
  if (ms < 60_000) return `${rest.toFixed(3)} s`
  const minutes = Math.floor(ms / 60_000)
  const clock = rest.toFixed(3).padStart(6, '0')
  if (minutes < 60) return `${minutes}:${clock}`
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${clock}`
}
