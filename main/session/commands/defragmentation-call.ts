/** Commands of a defragmentation as the verb has them: a call at a time (DF). */
import type { SessionCommand } from '../../../preload/contract'
import type { DefragmentationCall } from '../scenario'

type Begin = Extract<SessionCommand, { kind: 'beginDefragmentation' }>

/** What is left out is as D3D12MA has it: balanced, without limits, over the default pools. */
export function beginCall(command: Begin): DefragmentationCall {
  const { algorithm, maxBytesPerPass, maxAllocationsPerPass, pool, timePerFrame, bytesPerFrame, evicted } = command
  return {
    call: 'begin',
    desc: {
      algorithm: algorithm ?? 'balanced',
      maxBytesPerPass: maxBytesPerPass ?? 0,
      maxAllocationsPerPass: maxAllocationsPerPass ?? 0,
      ...(pool === undefined ? {} : { pool }),
      timePerFrame: timePerFrame ?? 0,
      bytesPerFrame: bytesPerFrame ?? 0,
      evicted: evicted ?? 'skip',
      ignore: [],
      destroy: [],
    },
  }
}
