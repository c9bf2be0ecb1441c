import { describe, expect, it } from 'vitest'
import { Residency } from '../../../../../main/dxgkrnl/vidmm/residency'
import { PendingBytes } from '../../../../../main/session/frames/memory/pending-bytes'
import { Simulation } from '../../../../../main/sim/simulation'
import { SegmentGroup } from '../../../../../preload/contract'
import { MIB } from '../../../support/world'

/** Pending bytes kept up by the residency's own observer, as frames do. */
function rig() {
  const pending = new PendingBytes()
  const sizes = { local: 16 * MIB, nonLocal: 16 * MIB, system: 0 }
  const residency: Residency = new Residency(new Simulation({ seed: 1 }), sizes, () => {})
  residency.observer = {
    changed: (handle) => pending.changed(residency, handle),
    destroyed: (handle) => pending.destroyed(residency, handle),
  }
  const create = (mib: number, segment: SegmentGroup = SegmentGroup.LOCAL) =>
    residency.create({ name: `${mib}`, bytes: mib * MIB, device: 1, segment })
  const shown = () => [SegmentGroup.LOCAL, SegmentGroup.NON_LOCAL].map((group) => pending.of(group) / MIB)
  return { residency, create, shown }
}

describe('bytes that are being brought in [RS-04]', () => {
  it('count from when paging in is queued for what is on the list until it is in place', () => {
    const { residency, create, shown } = rig()
    const [a, b] = [create(2), create(3)]
    for (const handle of [a, b]) residency.reference(handle)
    expect(shown()).toEqual([0, 0])
    for (const handle of [a, b]) residency.countPaging(handle, 1)
    expect(shown()).toEqual([5, 0])
    residency.takeMemory(a)
    residency.setValid(a)
    expect(shown()).toEqual([3, 0])
  })

  it('are of the group that they are brought into', () => {
    const { residency, create, shown } = rig()
    const upload = create(4, SegmentGroup.NON_LOCAL)
    residency.reference(upload)
    residency.countPaging(upload, 1)
    expect(shown()).toEqual([0, 4])
  })

  it('are none any more when nobody wants it in, or when it is gone', () => {
    const { residency, create, shown } = rig()
    const [a, b] = [create(2), create(3)]
    for (const handle of [a, b]) {
      residency.reference(handle)
      residency.countPaging(handle, 1)
    }
    residency.dereference(a)
    expect(shown()).toEqual([3, 0])
    residency.destroy(b)
    residency.countPaging(b, -1)
    expect(shown()).toEqual([0, 0])
  })
})
