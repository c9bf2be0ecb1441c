/** How what a scenario says of the kernel-mode driver, and the faults that it plans, reach the driver (SC-14). */
import {
  type BuildFailure,
  type DriverSettings,
  KernelModeDriver,
  type NotifyAllocRequest,
} from '../../drivers/kmd/kernel-mode-driver'
import type { Faults } from '../../sim/faults'
import type { Scenario } from '../scenario'

/** What the driver answers for the size of the paging process's VA space, each linked adapter its own (AN-09). */
export function vaAnswers({ driver, pagingProcessVa, physicalAdapters }: Scenario['system']) {
  const { pagingProcessVaFails: fails, linkedPagingProcessVa } = driver
  const answers = Array.from({ length: physicalAdapters }, (_unused, adapter) => {
    if (typeof fails === 'boolean' ? fails : fails.includes(adapter)) return null
    return adapter === 0 ? pagingProcessVa : (linkedPagingProcessVa?.[adapter - 1] ?? pagingProcessVa)
  })
  return { pagingProcessVa, pagingProcessVaByAdapter: answers }
}

/** Faults that a scenario plans reach the kernel-mode driver where it is called. */
export function driverOf(settings: DriverSettings, faults: Faults): KernelModeDriver {
  const buildFails = ({ kind: notify, chunk = 0, adapter = 0 }: NotifyAllocRequest): BuildFailure => {
    const target = { notify, chunk, adapter }
    if (faults.take('driver-call-throws', { ...target, call: 'BuildPagingBuffer' }) !== null) return 'throws'
    const planned = faults.take('build-paging-buffer-fails', target)
    return planned === null ? false : planned.result === 'no-room' ? 'no-room' : true
  }
  return new KernelModeDriver(settings, buildFails, {
    touches: (chunk, last, adapter) =>
      faults.take('touches-after-unmap', { chunk, adapter }, last ? undefined : 'chunk') !== null,
    createAllocationThrows: () => faults.take('driver-call-throws', { call: 'CreateAllocation' }) !== null,
  })
}
