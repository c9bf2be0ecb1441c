/** What the library's list says after an EnqueueMakeResident that failed (RS-06): the press was not applied, nothing else changed. */
import { describe, expect, it } from 'vitest'
import { ofType, play, type ScenarioFile } from '../../support/play'

const made = (lines: Awaited<ReturnType<typeof play>>['lines']) =>
  ofType(lines, 'make-resident').map(({ t, resources }) => [t, resources])

describe.each(['d3dx12-residency', 'd3dx12-residency-fixed'] as const)(
  '%s: a press whose MakeResident fails',
  (policy) => {
    it('changes nothing: the next press makes its set resident, and loses no device [RS-06] [PL-45] [TN-38]', async () => {
      const resources = ['x', 'y'].map((name) => ({ name, size: '16MiB', resident: false }))
      const { lines } = await play(
        {
          app: { effects: [{ name: 'A', gpuTime: '1ms', resources }] },
          steps: [
            { at: '1s', inject: { fault: 'make-resident-fails' } },
            { at: '1s', apply: 'A' },
            { at: '2s', notify: { flags: ['PERIODIC_TRIM', 'TRIM_TO_BUDGET'], bytes: '1GiB' } },
            { at: '3s', apply: 'A' },
            {
              at: '4s',
              expect: { results: { 'steps[1]': 'E_OUTOFMEMORY', 'steps[3]': 'S_OK' }, resident: ['A.x', 'A.y'] },
            },
          ],
        },
        { policy },
      )
      expect(ofType(lines, 'expect').filter(({ ok }) => ok !== true)).toEqual([])
      expect(made(lines)).toEqual([[3_000_000, ['A.x', 'A.y']]])
      expect(ofType(lines, 'evict')).toEqual([])
      expect(ofType(lines, 'device-removed')).toEqual([])
    })

    it('keeps what an earlier batch has made resident, and what is missing still counts as missing [RS-06] [TN-38]', async () => {
      // room for one and a half: the second of B waits for A, and fails then
      const file: ScenarioFile = {
        system: { budget: '48MiB', nonLocalMemory: '64KiB', localMemory: '256MiB' },
        app: {
          effects: [
            { name: 'A', gpuTime: '1s', resources: [{ name: 'x', size: '32MiB', resident: false }] },
            {
              name: 'B',
              gpuTime: '1s',
              resources: ['x', 'y'].map((name) => ({ name, size: '16MiB', resident: false })),
            },
          ],
        },
        steps: [
          { at: '1s', apply: 'A' },
          { at: '1100ms', apply: 'B' },
          { at: '1200ms', inject: { fault: 'make-resident-fails' } },
          { at: '4s', apply: 'B' },
          {
            at: '6s',
            expect: { results: { 'steps[1]': 'E_OUTOFMEMORY', 'steps[3]': 'S_OK' }, resident: ['B.x', 'B.y'] },
          },
        ],
      }
      const { lines } = await play(file, { policy })
      expect(ofType(lines, 'expect').filter(({ ok }) => ok !== true)).toEqual([])
      expect(made(lines).slice(1)).toEqual([
        [1_100_000, ['B.x']],
        [4_000_000, ['B.y']],
      ])
      expect(ofType(lines, 'device-removed')).toEqual([])
    })
  },
)
