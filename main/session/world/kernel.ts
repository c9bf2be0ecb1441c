/** The kernel of a simulated system, from a scenario: adapter, driver and video memory manager. */
import { VideoMemoryManager, type VidMmOptions } from '../../dxgkrnl/vidmm/video-memory-manager'
import type { Faults } from '../../sim/faults'
import type { Simulation } from '../../sim/simulation'
import type { Scenario } from '../scenario'
import { driverOf, vaAnswers } from './driver-faults'

/** The video memory manager of a scenario’s system; bytes, bytes per second. */
export function buildKernel(
  sim: Simulation,
  system: Scenario['system'],
  faults: Faults,
  onNotification: VidMmOptions['onNotification'],
): VideoMemoryManager {
  const { localSegment, localMemory, nonLocalMemory, nonLocalSegment, pagingBandwidth, fillBandwidth } = system
  const { hardwareScheduling, physicalAdapters } = system
  const { notifyEviction, notifyIoMmuUnmap, pagingBufferCovers, touchesAfterUnmap } = system.driver
  const { pagingOperation, pagingBatch } = system.driver
  const settings = {
    notifyEviction,
    notifyIoMmuUnmap,
    pagingBufferCovers,
    touchesAfterUnmap,
    ...vaAnswers(system),
    ...(pagingOperation === undefined ? {} : { pagingOperation }),
    ...(pagingBatch === undefined ? {} : { pagingBatch }),
  }
  const { budget, evictionMode, periodicTrim, wddm } = system
  return new VideoMemoryManager(sim, {
    caps: {
      localSegment,
      localMemory,
      nonLocalMemory,
      nonLocalSegment,
      pagingBandwidth,
      fillBandwidth,
      hardwareScheduling,
      physicalAdapters,
    },
    driver: driverOf(settings, faults),
    allocationNotification: wddm === '3.2',
    budget,
    evictionMode,
    periodicTrim,
    ...(onNotification === undefined ? {} : { onNotification }),
  })
}
