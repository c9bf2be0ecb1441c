/**
 * `dawn`: the residency manager of Dawn, which is WebGPU in Chrome, on D3D12, faults included (PL-30 to PL-36). It takes no
 * notifications and looks at nothing between presses; where it makes room or makes resident its thread waits.
 */
import type { PolicyName } from '../../../preload/contract/names'
import { SegmentGroup } from '../../../preload/contract/names'
import type { HResultName } from '../../d3d12/hresult'
import { keyOf, type Resource } from '../../d3d12/resource'
import { IntrusiveList } from '../../sim/intrusive-list'
import type { MadeResident } from '../held-back'
import type { PolicyHost, SubmissionSet } from '../policy'
import type { Tracked } from '../tracked'
import { BlockingPolicy, type PolicyWait, type Turning } from './blocking-policy'

/** bytes of room that it makes after MakeResident has failed */
const ROOM_AFTER_FAILURE = 50_000_000

export interface DawnObject extends Tracked {
  /** of the submission that used it last, 0: none */
  submission: number
  /** mapped so many times */
  locks: number
}

/** Waits, and answers with bytes. */
type MakingRoom = Generator<PolicyWait, number, boolean>

export class Dawn extends BlockingPolicy<DawnObject> {
  /** by group: resident as far as it knows and not locked, coldest first */
  private readonly lists = [new IntrusiveList(), new IntrusiveList()] as const
  private readonly madeResident = this.host.device.createFence()
  readonly meetsUnmeetable = true
  private calls = 0
  /** of the press that is being prepared; what makes room for others has none */
  private madeFor: SubmissionSet | null = null
  /** MakeResident failed for good: the device is lost to the app (PL-34) */
  private lost = false

  constructor(host: PolicyHost, name: PolicyName = 'dawn') {
    super(name, host)
  }

  /** E_OUTOFMEMORY from when MakeResident failed for good; undefined before (PL-34). */
  get refusal(): HResultName | undefined {
    return this.lost ? 'E_OUTOFMEMORY' : undefined
  }

  protected override registered(resources: readonly Resource[], kept: boolean): void {
    const resident = [...this.objectsOf(resources)].filter((object) => object.resident)
    if (kept) for (const object of resident) this.listOf(object).pushBack(keyOf(object.resource))
    else if (resident.length > 0)
      this.take({ resources, owner: undefined, begin: () => this.enterAll(resident), resume: () => {} })
  }

  mapping(resource: Resource, resume: (hr: HResultName) => void): HResultName {
    const begin = (): Turning => this.lock(resource)
    return this.take({ resources: [resource], owner: undefined, begin, resume })
  }

  unmapped(resource: Resource, ended: () => void): void {
    const begin = (): Turning => this.unlock(resource)
    const hr = this.take({ resources: [resource], owner: undefined, begin, resume: ended })
    if (hr !== 'E_PENDING') ended()
  }

  protected describe(tracked: Tracked): DawnObject {
    return Object.assign(tracked, { submission: 0, locks: 0 })
  }

  protected override onUntracked(object: DawnObject): void {
    this.listOf(object).remove(keyOf(object.resource))
  }

  /** PL-32 */
  protected override *turn(set: SubmissionSet): Turning {
    if (this.lost) return 'E_OUTOFMEMORY'
    const pending = this.submissions + 1
    const batches: [DawnObject[], DawnObject[]] = [[], []]
    for (const object of this.objectsOf(set.resources)) {
      if (object.locks > 0) {
        if (this.notesLocked()) object.submission = pending
        continue
      }
      const list = this.listOf(object)
      if (!list.has(keyOf(object.resource))) batches[this.groupOf(object)].push(object)
      object.submission = pending
      list.pushBack(keyOf(object.resource))
    }
    this.madeFor = set
    for (const group of this.groupsToMake(batches)) {
      const hr = yield* this.makeBatchResident(group, batches[group])
      if (hr !== 'S_OK') return hr
    }
    return 'S_OK'
  }

  /** Where local ones are missing the non-local ones are not looked at (PL-36a). */
  protected groupsToMake([local, nonLocal]: readonly [DawnObject[], DawnObject[]]): SegmentGroup[] {
    if (local.length === 0) return nonLocal.length === 0 ? [] : [SegmentGroup.NON_LOCAL]
    for (const { resource } of nonLocal) {
      const message = `${resource.name} is put on its list but not made resident, as a local resource of the press is missing too`
      this.report('PL-36a', message, resource.name)
    }
    return [SegmentGroup.LOCAL]
  }

  /** A press does not note its submission for what is locked (PL-36d). */
  protected notesLocked(): boolean {
    return false
  }

  /** usage − R where R may be more: unsigned, so that it wraps unless what is needed makes up for it (PL-36b). */
  protected needed(need: number, usage: number, reserved: number): bigint {
    return BigInt.asUintN(64, BigInt(need) + BigInt(usage) - BigInt(reserved))
  }

  /** What it does after MakeResident has failed: room within the budget, which there may be already (PL-36c). */
  protected makeRoomAfterFailure(group: SegmentGroup): MakingRoom {
    return this.makeRoom(group, ROOM_AFTER_FAILURE)
  }

  /** PL-33. @param besides usage of what has not had its turn @returns bytes that it evicted */
  protected *makeRoom(group: SegmentGroup, need: number, besides = 0): MakingRoom {
    const { Budget, CurrentUsage } = this.host.device.queryVideoMemoryInfo(group)
    const reserved = Math.min(Math.floor(Budget / 2), this.host.externalReservations[group])
    const limit = BigInt(Math.trunc((Budget - reserved) * 0.95))
    const wanted = this.needed(need, CurrentUsage - besides, reserved)
    if (wanted > BigInt(Number.MAX_SAFE_INTEGER)) this.reportWrapped(need, CurrentUsage - besides, reserved)
    return wanted <= limit ? 0 : yield* this.evictColdest(group, Number(wanted - limit))
  }

  /** From the cold end until so many bytes are taken, each when the GPU has finished with it; then all are evicted. */
  protected *evictColdest(group: SegmentGroup, bytes: number): MakingRoom {
    const list = this.lists[group]
    const taken: DawnObject[] = []
    for (let left = bytes; left > 0 && list.first >= 0; ) {
      const coldest = this.byKey.get(list.first) as DawnObject
      if (this.isPending(coldest)) break
      if (!(yield* this.waitFor(coldest))) break
      // it may have been released meanwhile
      if (list.first !== keyOf(coldest.resource)) continue
      list.remove(keyOf(coldest.resource))
      taken.push(coldest)
      left -= coldest.resource.size
    }
    let evicted = 0
    const evictAll = (): void => {
      for (const object of taken) {
        if (this.byKey.get(keyOf(object.resource)) !== object) continue
        this.reportInUse(object)
        this.evict(object, 'budget')
        evicted += object.resource.size
      }
    }
    if (this.madeFor === null) evictAll()
    else this.pressing(this.madeFor, evictAll)
    return evicted
  }

  private isPending({ submission }: DawnObject): boolean {
    return submission === this.submissions + 1
  }

  /** For its own last use only: what this policy has not seen used (S = 0) is held by an earlier one at most. */
  private *waitFor({ submission, earlierFence }: DawnObject): Generator<PolicyWait, boolean, boolean> {
    if (!(yield* this.waitForFence(earlierFence))) return false
    return submission === 0 || (yield* this.waitForSubmission(submission))
  }

  /** PL-31: room is made for one after another, each of which is in the usage already unless it was evicted by hand. */
  private *enterAll(objects: readonly DawnObject[]): Turning {
    this.madeFor = null
    const left = [...objects]
    for (const object of objects) {
      const group = this.groupOf(object)
      if (this.lost || this.byKey.get(keyOf(object.resource)) !== object) continue
      const counted = left.filter((one) => this.groupOf(one) === group && this.host.device.isListed(one.resource))
      const besides = counted.reduce((sum, { resource }) => sum + resource.size, 0)
      yield* this.makeRoom(group, object.resource.size, besides)
      left.splice(left.indexOf(object), 1)
      this.listOf(object).pushBack(keyOf(object.resource))
    }
    return 'S_OK'
  }

  /** PL-35 */
  private *lock(resource: Resource): Turning {
    if (this.lost) return 'E_OUTOFMEMORY'
    const object = this.byKey.get(keyOf(resource))
    if (object === undefined) return 'S_OK'
    const list = this.listOf(object)
    if (object.locks === 0 && !list.has(keyOf(resource))) {
      this.madeFor = null
      const hr = yield* this.makeBatchResident(this.groupOf(object), [object])
      if (hr !== 'S_OK') return hr
      object.resident = true
    }
    list.remove(keyOf(resource))
    object.locks++
    return 'S_OK'
  }

  // biome-ignore lint/correctness/useYield: it takes its turn as what waits does
  private *unlock(resource: Resource): Turning {
    const object = this.byKey.get(keyOf(resource))
    if (object === undefined || object.locks === 0) return 'S_OK'
    object.locks--
    if (object.locks === 0) this.listOf(object).pushBack(keyOf(resource))
    return 'S_OK'
  }

  /** PL-34 */
  private *makeBatchResident(group: SegmentGroup, batch: readonly DawnObject[]): Turning {
    if (batch.length === 0) return 'S_OK'
    const resources = batch.map(({ resource }) => resource)
    yield* this.makeRoom(
      group,
      resources.reduce((sum, { size }) => sum + size, 0),
    )
    const { device, queue, sim } = this.host
    for (;;) {
      const value = this.calls + 1
      const asked: MadeResident = { type: 'made-resident', recordedAt: sim.now, recordIndex: sim.trace.total }
      const hr = device.residency.makeResident(resources, this.madeResident, value)
      if (hr === 'S_OK') {
        this.calls = value
        // where it may not wait the GPU does
        if (!(yield* this.waitForPaging(this.madeResident, value, asked))) queue.wait(this.madeResident, value, true)
        return hr
      }
      if (hr !== 'E_OUTOFMEMORY') return hr
      if ((yield* this.makeRoomAfterFailure(group)) > 0) continue
      this.lost = true
      this.reportGivenUp(group)
      return hr
    }
  }

  private reportGivenUp(group: SegmentGroup): void {
    const coldest = this.byKey.get(this.lists[group].first)
    if (coldest === undefined || this.isPending(coldest)) return
    const message = `MakeResident failed and the device is given up, though ${coldest.resource.name} and others could be evicted: room within the budget there is`
    this.report('PL-36c', message, coldest.resource.name)
  }

  private reportWrapped(need: number, usage: number, reserved: number): void {
    const message = `the reservation of ${reserved} bytes exceeds what is needed and used, ${need + usage}: the difference wraps, and all that can be evicted is`
    this.report('PL-36b', message)
  }

  private reportInUse(object: DawnObject): void {
    const { name } = object.resource
    if (this.inUse(object))
      this.report('PL-36d', `${name} was evicted while a submission that found it mapped is using it`, name)
  }

  private listOf(object: DawnObject): IntrusiveList {
    return this.lists[this.groupOf(object)]
  }

  private groupOf({ resource }: DawnObject): SegmentGroup {
    return this.host.device.residency.groupOf(resource)
  }
}
