/** What of a recording of another program is imported, and how (LB-19): asked for by the command line, by programs and in the app. */

/** Uses that are made of what the recording has only traces of; absent: of residency references alone. `interval`: µs. */
export type ImportUses = { kind: 'residency' } | { kind: 'evidence' } | { kind: 'every'; interval: number }

export const IMPORT_USES = ['residency', 'evidence', 'every'] as const satisfies readonly ImportUses['kind'][]

export interface ImportOptions {
  /** µs of the recording: what was before it counts only for what is there then, which is made at 0; when absent 0 */
  from?: number | undefined
  /** µs of the recording: nothing of it is imported that comes then or later; when absent all is */
  until?: number | undefined
  /** of an ETW log: the process that is the app; when absent the one with the most GPU time */
  process?: number | undefined
  /** the times at which things happen are divided by this; GPU work takes as long as it did */
  speed?: number | undefined
  uses?: ImportUses | undefined
  /** bytes, for allocations that the recording does not describe; when absent they are left out */
  unknownSize?: number | undefined
  /** names of the captured app are replaced by numbers */
  anonymous?: boolean | undefined
}

/** What the options may be, whoever asks for them. Times are 0 or more. */
export const IMPORT_LIMITS = {
  /** times that are divided by less get longer */
  speed: { least: 0.001, most: 1_000_000 },
  /** µs; shorter ones make nothing but submissions */
  interval: { least: 1000 },
  /** bytes; what has none takes up nothing, and its uses would be lost */
  unknownSize: { least: 1 },
  /** Windows numbers processes in 32 bits */
  process: { most: 0xffffffff },
} as const
