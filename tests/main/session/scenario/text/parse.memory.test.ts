/** What reading a file takes, next to its size. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parseScenario } from '../../../../../main/session/scenario'
import { peakOf } from '../../../../torture/mutate/peak'

const MIB = 1024 * 1024
/** times the file, of what it takes with all that is not yet collected; and what anything takes */
const MOST = 10
const ANYTHING = 64 * MIB

test('a file of three hundred thousand steps of some bytes each takes ten times its size [SC-02]', () => {
  setFlagsFromString('--expose-gc')
  globalThis.gc = runInNewContext('gc') as typeof globalThis.gc
  const steps = Array.from({ length: 300_000 }, (_, i) => ({ at: i, idle: i % 2 === 0 }))
  const bytes = new TextEncoder().encode(JSON.stringify({ trimline: 1, steps }))
  let accepted = false
  const peak = peakOf(() => {
    accepted = parseScenario(bytes).ok
  })
  expect(accepted).toBe(true)
  expect(peak).toBeLessThan(MOST * bytes.length + ANYTHING)
}, 60_000)
