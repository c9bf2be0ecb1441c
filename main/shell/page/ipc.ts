/**
 * The channels of the contract, from before the page is loaded. What answers is loaded when the page has been seen
 * (main/index.ts): whatever comes before waits for it, in order.
 */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { CommandResult } from '../../../preload/contract'
// not of the whole: this is read before the window opens
import { CHANNELS } from '../../../preload/contract/api'
import { log } from '../log'
import { type Sender, senderRefusal } from './sender'

/** What answers the page. */
export interface PageListener {
  command: (sender: Sender, value: unknown) => Promise<CommandResult>
  /** a file that a person has dropped: the preload alone asks for it */
  dropped: (sender: Sender, value: unknown) => Promise<CommandResult>
  ready: () => void
  acknowledge: () => void
}

export interface PageLinkOptions {
  origin: string
  /** the window's web contents, null while there is no window */
  contents: () => WebContents | null
}

export class PageLink {
  readonly #options: PageLinkOptions
  readonly #listener: Promise<PageListener>
  #answer: (listener: PageListener) => void = () => {}
  /** done when the page is there and has asked for frames */
  readonly came: Promise<void>
  #come: () => void = () => {}

  /** Listens; what does not come from the main frame of our page is not carried out. */
  constructor(options: PageLinkOptions) {
    this.#options = options
    this.#listener = new Promise((answer) => {
      this.#answer = answer
    })
    this.came = new Promise((come) => {
      this.#come = come
    })
    this.#invoked('command')
    this.#invoked('dropped')
    this.#told('ready')
    this.#told('acknowledge')
  }

  /** From now on, and for what has waited. */
  answerBy(listener: PageListener): void {
    this.#answer(listener)
  }

  #invoked(name: 'command' | 'dropped'): void {
    ipcMain.handle(CHANNELS[name], async (event, value: unknown) => {
      // who sent it is seen as it comes: the frame may be gone when it is answered
      const sender = this.#senderOf(event)
      return (await this.#listener)[name](sender, value)
    })
  }

  #told(name: 'ready' | 'acknowledge'): void {
    const { contents, origin } = this.#options
    ipcMain.on(CHANNELS[name], (event) => {
      // the last word of a window that has just closed
      if (contents() === null) return
      const refused = senderRefusal(this.#senderOf(event), origin)
      if (refused !== null) return log(`${CHANNELS[name]} ${refused}`)
      if (name === 'ready') this.#come()
      void this.#listener.then((listener) => listener[name]())
    })
  }

  #senderOf(event: IpcMainEvent | IpcMainInvokeEvent): Sender {
    return {
      ours: event.sender === this.#options.contents(),
      mainFrame: event.senderFrame !== null && event.senderFrame === event.sender.mainFrame,
      origin: event.senderFrame?.origin ?? 'nowhere',
    }
  }
}
