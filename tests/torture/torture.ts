/** What a target of `npm run torture -- NAME` is: an attack, time-boxed, that counts what it tried and what broke. */

export interface TortureOptions {
  /** seeds every choice of the attack; the same seed, count and build try the same things */
  seed: number
  /** wall time after which no further item is begun, seconds */
  seconds: number
  /** items to try at most (commands, files, kills: the target says which) */
  count: number
  /** of the checkout, absolute */
  root: string
  /** items that are left out before the first that is tried: a long run in parts, or one item again */
  from?: number
  /** words about how far it is, for a person who watches */
  say: (text: string) => void
  /** told of each failure when it happens, with the file that it is about: a run that is ended early loses none */
  failed?: (failure: TortureFailure, file?: Uint8Array) => void
}

export interface TortureFailure {
  /** what was done, what was expected, what came of it: one line */
  what: string
  /** how to see it again: a seed, a file's text, a command */
  repeat: string
}

/** The failures of a run: each is told at once, and counted. */
export class Failures {
  readonly all: TortureFailure[] = []
  readonly #told: TortureOptions['failed']

  constructor({ failed }: Pick<TortureOptions, 'failed'>) {
    this.#told = failed
  }

  get count(): number {
    return this.all.length
  }

  /** @param file that the failure is about */
  add(failure: TortureFailure, file?: Uint8Array): void {
    this.all.push(failure)
    this.#told?.(failure, file)
  }
}

export interface TortureResult {
  /** items tried */
  tried: number
  failures: readonly TortureFailure[]
  /** figures by name, printed in this order; numbers with the unit in the name ("peak MiB") */
  figures: Readonly<Record<string, number | string>>
}

export interface Torture {
  /** what one item is, in the plural: "commands" */
  items: string
  /** items of a whole run: the figure that the project aims for */
  aim: number
  /** seconds of wall time that a run takes at most unless asked otherwise */
  seconds: number
  /** items can be left out (`--from`) */
  inParts?: true
  run: (options: TortureOptions) => Promise<TortureResult>
}

/** @returns the one line of figures: name, tried of aim, failures, then the target's own */
export function figuresLine(name: string, torture: Torture, result: TortureResult): string {
  const own = Object.entries(result.figures).map(([key, value]) => `, ${key} ${value}`)
  const aim = result.tried < torture.aim ? ` of ${torture.aim}` : ''
  return `${name}: ${result.tried}${aim} ${torture.items}, ${result.failures.length} failures${own.join('')}`
}
