/** Puts what a compared run has varied in charge of what runs (LB-07). */
import type { DeviceProfile, VariantRow } from '../../../preload/contract'
import { send, useStore } from '../store'
import { NEXT_FRAME, when } from './when'

type InterfaceView = ReturnType<typeof useStore.getState>['view']

export function isInCharge({ variant, policy }: VariantRow, { system, gpu }: InterfaceView): boolean {
  const { budget, profile, preemption } = variant
  if (profile !== undefined && system.profile !== profile) return false
  if (variant.policy !== undefined && system.policy !== policy) return false
  if (budget !== undefined && system.configuredBudget !== budget) return false
  if (preemption === undefined) return true
  const { model, graphics, compute } = gpu
  return model === preemption.model && graphics === preemption.graphics && compute === preemption.compute
}

/** One after the other, as a person would: the device first, as the simulation starts again with it. */
export async function takeVariant({ variant }: VariantRow): Promise<void> {
  const { policy, budget, profile, preemption } = variant
  if (profile !== undefined && !(await isOnDevice(profile))) return
  if (policy !== undefined && !(await send({ kind: 'setPolicy', policy })).ok) return
  if (budget !== undefined && !(await send({ kind: 'setBudget', bytes: budget })).ok) return
  if (preemption !== undefined) await send({ kind: 'setPreemption', ...preemption })
}

/** @returns once that device runs: whether it does; building it may take a while, and be given up */
async function isOnDevice(profile: DeviceProfile): Promise<boolean> {
  const view = (): InterfaceView => useStore.getState().view
  const isThere = (): boolean => view().system.profile === profile
  if (isThere()) return true
  if (!(await send({ kind: 'setDevice', profile })).ok) return false
  await when(() => isThere() || view().project.opening !== null, NEXT_FRAME)
  await when(() => isThere() || view().project.opening === null)
  return isThere()
}
