/**
 * `vkd3d-proton`: an app that decides as `submission-lru` does, on vkd3d-proton's layer, which evicts nothing and turns
 * the app's calls into priorities, faults included (PL-41 to PL-43). After HansKristian-Work/vkd3d-proton.
 */
import type { PolicyName } from '../../../preload/contract/names'
import type { Resource } from '../../d3d12/resource'
import type { PolicyHost } from '../policy'
import { SubmissionLru } from '../submission-lru'
import { type LayerRules, PriorityLayer } from './vkd3d-proton-layer'

const AS_PUBLISHED: LayerRules = { countsNotResident: true, hasNoFloor: true }

export class Vkd3dProton extends SubmissionLru {
  private readonly layer: PriorityLayer

  constructor(host: PolicyHost, name: PolicyName = 'vkd3d-proton', rules = AS_PUBLISHED) {
    super(host, name)
    this.layer = new PriorityLayer(host.device, rules)
  }

  protected override registered(resources: readonly Resource[], kept: boolean): void {
    for (const resource of resources) this.layer.admit(resource, this.isResident(resource), kept)
  }

  override dispose(): void {
    this.layer.leave()
    super.dispose()
  }
}
