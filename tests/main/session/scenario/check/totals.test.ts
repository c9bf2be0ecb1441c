import { describe, expect, it } from 'vitest'
import { validateScenario } from '../../../../../main/session/scenario'

function problemsOf(file: object): string[] {
  const parsed = validateScenario({ trimline: 1, ...file })
  return parsed.ok ? [] : parsed.problems.map(({ path, found, expected }) => `${path}: ${found}; ${expected}`)
}

const none = { app: { effects: [] } }
const allocations = (groups: number, count = 100_000) =>
  Array.from({ length: groups }, (_, i) => ({ at: i, allocate: { name: `g${i}`, size: '64KiB', count } }))

describe('What a file asks for in all', () => {
  it('is refused where there would be more than 1,048,576 allocations, at the step where it is too much', () => {
    expect(problemsOf({ ...none, steps: allocations(100) })).toEqual([
      'steps[10].allocate: 100000 allocations, beside 1000000 that there can be; at most 1048576 at one time',
    ])
  })

  it('may be a million allocations, and exactly the limit', () => {
    expect(problemsOf({ steps: allocations(10) })).toEqual([])
    const rest = { at: 11, allocate: { name: 'rest', size: '64KiB', count: 48_576 } }
    expect(problemsOf({ ...none, steps: [...allocations(10), rest] })).toEqual([])
    expect(
      problemsOf({ ...none, steps: [...allocations(10), { ...rest, allocate: { ...rest.allocate, count: 48_577 } }] }),
    ).toEqual(['steps[10].allocate: 48577 allocations, beside 1000000 that there can be; at most 1048576 at one time'])
  })

  it('counts what is freed or removed no more, as a long recording makes and frees any number [SC-16]', () => {
    const rounds = Array.from({ length: 40 }, (_, i) => [
      { at: i, allocate: { name: 'g', size: '64KiB', count: 100_000 } },
      { at: i, importClip: { name: 'c', width: 8, height: 8, thumbnails: 100_000 } },
      { at: i, free: { name: 'g' } },
      { at: i, removeClip: 'c' },
    ]).flat()
    expect(problemsOf({ steps: rounds })).toEqual([])
  })

  it('counts what only a part of is freed', () => {
    const halves = Array.from({ length: 12 }, (_, i) => [
      { at: i, allocate: { name: `g${i}`, size: '64KiB', count: 100_000 } },
      { at: i, free: { name: `g${i}`, every: 2 } },
    ]).flat()
    expect(problemsOf({ ...none, steps: halves })[0]).toContain('steps[20].allocate')
  })

  it('counts resources of effects, media, layouts and the blocks that pools begin with', () => {
    const resources = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `r${i}`, size: 1 }))
    const effects = [{ name: 'E', resources: resources(1000) }]
    const clips = [{ name: 'C', width: 8, height: 8, frames: 10, thumbnails: 70_000 }]
    const pools = Array.from({ length: 9 }, (_, i) => ({ name: `p${i}`, blockSize: '64KiB', minBlocks: 100_000 }))
    const system = { localMemory: '1024GiB' }
    // 1,000 + 70,012 (frames, two proxies, thumbnails) + 900,000 = 971,012; 77,565 more are one too many
    const layout = { pools: [{ name: 'L', committed: resources(77_565).map(({ name }) => ({ name, size: 1 })) }] }
    expect(problemsOf({ system, app: { effects, clips, pools }, steps: [{ at: 0, layout }] })).toEqual([
      'steps[0].layout.pools[0]: 77565 allocations, beside 971012 that there can be; at most 1048576 at one time',
    ])
  })
})
