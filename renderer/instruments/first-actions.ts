/** What an instrument that is still empty offers to do first, so that there is something to be seen. */
import { CLIP_PRESETS, clipText, readClip } from '../editor/media/form'
import type { InterfaceState } from '../store/model'
import { play } from '../store/play'
import { send, setInterface, useStore } from '../store/store'
import type { FirstAction } from '../widgets/empty'

const ADD: readonly FirstAction[] = [
  { label: 'Add the first effect', run: () => setInterface({ addEffectOpen: true }) },
]
const APPLY: readonly FirstAction[] = [{ label: 'Apply the first effect', run: applyFirst }]

const firstEffect = ({ effects }: Pick<InterfaceState, 'effects'>): string | undefined =>
  effects.find(({ clip }) => clip === undefined)?.name

/** To apply the first effect of the rack; where there is none, to add one. */
export function firstOf(view: Pick<InterfaceState, 'effects'>): readonly FirstAction[] {
  return firstEffect(view) === undefined ? ADD : APPLY
}

/** As `firstOf`, of what is shown now. */
export function useFirst(): readonly FirstAction[] {
  return useStore(({ view }) => firstOf(view))
}

function applyFirst(): void {
  const effect = firstEffect(useStore.getState().view)
  if (effect !== undefined) void send({ kind: 'applyEffect', effect })
}

/** Imports the sample footage, whose frames and thumbnails share heaps. */
export function importFirst(): void {
  const taken = useStore.getState().view.effects.map(({ name }) => name)
  const read = readClip(clipText(CLIP_PRESETS[1]!, taken), taken)
  if (read.ok) void send({ kind: 'importClip', ...read.clip, track: 1 })
}

/** Simulated time goes on, and the clip plays. */
export async function playFirst(): Promise<void> {
  if (!useStore.getState().view.clock.running) await send({ kind: 'run' })
  play(true)
}

/** µs: more than a display takes from one picture to the next, and than the scheduler waits before it takes turns */
const LONG = 500_000

/** Plays the clip beside a long packet of another app, so that frames come late. */
export async function makeLate(): Promise<void> {
  await playFirst()
  await send({ kind: 'submit', engine: '3d', gpuTime: LONG, priority: 'high', context: 'other app' })
}
