/** Clips whose files are not there, or are not what they were: the editor says so wherever they are seen. */
import { create } from 'zustand'

export interface Offline {
  /** of the file, without its folder */
  readonly file: string
  /** why, and what to do */
  readonly because: string
}

export const useOffline = create<{ readonly clips: Readonly<Record<string, Offline>> }>(() => ({ clips: {} }))

/** @param offline null: it shows its file */
export function setOffline(clip: string, offline: Offline | null): void {
  const { [clip]: before, ...others } = useOffline.getState().clips
  if (offline !== null) useOffline.setState({ clips: { ...others, [clip]: offline } })
  else if (before !== undefined) useOffline.setState({ clips: others })
}
