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
