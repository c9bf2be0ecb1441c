/**
 * Types that have to be said twice, as one side may not know the other: the layers of the stack know nothing of the page's
 * views, and a file is read by another grammar than a command. That they are the same, in both directions, is for the
 * compiler: this file does not compile where one has a field, or a value, that the other has not.
 */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { TrialPoint, TrialResult } from '../../main/d3d12ma/defragmentation/trial'
import type { CurvePoint } from '../../main/editor/defragmentation/defragmenter'
import type { timelineChange } from '../../main/session/commands/schema/timeline'
import type { timelineEditSchema, timelineSchema } from '../../main/session/scenario/format/timeline'
import type { DriverCall, FaultName } from '../../main/sim/faults'
import type { TraceFields } from '../../main/sim/trace-records'
import type {
  ConvergencePoint,
  DefragmentationRow,
  FaultId,
  PagingOperationView,
  ThrowingCall,
  TimelineEdit,
  TimelineSpec,
} from '../../preload/contract'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Its fields one by one, each union apart: intersections and `Omit` are no other type by that. */
type Flat<Type> = Type extends object ? { [Field in keyof Type]: Type[Field] } : Type

const TWINS: {
  'a point of the curve of defragmentation, in the editor and on the page': Same<CurvePoint, ConvergencePoint>
  'what an algorithm came to, in the allocator and on the page': Same<
    Flat<Omit<TrialResult, 'curve'>>,
    Flat<Omit<DefragmentationRow, 'curve'>>
  >
  'of which the page shows these points': Same<
    Flat<Pick<TrialPoint, 'pass' | 'blocks' | 'bytesMoved'>>,
    DefragmentationRow['curve'][number]
  >
  'a paging operation, in the trace and on the page': Same<
    TraceFields['paging-operation'],
    Flat<Omit<PagingOperationView, 'id' | 'group'>>
  >
  'an edit of the timeline, in a command': Same<z.output<typeof timelineChange>, TimelineEdit>
  'an edit of the timeline, in a file': Same<z.output<typeof timelineEditSchema>, TimelineEdit>
  'a timeline, in a file': Same<z.output<typeof timelineSchema>, TimelineSpec>
  'the faults that there are, in the simulation and for a person': Same<FaultName, FaultId>
  'the calls into a driver that can throw': Same<DriverCall, ThrowingCall>
} = {
  'a point of the curve of defragmentation, in the editor and on the page': true,
  'what an algorithm came to, in the allocator and on the page': true,
  'of which the page shows these points': true,
  'a paging operation, in the trace and on the page': true,
  'an edit of the timeline, in a command': true,
  'an edit of the timeline, in a file': true,
  'a timeline, in a file': true,
  'the faults that there are, in the simulation and for a person': true,
  'the calls into a driver that can throw': true,
}

it.each(Object.entries(TWINS))('%s: said twice, and the same', (_what, same) => {
  expect(same).toBe(true)
})
