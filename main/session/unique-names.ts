/** Gives names of which each stands for one thing: one that is taken gets a number, `name (2)`. */
export class UniqueNames {
  private readonly taken: Set<string>
  /** the number that was given last, by name */
  private readonly last = new Map<string, number>()

  /** @param taken that something has already */
  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken)
  }

  /** The name itself, or with the next number that makes it one of its own. */
  take(name: string): string {
    let unique = name
    let number = this.last.get(name) ?? 1
    while (this.taken.has(unique)) unique = `${name} (${++number})`
    this.last.set(name, number)
    this.taken.add(unique)
    return unique
  }
}
