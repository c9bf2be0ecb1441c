/**
 * The one store, and the only writer of interface state. Frames are queued as they come and applied together once per
 * animation frame, so that the interface redraws at most once per display frame.
 */
import { create } from 'zustand'
import type { Command, CommandResult, Frame, TrimlineApi } from '../../preload/contract'
import { isLive } from './allocations'
import { applyFrame, emptyState, type InterfaceState } from './model'

declare global {
  interface Window {
    /** exposed by the preload script */
    readonly trimline: TrimlineApi
  }
}

export const TABS = ['memory', 'gpu', 'background', 'defragmentation', 'notifications', 'findings'] as const
export type Tab = (typeof TABS)[number]

/** The two views of the Memory tab. */
export const MEMORY_VIEWS = ['allocations', 'paging'] as const
export type MemoryView = (typeof MEMORY_VIEWS)[number]

/** The mock clip of the Preview lasts this long, in µs; the playhead lies in [0, CLIP_LENGTH). */
export const CLIP_LENGTH = 10_000_000

export interface Toast {
  id: number
  tone: 'error' | 'info'
  text: string
}

/** State that only the interface has. */
export interface InterfaceOnly {
  tab: Tab
  memoryView: MemoryView
  /** the paging operation that is explained, by its id; null: none */
  operationId: number | null
  /** the resource whose details are shown; null: none */
  selectedId: number | null
  /** a moment of simulated time (µs) that the charts mark; null: none */
  moment: number | null
  drawerOpen: boolean
  addEffectOpen: boolean
  aboutOpen: boolean
  /** the clip plays */
  playing: boolean
  /** µs into the clip */
  playhead: number
  toasts: readonly Toast[]
}

export interface Store extends InterfaceOnly {
  view: InterfaceState
  set(change: Partial<InterfaceOnly>): void
}

export const useStore = create<Store>()((set) => ({
  view: emptyState(),
  tab: 'memory',
  memoryView: 'allocations',
  operationId: null,
  selectedId: null,
  moment: null,
  drawerOpen: false,
  addEffectOpen: false,
  aboutOpen: false,
  playing: false,
  playhead: 0,
  toasts: [],
  set,
}))

/** Changes interface-only state. */
export function setInterface(change: Partial<InterfaceOnly>): void {
  useStore.getState().set(change)
}

/** Applies the frames, in order, as one change of the store. */
export function applyFrames(frames: readonly Frame[]): void {
  if (frames.length === 0) return
  useStore.setState((store) => {
    let view = store.view
    let full = false
    for (const frame of frames) {
      view = applyFrame(view, frame)
      full ||= frame.full
    }
    if (full) return { view, selectedId: view.selection?.id ?? null, moment: null, operationId: null }
    // simulated time returns to 0 when the simulation restarts: a moment of the run before means nothing any more
    const moment = store.moment !== null && store.moment > view.clock.now ? null : store.moment
    return { view, moment, selectedId: isLive(view.allocations, store.selectedId) ? store.selectedId : null }
  })
}

/** A hidden window gets no animation frames: then the queue is applied when it has this many frames. */
const LONGEST_QUEUE = 240

/** Listens for frames from now on. @returns what stops it */
export function connect(api: TrimlineApi): () => void {
  let queue: Frame[] = []
  let scheduled = 0
  const flush = (): void => {
    cancelAnimationFrame(scheduled)
    scheduled = 0
    const frames = queue
    queue = []
    applyFrames(frames)
  }
  const stop = api.onFrame((frame) => {
    queue.push(frame)
    if (queue.length >= LONGEST_QUEUE) flush()
    else if (scheduled === 0) scheduled = requestAnimationFrame(flush)
  })
  return () => {
    stop()
    cancelAnimationFrame(scheduled)
  }
}

let lastToast = 0

/** Shows a message until it is dismissed or its time is over. */
export function toast(tone: Toast['tone'], text: string): void {
  lastToast++
  const added: Toast = { id: lastToast, tone, text }
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
  if (!result.ok && result.cancelled !== true && shown === 'toast') toast('error', result.message)
  return result
}

/** Selects a resource, here and in the session, which then sends its history; null clears the selection. */
export function selectResource(id: number | null): void {
  setInterface({ selectedId: id })
  void send({ kind: 'selectResource', id })
}
