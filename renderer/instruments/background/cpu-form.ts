/** Reads the settings of the modelled CPU (BP-29, BP-30). Pure. */
import { type CpuDispatch, LEAST_QUANTUM, MOST_CORES, MOST_SMT_SLOWDOWN } from '../../../preload/contract'
import { type Parsed, parseDuration, parseWhole, quoted } from '../../widgets/parse'

/** µs; longer ones would only look like a hang */
const LONGEST = 1_000_000

/** `4` */
export const readCores = (text: string): Parsed<number> => parseWhole(text, 1, MOST_CORES)

/** `0` is the first of so many. */
export const readCore = (text: string, cores: number): Parsed<number> => parseWhole(text, 0, cores - 1)

export type DispatchKind = 'runtime' | 'core' | 'app'

export function kindOf(dispatch: CpuDispatch): DispatchKind {
  return typeof dispatch === 'string' ? dispatch : 'core'
}

/** Pinned, they start on the last core: the app's threads fill the first ones first. */
export function dispatchOf(kind: DispatchKind, cores: number): CpuDispatch {
  return kind === 'core' ? { core: cores - 1 } : kind
}

/** `30 %` or `30` is 0.3 */
export function readShare(text: string): Parsed<number> {
  const bare = text.trim().replace(/\s*%$/, '')
  const percent = Number(bare)
  const most = MOST_SMT_SLOWDOWN * 100
  if (bare !== '' && percent >= 0 && percent <= most) return { ok: true, value: percent / 100 }
  return { ok: false, message: `Found ${quoted(text)}, expected 0 % to ${most} %.` }
}

/** `30 %`, as `readShare` takes it: `< 0.1 %` of `formatShare` is for reading, and a field would refuse what it shows. */
export function shareText(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}

export const readQuantum = (text: string): Parsed<number> => parseDuration(text, LEAST_QUANTUM, LONGEST, 'ms')
export const readFrameTime = (text: string): Parsed<number> => parseDuration(text, 0, LONGEST, 'ms')
