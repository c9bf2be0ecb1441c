/** The channels of the contract, bound to the gate and to flow control. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import { CHANNELS, type CommandResult } from '../../../preload/contract'
import { log } from '../log'
import { refusal, type Sender } from './gate'

export interface IpcOptions {
  origin: string
  /** the window's web contents, null while there is no window */
  contents: () => WebContents | null
  command: (sender: Sender, value: unknown) => Promise<CommandResult>
  /** a file that a person has dropped: the preload alone asks for it */
  dropped: (sender: Sender, value: unknown) => Promise<CommandResult>
  ready: () => void
  acknowledge: () => void
}

/** Listens on the channels of the contract; what does not come from the main frame of our page is not carried out. */
export function connectIpc({ origin, contents, command, dropped, ready, acknowledge }: IpcOptions): void {
  const senderOf = (event: IpcMainEvent | IpcMainInvokeEvent): Sender => ({
    ours: event.sender === contents(),
    mainFrame: event.senderFrame !== null && event.senderFrame === event.sender.mainFrame,
    origin: event.senderFrame?.origin ?? 'nowhere',
  })
  const listen = (channel: string, run: () => void): void => {
    ipcMain.on(channel, (event) => {
      // the last word of a window that has just closed
      if (contents() === null) return
      const refused = refusal(senderOf(event), origin)
      if (refused === null) run()
      else log(`${channel} ${refused}`)
    })
  }
  ipcMain.handle(CHANNELS.command, (event, value: unknown) => command(senderOf(event), value))
  ipcMain.handle(CHANNELS.dropped, (event, value: unknown) => dropped(senderOf(event), value))
  listen(CHANNELS.ready, ready)
  listen(CHANNELS.acknowledge, acknowledge)
}
