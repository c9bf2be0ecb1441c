/** The project with other pixels or another allocator: the simulation starts again, what was made and set stays. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FORMAT_BITS } from '../../../../main/d3d12/resource-desc'
import { appSettings, onApp } from '../../../../main/session/document/app-settings'
import { PIXEL_FORMATS, type PoolSpec } from '../../../../preload/contract'
import { effects, type LiveRig, MIB, rig, scenario } from '../live-rig'

const POOL: PoolSpec = {
  name: 'Frames',
  heap: 'default',
  blockSize: 16 * MIB,
  minBlocks: 1,
  maxBlocks: 0,
  algorithm: 'tlsf',
  alwaysCommitted: false,
}

/** Bytes asked for by each resource of an effect. */
function sizesOf(live: LiveRig, effect: string): number[] {
  const found = live.session.world.editor.effect(effect)
  if (found === undefined) throw new Error(`there is no effect ${effect}`)
  return found.spec.resources.map(({ size }) => size)
}

it('another pixel format makes built-in effects as large as it asks for; what has sizes of its own keeps them', () => {
  const live = rig({ app: { effects: effects({ Mine: 3 * MIB }) } })
  const blur = live.shown.offers.find(({ effect }) => effect.name === 'Blur')?.effect
  if (blur === undefined) throw new Error('Blur is not offered')
  live.must({ kind: 'addEffect', effect: blur }, { kind: 'applyEffect', effect: 'Blur' })
  const [main = 0] = sizesOf(live, 'Blur')
  live.elapse(200)
  live.must({ kind: 'setApp', format: 'R32G32B32A32_FLOAT' })
  expect(live.now).toBe(0)
  expect(live.shown.project.app.format).toBe('R32G32B32A32_FLOAT')
  // 128 bits a texel instead of 64
  expect(main).toBe(Math.ceil((3840 * 2160 * 8) / 65_536) * 65_536)
  expect(sizesOf(live, 'Blur')[0]).toBe(3840 * 2160 * 16)
  expect(sizesOf(live, 'Mine')).toEqual([3 * MIB])
  expect(live.session.dirty).toBe(true)
  const offered = live.shown.offers.find(({ effect }) => effect.name === 'Blur')?.effect
  expect(offered?.resources.map(({ size }) => size)).toEqual(sizesOf(live, 'Blur'))
  const again = rig(JSON.parse(live.session.toScenarioText()))
  expect(again.shown.project.app).toEqual(live.shown.project.app)
  expect(sizesOf(again, 'Blur')).toEqual(sizesOf(live, 'Blur'))
})

it('what the editor places lies in the custom pool that is chosen, in blocks of its size [DF-01]', () => {
  const live = rig({ app: { allocation: 'placed', effects: effects({ Mine: 3 * MIB }) } })
  const pools = (): Record<string, [number, number]> =>
    Object.fromEntries(
      live.shown.heapMap.pools.map(({ name, blockSize, statistics }) => [
        name,
        [blockSize, statistics.allocationBytes],
      ]),
    )
  expect(pools()).not.toHaveProperty('Frames')
  live.must({ kind: 'setApp', blockSize: 32 * MIB, pools: [POOL], pool: 'Frames' })
  expect(live.shown.project.app).toEqual({
    format: 'R16G16B16A16_FLOAT',
    blockSize: 32 * MIB,
    pools: [POOL],
    pool: 'Frames',
  })
  expect(pools()).toMatchObject({ Frames: [16 * MIB, 3 * MIB] })
  live.must({ kind: 'setApp', pool: null, pools: [] })
  expect(live.shown.project.app).toMatchObject({ blockSize: 32 * MIB, pools: [], pool: null })
  expect(pools()).not.toHaveProperty('Frames')
})

it.each([
  [
    { pool: 'None' },
    /^Where the editor places: found "None"; expected .*\nEnter another value, or change the project\.$/,
  ],
  [
    { pools: [{ ...POOL, heap: 'upload' as const }], pool: 'Frames' },
    /^Where the editor places: found "Frames"; expected a pool of the heap type "default"/,
  ],
  [{ pools: [POOL, POOL] }, /^Frames, name: found "Frames"; expected a name that no other pool has/],
  [{ pools: [{ ...POOL, name: 'UPLOAD' }] }, /^UPLOAD, name: found "UPLOAD"; expected /],
  [{ pools: [{ ...POOL, blockSize: 1000 }] }, /^Frames, Block size: found 1000; expected /],
  [
    { pools: [{ ...POOL, minBlocks: 3, maxBlocks: 2 }] },
    /^Frames, Least blocks: found 3; expected at most Most blocks \(2\)/,
  ],
  [{ pools: [{ ...POOL, minBlocks: 1000 }] }, /^Frames, Least blocks: found 1000; expected at most .*Local memory/],
  [{ blockSize: 0 }, /^Block size: found 0; expected /],
  [{ blockSize: 64 * MIB }, /^That is how the project is, and nothing was changed\.$/],
])('%j is refused in the words of the window, and nothing changes', (settings, message) => {
  const live = rig({ app: { effects: effects({ Mine: MIB }) } })
  live.elapse(100)
  const before = live.shown.project.app
  expect(live.do({ kind: 'setApp', ...settings })).toMatchObject({ ok: false, message: expect.stringMatching(message) })
  expect(live.now).toBeGreaterThan(0)
  expect(live.shown.project.app).toBe(before)
})

it('a scenario keeps its steps, and is refused where they need a pool that would be gone', () => {
  const step = { at: '1s', allocate: { name: 'a', size: '1MiB', pool: 'Frames' } }
  const from = scenario({ app: { effects: [], pools: [{ name: 'Frames' }] }, steps: [step] })
  const made = onApp(from, { blockSize: 32 * MIB })
  expect(made).toMatchObject({ scenario: { steps: from.steps, app: { blockSize: 32 * MIB } } })
  expect(onApp(from, { pools: [] })).toMatchObject({
    refused: expect.stringMatching(/^step 1, allocate, pool: found "Frames"; expected /),
  })
})

it('are the same object for the same app, as they are looked at after every verb', () => {
  const { app } = scenario()
  expect(appSettings(app)).toBe(appSettings(app))
})

it('every setting that a scenario file has of an app can be set in the window', () => {
  const schema = JSON.parse(readFileSync('resources/scenario.schema.json', 'utf8'))
  const { app } = schema.properties
  // by setPolicy, setProject, setAllocation, importClip, addEffect, setPanelLayout and timeline; the rest by setApp
  const others = ['policy', 'project', 'allocation', 'clips', 'effects', 'layout', 'timeline']
  const own = Object.keys(appSettings(scenario().app)).filter((name) => name !== 'format')
  expect(Object.keys(app.properties).sort()).toEqual([...others, ...own].sort())
  expect(Object.keys(app.properties.project.properties)).toEqual(['width', 'height', 'format'])
  expect(Object.keys(schema.$defs.pool.properties).sort()).toEqual(Object.keys(POOL).sort())
  expect(app.properties.project.properties.format.enum).toEqual([...PIXEL_FORMATS])
  expect(Object.keys(FORMAT_BITS).sort()).toEqual([...PIXEL_FORMATS].sort())
})
