/** The fields of measured times, and the profile that has them: without it every time stays as it was. */
import { describe, expect, it } from 'vitest'
import { scenarioText } from '../../../../main/session/document/project-file'
import { parseScenario, validateScenario } from '../../../../main/session/scenario'
import { MEASURED_2018 } from '../../../../main/session/scenario/measured-2018'
import { newScenario } from '../../../../main/shell/documents/scenario-file'
import { fidelityRows } from '../../../bench/fidelity'

const systemOf = (system: Record<string, unknown>) => {
  const result = validateScenario({ trimline: 1, system })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.scenario
}

describe('the profile measured-2018', () => {
  it('has what the recording has: two displays, a quantum, fixed costs; µs', () => {
    const { system } = systemOf({ profile: 'measured-2018' })
    expect(system.displays).toEqual([{ refreshRate: 60 }, { refreshRate: 144 }])
    expect(system.quantum).toEqual({ time: 10_000, preemption: 1_000 })
    expect(system.compositor).toEqual({ enabled: true, gpuTime: 112 })
    expect(system.driver).toMatchObject({
      preemptionRequest: 9,
      preemptionTurnaround: 29,
      contextRestore: 10,
      pagingOperation: 37,
      pagingBatch: 140,
    })
    expect(system.driver.contextSave).toMatchObject({ pixel: 184, 'dma-buffer': 10 })
    // and these come to what was measured, in whole µs: 193 to a stop, 39 to the next start, 177 for new memory
    const {
      preemptionRequest,
      preemptionTurnaround = 0,
      contextRestore,
      pagingOperation = 0,
      pagingBatch = 0,
    } = system.driver
    expect(preemptionRequest + system.driver.contextSave.pixel).toBe(MEASURED_2018.requestToStop)
    expect(preemptionTurnaround + contextRestore).toBe(MEASURED_2018.stopToNextStart)
    expect(pagingBatch + pagingOperation).toBe(MEASURED_2018.newMemoryResident)
  })

  it('gives way to the file, field by field of the driver and the compositor', () => {
    const { system } = systemOf({
      profile: 'measured-2018',
      displays: [{ refreshRate: 75 }],
      compositor: { enabled: false },
      driver: { pagingBatch: 0, queueDepth: 4 },
    })
    expect(system.displays).toEqual([{ refreshRate: 75 }])
    expect(system.compositor).toEqual({ enabled: false, gpuTime: 112 })
    expect(system.driver).toMatchObject({ pagingBatch: 0, pagingOperation: 37, queueDepth: 4 })
  })

  it('is what new sessions start from, and files that name no profile do not', () => {
    const named = systemOf({ profile: 'measured-2018' })
    expect(newScenario()).toEqual({ ...named, app: { ...named.app, policy: 'creative-app-fixed' } })
    // a file that names no policy keeps the sample as published (TN-26)
    expect(systemOf({}).app.policy).toBe('creative-app')
    const { system } = systemOf({})
    for (const field of ['displays', 'quantum', 'profile']) expect(system).not.toHaveProperty(field)
    for (const field of ['preemptionTurnaround', 'pagingOperation', 'pagingBatch'])
      expect(system.driver).not.toHaveProperty(field)
    expect(system).toMatchObject({ refreshRate: 60, compositor: { gpuTime: 500 }, driver: { preemptionRequest: 5 } })
  })

  it('is saved with its figures, which come back as they are; files without it are saved without them [SC-12]', () => {
    for (const scenario of [newScenario(), systemOf({})]) {
      const text = scenarioText(scenario)
      expect(/displays|pagingOperation|pagingBatch|preemptionTurnaround/.test(text)).toBe(
        scenario.system.profile !== undefined,
      )
      expect(parseScenario(new TextEncoder().encode(text))).toEqual({ ok: true, scenario })
    }
  })
})

describe('fields of measured times', () => {
  it.each([
    [{ displays: [] }, 'system.displays'],
    [{ displays: [{ refreshRate: 0 }] }, 'system.displays[0].refreshRate'],
    [{ displays: Array.from({ length: 9 }, () => ({ refreshRate: 60 })) }, 'system.displays'],
    [{ displays: [{ refreshRate: 60, width: 1 }] }, 'system.displays[0].width'],
    [{ quantum: { time: '99us' } }, 'system.quantum.time'],
    [{ quantum: {} }, 'system.quantum.time'],
    [{ driver: { pagingOperation: '-1us' } }, 'system.driver.pagingOperation'],
    [{ driver: { pagingBatch: 'soon' } }, 'system.driver.pagingBatch'],
    [{ driver: { preemptionTurnaround: 0.5 } }, 'system.driver.preemptionTurnaround'],
  ])('refuses %j', (system, path) => {
    const result = validateScenario({ trimline: 1, system })
    expect(result.ok ? [] : result.problems.map((problem) => problem.path)).toEqual([path])
  })
})

describe('runs with the profile measured-2018', () => {
  it('are within three times of the recording in everything that it has, and new memory is there when it was', async () => {
    const rows = await fidelityRows()
    const off = rows.filter(({ profile, measured }) => {
      const ratio = (profile ?? 0) / measured
      return ratio > 3 || ratio < 1 / 3
    })
    expect(off).toEqual([])
    // fills of new memory take no time: they are neither operations without data, nor what makes it wait
    const profile = new Map(rows.map((row) => [row.what, row.profile]))
    expect(profile.get('paging operation without data')).toBe(37)
    expect(profile.get('making new memory resident')).toBe(140 + 37)
  })
})
