/** What is said of an effect or clip that could not be created. */
import type { UnmadeView } from '../../../preload/contract'

const CAUSES: Readonly<Record<string, string>> = {
  E_OUTOFMEMORY: 'there was no memory for it',
  DXGI_ERROR_DEVICE_REMOVED: 'the device was removed',
}

/** What was found and what can be done: it is the user's all the same. */
export function unmadeText({ kind, hresult }: UnmadeView): string {
  const made = kind === 'effect' ? 'created' : 'imported'
  const cause = CAUSES[hresult]
  const because = cause === undefined ? hresult : `${cause} (${hresult})`
  return ` could not be ${made}: ${because}. It stays in the project, and is tried again with the next device, or when the simulation is restarted.`
}
