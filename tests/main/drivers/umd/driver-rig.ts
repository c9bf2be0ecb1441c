/** The driver on the real runtime, CPU and compiler, and the shader that its tests draw with. */
import { expect } from 'vitest'
import { BackgroundProcessing } from '../../../../main/d3d12/background-processing'
import type { CompletionEvent } from '../../../../main/d3d12/background-processing/completion-event'
import type { Pipeline, ShaderCompiler } from '../../../../main/drivers/umd/pipeline-state'
import { type Draw, UserModeDriver } from '../../../../main/drivers/umd/user-mode-driver'
import { compiler as PRODUCT } from '../../../../main/session/world/effect-compiler'
import { Cpu } from '../../../../main/sim/cpu'
import { Simulation } from '../../../../main/sim/simulation'
import type { TraceRecord } from '../../../../main/sim/trace-records'
import type { BackgroundMode, ConstantValues, MeasurementsAction } from '../../../../preload/contract'
import { ofType } from '../../support/world'

export const SOURCE = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D uSource;
uniform int steps;
uniform float gain;
in vec2 vUv;
out vec4 outColor;
void main() {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < steps; i++) {
    sum += texture(uSource, vUv + vec2(float(i), 0.0)).rgb;
  }
  if (gain > 1.0) {
    sum = sum * gain;
  }
  outColor = vec4(sum, 1.0);
}
`
export const CONSTANTS = { steps: 'int', gain: 'float' }
export const CONSTANTS_OF_ONE_STAGE = { steps: 'int' }
export const A: ConstantValues = { steps: [4], gain: [1] }
export const B: ConstantValues = { steps: [2], gain: [1] }
export const C: ConstantValues = { steps: [4], gain: [2] }

interface RigOptions {
  supported?: boolean
  compiler?: ShaderCompiler
}

/** Where only matters which variants are made. */
export const CHEAP: ShaderCompiler = {
  specialise: (source) => ({ source, folded: [], kept: [], branchesRemoved: 0, loopsUnrolled: 0 }),
  costModel: () => ({ deciding: new Set(), operations: () => 10 }),
}

export function rigOf({ supported = true, compiler = PRODUCT }: RigOptions = {}) {
  const sim = new Simulation({ seed: 1 })
  const cpu = new Cpu(sim, { cores: 4, smt: false, smtSlowdown: 0, quantum: 5000 })
  const records: TraceRecord[] = []
  sim.trace.attach((record) => records.push(record))
  const runtime = new BackgroundProcessing({
    sim,
    cpu,
    tasks: new Set<number>(),
    developerMode: () => true,
    supported,
    driver: (mode, action) => driver.setBackgroundProcessingMode(mode, action),
  })
  const installed: string[] = []
  const driver: UserModeDriver = new UserModeDriver(
    compiler,
    {
      queueProcessingWork: (work) => runtime.queueProcessingWork(work),
      installed: ({ name }) => installed.push(name),
      now: () => sim.now,
    },
    supported,
  )
  const create = (name = 'P', source = SOURCE, constants: Record<string, string> = CONSTANTS): Pipeline =>
    driver.createPipelineState({ name, effect: name, pass: 0, source, constants })
  const record = (pipeline: Pipeline, values: ConstantValues): Draw => {
    const draw = driver.draw(pipeline, values)
    if (draw === null) throw new Error(`${pipeline.name} is destroyed`)
    return draw
  }
  return {
    sim,
    runtime,
    driver,
    installed,
    create,
    record,
    /** so many draws that the GPU finishes. @returns the factor of the last */
    draw: (pipeline: Pipeline, values: ConstantValues, count = 1): number => {
      let factor = Number.NaN
      for (let i = 0; i < count; i++) {
        const draw = record(pipeline, values)
        factor = draw.factor
        driver.finished(draw)
      }
      return factor
    },
    /** @returns FurtherMeasurementsDesired */
    set: (mode: BackgroundMode, action: MeasurementsAction, event: CompletionEvent | null = null): boolean => {
      const { hr, furtherMeasurementsDesired } = runtime.setMode(mode, action, event)
      expect(hr).toBe('S_OK')
      return furtherMeasurementsDesired
    },
    wait: (µs = 10_000_000): void => void sim.advanceTo(sim.now + µs),
    tasks: (phase: string) => ofType(records, 'background-task').filter((task) => task.phase === phase),
  }
}

export const INTRUSIVE = 'ALLOW_INTRUSIVE_MEASUREMENTS'
export const PROFILING_OFF = 'DISABLE_PROFILING_BY_SYSTEM'
