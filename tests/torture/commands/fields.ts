/** What random commands are made of: names, sizes and times, as a person picks them from what is there, and sometimes any. */
import type { World } from '../../../main/session/world/world'
import {
  CONTEXT_PRIORITIES,
  EASES,
  type EffectSpec,
  MEDIA_TYPES,
  type MediaFile,
  type PacketWork,
  POOL_HEAPS,
  RESIDENCY_PRIORITIES,
  type SubmitSpec,
  type TimelineEdit,
} from '../../../preload/contract'
import type { Chance } from './chance'

export const KIB = 1024
export const PAGE = 64 * KIB
export const MIB = 1024 * KIB

const EFFECTS = ['Blur', 'Grayscale', 'Sepia', 'A', 'B', 'a', 'a.b', 'clip', 'opening'] as const
const RESOURCES = ['r', 'main', 'b.c', 'c', '1'] as const
export const CLIPS = ['clip', 'opening', 'A', 'a.b'] as const
export const ALLOCATIONS = ['x', 'y', 'x 1', 'x 2', 'g', 'A.r', 'Blur.main', 'P block 0', 'opening.frame 1'] as const
const POOLS = ['P', 'Q', 'L', 'DEFAULT', 'dump'] as const
export const CONTEXTS = ['game', 'browser', 'other'] as const
export const bytes = (chance: Chance): number =>
  chance.one([0, 1, PAGE, MIB, 4 * MIB, 64 * MIB, 2 ** 40, Number.MAX_SAFE_INTEGER, chance.upTo(8 * MIB)])
export const gpuTime = (chance: Chance): number =>
  chance.one([0, 1, 300, 4_000, 20_000, chance.upTo(60_000), 3_000_000])
export const size = (chance: Chance): number =>
  chance.one([1, 4_000, PAGE, MIB, MIB + 1, chance.between(1, 3 * MIB), 12 * MIB])

/** Names that are there now, as a person picks them, and sometimes any. */
export function effectName(chance: Chance, { editor }: World): string {
  const there = editor.effects
  return there.length > 0 && !chance.oneIn(5) ? chance.one(there).spec.name : chance.one(EFFECTS)
}

export function allocationName(chance: Chance, { editor }: World): string {
  const there = [...editor.memory.all]
  return there.length > 0 && chance.flip() ? chance.one(there).name : chance.one(ALLOCATIONS)
}

export function resourceName(chance: Chance, world: World): string {
  const resources = world.editor.effects.flatMap((effect) => effect.resources)
  if (resources.length > 0 && !chance.oneIn(6)) return chance.one(resources).name
  return allocationName(chance, world)
}

/** Of what lies there now, as a person picks it, and sometimes of what does not. */
export function timelineChange(c: Chance, world: World): TimelineEdit {
  const { clips, effects } = world.timeline.spec
  const clip = clips.length > 0 && !c.oneIn(6) ? c.one(clips).id : c.one(CLIPS)
  const spans = effects.flatMap((lane) => lane.spans)
  const span = spans.length > 0 && !c.oneIn(6) ? c.one(spans).id : c.one(EFFECTS)
  const at = c.upTo(12_000_000)
  const length = c.between(41_666, 5_000_000)
  const effect = effectName(c, world)
  return c.one<() => TimelineEdit>([
    () => ({ edit: 'insert', media: c.maybe(() => c.one(CLIPS)), track: c.maybe(() => c.between(1, 3)), at, length }),
    () => ({ edit: 'move', clip, to: at, track: c.maybe(() => c.between(1, 3)) }),
    () => ({ edit: 'trim', clip, start: c.maybe(() => at), end: c.maybe(() => c.upTo(12_000_000)) }),
    () => ({ edit: 'split', at, clip: c.maybe(() => clip), span: c.maybe(() => span) }),
    () => ({ edit: 'remove', clip, ripple: c.maybe(() => c.flip()) }),
    () => ({ edit: 'enable', effect, enabled: c.flip() }),
    () => ({ edit: 'reorder', effect, place: c.upTo(4) }),
    () => ({ edit: 'addSpan', effect, start: at, length: c.maybe(() => length) }),
    () => ({
      edit: 'setSpan',
      span,
      start: c.maybe(() => at),
      length: c.maybe(() => length),
      keyframesStay: c.maybe(() => c.flip()),
    }),
    () => ({ edit: 'removeSpan', span }),
    () => ({ edit: 'takeOff', effect }),
    () => ({
      edit: 'keyframe',
      span,
      constant: 'radius',
      at,
      value: [c.between(1, 24)],
      ease: c.maybe(() => c.one(EASES)),
    }),
    () => ({ edit: 'removeKeyframe', span, constant: 'radius', at }),
    () => ({ edit: 'moveKeyframe', span, constant: 'radius', at, to: c.upTo(12_000_000) }),
    () => ({ edit: 'set', without: [clip] }),
    () => ({ edit: 'render', from: at, to: at + length }),
    () => ({ edit: 'dropRenders' }),
    () => ({ edit: 'list', name: effect, before: effectName(c, world) }),
  ])()
}

export function poolName(chance: Chance, { editor }: World): string {
  const there = editor.memory.allocator.customPools
  return there.length > 0 && !chance.oneIn(6) ? chance.one(there).name : chance.one(POOLS)
}

function work(chance: Chance, engine: string): PacketWork | undefined {
  if (engine === 'copy' || engine === 'video-decode' || chance.flip()) return undefined
  const count = (): number => chance.one([1, 2, 7, 100, 1_000])
  if (engine === 'compute' || chance.oneIn(3))
    return { dispatches: count(), threadGroups: count(), threads: count(), instructions: count() }
  return { draws: count(), primitives: count(), triangles: count(), pixels: count(), instructions: count() }
}

export const constants = (chance: Chance): Record<string, number[]> => ({
  [chance.one(['radius', 'sigma', 'amount', 'k'])]: chance
    .list(3, () => chance.one([-1, -0, 0, 0.5, 1, 3, 1e30]))
    .concat(1),
})

export function effect(chance: Chance, world: World): Omit<EffectSpec, 'clip'> {
  const passes = chance.maybe(() =>
    Array.from({ length: chance.between(1, 3) }, () => {
      const engine = chance.one(['3d', '3d', 'compute', 'copy'] as const)
      return { engine, gpuTime: chance.upTo(5_000), work: work(chance, engine) }
    }),
  )
  const resources = chance.list(3, () => ({
    name: chance.one(RESOURCES),
    size: size(chance),
    resident: chance.flip(),
    heap: chance.maybe(() => chance.one(POOL_HEAPS)),
    compressed: chance.oneIn(4) ? true : undefined,
    priority: chance.maybe(() => chance.one(RESIDENCY_PRIORITIES)),
    alignment: chance.oneIn(4) ? chance.one([4 * KIB, PAGE, 4 * MIB]) : undefined,
    scratch: chance.maybe(() => chance.flip()),
  }))
  return {
    name: chance.oneIn(4) ? effectName(chance, world) : chance.one(EFFECTS),
    gpuTime: passes === undefined ? gpuTime(chance) : passes.reduce((sum, pass) => sum + pass.gpuTime, 0),
    resources,
    passes,
    shader: chance.maybe(() => chance.one(['Blur', 'Sepia', 'Grayscale', 'nothing'])),
    constants: chance.oneIn(3) ? constants(chance) : undefined,
  }
}

export function submit(chance: Chance, world: World): SubmitSpec {
  const engine = chance.one(['3d', '3d', 'compute', 'copy', 'video-decode'] as const)
  const resources = (): string[] => chance.list(3, () => resourceName(chance, world))
  const parts = chance.oneIn(3)
    ? Array.from({ length: chance.between(1, 4) }, () => ({ gpuTime: chance.upTo(9_000), resources: resources() }))
    : undefined
  const fence = (): { fence: string; value: number } => ({ fence: chance.one(['f', 'g']), value: chance.upTo(4) })
  return {
    engine,
    gpuTime: parts === undefined ? gpuTime(chance) : parts.reduce((sum, part) => sum + part.gpuTime, 0),
    priority: chance.maybe(() => chance.one(CONTEXT_PRIORITIES)),
    context: chance.maybe(() => chance.one(CONTEXTS)),
    resources: chance.maybe(resources),
    work: work(chance, engine),
    parts,
    wait: chance.oneIn(6) ? fence() : undefined,
    signal: chance.oneIn(4) ? fence() : undefined,
    disablePreemption: chance.oneIn(6) ? chance.flip() : undefined,
  }
}

const texels = (chance: Chance): number => chance.one([1, 64, 160, 320, 640, 1_280, 16_384])
export const resolution = (chance: Chance) =>
  chance.oneIn(8)
    ? { width: texels(chance), height: texels(chance) }
    : chance.one([
        { width: 320, height: 180 },
        { width: 640, height: 360 },
        { width: 160, height: 90 },
      ])

/** Of no file that there is: the simulation does not look. */
export const mediaFile = (chance: Chance): MediaFile => ({
  path: chance.one(['/home/me/beach.png', 'C:\\beach.webm', 'beach']),
  type: chance.one(MEDIA_TYPES),
  size: chance.between(1, 5_000_000),
  modified: chance.upTo(2_000_000_000),
  fingerprint: chance.one(['0', 'a', 'f']).repeat(64),
})

export const limits = (chance: Chance) => ({
  maxBytesPerPass: chance.maybe(() => chance.one([0, PAGE, MIB, 4 * MIB])),
  maxAllocationsPerPass: chance.maybe(() => chance.one([0, 1, 2, 5])),
})

/** A live handle of the kernel's, or some number. */
export const handle = (chance: Chance, { vidmm }: World): number => {
  const live = [...vidmm.residency.table.live()]
  return live.length > 0 && !chance.oneIn(6) ? chance.one(live) : chance.upTo(40)
}

export const serial = (chance: Chance, { editor }: World): number => {
  const all = [...editor.memory.all]
  return all.length > 0 && !chance.oneIn(6) ? chance.one(all).allocation.serial : chance.upTo(40)
}
