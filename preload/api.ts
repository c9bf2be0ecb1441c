/** TrimlineApi over the channels of the contract. */
import type { Command, CommandResult, Frame, MenuItem, TrimlineApi } from './contract'
// not of the whole: this is read before the page is
import { CHANNELS } from './contract/api'

/** The part of Electron's ipcRenderer that is used. */
export interface Ipc {
  invoke(channel: string, value: unknown): Promise<unknown>
  send(channel: string): void
  on(channel: string, listener: (event: unknown, ...values: unknown[]) => void): unknown
}

/** @param pathOf where a File lies that a person has chosen; '' for one that the page has made */
export function createApi(
  ipc: Ipc,
  platform: string,
  versions: TrimlineApi['versions'],
  pathOf: (file: object) => string,
): TrimlineApi {
  const frames = new Set<(frame: Frame) => void>()
  const menus = new Set<(item: MenuItem) => void>()
  ipc.on(CHANNELS.frame, (_event, frame) => {
    try {
      for (const listener of frames) listener(frame as Frame)
    } finally {
      // also when the page's listener failed: one bad frame must not stop all later ones
      ipc.send(CHANNELS.acknowledge)
    }
  })
  ipc.on(CHANNELS.menu, (_event, item) => {
    for (const listener of menus) listener(item as MenuItem)
  })
  const followers = new Set<(seen: boolean) => void>()
  ipc.on(CHANNELS.seen, (_event, seen) => {
    for (const listener of followers) listener(seen === true)
  })
  return {
    platform,
    versions,
    send: (command: Command) => ipc.invoke(CHANNELS.command, command) as Promise<CommandResult>,
    openDropped: async (file, what) => {
      const path = pathOf(file)
      if (path === '') return { ok: false, message: 'What was dropped lies in no file. Save it first.' }
      const kind = what === 'dump' ? 'openDump' : 'openProject'
      return (await ipc.invoke(CHANNELS.dropped, { kind, path })) as CommandResult
    },
    importDropped: (file, clip) => {
      const path = pathOf(file)
      if (path === '') return ipc.invoke(CHANNELS.command, { kind: 'importClip', ...clip }) as Promise<CommandResult>
      return ipc.invoke(CHANNELS.dropped, { kind: 'importMedia', path, ...clip }) as Promise<CommandResult>
    },
    onFrame(listener) {
      frames.add(listener)
      ipc.send(CHANNELS.ready)
      return () => frames.delete(listener)
    },
    onMenu(listener) {
      menus.add(listener)
      return () => menus.delete(listener)
    },
    onSeen(listener) {
      followers.add(listener)
      return () => followers.delete(listener)
    },
  }
}
