/**
 * The schemas of GPU work: what a packet is made of, the passes of an effect, the verb `submit`. What several of their
 * fields tell together is in check/gpu.ts.
 *
 * @see spec GP-06, GP-17, GP-21, GP-22
 */
import { z } from 'zod'
import {
  COMPOSITOR,
  COMPUTE_WORK,
  CONTEXT_PRIORITIES,
  type EngineName,
  GRAPHICS_WORK,
  type PacketWork,
  type PassSpec,
} from '../../../../preload/contract'
import { list } from '../check/lists'
import { duration, label, othersLabel, strict, wholeNumber } from './quantities'
import type { SubmitStep } from './types'

export const SUBMIT_ENGINES = ['3d', 'compute', 'copy', 'video-decode'] as const satisfies readonly EngineName[]
const PASS_ENGINES = ['3d', 'compute', 'copy'] as const satisfies readonly EngineName[]

const count = (description: string) => wholeNumber(1, description).optional()

const work = strict(
  {
    draws: count('draws of the packet; graphics work [4]'),
    primitives: count('per draw [1]'),
    triangles: count('per primitive [2]'),
    pixels: count('per triangle [1000000]'),
    dispatches: count('dispatches of the packet; compute work [4]'),
    threadGroups: count('per dispatch [8100]'),
    threads: count('per thread group [256]'),
    instructions: count('per pixel or thread [100]'),
  },
  "What a packet is made of: graphics or compute counts, never both. Time is spread evenly. An empty object is the engine's default.",
).meta({ id: 'work' })

type Counts = z.output<typeof work>

/** The counts with what they leave out; an empty object is the engine's own kind of work. */
function workOf(engine: EngineName, { draws, primitives, triangles, pixels, ...others }: Counts): PacketWork {
  const { dispatches, threadGroups, threads, instructions = 100 } = others
  const anyOf = (...counts: (number | undefined)[]) => counts.some((value) => value !== undefined)
  const graphics = anyOf(draws, primitives, triangles, pixels)
  if (graphics || (engine !== 'compute' && !anyOf(dispatches, threadGroups, threads))) {
    return {
      draws: draws ?? GRAPHICS_WORK.draws,
      primitives: primitives ?? GRAPHICS_WORK.primitives,
      triangles: triangles ?? GRAPHICS_WORK.triangles,
      pixels: pixels ?? GRAPHICS_WORK.pixels,
      instructions,
    }
  }
  return {
    dispatches: dispatches ?? COMPUTE_WORK.dispatches,
    threadGroups: threadGroups ?? COMPUTE_WORK.threadGroups,
    threads: threads ?? COMPUTE_WORK.threads,
    instructions,
  }
}

export const passSchema = strict(
  {
    engine: z.enum(PASS_ENGINES),
    gpuTime: duration('how long it keeps the engine busy'),
    work: work.optional(),
  },
  "One piece of an effect's GPU work.",
)
  .meta({ id: 'pass' })
  .transform(({ work: counts, ...pass }): PassSpec => {
    return counts === undefined ? pass : { ...pass, work: workOf(pass.engine, counts) }
  })

const resources = (description: string) => list(label('full name, "Effect.resource"')).meta({ description })

const part = strict(
  { gpuTime: duration('its share of the time'), resources: resources('what it uses').prefault([]) },
  'What lies between two split points of a DMA buffer.',
)

const fence = (value: string) =>
  strict({ fence: label('the name of a fence'), value: wholeNumber(0, value) }, 'A fence and its value.').optional()

/** Comes out with its defaults; without `gpuTime` it takes as long as its parts. */
export const submitSchema = strict(
  {
    engine: z.enum(SUBMIT_ENGINES),
    gpuTime: duration('how long it keeps the engine busy; when absent the sum of its parts').optional(),
    priority: z.enum(CONTEXT_PRIORITIES).prefault('normal'),
    context: othersLabel(
      "a process of its own; when absent, or 'app', the app's",
      COMPOSITOR,
      "the compositor's, which presents by itself",
    ).optional(),
    resources: resources('what it uses').optional(),
    work: work.optional(),
    parts: list(part, { min: [1, 'at least one part'] })
      .optional()
      .meta({ description: "the driver's split points: one part after another" }),
    wait: fence('waits on the GPU until the fence has this value'),
    signal: fence('signal on submit: the fence has this value when the packet completes'),
    disablePreemption: z
      .boolean()
      .optional()
      .meta({ description: 'asks for no preemption; the Windows 8 model does not let it' }),
  },
  'Extra GPU work, for scheduling.',
)
  .meta({ id: 'submit' })
  .transform(({ work: counts, gpuTime, engine, ...rest }): SubmitStep => {
    const { parts, priority, context, wait, signal, disablePreemption } = rest
    return {
      engine,
      gpuTime: gpuTime ?? totalTime(parts ?? []),
      priority,
      ...(context === undefined ? {} : { context }),
      ...(rest.resources === undefined ? {} : { resources: rest.resources }),
      ...(counts === undefined ? {} : { work: workOf(engine, counts) }),
      ...(parts === undefined ? {} : { parts }),
      ...(wait === undefined ? {} : { wait }),
      ...(signal === undefined ? {} : { signal }),
      ...(disablePreemption === undefined ? {} : { disablePreemption }),
    }
  })

/** µs. @param pieces `gpuTime`: µs */
export function totalTime(pieces: readonly { gpuTime: number }[]): number {
  return pieces.reduce((total, { gpuTime }) => total + gpuTime, 0)
}
