/**
 * The one store, and the only writer of interface state. Frames are queued as they come and applied together once per
 * animation frame, so that the interface redraws at most once per display frame.
 */
import { create } from 'zustand'
import type { Command, CommandResult, FirstView, Frame, TransportSettings, TrimlineApi } from '../../preload/contract'
import { frames } from '../frame/scheduler'
import { withSizes } from '../widgets/format'
import { isLive } from './allocations'
import { type Measured, NOTHING_MEASURED, type PixelDifference, withDifference } from './measured'
import { applyFrame, emptyState, type InterfaceState } from './model'
import { following, type TimeRange } from './shown-time'
import { dropStills } from './stills'
import { type BackgroundTab, FIRST_BACKGROUND_TAB } from './tabs/background'
import { type DefragmentationTab, FIRST_DEFRAGMENTATION_TAB } from './tabs/defragmentation'
import { type DelaysTab, FIRST_DELAYS_TAB } from './tabs/delays'
import { FIRST_GPU_TAB, type GpuTab } from './tabs/gpu'
import { FIRST_LABORATORY_TAB, type LaboratoryTab } from './tabs/laboratory'
import { FIRST_MEMORY_TAB, type MemoryTab } from './tabs/memory'
import { FIRST_TIMELINE_TAB, type TimelineTab } from './tabs/timeline'

declare global {
  interface Window {
    /** exposed by the preload script */
    readonly trimline: TrimlineApi
  }
}

const TABS = [
  'memory',
  'gpu',
  'background',
  'defragmentation',
  'laboratory',
  'delays',
  'notifications',
  'findings',
] as const
export type Tab = (typeof TABS)[number]

/** A clip whose file is not there, or is not what it was. */
export interface Offline {
  /** of the file, without its folder */
  readonly file: string
  /** why, and what to do */
  readonly because: string
}

export interface Toast {
  id: number
  tone: 'error' | 'info'
  text: string
  /** number of the file that was saved: its folder can be shown */
  saved?: number
}

/** State that only the interface has. */
export interface InterfaceOnly {
  /** how often another document was opened: what was typed for the one before means nothing any more */
  documents: number
  tab: Tab
  /** how often something led to an instrument, the same one or another; its own tab leads nowhere else */
  tabAsked: number
  /** the resource whose details are shown; null: none */
  selectedId: number | null
  /** the time cursor: a moment of simulated time (µs) in all instruments; null: they are live */
  moment: number | null
  /** a range of simulated time that is summed up; null: none */
  range: TimeRange | null
  drawerOpen: boolean
  addEffectOpen: boolean
  newProjectOpen: boolean
  importOpen: boolean
  deviceOpen: boolean
  projectOpen: boolean
  aboutOpen: boolean
  shortcutsOpen: boolean
  reportOpen: boolean
  /** the code of the rule that the glossary is open at; empty: at its beginning; null: it is closed */
  glossary: string | null
  /** the page about policies of one's own */
  policyGuideOpen: boolean
  documentationOpen: boolean
  /** whether the clip is to play, until the session's frames can know of it; null: as the session says */
  wantsToPlay: boolean | null
  /** µs into the clip, [0, CLIP_LENGTH): where the session says, or where a person has just put it */
  playhead: number
  /** where it is put, until the session's frames can know of it; null: where the session says */
  wantsPlayhead: number | null
  /** what of how it plays is to be set, until the session's frames can know of it; null: nothing */
  wantsTransport: Partial<TransportSettings> | null
  toasts: readonly Toast[]
  /** what was said last to whoever hears the page; each has an id of its own */
  said: { readonly id: number; readonly text: string }
  /** by the clip's name */
  offline: Readonly<Record<string, Offline>>
}

/** What each tab shows: kept while another one is shown. Notifications and Findings have nothing to keep. */
interface Tabs {
  memoryTab: MemoryTab
  gpuTab: GpuTab
  backgroundTab: BackgroundTab
  defragmentationTab: DefragmentationTab
  laboratoryTab: LaboratoryTab
  timelineTab: TimelineTab
  delaysTab: DelaysTab
}

export interface Store extends InterfaceOnly, Tabs {
  /** the simulation, as the frames tell it */
  view: InterfaceState
  measured: Measured
}

export const useStore = create<Store>()(() => ({
  view: emptyState(),
  documents: 0,
  tab: 'memory',
  tabAsked: 0,
  selectedId: null,
  moment: null,
  range: null,
  drawerOpen: false,
  addEffectOpen: false,
  newProjectOpen: false,
  importOpen: false,
  deviceOpen: false,
  projectOpen: false,
  aboutOpen: false,
  shortcutsOpen: false,
  reportOpen: false,
  glossary: null,
  policyGuideOpen: false,
  documentationOpen: false,
  wantsToPlay: null,
  playhead: 0,
  wantsPlayhead: null,
  wantsTransport: null,
  toasts: [],
  said: { id: 0, text: '' },
  offline: {},
  memoryTab: FIRST_MEMORY_TAB,
  gpuTab: FIRST_GPU_TAB,
  backgroundTab: FIRST_BACKGROUND_TAB,
  defragmentationTab: FIRST_DEFRAGMENTATION_TAB,
  laboratoryTab: FIRST_LABORATORY_TAB,
  timelineTab: FIRST_TIMELINE_TAB,
  delaysTab: FIRST_DELAYS_TAB,
  measured: NOTHING_MEASURED,
}))

/** Whether the clip plays: the one answer, for the Preview and whatever shows it. */
export function isPlaying({ wantsToPlay, view }: Pick<Store, 'wantsToPlay' | 'view'>): boolean {
  return wantsToPlay ?? view.gpu.playing
}

/** Where the time cursor is: a moment, a range, or neither. */
export type Cursor = Pick<InterfaceOnly, 'moment' | 'range'>

/** Changes interface-only state, but for the time cursor. */
export function setInterface(change: Partial<Omit<InterfaceOnly, keyof Cursor | 'tabAsked'>>): void {
  useStore.setState(({ tabAsked }) => (change.tab === undefined ? change : { ...change, tabAsked: tabAsked + 1 }))
}

/** By its own tab, which is where the hand is: nothing has to come into sight. */
export function chooseTab(tab: Tab): void {
  useStore.setState({ tab })
}

/** For cursor.ts, where the axes are changed with it. */
export function placeCursor(cursor: Cursor): void {
  useStore.setState(cursor)
}

/** What changes what a tab shows; what is left out stays. */
function tabSetter<Name extends keyof Tabs>(name: Name): (change: Partial<Tabs[Name]>) => void {
  return (change) => useStore.setState((store) => ({ ...store, [name]: { ...store[name], ...change } }))
}

export const setMemoryTab = tabSetter('memoryTab')
export const setGpuTab = tabSetter('gpuTab')
export const setBackgroundTab = tabSetter('backgroundTab')
export const setDefragmentationTab = tabSetter('defragmentationTab')
export const setLaboratoryTab = tabSetter('laboratoryTab')
export const setTimelineTab = tabSetter('timelineTab')
export const setDelaysTab = tabSetter('delaysTab')

/** @param ms of one draw of a program of this computer's GPU */
export function setDrawTime(program: string, ms: number): void {
  useStore.setState(({ measured }) => ({ measured: { ...measured, times: { ...measured.times, [program]: ms } } }))
}

/** What comparing a variant's picture with that of its general shader has given. */
export function setPixelDifference(source: string, difference: PixelDifference): void {
  useStore.setState(({ measured }) => ({
    measured: { ...measured, differences: withDifference(measured.differences, source, difference) },
  }))
}

/** @param offline null: the clip shows its file */
export function setOffline(clip: string, offline: Offline | null): void {
  const { [clip]: before, ...others } = useStore.getState().offline
  if (offline !== null) useStore.setState({ offline: { ...others, [clip]: offline } })
  else if (before !== undefined) useStore.setState({ offline: others })
}

/** Shows what the window opens with, until the first frame comes. */
export function beginWith(first: FirstView): void {
  useStore.setState(({ view }) => ({ view: { ...view, project: { ...view.project, ...first } } }))
}

/** Applies the frames, in order, as one change of the store. */
export function applyFrames(arrived: readonly Frame[]): void {
  if (arrived.length === 0) return
  useStore.setState((store) => {
    let { view, documents } = store
    let full = false
    let isRestarted = false
    for (const frame of arrived) {
      const next = applyFrame(view, frame)
      isRestarted ||= isOfNewRun(next, view)
      // another document begins to count its frames anew
      const isOther = next.seq <= view.seq
      if (isOther) documents++
      dropStills(next, isOther)
      view = next
      full ||= frame.full
    }
    const playhead = store.wantsPlayhead ?? view.preview.position
    const selectedId = full ? (view.selection?.id ?? null) : store.selectedId
    const live = isLive(view.allocations, selectedId) ? selectedId : null
    // a moment of the run before means nothing any more
    const marked = store.moment ?? store.range?.to ?? null
    const isStale = marked !== null && (marked > view.clock.now || isRestarted)
    const memoryTab = full ? { ...store.memoryTab, operationId: null } : store.memoryTab
    const isSameRun = view.branches.shown === store.view.branches.shown && !isRestarted
    const chosen = documents === store.documents ? (isSameRun ? {} : unchosenOfRun(store)) : unchosen(store)
    return {
      view,
      documents,
      playhead,
      selectedId: live,
      memoryTab,
      ...chosen,
      ...(isStale ? unmarked({ ...store, ...chosen, memoryTab }) : {}),
    }
  })
}

/**
 * Simulated time returns to 0 when the simulation restarts, however far it has gone on when the frames behind that are applied.
 * An earlier moment of the branch that is shown is no other run.
 */
function isOfNewRun({ clock, branches }: InterfaceState, before: InterfaceState): boolean {
  const looksBack = branches.end !== null && branches.shown === before.branches.shown
  return clock.now < before.clock.now && !looksBack
}

/** What was chosen in one document means nothing in another, where something else may have the same id. */
function unchosen(tabs: Tabs): Partial<Store> {
  const { timelineTab, defragmentationTab, delaysTab } = tabs
  return {
    ...unchosenOfRun(tabs),
    // what was copied of its media, and its effects, may not be there, or be something else of the same name
    timelineTab: { ...timelineTab, chosen: null, copied: null },
    defragmentationTab: { ...defragmentationTab, cursor: null },
    delaysTab: { ...delaysTab, note: '' },
  }
}

/** Packets and tasks are known by numbers, which begin anew with each run; what the project has stays chosen. */
function unchosenOfRun({ gpuTab, backgroundTab }: Tabs): Partial<Store> {
  return { gpuTab: { ...gpuTab, selectedId: null }, backgroundTab: { ...backgroundTab, selectedTask: null } }
}

/** Without a cursor; what it held goes on with the simulation. */
function unmarked({ memoryTab, gpuTab, backgroundTab }: Tabs): Partial<Store> {
  return {
    moment: null,
    range: null,
    gpuTab: { ...gpuTab, shown: following(gpuTab.shown) },
    backgroundTab: { ...backgroundTab, shown: following(backgroundTab.shown) },
    memoryTab: { ...memoryTab, chart: { ...memoryTab.chart, end: null } },
  }
}

/** A hidden window gets no animation frames: then the queue is applied when it has this many frames. */
const LONGEST_QUEUE = 240

/** Listens for frames from now on. @returns what stops it */
export function connect(api: TrimlineApi): () => void {
  let queue: Frame[] = []
  const flush = (): void => {
    task.cancel()
    const arrived = queue
    queue = []
    applyFrames(arrived)
  }
  const task = frames.task('apply', flush)
  const stop = api.onFrame((frame) => {
    queue.push(frame)
    if (queue.length >= LONGEST_QUEUE) flush()
    else task.request()
  })
  return () => {
    stop()
    task.cancel()
  }
}

let lastToast = 0

/** Shows a message until it is dismissed or its time is over. */
export function toast(tone: Toast['tone'], text: string, saved?: number): void {
  lastToast++
  const added: Toast = { id: lastToast, tone, text, ...(saved === undefined ? {} : { saved }) }
  useStore.setState(({ toasts }) => ({ toasts: [...toasts.filter((shown) => shown.text !== text), added].slice(-4) }))
}

export function dismissToast(id: number): void {
  useStore.setState(({ toasts }) => ({ toasts: toasts.filter((shown) => shown.id !== id) }))
}

/**
 * Sends a command and returns its result. A failure is shown as a toast, unless it is a cancelled dialog or the caller
 * shows it in place (`inline`). Never rejects: a command that could not be delivered is a failed result too.
 */
export async function send(command: Command, shown: 'toast' | 'inline' = 'toast'): Promise<CommandResult> {
  let result: CommandResult
  try {
    result = await window.trimline.send(command)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    result = { ok: false, message: `The command ${command.kind} was not carried out: ${reason}` }
  }
  if (!result.ok) result = { ...result, message: withSizes(result.message, nameIn(command)) }
  if (!result.ok && result.cancelled !== true && shown === 'toast') toast('error', result.message)
  return result
}

/** What the command is about, where it has a name. */
function nameIn(command: Command): string {
  return 'name' in command && typeof command.name === 'string' ? command.name : ''
}

/** Selects a resource, here and in the session, which then sends its history; null clears the selection. */
export function selectResource(id: number | null): void {
  setInterface({ selectedId: id })
  void send({ kind: 'selectResource', id })
}

/** Selects the allocation, and shows it in the Memory tab: in the map, unless its table is there. */
export function showAllocation(id: number): void {
  selectResource(id)
  if (useStore.getState().memoryTab.view === 'paging') setMemoryTab({ view: 'map' })
  setInterface({ tab: 'memory' })
}
