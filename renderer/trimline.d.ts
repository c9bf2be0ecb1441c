import type { TrimlineApi } from '../preload/contract'

declare global {
  interface Window {
    /** exposed by the preload script */
    readonly trimline: TrimlineApi
  }
}
