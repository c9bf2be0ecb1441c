/**
 * The lenient reading of steps. A file can have millions, of some bytes each: what a check asks of a step is made out when
 * it asks, and nothing of it is kept. In all of it, undefined: absent, or bad by itself and reported as such.
 */
import { parseDuration } from '../format/units'
import { valueAt } from '../text/issues'
import { conditionKeys, DraftMemory } from './draft-memory'
import { type DraftEffect, type DraftSubmit, effectOf, list, quantity, submitOf, text } from './draft-parts'
import { type DraftTimeline, timelineOf } from './draft-timeline'

/** A condition of `expect` on an earlier step. */
export interface NamedStep {
  condition: 'results' | 'pressLatency'
  /** as it stands there: "steps[3]" */
  name: string
}

/** A condition of `expect` on a process or its device. */
export interface NamedProcess {
  condition: 'blocked' | 'notBlocked' | 'removalReasons'
  /** of the condition, where the name stands */
  key: string | number
  name: string
}

/** Conditions that name allocations, or groups of them as a whole. */
export const GROUP_CONDITIONS: ReadonlySet<string> = new Set(['allocated', 'notAllocated', 'contents'])
const NAME_CONDITIONS = ['resident', 'evictable', 'pagedOut', 'notResident', 'intact', ...GROUP_CONDITIONS]

/** The steps of a file, each made out anew whenever it is asked for. */
export class DraftSteps implements Iterable<DraftStep> {
  readonly #steps: readonly unknown[]

  constructor(steps: readonly unknown[]) {
    this.#steps = steps
  }

  /** @returns undefined: there are not so many */
  at(index: number): DraftStep | undefined {
    return index >= 0 && index < this.#steps.length ? new DraftStep(this.#steps[index]) : undefined
  }

  *[Symbol.iterator](): Generator<DraftStep> {
    for (const step of this.#steps) yield new DraftStep(step)
  }

  forEach(see: (step: DraftStep, index: number) => void): void {
    this.#steps.forEach((step, index) => {
      see(new DraftStep(step), index)
    })
  }

  /** Effects that steps add. */
  *effects(): Generator<DraftEffect> {
    for (const { addEffect } of this) if (addEffect !== undefined) yield addEffect
  }
}

export class DraftStep {
  readonly #step: unknown

  constructor(step: unknown) {
    this.#step = step
  }

  get at(): number | undefined {
    return quantity(parseDuration(this.#value('at')))
  }

  get apply(): string | undefined {
    return text(this.#value('apply'))
  }

  get addEffect(): DraftEffect | undefined {
    const effect = this.#value('addEffect')
    return effect === undefined ? undefined : effectOf(effect)
  }

  get removeEffect(): string | undefined {
    return text(this.#value('removeEffect'))
  }

  /** the resource that `residencyPriority` names */
  get prioritized(): string | undefined {
    return text(this.#value('residencyPriority', 'resource'))
  }

  get submit(): DraftSubmit | undefined {
    return submitOf(this.#value('submit'))
  }

  /** the callback that `registerCallback` names; null: it cannot be made out */
  get registered(): string | null | undefined {
    const call = this.#value('registerCallback')
    return call === undefined ? undefined : (text(valueAt(call, ['name'])) ?? null)
  }

  /** the callback that `unregisterCallback` names */
  get unregistered(): string | undefined {
    return text(this.#value('unregisterCallback')) ?? text(this.#value('unregisterCallback', 'name'))
  }

  /** the adapter that `inject` names */
  get adapter(): number | undefined {
    const adapter = this.#value('inject', 'adapter')
    return typeof adapter === 'number' ? adapter : undefined
  }

  /** the effect that `setConstants` names */
  get parameterized(): string | undefined {
    return text(this.#value('setConstants', 'effect'))
  }

  /** effects and media that `timeline` names */
  get timeline(): DraftTimeline {
    return timelineOf(this.#value('timeline'))
  }

  /** the event that `setBackgroundProcessingMode` names; null: bad by itself */
  get event(): string | null | undefined {
    const event = this.#value('setBackgroundProcessingMode', 'event')
    return event === undefined ? undefined : (text(event) ?? null)
  }

  /** a guided run, which names events of its own */
  get workflow(): boolean {
    return this.#value('workflow') !== undefined
  }

  /** effects whose variants are expected */
  get variants(): string[] {
    return conditionKeys(this.#step, ['variants']).map(({ name }) => name)
  }

  /** events that are expected to be signalled */
  get signalled(): (string | undefined)[] {
    return list(this.#value('expect', 'signalled'), []).map(text)
  }

  get memory(): DraftMemory {
    return new DraftMemory(this.#step)
  }

  /** earlier steps that `expect` names */
  get named(): NamedStep[] {
    if (!this.expects) return []
    return (['results', 'pressLatency'] as const).flatMap((condition) =>
      conditionKeys(this.#step, [condition]).map(({ name }) => ({ condition, name })),
    )
  }

  /** the process that `otherProcess` names, or `submit` as its context; null: it cannot be made out; one step has one of them */
  get process(): string | null | undefined {
    const name = this.#value('otherProcess', 'name') ?? this.#value('submit', 'context')
    return name === undefined ? undefined : (text(name) ?? null)
  }

  /** that `expect` names, or the devices of which */
  get namedProcesses(): NamedProcess[] {
    if (!this.expects) return []
    const lists = (['blocked', 'notBlocked'] as const).flatMap((condition) =>
      list(this.#value('expect', condition), []).flatMap((value, key) => {
        const name = text(value)
        return name === undefined ? [] : { condition, key, name }
      }),
    )
    const reasons = conditionKeys(this.#step, ['removalReasons'])
    return [...lists, ...reasons.map(({ name }) => ({ condition: 'removalReasons', key: name, name }) as const)]
  }

  /** it expects, and calls nothing */
  get expects(): boolean {
    return this.#value('expect') !== undefined
  }

  /** it presses an effect or uses a set */
  get presses(): boolean {
    return this.#value('apply') !== undefined || this.#value('use') !== undefined
  }

  /** condition → names */
  get expect(): ReadonlyMap<string, (string | undefined)[]> {
    if (!this.expects) return NO_NAMES
    const conditions = NAME_CONDITIONS.map(
      (condition) => [condition, list(this.#value('expect', condition), []).map(text)] as const,
    )
    return new Map(conditions.filter(([, names]) => names.length > 0))
  }

  #value(...path: readonly string[]): unknown {
    return valueAt(this.#step, path)
  }
}

const NO_NAMES: ReadonlyMap<string, (string | undefined)[]> = new Map()
