/**
 * DxgkDdiCreateAllocation as the kernel calls it: what the driver asks for of each allocation (AN-01), which older systems
 * do not give (AN-12).
 */
import type { SegmentGroup } from '../../../preload/contract/names'
import { type AdapterCaps, isAperture } from '../../drivers/kmd/adapter'
import type { AllocationFlags2, KernelModeDriver } from '../../drivers/kmd/kernel-mode-driver'
import type { Simulation } from '../../sim/simulation'
import { type AllocationHandle, type AllocationTable, AllocationBit as Flag } from './allocation-table'

export class DriverRequests {
  private saidUnsupported = false

  constructor(
    private readonly sim: Simulation,
    private readonly options: {
      caps: AdapterCaps
      driver: KernelModeDriver
      /** the emulated system is WDDM 3.2 or later, which has NOTIFY_ALLOC (AN-12) */
      allocationNotification: boolean
    },
  ) {}

  /**
   * DxgkDdiCreateAllocation: the driver may ask for notifications (AN-01).
   * @returns null: it threw, and there is nothing to create (SC-14)
   */
  ask(group: SegmentGroup, name: string, compressed: boolean): AllocationFlags2 | null {
    const { driver, caps } = this.options
    const flags = driver.createAllocation({ compressed, aperture: isAperture(caps, group) })
    if (flags === null) {
      const message = `${name} was not created: the driver threw in DxgkDdiCreateAllocation`
      this.sim.trace.write('finding', { rule: 'AN-01', resource: name, message })
    }
    return flags
  }

  /** Notifications exist from WDDM 3.2 (AN-12). */
  grant(
    table: AllocationTable,
    handle: AllocationHandle,
    { NotifyEviction, NotifyIoMmuUnmap }: AllocationFlags2,
  ): void {
    if (!NotifyEviction && !NotifyIoMmuUnmap) return
    if (!this.options.allocationNotification) return this.sayUnsupported()
    if (NotifyEviction) table.set(handle, Flag.NOTIFY_EVICTION)
    if (NotifyIoMmuUnmap) table.set(handle, Flag.NOTIFY_IOMMU_UNMAP)
  }

  private sayUnsupported(): void {
    if (this.saidUnsupported) return
    this.saidUnsupported = true
    const message = 'NotifyEviction and NotifyIoMmuUnmap are ignored: allocation notification needs WDDM 3.2'
    this.sim.trace.write('finding', { rule: 'AN-12', message })
  }
}
