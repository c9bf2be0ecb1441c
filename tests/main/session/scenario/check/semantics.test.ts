import { describe, expect, it } from 'vitest'
import { semanticIssues } from '../../../../../main/session/scenario/check/semantics'
import { fileOf, inTime, places, told } from './drafts'

const issuesOf = (file: Parameters<typeof fileOf>[0]): string[] => told(semanticIssues(fileOf(file)))
const placesOf = (file: Parameters<typeof fileOf>[0]): string[] => places(semanticIssues(fileOf(file)))
const idleAt = (...times: string[]): object[] => times.map((at) => ({ at, idle: true }))

describe('steps are in order of time', () => {
  it('one at the same time as the one before is, one before it is not; the next is compared with the latest', () => {
    expect(issuesOf({ steps: idleAt('1s', '1s', '500ms', '700ms', '1s') })).toEqual([
      'steps[2].at: 500ms; at least 1s, the time of steps[1]: steps are in order of time',
      'steps[3].at: 700ms; at least 1s, the time of steps[1]: steps are in order of time',
    ])
  })

  it('none is after the end of the run; at the end it may be', () => {
    expect(issuesOf({ until: '2s', steps: idleAt('2s', '2001ms') })).toEqual([
      'steps[1].at: 2001ms; at most 2s, the end of the run ("until")',
    ])
  })

  it('one whose time is bad by itself says nothing of the others', () => {
    expect(issuesOf({ steps: idleAt('3s', 'soon', '4s') })).toEqual([])
  })
})

describe('a condition on another step [SC-15]', () => {
  const results = (name: string) => ({ expect: { results: { [name]: 'S_OK' } } })
  const latency = (name: string) => ({ expect: { pressLatency: { [name]: { max: '1s' } } } })
  const resource = { resource: { name: 'r', size: '64KiB' } }

  it('is of an earlier one that makes a call', () => {
    expect(issuesOf({ steps: inTime(resource, results('steps[0]')) })).toEqual([])
    const none = 'an earlier step that is no "expect"'
    expect(
      issuesOf({ steps: inTime(resource, results('steps[1]'), results('steps[1]'), results('steps[9]')) }),
    ).toEqual([
      `steps[1].expect.results["steps[1]"]: "steps[1]"; ${none}`,
      `steps[2].expect.results["steps[1]"]: "steps[1]"; ${none}`,
      `steps[3].expect.results["steps[9]"]: "steps[9]"; ${none}`,
    ])
  })

  it('on a press is of one that a person presses', () => {
    expect(
      issuesOf({ steps: inTime({ use: { set: [] } }, latency('steps[0]'), resource, latency('steps[2]')) }),
    ).toEqual(['steps[3].expect.pressLatency["steps[2]"]: "steps[2]"; an earlier step with "apply" or "use"'])
  })

  it('is left to the step itself where that is none at all', () => {
    expect(placesOf({ steps: [3, { at: 0, ...results('steps[0]') }] })).toEqual([])
  })
})

describe('names are there when a step uses them [SC-16]', () => {
  const sepia = { addEffect: { name: 'Sepia' } }
  const clip = { importClip: { name: 'Beach', width: 64, height: 64 } }

  it.each<[string, object, object, string]>([
    ['apply', { apply: 'Sepia' }, sepia, 'steps[0].apply'],
    ['apply of a clip', { apply: 'Beach' }, clip, 'steps[0].apply'],
    ['setConstants', { setConstants: { effect: 'Sepia', constants: {} } }, sepia, 'steps[0].setConstants.effect'],
    ['removeEffect', { removeEffect: 'Sepia' }, sepia, 'steps[0].removeEffect'],
    ['removeClip', { removeClip: 'Beach' }, clip, 'steps[0].removeClip'],
    ['relinkClip', { relinkClip: { clip: 'Beach', file: null } }, clip, 'steps[0].relinkClip.clip'],
    [
      'an insertion',
      { timeline: { edit: 'insert', media: 'Beach', track: 0, start: 0 } },
      clip,
      'steps[0].timeline.media',
    ],
    ['an effect put off', { timeline: { edit: 'takeOff', effect: 'Sepia' } }, sepia, 'steps[0].timeline.effect'],
    [
      'an effect switched',
      { timeline: { edit: 'enable', effect: 'Sepia', enabled: true } },
      sepia,
      'steps[0].timeline.effect',
    ],
  ])('%s', (_title, use, make, place) => {
    expect(placesOf({ steps: inTime(use, make) })).toEqual([place])
    expect(placesOf({ steps: inTime(make, use) })).toEqual([])
  })

  it('also where a timeline is set as a whole, and the one that the app begins with', () => {
    const timeline = {
      clips: [{ id: 'a', media: 'Beach', track: 0, start: 0, length: '1s' }],
      effects: [{ effect: 'Sepia', enabled: true, spans: [] }],
    }
    expect(placesOf({ app: { timeline } })).toEqual(['app.timeline.clips[0].media', 'app.timeline.effects[0].effect'])
    const set = { timeline: { edit: 'set', ...timeline } }
    expect(placesOf({ steps: inTime(set) })).toEqual([
      'steps[0].timeline.clips[0].media',
      'steps[0].timeline.effects[0].effect',
    ])
    expect(placesOf({ steps: inTime(sepia, clip, set) })).toEqual([])
  })

  it('of trim callbacks: by name only once it was registered, by cookie at any time', () => {
    const steps = inTime(
      { unregisterCallback: { name: 'spare' } },
      { unregisterCallback: { cookie: 7 } },
      { registerCallback: { name: 'spare' } },
      { unregisterCallback: { name: 'spare' } },
    )
    expect(issuesOf({ steps })).toEqual([
      'steps[0].unregisterCallback: "spare"; the name of a callback that can be registered at that time, or a cookie: there is none',
    ])
    // it may be the one whose name is bad
    const hidden = inTime({ registerCallback: { name: 3 } }, { unregisterCallback: { name: 'spare' } })
    expect(issuesOf({ steps: hidden })).toEqual([])
  })

  it('of memory: at any time, as it may be freed and made again', () => {
    const use = { residencyPriority: { resource: 'a', priority: 'low' } }
    const submit = {
      submit: { engine: '3d', parts: [{ gpuTime: 1 }, { gpuTime: 1, resources: ['b'] }], resources: ['a'] },
    }
    const expected = { expect: { resident: ['a'], allocated: ['b'] } }
    expect(placesOf({ steps: inTime(use, submit, expected) })).toEqual([
      'steps[0].residencyPriority.resource',
      'steps[1].submit.resources[0]',
      'steps[1].submit.parts[1].resources[0]',
      'steps[2].expect.resident[0]',
      'steps[2].expect.allocated[0]',
    ])
    const make = inTime({ allocate: { name: 'a', size: '64KiB' } }, { allocate: { name: 'b', size: '64KiB' } })
    expect(
      placesOf({ steps: [...inTime(use, submit, expected), ...make.map((step) => ({ ...step, at: '9s' }))] }),
    ).toEqual([])
  })

  it('a group as a whole is expected only of what is about memory as such', () => {
    const steps = inTime(
      { allocate: { name: 'g', size: '64KiB', count: 3 } },
      { expect: { allocated: ['g'], notAllocated: ['g'], contents: ['g 2'] } },
      { expect: { resident: ['g'], pagedOut: ['g 3'], intact: ['g 4'] } },
    )
    expect(placesOf({ steps })).toEqual(['steps[2].expect.resident[0]', 'steps[2].expect.intact[0]'])
  })

  it('what the file says nothing makes is no mistake, and is said to be unmade', () => {
    const steps = inTime({ apply: 'Sepia' }, { removeClip: 'Beach' })
    const issues = semanticIssues(fileOf({ unmade: ['Beach'], steps }))
    expect(places(issues)).toEqual(['steps[0].apply'])
    expect([...issues.unknown]).toEqual(['Sepia'])
  })
})

describe('memory fits where it lies', () => {
  const resources = (heap: string | undefined, size: string) => [
    { name: 'r', size, ...(heap === undefined ? {} : { heap }) },
  ]
  const system = { localMemory: '2GiB', nonLocalMemory: '1GiB' }

  it('a resource in the segment of its heap', () => {
    const effects = [
      { name: 'A', resources: resources(undefined, '2GiB') },
      { name: 'B', resources: resources('upload', '1GiB') },
      { name: 'C', resources: resources('default', '2049MiB') },
      { name: 'D', resources: resources('readback', '1025MiB') },
    ]
    expect(issuesOf({ system, app: { effects } })).toEqual([
      'app.effects[2].resources[0].size: 2049MiB; at most system.localMemory (2GiB)',
      'app.effects[3].resources[0].size: 1025MiB; at most system.nonLocalMemory (1GiB)',
    ])
    const steps = inTime({ addEffect: { name: 'C', resources: resources('default', '2049MiB') } })
    expect(placesOf({ system, steps })).toEqual(['steps[0].addEffect.resources[0].size'])
  })

  it('in unified memory all of it in the local one', () => {
    const effects = [{ name: 'B', resources: resources('upload', '2GiB') }]
    expect(placesOf({ system, app: { effects } })).toEqual(['app.effects[0].resources[0].size'])
    expect(placesOf({ system: { ...system, localSegment: 'aperture' }, app: { effects } })).toEqual([])
  })

  it('the blocks that pools begin with, all of them together', () => {
    const pool = (name: string, minBlocks: number, heap = 'default') => ({ name, heap, minBlocks, blockSize: '512MiB' })
    // 3 and 1 of 4 blocks of local memory, then one too many; 2 of 2 of non-local memory
    const pools = [pool('a', 3), pool('b', 1), pool('u', 2, 'upload'), pool('c', 1), pool('d', 0)]
    expect(issuesOf({ system, app: { pools } })).toEqual([
      'app.pools[3].minBlocks: 1; at most 0, as a block has 512MiB, system.localMemory 2GiB and other pools have 2GiB of it',
    ])
    expect(issuesOf({ system, app: { pools: [pool('a', 5)] } })).toEqual([
      'app.pools[0].minBlocks: 5; at most 4, as a block has 512MiB, system.localMemory 2GiB',
    ])
    // without a size of its own a block has the app's
    const { blockSize: _, ...own } = pool('a', 3)
    expect(placesOf({ system, app: { blockSize: '1GiB', pools: [own] } })).toEqual(['app.pools[0].minBlocks'])
    expect(placesOf({ system, app: { blockSize: '512MiB', pools: [own] } })).toEqual([])
  })

  it('also where the pools before ask for more bytes than can be written [SC-02]', () => {
    // 2^53 − 64 KiB is the largest size in whole 64 KiB
    const pool = (name: string, minBlocks: number) => ({
      name,
      heap: 'default',
      minBlocks,
      blockSize: 2 ** 53 - 65_536,
    })
    const block = 'as a block has 8796093022144KiB, system.localMemory 2GiB'
    expect(issuesOf({ system, app: { pools: [pool('a', 1000), pool('b', 1)] } })).toEqual([
      `app.pools[0].minBlocks: 1000; at most 0, ${block}`,
      `app.pools[1].minBlocks: 1; at most 0, ${block} and other pools have more than that`,
    ])
  })
})
