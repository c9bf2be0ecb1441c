/**
 * What a person set of the app's resources by hand while they lived: it stays the resources' own when the app makes them
 * again on another device (RS-07).
 */
import { RESIDENCY_PRIORITIES, type ResidencyPriority } from '../../preload/contract/names'
import type { Resource } from '../d3d12/resource'
import type { EditorMemory } from './editor-memory'

export class HandSettings {
  private readonly movable: ReadonlyMap<string, boolean>

  /** @param before what is placed on the old device, which is still there */
  constructor(before: EditorMemory) {
    this.movable = new Map([...before.all].map(({ name, allocation }) => [name, allocation.movable]))
  }

  /**
   * Sets it again of all that could be made again. What is there for the first time stays as it was made.
   * @param memory of the new device
   * @param priorities by name, of what is no effect's: effects keep theirs in what they are made from
   * @param find a resource of the app by its full name
   */
  setAgain(
    memory: EditorMemory,
    priorities: Iterable<readonly [string, ResidencyPriority]>,
    find: (name: string) => Resource | undefined,
  ): void {
    for (const resource of memory.all)
      memory.setMovable(resource, this.movable.get(resource.name) ?? resource.allocation.movable)
    for (const [name, priority] of priorities) {
      const resource = find(name)
      if (resource !== undefined) memory.device.setResidencyPriority([resource], RESIDENCY_PRIORITIES.indexOf(priority))
    }
  }
}
