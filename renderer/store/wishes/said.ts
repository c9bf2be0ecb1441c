/** What is said to whoever hears the page, of what came of a key, where it is to be seen somewhere else or nowhere yet. */
import { send, setInterface, toast, useStore } from '../store'
import { NEXT_FRAME, when } from './when'

/** Says it once, after what is said just now. */
export function say(text: string): void {
  setInterface({ said: { id: useStore.getState().said.id + 1, text } })
}

const DONE = { undo: 'Undone', redo: 'Done again' } as const

/** Takes the last change back, or makes it again, and says which it was: it may be anywhere. */
export async function travel(way: 'undo' | 'redo'): Promise<void> {
  const named = (which: 'undoName' | 'redoName'): string | null => useStore.getState().view.project[which]
  const [goes, comes] = way === 'undo' ? (['undoName', 'redoName'] as const) : (['redoName', 'undoName'] as const)
  let name = named(goes)
  const result = await send({ kind: way }, 'inline')
  // that there is nothing is no failure of anything
  if (!result.ok) return toast('info', result.message)
  if (name === null) {
    // the frame that has it is on its way: it is what can go the other way now
    await when(() => named(comes) !== null, NEXT_FRAME)
    name = named(comes)
  }
  say(name === null ? DONE[way] : `${DONE[way]}: ${name}`)
}

/** effects of which it is to be said: that one is done is said once of all presses until then */
const awaited = new Set<string>()

/** Applies an effect, and says when the GPU is done with it: whoever sees the page sees it in the picture. */
export async function applyAloud(effect: string): Promise<void> {
  const completed = (): number | null =>
    useStore.getState().view.effects.find(({ name }) => name === effect)?.completed ?? null
  const before = completed()
  const { ok } = await send({ kind: 'applyEffect', effect })
  if (!ok || before === null || awaited.has(effect)) return
  const isOver = (): boolean => {
    const now = completed()
    if (now !== null && now > before) say(`${effect} is applied`)
    // less: of another project, or of an earlier moment
    return now !== before
  }
  if (isOver()) return
  awaited.add(effect)
  const stop = useStore.subscribe((state, last) => {
    if (state.view.effects === last.view.effects || !isOver()) return
    awaited.delete(effect)
    stop()
  })
}
