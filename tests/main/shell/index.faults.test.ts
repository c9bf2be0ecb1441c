/** The short form of `npm run torture -- faults`: calls of the file system, Electron and workers that fail, one each time. */
import { expect, test } from 'vitest'
import { WAYS, type Way } from '../../torture/faults/plan'
import { allPoints, tryPoint } from '../../torture/targets/faults'

test('calls of a full journey that fail, in every way: no crash, nothing lost, said in words', {
  timeout: 120_000,
}, async () => {
  const points = await allPoints()
  expect(new Set(points.map(({ point }) => point)).size).toBeGreaterThan(100)
  const tried = new Set<Way>()
  // a prime, so that the places move through the ways; all of Electron's and the workers'
  for (const [i, { point, way, name }] of points.entries()) {
    if (i % 13 !== 0 && way !== 'throws') continue
    expect(await tryPoint(point, way), `${way} at call ${point}, ${name}`).toEqual([])
    tried.add(way)
  }
  expect([...tried].sort()).toEqual([...WAYS].sort())
})
