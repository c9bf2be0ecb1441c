import { send, useStore } from './store'

/**
 * Asks where to save a picture or its numbers.
 * @param name of the file, after the project's: "memory"
 * @param content a data URL for a picture
 */
export async function saveExport(name: string, format: 'png' | 'csv', content: string): Promise<void> {
  const suggestedName = `${useStore.getState().view.project.title || 'Trimline'} ${name}.${format}`
  await send({ kind: 'exportFile', suggestedName, format, content })
}
