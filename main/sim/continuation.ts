/**
 * What is to be done later: a function, or an object that says it with its fields. What is under way for long, or again and
 * again, is such an object, as a checkpoint cannot keep what a function has captured. One that is there from the beginning, as
 * a field of what is built with the system, it knows by its place.
 */
export interface Continuation<Args extends readonly unknown[] = []> {
  run(...args: Args): void
}

export type Then<Args extends readonly unknown[] = []> = ((...args: Args) => void) | Continuation<Args>

class Kept<State, Args extends readonly unknown[]> implements Continuation<Args> {
  /** the function has captured nothing */
  static readonly lasting = ['code'] as const

  constructor(
    private readonly state: State,
    private readonly code: (state: State, ...args: Args) => void,
  ) {}

  run(...args: Args): void {
    this.code(this.state, ...args)
  }
}

/**
 * As a function that has captured what is in `state`, but a checkpoint can have it.
 * @param code uses its parameters, and what is global to its file, alone. Nor does any other function of the one in which this
 * is called capture anything: the engine would keep that for all of them, and a checkpoint a whole system with it
 */
export function kept<State extends object, Args extends readonly unknown[] = []>(
  state: State,
  code: (state: State, ...args: Args) => void,
): Continuation<Args> {
  return new Kept(state, code)
}

/** Nothing is to be done. */
export const nothing: Continuation = kept({}, () => {})

/** Does it. @param then undefined: nobody asked for anything */
export function goOnWith<Args extends readonly unknown[]>(then: Then<Args> | undefined, ...args: Args): void {
  if (typeof then === 'function') then(...args)
  else then?.run(...args)
}
