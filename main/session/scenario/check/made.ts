/** What steps allocate, and what the pools of a layout have in them. */
import type { StepDraft } from './draft'

type PoolsDraft = NonNullable<NonNullable<StepDraft['layout']>['pools']>
export type LayoutPoolDraft = NonNullable<PoolsDraft extends Iterable<infer Pool> ? Pool : never>

/** Allocations that a step makes; in all of it, undefined: absent, null: missing, or bad by itself and reported as such. */
export interface MadeName {
  name: string | null
  count: number | null
  heap: string | null | undefined
  pool: string | null | undefined
}

/** @returns undefined: the step makes none */
export function madeBy({ allocate, resource }: StepDraft): MadeName | undefined {
  if (allocate === null) return { name: null, count: null, heap: null, pool: null }
  if (allocate !== undefined) {
    const { name, count = 1, heap, pool } = allocate
    return { name, count, heap, pool }
  }
  // it makes one by its name
  return resource === undefined
    ? undefined
    : { name: resource?.name ?? null, count: 1, heap: undefined, pool: undefined }
}

/**
 * Names of what lies in a pool.
 * @param pool null: nothing does
 * @returns unnamed: something in it has no name of its own, or none that can be made out
 */
export function contentsOf(pool: LayoutPoolDraft | null): { allocations: string[]; unnamed: boolean } {
  const allocations: string[] = []
  let unnamed = false
  const add = (allocation: { readonly name: string | null | undefined } | null): void => {
    const name = allocation?.name ?? null
    if (name === null) unnamed = true
    else allocations.push(name)
  }
  for (const block of pool?.blocks ?? []) for (const allocation of block?.allocations ?? []) add(allocation)
  for (const allocation of pool?.committed ?? []) add(allocation)
  return { allocations, unnamed }
}
