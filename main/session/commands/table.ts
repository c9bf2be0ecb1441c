/**
 * Every command that acts on the simulation: the verb that it ends in, whether Save has it, what the menu calls it; of an
 * edit its kind says how it is carried out and undone (edit-kinds.ts). The verbs alone change a world, and the recording has them as they are carried out (SC-12).
 * Two commands are followed through all of the code in ../architecture.md.
 */
import { type CommandResult, SCRIPTED_POWER, type Setting } from '../../../preload/contract'
import { HRESULT } from '../../d3d12/hresult'
import { clipEffect } from '../../editor/media'
import { withUniqueNames } from '../dump/layout'
import { trialOf } from '../laboratory/defragmentation-comparison'
import type { WatchedSystem } from '../run/watched-system'
import type { ValueOf } from '../verbs/action'
import { allocateProblem, freeProblem, layoutProblem, poolProblem, takenNames } from '../verbs/memory-problems'
import { withoutUndefined } from '../without-undefined'
import { framesProblem, freeAdvice, modeAdvice } from './advice'
import { compareVariants } from './compared-work'
import { beginCall } from './defragmentation-call'
import { travel } from './edit-kinds'
import { addition, application, edits, parameterEdit, removal, timelineEdit } from './edits'
import { injected, takenBack } from './inject'
import { relinkEdit } from './relink'
import { RESOURCES } from './resources'
import { RESTARTS } from './restarts'
import {
  acts,
  answers,
  type CommandOf,
  type CommandOutcome,
  controls,
  type Kind,
  OK,
  type Request,
  type Row,
  refusal,
  type SessionPort,
} from './row'
import { sets, setsSystem } from './settings'
import { noAllocation, notifyProblem, otherProcessProblem, placedName, submitProblem } from './system-problem'

/** the System drawer's other process */
const OTHER_PROCESS = 'other'
/** passes of a guided run after which it stops though the driver wants more */
const MOST_PASSES = 8

export const COMMANDS: { readonly [K in Kind]: Row<K> } = {
  // time, and what is shown
  run: controls((session) => session.run(true), { menu: '&Run', whileBusy: true }),
  pause: controls((session) => session.run(false), { menu: '&Pause', whileBusy: true }),
  step: controls((session) => session.step(), { menu: '&Step' }),
  setSpeed: controls((session, { speed }) => session.setSpeed(speed), { whileBusy: true }),
  selectResource: answers(({ system }, { id }) => (system.select(id) ? OK : refusal(noAllocation(id))), {
    whileBusy: true,
  }),
  selectDelay: answers(
    ({ system }, { id }) => {
      const problem = system.selectDelay(id)
      return problem === null ? OK : refusal(problem)
    },
    { whileBusy: true },
  ),
  showTraceLine: answers((session, { record }) => session.showTraceLine(record), { whileBusy: true }),
  restartSimulation: controls((session) => session.restart(), { menu: 'Restart Si&mulation' }),
  ...RESTARTS,
  // what is open is not unsaved for it
  setPanelLayout: controls((session, { layout }) => session.setLayout(layout)),
  cancelOpening: answers((session) => session.cancelOpening(), { whileBusy: true }),

  // other moments of the run, and other lines of it
  goTo: answers(({ past, travel }, { time, branch }) => travel(() => past.goTo(time, branch)), { whileBusy: true }),
  returnTo: answers(({ past, travel }, { branch }) => travel(() => past.returnTo(branch)), { whileBusy: true }),
  returnToRunBefore: answers(({ past, travel }) => travel(() => past.returnToRunBefore()), { whileBusy: true }),
  openRun: answers(openRun, { whileBusy: true }),
  renameBranch: answers(({ past }, { branch, name }) => past.rename(branch, name)),
  deleteBranch: answers(({ past }, { branch }) => past.remove(branch)),
  restoreBranch: answers(({ past }, { branch }) => past.restore(branch)),
  compareBranches: answers(compareBranches),
  cancelBranchComparison: answers(({ laboratory }) => laboratory.cancelBranches(), { whileBusy: true }),

  // the project
  applyEffect: edits(({ effect }, system) => application(effect, system)),
  addEffect: edits(({ effect }, system) => addition(effect, system)),
  importClip: edits(({ kind: _, track, at, ...clip }, system) =>
    addition(clipEffect(clip, system.world.editor.format), system, track === undefined ? undefined : { track, at }),
  ),
  removeEffect: edits(({ effect }, system) => removal(effect, system)),
  removeClip: edits(({ clip }, system) => removal(clip, system)),
  relinkClip: edits(relinkEdit),
  timeline: edits(({ change }, system) => timelineEdit(change, system)),
  // in the verbs of what is taken back, or done again
  undo: travels('undo', '&Undo'),
  redo: travels('redo', '&Redo'),
  setProject: sets('Resolution', ({ width, height }) => ({ verb: 'project', value: { width, height } })),
  setAllocation: sets('Allocation', ({ mode }) => ({ verb: 'allocation', value: mode })),
  setPolicy: sets('Policy', policyOf, {
    problem: ({ policy }, { laboratory }) => laboratory.ownPolicies.problem([policy]),
  }),
  setConstants: edits(parameterEdit),

  // memory
  setBudget: sets('Budget', ({ bytes }) => ({ verb: 'budget', value: bytes }), { gesture: ({ gesture }) => gesture }),
  setOtherProcess: acts(
    'otherProcess',
    ({ bytes, name = OTHER_PROCESS, foreground }) => ({
      name,
      usage: bytes,
      ...(foreground === undefined ? {} : { foreground }),
    }),
    { problem: otherProcessProblem },
  ),
  reserve: acts('reserve', ({ bytes }) => bytes, { failed: () => 'SetVideoMemoryReservation failed' }),
  setExternalReservation: acts('externalReservation', ({ group, bytes }) => ({ group, bytes })),
  ...RESOURCES,
  setEvictionMode: setsSystem('Eviction mode', ({ mode }) => ({ evictionMode: mode })),

  // idleness and notifications
  setPeriodicTrim: setsSystem('Periodic trim', ({ kind: _, ...periodicTrim }) => ({ periodicTrim })),
  periodicTrim: acts('periodicTrim', () => true, { menu: 'Periodic &Trim Now' }),
  restartPeriodicTrim: acts('restartPeriodicTrim', () => true, { menu: 'R&estart Periodic Trim' }),
  trimToBudget: acts('trimToBudget', ({ bytes }, { system }) => bytes ?? system.world.vidmm.budget.excess),
  notify: acts('notify', ({ flags, bytes }) => ({ flags, bytes }), { problem: notifyProblem }),
  idle: controls(simulateIdle, { menu: 'Simulate &Idle' }),
  lock: decides(({ locked }) => (locked ? 'lock' : 'unlock')),
  suspend: decides(({ suspended }) => (suspended ? 'suspend' : 'resume')),
  registerCallback: acts(
    'registerCallback',
    ({ callback, behaviour, context }) => ({ name: callback, behaviour, context }),
    {
      answer: (outcome, { callback }, { world }) => {
        const answer = returned(outcome, `RegisterTrimNotificationCallback(${callback})`)
        return { ...answer, cookie: answer.ok ? world.callbacks.lastCookie : 0 }
      },
    },
  ),
  unregisterCallback: acts('unregisterCallback', ({ cookie }) => ({ cookie }), {
    answer: (outcome, { cookie }) => returned(outcome, `UnregisterTrimNotificationCallback(${cookie})`),
  }),

  // the GPU
  play: acts('play', ({ playing }) => playing),
  seek: acts('seek', ({ position }) => position),
  setTransport: acts('transport', ({ kind: _, ...change }) => withoutUndefined(change)),
  submit: acts('submit', ({ kind: _, ...spec }) => ({ ...spec, priority: spec.priority ?? 'normal' }), {
    problem: submitProblem,
    failed: () => 'The work was not submitted',
  }),
  inject: injected,
  takeBackFault: takenBack,
  setPreemption: setsSystem('Preemption', ({ kind: _, ...preemption }) => ({ preemption })),
  setTdr: setsSystem('TDR', ({ kind: _, ...tdr }) => ({ tdr })),
  setCompositor: setsSystem('Compositor', ({ kind: _, ...compositor }) => ({ compositor })),
  recreateDevice: acts('recreateDevice', () => true, { failed: () => 'The device was not recreated' }),
  compareVariants: answers(compareVariants),
  cancelVariants: answers(({ laboratory }) => laboratory.cancel(), { whileBusy: true }),
  compareRuns: answers(({ laboratory }, { one, other }) => laboratory.differ(one, other)),
  showRecords: answers(({ laboratory }, { row, ...asked }) => laboratory.showRecords(row, asked)),
  closeComparisonInput: controls(({ laboratory }) => laboratory.open(null)),

  // background processing
  setCpu: setsSystem('CPU', ({ kind: _, ...cpu }) => ({ cpu })),
  setBackgroundProcessingMode: acts('setBackgroundProcessingMode', ({ kind: _, ...value }) => value, {
    failed: () => 'SetBackgroundProcessingMode failed',
    // the HRESULT is the answer, whatever it is
    answer: ({ result, hr }, command) =>
      result.ok
        ? { ok: true, hresult: { name: 'S_OK', value: HRESULT.S_OK } }
        : { ...result, message: `${result.message}${modeAdvice(hr, command)}` },
  }),
  setDeveloperMode: setsSystem('Developer mode', ({ on }) => ({ developerMode: on })),
  frames: acts('frames', ({ count }) => ({ count }), { problem: (_, { world }) => framesProblem(world) }),
  workflow: acts('workflow', ({ workflow }) => ({ name: workflow, maxPasses: MOST_PASSES })),
  cancelWorkflow: acts('cancelWorkflow', () => true, {
    problem: (_command, { world }) =>
      world.workflows.view?.state === 'running' ? null : 'No guided run is under way.',
  }),

  // placed memory, its defragmentation, and dumps
  allocate: acts('allocate', ({ kind: _, ...value }) => value, {
    problem: (command, { world }) => allocateProblem(command, world),
    failed: ({ name }) => `"${name}" was not allocated`,
    // too scattered, or really too little (DF-03)
    answer: ({ result, because }) => (result.ok || because === null ? result : { ...result, message: `${because}.` }),
  }),
  free: acts('free', ({ kind: _, ...value }) => value, {
    problem: (command, { world }) => freeProblem(command, world),
    failed: ({ name }) => `"${name}" was not freed`,
    answer: ({ result, hr }, { name }, { world }) =>
      result.ok ? result : { ...result, message: `${result.message}${freeAdvice(hr, name, world)}` },
  }),
  setMovable: acts(
    'movable',
    ({ allocation, movable }, { system }) => ({ name: placedName(allocation, system) ?? '', movable }),
    {
      problem: placedProblem,
      failed: ({ allocation }, { system }) => `${placedName(allocation, system)} was not marked`,
    },
  ),
  map: acts('map', placed, {
    problem: placedProblem,
    failed: (command, port) => `${placed(command, port)} was not mapped`,
  }),
  unmap: acts('unmap', placed, { problem: placedProblem }),
  write: acts('write', placed, {
    problem: placedProblem,
    failed: (command, port) => `${placed(command, port)} was not written`,
  }),
  beginDefragmentation: defragments(beginCall, ({ pool }, { world }) => poolProblem(pool, world)),
  beginPass: defragments(() => ({ call: 'beginPass' })),
  setMoveOperation: defragments(({ move, operation }) => ({ call: 'operation', move, operation })),
  endPass: defragments(() => ({ call: 'endPass' })),
  runDefragmentation: defragments(() => ({ call: 'run' })),
  endDefragmentation: defragments(() => ({ call: 'end' })),
  compareDefragmentation: answers(compareDefragmentation),
  cancelDefragmentationComparison: answers(({ defragmentationComparison }) => defragmentationComparison.cancel(), {
    whileBusy: true,
  }),
  // recorded with the names that its allocations get, so that later steps can name them (SC-12)
  layout: acts('layout', (_command, session) => layoutOfDump(session), {
    problem: (_command, { world }, { dump }) =>
      dump === null ? 'No dump is open. Open one first.' : layoutProblem(dump.layout, world),
    failed: (_command, { dump }) => `${dump?.view.title} was not taken over`,
  }),
  closeDump: answers((session) => {
    if (session.dump === null) return refusal('No dump is open.')
    session.showDump(null)
    return OK
  }),
}

type Defragments =
  | 'beginDefragmentation'
  | 'beginPass'
  | 'setMoveOperation'
  | 'endPass'
  | 'runDefragmentation'
  | 'endDefragmentation'

function policyOf({ policy }: CommandOf<'setPolicy'>, { laboratory }: SessionPort): Setting {
  return { verb: 'policy', value: laboratory.ownPolicies.choiceOf(policy) ?? 'none' }
}

function travels<K extends 'undo' | 'redo'>(way: K, menu: string): Row<K> {
  return { saved: false, menu, whileBusy: false, ask: (_command, { system }) => travel(way, system) }
}

function defragments<K extends Defragments>(
  call: (command: CommandOf<K>) => ValueOf<'defragmentation'>,
  problem: (command: CommandOf<K>, system: WatchedSystem) => string | null = () => null,
): Row<K> {
  return acts('defragmentation', call, {
    problem,
    failed: () => 'Defragmentation',
    answer: ({ result }, _command, { world }) => {
      const { message } = world.editor.defragmenter
      return result.ok || message === null ? result : { ...result, message: `${message}.` }
    },
  })
}

/** The HRESULT of a call is the answer, whatever it is. */
function returned({ result, hr }: CommandOutcome, call: string): CommandResult {
  const hresult = { name: hr, value: HRESULT[hr] }
  if (result.ok) return { ok: true, hresult }
  const why = REASONS[hr]
  return { ok: false, hresult, message: `${call} returned ${hr}${why === undefined ? '' : `: ${why}`}.` }
}

/** Why a callback is not registered or unregistered by hand (TN-01, TN-08 to TN-10, RS-07). */
const REASONS: { readonly [Name in CommandOutcome['hr']]?: string } = {
  E_NOTIMPL: 'this system sends no trim notifications',
  E_INVALIDARG: 'no cookie can be that; they are whole numbers from 0 to 4,294,967,294',
  E_OUTOFMEMORY: 'there is no memory for the registration',
  DXGI_ERROR_ALREADY_EXISTS:
    'it is registered on this device, and whatever the context, it is once; unregister it first',
  DXGI_ERROR_NOT_FOUND: 'none of the live registrations has that cookie',
  DXGI_ERROR_DEVICE_REMOVED: 'the device was removed; recreate it first',
}

/** What a person decides in place of the operating system. @param verb takes no value */
function decides<K extends 'lock' | 'suspend'>(
  verb: (command: CommandOf<K>) => 'lock' | 'unlock' | 'suspend' | 'resume',
): Row<K> {
  const ask = (command: CommandOf<K>, { system }: SessionPort): Request | CommandResult =>
    system.idleRule.scripted
      ? refusal(`${SCRIPTED_POWER} Wait for its end.`)
      : { action: { verb: verb(command), value: true } }
  return { saved: false, menu: null, whileBusy: false, ask }
}

function simulateIdle({ system, past, followIdle }: SessionPort, { idle }: CommandOf<'idle'>): void {
  past.leave()
  system.simulateIdle(idle)
  followIdle()
}

interface OfPlaced {
  readonly allocation: number
}

/** @returns its name; '' where there is none: `placedProblem` has said so then */
function placed({ allocation }: OfPlaced, { system }: Pick<SessionPort, 'system'>): string {
  return placedName(allocation, system) ?? ''
}

function placedProblem({ allocation }: OfPlaced, system: SessionPort['system']): string | null {
  return placedName(allocation, system) === null ? noAllocation(allocation) : null
}

function openRun({ laboratory, past, travel }: SessionPort, { row, time }: CommandOf<'openRun'>): CommandResult {
  const run = laboratory.runOf(row)
  return 'ok' in run ? run : travel(() => past.openRun(run, time))
}

function compareBranches(session: SessionPort, { branches }: CommandOf<'compareBranches'>): CommandResult {
  const { past, laboratory } = session
  const [one = 0, other = 0] = branches
  const [first, second] = [past.runOf(one), past.runOf(other)]
  if (first === null || second === null) return refusal('There is no such branch any more.')
  return laboratory.compareBranches({ branches: [one, other], runs: [first, second] })
}

function compareDefragmentation(
  { system, defragmentationComparison }: SessionPort,
  { maxBytesPerPass = 0, maxAllocationsPerPass = 0 }: CommandOf<'compareDefragmentation'>,
): CommandResult {
  if (defragmentationComparison.problem !== null) return refusal(defragmentationComparison.problem)
  const { heapLog, world } = system
  const trial = trialOf(world.editor.memory, maxBytesPerPass, maxAllocationsPerPass)
  if (trial.pools.every(({ blocks }) => blocks.length === 0))
    return refusal('There are no heaps to compare on yet. Import a clip or allocate something first.')
  defragmentationComparison.start(trial, (comparison) => {
    heapLog.setComparison(comparison)
    system.log.changes.happened('defragmentation')
  })
  return OK
}

/** The open dump's, which is there: see `problem`. */
function layoutOfDump({ dump, system }: SessionPort): ValueOf<'layout'> {
  return withUniqueNames(dump?.layout ?? { pools: [] }, takenNames(system.world))
}
