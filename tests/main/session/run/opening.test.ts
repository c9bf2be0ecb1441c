import { describe, expect, test } from 'vitest'
import { Opening, takesLong } from '../../../../main/session/run/opening'
import { WatchedSystem } from '../../../../main/session/run/watched-system'
import { scenarioOf } from '../../support/world'

const resources = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `r${i}`, size: 1 }))

describe('what takes longer than a frame to build', () => {
  test.each([
    ['effects and their resources', { effects: [{ name: 'A', resources: resources(999) }] }, false],
    ['one more of them', { effects: [{ name: 'A', resources: resources(1_000) }] }, true],
    [
      'media: frames, two proxies, thumbnails',
      { effects: [], clips: [{ name: 'C', width: 1, height: 1, frames: 8, thumbnails: 990 }] },
      false,
    ],
    [
      'one more of them',
      { effects: [], clips: [{ name: 'C', width: 1, height: 1, frames: 8, thumbnails: 991 }] },
      true,
    ],
    [
      'blocks that pools begin with',
      { effects: [], pools: [{ name: 'P', minBlocks: 1_000, blockSize: '64KiB' }] },
      false,
    ],
    ['one more of them', { effects: [], pools: [{ name: 'P', minBlocks: 1_001, blockSize: '64KiB' }] }, true],
  ])('is counted by %s', (_what, app, expected) => {
    expect(takesLong(scenarioOf({ app }))).toBe(expected)
  })
})

describe('under a policy of one’s own, which is told of each effect and clip, and may take a second each time [LB-15]', () => {
  const policy = { file: 'mine.mjs', text: 'export default { name: "mine", create: () => ({ tracked() {} }) }' }
  const effects = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `E${i}`, resources: [] }))
  const clip = { name: 'C', width: 1, height: 1, frames: 1, thumbnails: 0 }

  test.each([
    ['four of them', { policy, effects: effects(4) }, false],
    ['five effects', { policy, effects: effects(5) }, true],
    ['a clip beside four effects', { policy, effects: effects(4), clips: [clip] }, true],
    ['five effects under another', { policy: 'none', effects: effects(5) }, false],
  ])('%s', (_what, app, expected) => {
    expect(takesLong(scenarioOf({ app }))).toBe(expected)
  })
})

const large = scenarioOf({ app: { effects: [{ name: 'A', resources: resources(2_000) }] } })

describe('opening', () => {
  test('goes on slice by slice, says how far it is, and ends once with the built system', () => {
    const ended: (WatchedSystem | null)[] = []
    const opening = new Opening('large', WatchedSystem.inSlices(large), (running) => ended.push(running))
    expect(opening.view()).toEqual({ title: 'large', stage: 'building', done: 0, total: 0 })
    const seen: number[] = []
    while (!opening.goOn(() => false)) {
      const { done, total } = opening.view()
      expect(total).toBe(2_000)
      seen.push(done)
    }
    expect(seen.length).toBeGreaterThan(5)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(ended).toHaveLength(1)
    expect(ended[0]?.world.editor.effect('A')?.resources).toHaveLength(2_000)
  })

  test('goes on as long as it may', () => {
    let asked = 0
    const opening = new Opening('large', WatchedSystem.inSlices(large), () => {})
    expect(opening.goOn(() => ++asked < 3)).toBe(false)
    expect(asked).toBe(3)
    expect(opening.goOn(() => true)).toBe(true)
  })

  test('of a file that is still being read builds nothing yet', () => {
    const opening = new Opening('a\u202eb', null, () => {})
    expect(opening.isBuilding).toBe(false)
    expect(opening.goOn(() => true)).toBe(false)
    expect(opening.view()).toMatchObject({ stage: 'reading' })
    expect(opening.view().title).not.toContain('\u202e')
  })

  test('that is given up ends with nothing', () => {
    const ended: unknown[] = []
    new Opening('large', WatchedSystem.inSlices(large), (running) => ended.push(running)).cancel()
    expect(ended).toEqual([null])
  })
})
