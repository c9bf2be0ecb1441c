/**
 * The schemas of the verbs `defragment`, which runs to its end, and `defragmentation`, which is a call at a time. Calls
 * that the allocator refuses (a linear pool, a pass before the process has begun) are no mistakes of the file.
 *
 * @see spec DF-05 to DF-13, DF-20 to DF-22
 */
import { z } from 'zod'
import { DEFRAGMENTATION_ALGORITHMS, EVICTED_MOVES, MOVE_OPERATIONS } from '../../../../preload/contract'
import { list } from '../check/lists'
import { checked, duration, eachOnce, label, size, strict, wholeNumber } from './quantities'
import type { DefragmentationCall, DefragmentStep } from './types'

const names = (description: string) =>
  eachOnce(list(label('an allocation, or the full name of a resource')), description).prefault([])

const desc = {
  algorithm: z.enum(DEFRAGMENTATION_ALGORITHMS).prefault('balanced'),
  maxBytesPerPass: size('0: no limit').prefault(0),
  maxAllocationsPerPass: wholeNumber(0, '0: no limit').prefault(0),
  pool: label('a custom pool; when absent all default pools').optional(),
  timePerFrame: duration('of copying per display frame; 0: no limit').prefault(0),
  bytesPerFrame: size('moved per display frame; 0: no limit').prefault(0),
  evicted: z.enum(EVICTED_MOVES).prefault('skip').meta({ description: 'what becomes of moves of evicted memory' }),
  ignore: names('their moves are cancelled: IGNORE'),
  destroy: names('they are freed instead of moved: DESTROY'),
}

type Refuse = (path: (string | number)[], found: unknown, expected: string) => void

function checkOperations({ ignore, destroy }: Pick<DefragmentStep, 'ignore' | 'destroy'>, refuse: Refuse): void {
  const ignored = new Set(ignore)
  destroy.forEach((name, i) => {
    if (ignored.has(name)) refuse(['destroy', i], name, 'a name that "ignore" has not as well')
  })
}

export const defragmentSchema = checked(
  strict(desc, 'Begins, and runs to its end in simulated time.').meta({ id: 'defragment' }),
  checkOperations,
) satisfies z.ZodType<DefragmentStep>

const call = <Name extends string>(name: Name, description: string) => strict({ call: z.literal(name) }, description)

export const defragmentationSchema = z
  .discriminatedUnion('call', [
    checked(strict({ call: z.literal('begin'), ...desc }, 'BeginDefragmentation.'), checkOperations).transform(
      ({ call: name, ...own }): DefragmentationCall => ({ call: name, desc: own }),
    ),
    call('beginPass', 'BeginPass: plans the moves of a pass, which then wait.'),
    strict(
      {
        call: z.literal('operation'),
        move: wholeNumber(0, 'of the pass that waits, by its place in it'),
        operation: z.enum(MOVE_OPERATIONS).meta({ description: 'DEFRAGMENTATION_MOVE_OPERATION' }),
      },
      'What is done with a move of the pass.',
    ),
    call('endPass', 'Copies, waits for the GPU, and calls EndPass.'),
    call('run', 'Passes follow one another to the end.'),
    call('end', 'The context is released: what waits is cancelled.'),
  ])
  .meta({ description: 'Defragmentation by hand, a call at a time.' }) satisfies z.ZodType<DefragmentationCall>

/** As the file has it. */
export function writtenCall(value: DefragmentationCall): object {
  return value.call === 'begin' ? { call: value.call, ...value.desc } : value
}
