/** What the engines are called, and on which an app can submit work. */
import { ENGINES, type EngineName } from '../../preload/contract'

export const ENGINE_LABELS: Readonly<Record<EngineName, string>> = {
  '3d': '3D',
  compute: 'Compute',
  copy: 'Copy',
  'video-decode': 'Video decode',
  paging: 'Paging',
}

export type SubmitEngine = Exclude<EngineName, 'paging'>
export const SUBMIT_ENGINES = ENGINES.filter((engine): engine is SubmitEngine => engine !== 'paging')
