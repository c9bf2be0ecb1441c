/** Memory of no effect, which the user makes and frees by hand: placed, committed, or whole heaps of a dump (DF-23, SC-13). */
import type { ResourceSpec } from '../../preload/contract/specs'
import { failed, type HResultName } from '../d3d12/hresult'
import type { Resource } from '../d3d12/resource'
import type { ResidencyPolicy } from '../policies/policy'
import type { Sliced } from '../sim/slices'
import { type EditorMemory, HEAP_TYPE_OF, type PlacedSpec } from './editor-memory'
import type { EditorSets } from './editor-sets'
import { type HeapLayout, restoreLayout } from './heap-layout'
import type { Journal } from './journal'

/** What this needs of the app that it belongs to; of memory and journal there is another after each removal. */
export interface HandMemoryPort {
  /** where it has given up its device every addition fails (PL-34) */
  policy(): Pick<ResidencyPolicy, 'refusal'>
  memory(): EditorMemory
  journal(): Journal
  sets(): EditorSets
  find(name: string): Resource | undefined
  isOfEffect(resource: Resource): boolean
}

export class HandMemory {
  constructor(private readonly port: HandMemoryPort) {}

  /** @see EditorApp.allocate */
  allocate(name: string, asked: PlacedSpec): HResultName {
    const { find, memory, journal, policy } = this.port
    if (find(name) !== undefined) return 'E_INVALIDARG'
    const { refusal } = policy()
    if (refusal !== undefined) return refusal
    // the editor's own pool is for what is its own
    const spec = { ...asked, pool: asked.pool ?? HEAP_TYPE_OF[asked.heap] }
    const { hr } = memory().create(name, spec)
    if (!failed(hr)) journal().allocation(name, spec)
    return hr
  }

  /** @see EditorApp.createResource */
  createResource(spec: ResourceSpec): HResultName {
    const { find, sets, journal } = this.port
    if (find(spec.name) !== undefined) return 'E_INVALIDARG'
    const hr = sets().create(spec)
    if (!failed(hr)) journal().resource(spec)
    return hr
  }

  /** @see EditorApp.free */
  free(name: string): HResultName {
    const { find, memory, sets, journal, isOfEffect } = this.port
    if (find(name) === undefined) return journal().giveUp(name) ? 'S_OK' : 'E_INVALIDARG'
    const committed = sets().find(name)
    if (committed !== undefined) {
      sets().release(committed)
      journal().freed(name)
      return 'S_OK'
    }
    const resource = memory().find(name)
    if (resource === undefined || isOfEffect(resource)) return 'E_INVALIDARG'
    // what is in a pass stays, and the policy keeps it
    if (!resource.allocation.inPass) sets().forget(resource)
    const hr = memory().release(resource)
    if (!failed(hr)) journal().freed(name)
    return hr
  }

  /** @see EditorApp.restore */
  *restore(layout: HeapLayout): Sliced<HResultName> {
    const { find, memory, journal, policy } = this.port
    const { refusal } = policy()
    if (refusal !== undefined) return refusal
    const { hr, layout: named } = yield* restoreLayout(memory(), layout, (name) => find(name) !== undefined)
    if (named !== null) journal().layout(named)
    return hr
  }
}
