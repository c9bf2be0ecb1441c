/** Who carries background tasks out, by the app's choice (BP-30). */
import type { CpuDispatch } from '../../../preload/contract'
import type { TaskDispatch, TaskSystem } from '../../d3d12/background-processing/dispatch'

export interface Dispatching {
  choice: CpuDispatch
  readonly tasks: TaskSystem
}

/** The choice as devices take it. */
export function dispatchOf({ choice, tasks }: Dispatching): TaskDispatch {
  return choice === 'app' ? tasks : choice
}
