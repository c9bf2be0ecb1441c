/** How bytes and times are written for a person: the same on the page, on the command line and in what is saved. Pure. */

const KIB = 1024
const UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']
  .map((name, index) => ({ name, bytes: KIB ** (index + 1) }))
  .reverse()

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

/** decimals of a size that a person can still read */
const MOST_DECIMALS = 4

/** the units that fields read, the largest first */
const WRITTEN = UNITS.filter((unit) => unit.bytes <= KIB ** 4)

/** All of it, in the largest unit in which sizes are written, so that no two look alike: `64 MiB`, `1843.1875 MiB`, `100 B`. */
export function sizeText(bytes: number): string {
  for (const unit of WRITTEN) {
    const text = String(bytes / unit.bytes)
    if (bytes >= unit.bytes && (text.split('.')[1] ?? '').length <= MOST_DECIMALS) return `${text} ${unit.name}`
  }
  return `${bytes} B`
}

/**
 * A moment of simulated time in µs, so that no two look alike: whole milliseconds in three digits of the second, others in
 * six: `0.000 s`, `12.345 s`, `1.234567 s`, `2:05.000`, `1:02:05.000001`. Less than a µs is left out.
 */
export function formatTime(us: number): string {
  const whole = Math.floor(us)
  const digits = whole % 1000 === 0 ? 3 : 6
  const seconds = Math.floor(whole / 1_000_000)
  const fraction = String(whole % 1_000_000)
    .padStart(6, '0')
    .slice(0, digits)
  if (seconds < 60) return `${seconds}.${fraction} s`
  const two = (n: number): string => String(n).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}.${fraction}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}.${fraction}`
}

/**
 * A duration in µs, in the unit that suits it, rounded: `250 µs`, `4 ms`, `1.5 s`, `2 min 5 s`, `2 h 3 min 36.1 s`. What
 * rounds to a whole one of the next unit is written as that: a second is no 1000 ms. Hours begin where they do on the clock.
 */
export function formatDuration(us: number): string {
  if (us < 1000) return `${us} µs`
  if (us < 999_950) return `${trimZeros((us / 1000).toFixed(us < 100_000 ? 2 : 1))} ms`
  if (us < 59_995_000) return `${trimZeros((us / 1_000_000).toFixed(2))} s`
  const tenths = Math.round(us / 100_000)
  const parts = [
    [Math.floor(tenths / 36_000), 'h'],
    [Math.floor(tenths / 600) % 60, 'min'],
    [(tenths % 600) / 10, 's'],
  ] as const
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount} ${unit}`])).join(' ')
}

/** As `formatDuration`, but nothing is rounded: `3.576176 s`. For what is told apart by it. */
export function formatExactDuration(us: number): string {
  if (us < 1000) return `${us} µs`
  if (us < 1_000_000) return `${us / 1000} ms`
  const minutes = Math.floor(us / 60_000_000)
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
    [(us % 60_000_000) / 1_000_000, 's'],
  ] as const
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount} ${unit}`])).join(' ')
}

/** made once: toLocaleString makes one for each call, which shows in a profile */
const GROUPED = new Intl.NumberFormat('en-US')

/** With commas between thousands, on every machine: `12,345`. */
export function formatCount(count: number): string {
  return GROUPED.format(count)
}

/** Memory held, times for how long: `1.5 GiB·s`, `0 B·s`, `< 1 B·s`. Only none is written as none. */
export function formatByteSeconds(byteSeconds: number): string {
  if (byteSeconds > 0 && byteSeconds < 0.5) return '< 1 B·s'
  return `${formatBytes(Math.round(byteSeconds))}·s`
}

const HUNDREDTHS = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A number of things per second, or for each: `1.25`, `12,345.00`, `0.00`, `< 0.01`. Only none of it is written as none. */
export function formatRate(rate: number): string {
  return rate > 0 && rate < 0.005 ? '< 0.01' : HUNDREDTHS.format(rate)
}

/** How often one amount is another: `1.25 ×`, `12,345.00 ×`. Less than once is never written as once: `< 1.00 ×`. */
export function formatTimes(times: number): string {
  return `${times >= 0.995 && times < 1 ? '< 1.00' : formatRate(times)} ×`
}

/** A part of a whole, 0 to 1: `12.3 %`, `0 %`, `< 0.1 %`, `> 99.9 %`. Only none is written as none, and all as all. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %'
  if (share >= 0.9995 && share < 1) return '> 99.9 %'
  return `${Number((share * 100).toFixed(1))} %`
}

/** `1 frame`, `2 frames`, `1,024 branches`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
