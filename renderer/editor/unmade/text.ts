/** What is said of an effect or clip that could not be created. */
import type { PoolSpec, ProjectView, UnmadeView } from '../../../preload/contract'
import { formatBytes } from '../../widgets/format'

const CAUSES: Readonly<Record<string, string>> = {
  E_OUTOFMEMORY: 'there was no memory for it',
  DXGI_ERROR_DEVICE_REMOVED: 'the device was removed',
}

/** The pool that the editor places it in, where that has limits of its own; undefined: it has none, or it is not placed. */
export function limitedPool(
  { app, allocation }: Pick<ProjectView, 'app' | 'allocation'>,
  kind: UnmadeView['kind'],
): PoolSpec | undefined {
  if (kind === 'effect' && allocation !== 'placed') return undefined
  const pool = app.pools.find(({ name }) => name === app.pool)
  // one that is always committed has no blocks
  if (pool === undefined || pool.alwaysCommitted) return undefined
  return pool.blockSize !== undefined || pool.maxBlocks > 0 ? pool : undefined
}

/** `16 MiB a block, at most 2 blocks` */
function limitsText({ blockSize, maxBlocks }: PoolSpec): string {
  const size = blockSize === undefined ? [] : [`${formatBytes(blockSize)} a block`]
  const most = maxBlocks === 0 ? [] : [`at most ${maxBlocks} ${maxBlocks === 1 ? 'block' : 'blocks'}`]
  return [...size, ...most].join(', ')
}

/**
 * What was found and what can be done: it is the user's all the same.
 * @param pool where it was to lie, if that has limits of its own: a larger device or another run does not lift them
 */
export function unmadeText({ kind, hresult }: UnmadeView, pool: PoolSpec | undefined): string {
  const made = kind === 'effect' ? 'created' : 'imported'
  const cause = CAUSES[hresult]
  const because = cause === undefined ? hresult : `${cause} (${hresult})`
  const limits =
    pool === undefined || hresult !== 'E_OUTOFMEMORY'
      ? ''
      : ` The editor places in ${pool.name}, which has ${limitsText(pool)}: Project settings can change that.`
  return ` could not be ${made}: ${because}.${limits} It stays in the project, and is tried again with the next device, or when the simulation is restarted.`
}
