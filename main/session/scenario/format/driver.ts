/**
 * The schema of the kernel-mode driver: what it declares and what its hardware can do. Combinations that fail adapter
 * initialisation are no mistakes of the file: the run shows what comes of them (GP-02).
 *
 * @see spec AN-01 to AN-16 (AN-09 per linked adapter: SC-14), GP-01 to GP-05, GP-14, GP-19, GP-20
 */
import { z } from 'zod'
import {
  COMPUTE_GRANULARITIES,
  GRAPHICS_GRANULARITIES,
  INTERFACE_VERSIONS,
  PAGING_ENGINES,
} from '../../../../preload/contract'
import { FlipCaps, VidSchCaps } from '../../../drivers/kmd/scheduling-caps'
import { list } from '../check/lists'
import { adapterIndex, MOST_ADAPTERS } from './faults'
import { duration, eachOnce, flag, size, strict, wholeNumber } from './quantities'
import { KIB } from './units'

const PAGE = 4 * KIB

const save = (boundary: string, cost: string) => duration(`at ${boundary}`).prefault(cost)

const contextSave = strict(
  {
    'dma-buffer': save('the end of a DMA buffer', '10us'),
    primitive: save('the end of a primitive', '15us'),
    triangle: save('the end of a triangle', '20us'),
    pixel: save('the end of a pixel', '40us'),
    dispatch: save('the end of a dispatch', '15us'),
    'thread-group': save('the end of a thread group', '20us'),
    thread: save('the end of a thread', '60us'),
    shader: save('any instruction of a shader', '100us'),
  },
  "What saving a context's state takes at each kind of boundary.",
)

const graphics = z.enum(GRAPHICS_GRANULARITIES).optional()
const compute = z.enum(COMPUTE_GRANULARITIES).optional()

const engines = strict(
  {
    '3d': strict({ graphics, compute }, 'The 3D engine.').optional(),
    compute: strict({ compute }, 'The compute engine.').optional(),
  },
  'Where engines differ from system.preemption; of these the coarsest is reported.',
)

/** Names that stand for bits: each at most once. */
function bits<Name extends string>(values: Readonly<Record<Name, number>>, description: string) {
  const names = Object.keys(values) as [Name, ...Name[]]
  return eachOnce(list(z.enum(names)), description)
}

const UINT_MAX = 0xffffffff

/** An answer to DXGKQAITYPE_PAGINGPROCESSGPUVASIZE (AN-09). */
export const vaAnswer = (description: string) =>
  wholeNumber(0, description, UINT_MAX, `at most ${UINT_MAX}, as the driver answers with a UINT`)

const failingAdapters = list(adapterIndex('the first adapter is 0')).superRefine((adapters, context) => {
  adapters.forEach((adapter, i) => {
    if (adapters.indexOf(adapter) < i)
      context.addIssue({ code: 'custom', input: adapter, message: 'each adapter once', path: [i] })
  })
})

export const driverSchema = strict(
  {
    notifyEviction: flag('sets NotifyEviction on what it compresses').prefault(false),
    notifyIoMmuUnmap: flag('sets NotifyIoMmuUnmap on allocations of an aperture segment').prefault(false),
    pagingBufferCovers: size('bytes of an allocation that one paging buffer treats', { min: 1 }).prefault('64MiB'),
    touchesAfterUnmap: flag('a faulty driver: touches the GPU VA after NotifyIoMmuUnmap').prefault(false),
    pagingProcessVaFails: z
      .union([z.boolean(), failingAdapters], { error: 'true, false or a list of adapters' })
      .prefault(false)
      .meta({ description: 'its answer for pagingProcessVa fails, for every adapter or those listed: the OS chooses' }),
    linkedPagingProcessVa: list(vaAnswer('MiB'), {
      max: [MOST_ADAPTERS - 1, `at most ${MOST_ADAPTERS - 1}, for linked adapters after the first`],
    })
      .optional()
      .meta({ description: 'its answers for linked adapters after the first, in order; when absent pagingProcessVa' }),
    interfaceVersion: z
      .enum(INTERFACE_VERSIONS)
      .prefault('win8')
      .meta({ description: 'DXGKDDI_INTERFACE_VERSION that it was built against' }),
    schedulingCaps: bits(VidSchCaps, 'which bits of DXGK_VIDSCHCAPS it sets').prefault([
      'MultiEngineAware',
      'PreemptionAware',
    ]),
    flipCaps: bits(FlipCaps, 'which bits of DXGK_FLIPCAPS it sets').prefault(['FlipOnVSyncMmIo']),
    queueDepth: wholeNumber(1, "packets in an engine's hardware queue, the running one included", 64).prefault(2),
    contextSave: contextSave.prefault({}),
    contextRestore: duration('restoring a saved context').prefault('10us'),
    preemptionRequest: duration('until a preemption request has reached the engine').prefault('5us'),
    preemptionTurnaround: duration(
      'of the scheduler, from an engine that has stopped for a request to the next packet entering it; when absent none',
    ).optional(),
    pagingOperation: duration(
      "fixed cost of each paging operation beside its bytes, of new memory's page table too; when absent 2us without data, none with",
    ).optional(),
    pagingBatch: duration(
      'fixed cost of a MakeResident or an eviction before its first operation; when absent none',
    ).optional(),
    engines: engines.prefault({}),
    pagingEngine: z.enum(PAGING_ENGINES).prefault('paging').meta({ description: 'where paging work runs' }),
    contextAllocation: size("each context's own allocation, a multiple of 4 KiB; 0: it needs none", {
      multipleOf: PAGE,
    }).prefault('0B'),
    leaksBindings: flag('a faulty driver: keeps what it bound before a split').prefault(false),
    changesSplitBuffers: flag('a faulty driver: changes a split DMA buffer that is broadcast').prefault(false),
  },
  'The kernel-mode driver.',
)
