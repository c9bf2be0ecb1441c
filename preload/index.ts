/** Exposes TrimlineApi to the page: forwards commands, frames and menu items, acknowledges frames; nothing else. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { createApi } from './api'
import { stay } from './stay'

// what is no File of the page's is refused by Electron
const pathOf = (file: object): string => webUtils.getPathForFile(file as File)
const { electron = '', chrome = '', node } = process.versions
const versions = { electron, chrome, node }
contextBridge.exposeInMainWorld('trimline', createApi(ipcRenderer, process.platform, versions, pathOf))
stay(globalThis)
