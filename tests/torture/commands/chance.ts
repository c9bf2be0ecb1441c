/** Choices of an attack: every one from the one seeded generator, so that a seed repeats the whole. */
import { Rng } from '../../../main/sim/rng'

export class Chance {
  private readonly rng: Rng

  constructor(seed: number) {
    this.rng = new Rng(seed)
  }

  /** 0 to most, both included */
  upTo(most: number): number {
    return this.rng.below(most + 1)
  }

  between(least: number, most: number): number {
    return least + this.upTo(most - least)
  }

  one<T>(values: readonly T[]): T {
    return values[this.rng.below(values.length)] as T
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.rng.below(times) === 0
  }

  flip(): boolean {
    return this.oneIn(2)
  }

  /** The value now and then, so that an optional field is left out, too. */
  maybe<T>(value: () => T): T | undefined {
    return this.flip() ? value() : undefined
  }

  list<T>(most: number, value: () => T): T[] {
    return Array.from({ length: this.upTo(most) }, value)
  }

  /** Some of the fields, at least one. */
  some<T extends object>(all: T): Partial<T> {
    const fields = Object.keys(all) as (keyof T)[]
    const kept = this.one(fields)
    return Object.fromEntries(
      fields.filter((name) => name === kept || this.flip()).map((name) => [name, all[name]]),
    ) as Partial<T>
  }
}
