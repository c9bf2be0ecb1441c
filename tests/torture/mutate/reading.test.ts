/** What reading takes of memory, by the measure of `npm run torture -- mutate`, where steps choose among forms (SC-02). */
import { expect, it } from 'vitest'
import { parseScenario } from '../../../main/session/scenario'
import { peakOf } from './peak'

const MIB = 2 ** 20
/** the engine's room for what is new, which it fills before it collects */
const NEW = 32 * MIB

it('steps that are one of many forms take less than ten times their file [SC-02]', () => {
  const edits = Array.from({ length: 30_000 }, (_, i) => ({
    at: `${i}ms`,
    timeline: { edit: 'enable', effect: 'Blur', enabled: i % 2 === 0 },
  }))
  const bytes = new TextEncoder().encode(JSON.stringify({ trimline: 1, steps: edits }))
  expect(bytes.length).toBeGreaterThan(2 * MIB)
  let read = false
  const peak = peakOf(() => {
    read = parseScenario(bytes).ok
  })
  expect(read).toBe(true)
  expect(peak).toBeLessThan(10 * bytes.length + NEW)
}, 60_000)
