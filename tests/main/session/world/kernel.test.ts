/** The kernel as a scenario has it: its memory, its eviction, and a driver of which calls can fail. */
import { describe, expect, it } from 'vitest'
import { TrimResidencySet } from '../../../../main/dxgkrnl/vidmm/trim-notification'
import { buildKernel } from '../../../../main/session/world/kernel'
import { Faults } from '../../../../main/sim/faults'
import { Simulation } from '../../../../main/sim/simulation'
import { SegmentGroup } from '../../../../preload/contract'
import { KIB, MIB } from '../../support/world'
import { scenario } from '../live-rig'

function kernelOf(system: Record<string, unknown>) {
  const faults = new Faults()
  const told: string[] = []
  const made = scenario({ system }).system
  const vidmm = buildKernel(new Simulation({ seed: 1 }), made, faults, ({ flags }, callbacks) =>
    told.push(`${flags} ${callbacks}`),
  )
  return { vidmm, faults, told }
}

describe('a kernel', () => {
  it('has the memory and the budget of its system; page tables take their part of it [AN-08] [AN-11]', () => {
    const { vidmm } = kernelOf({ localMemory: '64MiB', nonLocalMemory: '256MiB', budget: '40MiB' })
    expect(vidmm.queryVideoMemoryInfo(SegmentGroup.LOCAL).Budget).toBe(40 * MIB)
    expect(vidmm.largest(SegmentGroup.LOCAL)).toBe(64 * MIB - 64 * KIB)
    expect(vidmm.largest(SegmentGroup.NON_LOCAL)).toBe(256 * MIB)
  })

  it('of unified memory has one segment, without page tables', () => {
    const { vidmm } = kernelOf({ localSegment: 'aperture', localMemory: '64MiB', nonLocalMemory: 0, budget: '64MiB' })
    expect(vidmm.largest(SegmentGroup.LOCAL)).toBe(64 * MIB)
  })

  it('evicts as its system has it', () => {
    expect(
      [kernelOf({ evictionMode: 'eager' }), kernelOf({ evictionMode: 'lazy' })].map(({ vidmm }) => vidmm.evictionMode),
    ).toEqual(['eager', 'lazy'])
  })

  it('tells whoever asked of each notification', () => {
    const { vidmm, told } = kernelOf({})
    vidmm.notifyByHand(TrimResidencySet.TrimToBudget, 5)
    vidmm.sim.advanceTo(0)
    expect(told).toEqual(['4 0'])
  })

  it('asks its driver of each allocation, and there is none where that fails', () => {
    const { vidmm, faults } = kernelOf({})
    const row = {
      device: vidmm.createDevice(),
      name: 'a',
      bytes: 64 * KIB,
      segment: SegmentGroup.LOCAL,
      resident: true,
    }
    faults.inject('driver-call-throws', 1, 0, { call: 'CreateAllocation' })
    expect(vidmm.createAllocation(row)).toBeNull()
    expect(vidmm.createAllocation(row)).not.toBeNull()
  })
})
