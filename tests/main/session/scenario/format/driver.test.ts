/** What a file may say of the kernel-mode driver, and what it is where the file says nothing. */
import { describe, expect, it } from 'vitest'
import { driverSchema, vaAnswer } from '../../../../../main/session/scenario/format/driver'

/** "path: message" of what is wrong. */
function problems(driver: unknown): string[] {
  const read = driverSchema.safeParse(driver)
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('a driver', () => {
  it('of which nothing is said is sound, supports the Windows 8 model, and saves in its usual time [GP-01] [GP-06]', () => {
    expect(driverSchema.parse({})).toMatchObject({
      schedulingCaps: ['MultiEngineAware', 'PreemptionAware'],
      flipCaps: ['FlipOnVSyncMmIo'],
      interfaceVersion: 'win8',
      queueDepth: 2,
      contextSave: { 'dma-buffer': 10, primitive: 15, triangle: 20, pixel: 40, thread: 60, shader: 100 },
      contextRestore: 10,
      preemptionRequest: 5,
      pagingBufferCovers: 64 * 2 ** 20,
      contextAllocation: 0,
      leaksBindings: false,
      changesSplitBuffers: false,
    })
    expect(driverSchema.parse({})).not.toHaveProperty('preemptionTurnaround')
  })

  it('may have any combination of bits, each once: what fails initialisation is no mistake of the file [GP-02]', () => {
    expect(problems({ schedulingCaps: ['PreemptionAware'] })).toEqual([])
    expect(problems({ schedulingCaps: ['PreemptionAware', 'PreemptionAware'] })).toEqual([
      'schedulingCaps.1: each name once',
    ])
    expect(problems({ flipCaps: ['FlipInterval', 'FlipOnVSyncMmIo', 'FlipInterval'] })).toEqual([
      'flipCaps.2: each name once',
    ])
    expect(problems({ flipCaps: ['FlipAlways'] })).toHaveLength(1)
  })

  it('has a queue of 1 to 64 packets, and contexts’ memory in whole pages', () => {
    expect([1, 64].flatMap((queueDepth) => problems({ queueDepth }))).toEqual([])
    expect(problems({ queueDepth: 65 })).toEqual(['queueDepth: at most 64'])
    expect(problems({ queueDepth: 0 })).toHaveLength(1)
    expect(driverSchema.parse({ contextAllocation: '8KiB' }).contextAllocation).toBe(8192)
    expect(problems({ contextAllocation: 4097 })).toHaveLength(1)
  })

  it('may fail its answer of the paging process for all adapters, or for some, each once [AN-09]', () => {
    for (const fails of [true, false, [0, 2]]) expect(problems({ pagingProcessVaFails: fails })).toEqual([])
    // of a union the words are those of all its sides
    expect(problems({ pagingProcessVaFails: [1, 1] })).not.toEqual([])
    expect(problems({ pagingProcessVaFails: 'all' })).toEqual([
      'pagingProcessVaFails: true, false or a list of adapters',
    ])
  })

  it('answers with a UINT [AN-09]', () => {
    const answer = vaAnswer('MiB')
    expect([answer.safeParse(0xffffffff).success, answer.safeParse(0x100000000).success]).toEqual([true, false])
    expect(answer.safeParse(-1).success).toBe(false)
  })

  it('says of an engine only what that can do', () => {
    expect(
      problems({ engines: { '3d': { graphics: 'pixel', compute: 'thread' }, compute: { compute: 'none' } } }),
    ).toEqual([])
    expect(problems({ engines: { compute: { graphics: 'pixel' } } })).toHaveLength(1)
    expect(problems({ engines: { copy: {} } })).toHaveLength(1)
  })
})
