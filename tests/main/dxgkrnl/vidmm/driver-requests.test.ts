import { describe, expect, it } from 'vitest'
import type { AdapterCaps } from '../../../../main/drivers/kmd/adapter'
import { KernelModeDriver } from '../../../../main/drivers/kmd/kernel-mode-driver'
import { AllocationBit, AllocationTable } from '../../../../main/dxgkrnl/vidmm/allocation-table'
import { DriverRequests } from '../../../../main/dxgkrnl/vidmm/driver-requests'
import { Simulation } from '../../../../main/sim/simulation'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import { SegmentGroup } from '../../../../preload/contract/names'
import { MIB, ofType } from '../../support/world'

const CAPS: AdapterCaps = {
  localSegment: 'memory',
  localMemory: 64 * MIB,
  nonLocalMemory: 256 * MIB,
  pagingBandwidth: 1024 * MIB,
  hardwareScheduling: false,
  physicalAdapters: 1,
}
const WANTING = {
  notifyEviction: true,
  notifyIoMmuUnmap: true,
  pagingBufferCovers: 64 * MIB,
  touchesAfterUnmap: false,
  pagingProcessVa: 0,
}

/** What a driver that wants both notifications gets for one allocation. */
function rig(allocationNotification: boolean) {
  const records: TraceRecord[] = []
  const sim = new Simulation({ seed: 1 })
  sim.trace.attach((record) => records.push(record))
  const requests = new DriverRequests(sim, {
    caps: CAPS,
    driver: new KernelModeDriver(WANTING),
    allocationNotification,
  })
  const table = new AllocationTable()
  const granted = (group: SegmentGroup, compressed: boolean): string[] => {
    const handle = table.add({ name: 'a', bytes: MIB, device: 1, segment: group })
    const flags = requests.ask(group, 'a', compressed)
    if (flags !== null) requests.grant(table, handle, flags)
    return [
      ...(table.has(handle, AllocationBit.NOTIFY_EVICTION) ? ['eviction'] : []),
      ...(table.has(handle, AllocationBit.NOTIFY_IOMMU_UNMAP) ? ['unmap'] : []),
    ]
  }
  return { granted, findings: () => ofType(records, 'finding').map(({ rule }) => rule) }
}

describe('notifications that a driver asks for', () => {
  it('are given: of evictions for what it compresses, of unmaps for what lies in an aperture [AN-01]', () => {
    const { granted, findings } = rig(true)
    expect(granted(SegmentGroup.LOCAL, true)).toEqual(['eviction'])
    expect(granted(SegmentGroup.NON_LOCAL, false)).toEqual(['unmap'])
    expect(granted(SegmentGroup.NON_LOCAL, true)).toEqual(['eviction', 'unmap'])
    expect(granted(SegmentGroup.LOCAL, false)).toEqual([])
    expect(findings()).toEqual([])
  })

  it('are not there below WDDM 3.2, which is said once, and only where it asks [AN-12]', () => {
    const { granted, findings } = rig(false)
    expect([granted(SegmentGroup.LOCAL, false), findings()]).toEqual([[], []])
    for (let i = 0; i < 3; i++) expect(granted(SegmentGroup.NON_LOCAL, true)).toEqual([])
    expect(findings()).toEqual(['AN-12'])
  })
})
