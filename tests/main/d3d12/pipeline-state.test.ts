import { describe, expect, it } from 'vitest'
import type { CommandQueue } from '../../../main/d3d12/command-queue'
import type { PipelineState } from '../../../main/d3d12/pipeline-state'
import type { ConstantValues } from '../../../preload/contract'
import { MS, type TestWorld, worldOf } from '../support/world'

const SOURCE = `#version 300 es
precision highp float;
precision highp int;
uniform sampler2D uSource;
uniform int steps;
in vec2 vUv;
out vec4 outColor;
void main() {
  vec3 sum = vec3(0.0);
  for (int i = 0; i < steps; i++) {
    sum += texture(uSource, vUv + vec2(float(i), 0.0)).rgb;
  }
  outColor = vec4(sum, 1.0);
}`
const FOUR: ConstantValues = { steps: [4] }

interface Rig {
  world: TestWorld
  pipeline: PipelineState
  queue: CommandQueue
}

function rigOf(): Rig {
  const world = worldOf()
  const desc = { name: 'E/sum', effect: 'E', pass: 0, source: SOURCE, constants: { steps: 'int' } }
  return { world, pipeline: world.device.createPipelineState(desc), queue: world.device.createCommandQueue('q') }
}

/** @returns µs that the GPU took for a list of one draw whose general shader takes a millisecond */
function drawn({ world, queue, pipeline }: Rig, constants = FOUR, times = 1): number {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const list = { name: 'draw', gpuTime: MS, resources: [], draws: [{ pipeline, constants }] }
    taken.push(queue.executeCommandLists(list).gpuTime)
    world.wait(2 * MS)
  }
  return taken.at(-1) ?? Number.NaN
}

/** Nine draws that were seen, and what they lead to compiled: a variant for four steps. */
function specialised(): Rig {
  const rig = rigOf()
  drawn(rig, FOUR, 9)
  const value = { mode: 'ALLOWED', action: 'COMMIT_RESULTS' } as const
  rig.world.do({ verb: 'setBackgroundProcessingMode', value })
  rig.world.wait(1000 * MS)
  return rig
}

describe('a pipeline state object', () => {
  it('counts the draws that are recorded with it, and shows what the driver looked at [BP-02 BP-22]', () => {
    const rig = rigOf()
    expect([rig.pipeline.id, rig.pipeline.counts.draws, rig.pipeline.counts.sampled]).toEqual([1, 0, 0])
    expect(drawn(rig)).toBe(MS)
    // the first of each set of constants is looked at, then one in eight
    expect([rig.pipeline.counts.draws, rig.pipeline.counts.sampled]).toEqual([1, 1])
    drawn(rig, FOUR, 8)
    expect([rig.pipeline.counts.draws, rig.pipeline.counts.sampled]).toEqual([9, 2])
  })

  it('is looked at when the GPU has finished the draw, not when it is recorded [BP-22]', () => {
    const { pipeline } = rigOf()
    const draw = pipeline.record(FOUR)
    expect([draw?.factor, pipeline.counts.draws, pipeline.counts.sampled]).toEqual([1, 1, 0])
    draw?.finished()
    expect(pipeline.counts.sampled).toBe(1)
  })

  it('draws with the variant that its constants allow, whose share of the time the list takes [BP-26 BP-31]', () => {
    const rig = specialised()
    const { pipeline } = rig
    expect(pipeline.variants.map(({ constants }) => constants)).toEqual([FOUR])
    expect(pipeline.usableVariants(FOUR).map(({ id }) => id)).toEqual([1])
    expect(pipeline.usableVariants({ steps: [3] })).toEqual([])
    const share = (pipeline.variants[0]?.operations(FOUR) ?? Number.NaN) / pipeline.operationsWith(FOUR)
    expect(share).toBeLessThan(1)
    expect(drawn(rig)).toBe(Math.round(MS * share))
    expect(drawn(rig, { steps: [3] })).toBe(MS)
    expect(pipeline.variants[0]?.hits).toBe(1)
  })

  it('draws nothing any more when it is released: the list takes its own time [BP-24]', () => {
    const rig = specialised()
    rig.world.device.destroyPipelineState(rig.pipeline)
    expect(rig.pipeline.record(FOUR)).toBeNull()
    expect(drawn(rig)).toBe(MS)
    expect(rig.world.device.pipelines).toEqual([])
  })

  it('is of one device: on another nothing is drawn with it, though one there has its number [RS-14 BP-24]', () => {
    const rig = specialised()
    expect(rig.world.do({ verb: 'recreateDevice', value: true })).toBe('S_OK')
    const anew = rig.world.device.createPipelineState(rig.pipeline.desc)
    expect(anew.id).toBe(rig.pipeline.id)
    expect(rig.pipeline.record(FOUR)).toBeNull()
    expect(drawn({ ...rig, queue: rig.world.device.createCommandQueue('anew') })).toBe(MS)
    expect(anew.counts.draws).toBe(0)
  })
})
