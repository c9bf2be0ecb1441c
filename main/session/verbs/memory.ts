/** The verbs of the editor's placed memory and of its defragmentation (DF), and the same by hand. */
import { GRANULE } from '../../../preload/contract'
import { failed, type HResultName } from '../../d3d12/hresult'
import { Suballocation } from '../../editor/suballocation'
import { type Sliced, sliceEnds } from '../../sim/slices'
import type { DefragmentationCall, DefragmentStep } from '../scenario'
import type { World } from '../world/world'
import type { ValueOf } from './action'
import type { CallResult } from './call-results'

/** Names of a group's members: "name 1" to "name count"; a single one has the name itself. */
function memberName(name: string, index: number): string {
  return `${name} ${index}`
}

/** Creates the allocations of a clip, in slices. @returns as EditorApp.addEffect; a failure is a finding (DF-03) */
export function* importClip(world: World, clip: ValueOf<'importClip'>): Sliced<HResultName> {
  const hr = yield* world.editor.importClipInSlices(clip)
  if (!failed(hr)) return hr
  const [rule, because] = whyNot(world, hr, 'the name is taken')
  return reported(world, hr, rule, `clip ${clip.name} was not imported: ${because}`)
}

/** What a clip shows; nothing of the simulation follows from it. @returns E_INVALIDARG where there is no such clip, with a finding */
export function relinkClip(world: World, { clip, file }: ValueOf<'relinkClip'>): HResultName {
  return reported(
    world,
    world.editor.relink(clip, file),
    'SC-16',
    `there is no clip "${clip}" that could show another file`,
  )
}

/**
 * Makes effects and proxies anew in the sizes of another resolution, texels.
 * @returns as EditorApp.setProject; a failure is a finding
 */
export function* changeProject(world: World, { width, height }: ValueOf<'project'>): Sliced<HResultName> {
  return remade(world, yield* world.editor.setProject(width, height), 'the resolution was not changed')
}

/** Makes all effects anew, committed or placed. @returns as EditorApp.setAllocation; a failure is a finding */
export function* changeAllocation(world: World, mode: ValueOf<'allocation'>): Sliced<HResultName> {
  return remade(world, yield* world.editor.setAllocation(mode), 'the effects were not made anew')
}

/** Pools and blocks of a dump, with what lies in them (DF-23). @returns as EditorApp.restore; a failure is a finding */
export function* layoutVerb(world: World, layout: ValueOf<'layout'>): Sliced<HResultName> {
  const hr = yield* world.editor.restore(layout)
  const what = 'the layout was not restored'
  const other = whyNothing(world, hr)
  return other === null ? reported(world, hr, 'DF-23', what) : reported(world, hr, other[0], `${what}: ${other[1]}`)
}

/** Pins a placed allocation, or lets it be moved (DF-20). @returns E_INVALIDARG where there is none of that name */
export function setMovable(world: World, { name, movable }: ValueOf<'movable'>): HResultName {
  return onNamed(world, name, (resource) => {
    world.editor.memory.setMovable(resource, movable)
    return 'S_OK'
  })
}

/** of one that refuses every addition (PL-34) */
const GIVEN_UP = 'the policy has given up its device'

type Why = readonly [rule: string, because: string]

/** @param hr of a call @returns why nothing at all could be made then, and which rule that is about; null: for no such reason */
function whyNothing({ editor }: World, hr: HResultName): Why | null {
  if (hr === 'DXGI_ERROR_DEVICE_REMOVED') return ['RS-07', 'the device is removed']
  return hr === 'E_OUTOFMEMORY' && editor.policy.refusal !== undefined ? ['SC-16', GIVEN_UP] : null
}

/** What keeps effects from being made anew: a pass that moves them, a removed device, a policy, a segment that is too small. */
function remade(world: World, hr: HResultName, what: string): HResultName {
  const inPass: Why | null =
    hr === 'DXGI_ERROR_INVALID_CALL' ? ['DF-14', 'something is in the moves of a defragmentation pass'] : null
  const tooLarge: Why = ['SC-16', 'a resource would be larger than its memory segment']
  const [rule, because] = inPass ?? whyNothing(world, hr) ?? tooLarge
  return reported(world, hr, rule, `${what}: ${because}`)
}

/**
 * ID3D12Resource::Map of what is placed or committed (DF-15, PL-45); the policy is told first, and may wait for the GPU.
 * @param result E_PENDING while the policy waits, and then what came of the call (SC-15)
 * @returns its HRESULT; S_OK also where the policy waits first; E_INVALIDARG for memory that the CPU does not see;
 * DXGI_ERROR_DEVICE_REMOVED (RS-07)
 */
export function map(world: World, name: string, result: CallResult): HResultName {
  const { editor } = world
  const resource = editor.find(name)
  if (resource === undefined) return notThere(world, name)
  const notMapped = (hr: HResultName, rule: string, because: string): HResultName =>
    hr === 'DXGI_ERROR_DEVICE_REMOVED'
      ? reported(world, hr, 'RS-07', `${name} was not mapped: the device is removed`)
      : reported(world, hr, rule, `${name} was not mapped: ${because}`)
  if (editor.isDeviceRemoved) return notMapped('DXGI_ERROR_DEVICE_REMOVED', 'RS-07', '')
  if ((resource.heapType ?? 'DEFAULT') === 'DEFAULT')
    return notMapped('E_INVALIDARG', 'DF-15', 'the CPU does not see DEFAULT memory')
  const mapped = (hr: HResultName): HResultName => {
    if (failed(hr)) return notMapped(hr, 'PL-35', 'the policy could not make it resident')
    return resource instanceof Suballocation ? editor.memory.map(resource) : hr
  }
  const told = editor.policy.mapping?.(resource, (hr) => {
    result.results = [mapped(hr)]
  })
  if (told !== 'E_PENDING') return mapped(told ?? 'S_OK')
  result.results = [told]
  return 'S_OK'
}

/** ID3D12Resource::Unmap. @returns E_INVALIDARG where there is nothing of that name */
export function unmap(world: World, name: string): HResultName {
  const { editor } = world
  const resource = editor.find(name)
  if (resource === undefined) return notThere(world, name)
  const unmapped = (): void => {
    if (resource instanceof Suballocation) editor.memory.unmap(resource)
  }
  unmapped()
  // a Map that was called before may wait still
  editor.policy.unmapped?.(resource, unmapped)
  return 'S_OK'
}

/** The CPU writes through the mapping (DF-15). @returns E_INVALIDARG where nothing is mapped */
export function write(world: World, name: string): HResultName {
  const { memory } = world.editor
  return onNamed(world, name, (resource) => {
    if (resource.mapping !== null) return memory.write(resource)
    return reported(world, 'E_INVALIDARG', 'DF-15', `${name} was not written: it is not mapped`)
  })
}

function onNamed(
  world: World,
  name: string,
  act: (resource: NonNullable<ReturnType<World['editor']['memory']['find']>>) => HResultName,
): HResultName {
  const resource = world.editor.memory.find(name)
  return resource === undefined ? notThere(world, name) : act(resource)
}

function notThere(world: World, name: string): HResultName {
  return reported(world, 'E_INVALIDARG', 'DF-04', `there is no placed allocation ${name}`)
}

/**
 * One, or a group; the first that fails ends it, and says why (DF-03).
 * @returns S_OK · what EditorApp.allocate returned for the one that failed
 */
export function* allocate(world: World, spec: ValueOf<'allocate'>): Sliced<HResultName> {
  const { editor, sim } = world
  const { name, size, count = 1, heap = 'default', pool, committed, pinned, scratch } = spec
  for (let i = 1; i <= count; i++) {
    const bytes =
      typeof size === 'number'
        ? size
        : GRANULE *
          (Math.ceil(size.min / GRANULE) +
            sim.rng.below(Math.max(1, Math.floor(size.max / GRANULE) - Math.ceil(size.min / GRANULE) + 1)))
    const full = count === 1 ? name : memberName(name, i)
    const hr = editor.allocate(full, { size: bytes, heap, pool, committed, pinned, scratch, resident: true })
    world.calls.add(hr)
    if (sliceEnds(i)) yield { done: i, total: count }
    if (!failed(hr)) continue
    const [rule, because] = whyNot(world, hr, 'the name is taken, or there is no such pool')
    return reported(world, hr, rule, `${full} was not allocated: ${hr}: ${because}`)
  }
  return 'S_OK'
}

/**
 * @param hr of what was to be placed, and could not be
 * @param invalid what is wrong with what was asked for, where that is
 * @returns which rule that is about, which is that of room only where there was none
 */
function whyNot(world: World, hr: HResultName, invalid: string): Why {
  const nothing = whyNothing(world, hr)
  if (nothing !== null) return nothing
  return hr === 'E_OUTOFMEMORY' ? ['DF-03', world.editor.memory.failures.last ?? hr] : ['SC-16', invalid]
}

/** A committed one of no effect (SC-13). @returns as EditorApp.createResource; a failure is a finding */
export function createResource(world: World, spec: ValueOf<'resource'>): HResultName {
  const hr = world.editor.createResource(spec)
  if (failed(hr)) {
    const [rule, because] = whyNotCreated(world, hr)
    world.device.debug.report({ rule, message: `resource ${spec.name} was not created: ${hr}${because}` })
  }
  return hr
}

/** @param hr of a resource that could not be created @returns which rule that is about, and what the HRESULT does not say */
function whyNotCreated(world: World, hr: HResultName): Why {
  if (hr === 'DXGI_ERROR_DEVICE_REMOVED') return ['RS-07', '']
  if (hr === 'E_INVALIDARG') return ['SC-16', ': the name is taken']
  return world.editor.policy.refusal === undefined ? ['SC-13', ''] : ['SC-16', `: ${GIVEN_UP}`]
}

/**
 * One by its name, or of a group every n-th and of those a random part; the rest stays. One that a new device could not get
 * is given up.
 * @returns S_OK · E_INVALIDARG (nothing of that name, or it is an effect's) · DXGI_ERROR_INVALID_CALL (DF-14): of a
 * group what failed last
 */
export function* free(world: World, { name, every = 1, share = 1 }: ValueOf<'free'>): Sliced<HResultName> {
  const { editor, sim } = world
  if (editor.find(name) !== undefined) return freeOne(world, name)
  let result: HResultName = 'S_OK'
  let found = false
  const members = [...editor.memory.all].filter((one) => isMember(name, one.name))
  for (const [index, member] of members.entries()) {
    found = true
    if (sliceEnds(index + 1)) yield { done: index, total: members.length }
    if (index % every !== 0) continue
    // drawn for each, so that what is freed does not depend on how the drawn numbers are rounded
    if (share < 1 && sim.rng.below(1_000_000) >= share * 1_000_000) continue
    const hr = freeOne(world, member.name)
    world.calls.add(hr)
    if (failed(hr)) result = hr
  }
  if (found) return result
  return reported(world, editor.free(name), 'DF-04', `there is nothing allocated by the name ${name}`)
}

/** Whether it is one of the group. */
export function isMember(group: string, name: string): boolean {
  return name.startsWith(`${group} `) && /^\d+$/.test(name.slice(group.length + 1))
}

function freeOne(world: World, name: string): HResultName {
  const hr = world.editor.free(name)
  // the allocator has said why, where it is in a pass (DF-14)
  if (hr !== 'E_INVALIDARG') return hr
  return reported(world, hr, 'DF-04', `${name} was not freed: it belongs to an effect or a clip; remove that`)
}

/**
 * Begins, and runs to its end in simulated time.
 * @returns S_OK · what Defragmenter.begin or Defragmenter.run returned; a failure is a finding
 */
export function* defragment(world: World, step: DefragmentStep): Sliced<HResultName> {
  const { defragmenter } = world.editor
  const hr = defragmenter.begin(step)
  if (failed(hr)) return refused(world, hr, `defragmentation did not begin: ${defragmenter.message}`)
  const ran = yield* defragmenter.run()
  return failed(ran) ? refused(world, ran, `defragmentation does not go on: ${defragmenter.message}`) : ran
}

/** A call at a time. @returns S_OK, also where a pass is under way · what that call of Defragmenter returned */
export function* callDefragmentation(world: World, call: DefragmentationCall): Sliced<HResultName> {
  const { defragmenter } = world.editor
  const hr = yield* called(defragmenter, call)
  // it is under way
  if (hr === 'E_PENDING') return 'S_OK'
  return failed(hr) ? refused(world, hr, `${call.call}: ${defragmenter.message}`, ABSENT[call.call]) : hr
}

function* called(defragmenter: World['editor']['defragmenter'], call: DefragmentationCall): Sliced<HResultName> {
  switch (call.call) {
    case 'begin':
      return defragmenter.begin(call.desc)
    case 'beginPass':
      return defragmenter.beginPass()
    case 'operation':
      return defragmenter.setOperation(call.move, call.operation)
    case 'endPass':
      return yield* defragmenter.endPass()
    case 'run':
      return yield* defragmenter.run()
    case 'end':
      return defragmenter.end()
  }
}

/** Where the pool is the reason the allocator has said so (DF-07). @param absent which rule is about what there is none of */
function refused(world: World, hr: HResultName, message: string, absent = 'DF-06'): HResultName {
  if (hr === 'E_NOINTERFACE') return hr
  return reported(world, hr, hr === 'E_INVALIDARG' ? absent : (REFUSALS[hr] ?? 'DF-05'), message)
}

/** Which rule is about a call that names what there is none of: a move, and not a pool. */
const ABSENT: Partial<Record<DefragmentationCall['call'], string>> = { operation: 'DF-11' }

/** Which rule is about a call that was in its order: BeginPass that had no room, a device that is gone. */
const REFUSALS: Partial<Record<HResultName, string>> = { E_OUTOFMEMORY: 'DF-08', DXGI_ERROR_DEVICE_REMOVED: 'RS-07' }

function reported({ device }: World, hr: HResultName, rule: string, message: string): HResultName {
  if (failed(hr)) device.debug.report({ rule, message: `${message} (${hr})` })
  return hr
}
