import { send, toast, useStore } from './store'

/** Asks where to save the whole of the run for Perfetto, and says that it was saved. */
export async function exportPerfetto(): Promise<void> {
  const result = await send({ kind: 'exportPerfetto' })
  if (result.ok) toast('info', result.message ?? 'Saved the trace for Perfetto.')
}

/**
 * Asks where to save a picture or its numbers, and says that it was saved.
 * @param name of the file, after the project's: "memory"
 * @param what was saved, for the message: "memory chart"
 * @param content a data URL for a picture
 */
export async function saveExport(name: string, what: string, format: 'png' | 'csv', content: string): Promise<void> {
  const suggestedName = `${useStore.getState().view.project.title || 'Trimline'} ${name}.${format}`
  const result = await send({ kind: 'exportFile', suggestedName, format, content })
  if (result.ok) toast('info', result.message ?? `Saved the ${what} as ${format.toUpperCase()}.`)
}
