/** Exposes TrimlineApi to the page: forwards commands, frames and menu items, acknowledges frames; nothing else. */
import { contextBridge, ipcRenderer } from 'electron'
import { createApi } from './api'
import { stay } from './stay'

contextBridge.exposeInMainWorld('trimline', createApi(ipcRenderer, process.platform))
stay(globalThis)
