/** D3D12MA::Allocator::BeginDefragmentation and Pool::BeginDefragmentation (DF-05 to DF-07). */
import type { HResultName } from '../../d3d12/hresult'
import type { Allocator } from '../allocator'
import type { Pool } from '../pool'
import { DefragmentationContext } from './context'
import { type DefragmentationDesc, descProblem } from './definitions'
import { defragmentationOptionsOf } from './options'

export interface BeginResult {
  hr: HResultName
  context: DefragmentationContext | null
}

/**
 * Begins a process on one pool, or on all default pools. A pool has one process at a time (**choice**: a second one
 * would move what the first has planned).
 * @param pool null: all default pools, of which those that are always committed have nothing to move
 * @returns S_OK · E_INVALIDARG: the description · E_NOINTERFACE: a pool that is linear or always committed (DF-07) ·
 *   DXGI_ERROR_INVALID_CALL: the pool is being defragmented
 * @see spec DF-05 to DF-07
 */
export function beginDefragmentation(
  allocator: Allocator,
  desc: DefragmentationDesc = {},
  pool: Pool | null = null,
): BeginResult {
  const pools = pool === null ? allocator.defaults.filter(({ alwaysCommitted }) => !alwaysCommitted) : [pool]
  const refused = (hr: HResultName, rule: string, message: string): BeginResult => {
    ;(pool ?? allocator.defaultPools.DEFAULT).report(rule, message)
    return { hr, context: null }
  }
  const problem = descProblem(desc)
  if (problem !== null) return refused('E_INVALIDARG', 'DF-13', `defragmentation cannot begin: ${problem}`)
  if (pool?.released === true)
    return refused('E_INVALIDARG', 'DF-06', `pool ${pool.name} was released: begin on one that exists`)
  if (pool !== null && (pool.linear || pool.alwaysCommitted))
    return refused(
      'E_NOINTERFACE',
      'DF-07',
      `pool ${pool.name} ${pool.linear ? 'is linear' : 'is always committed'}: only TLSF pools can be defragmented`,
    )
  const busy = pools.find(({ blockVector }) => !blockVector.sorting)
  if (busy !== undefined)
    return refused(
      'DXGI_ERROR_INVALID_CALL',
      'DF-06',
      `pool ${busy.name} is being defragmented: release the context of that process first`,
    )
  return { hr: 'S_OK', context: new DefragmentationContext(allocator, pools, defragmentationOptionsOf(desc)) }
}
