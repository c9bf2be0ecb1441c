/** Allocation notification end to end: a driver that compresses, on an integrated GPU and elsewhere. */
import { describe, expect, it } from 'vitest'
import { KernelModeDriver } from '../../../main/drivers/kmd/driver'
import { runScenario } from '../../../main/session/runner'
import { validateScenario } from '../../../main/session/scenario'

interface Line {
  t: number
  type: string
  operation?: string
  notify?: string
  resource?: string
  segment?: string
  chunk?: number
  chunks?: number
  offset?: number
  bytes?: number
  start?: number
  end?: number
  buffers?: number
  rule?: string
  ok?: boolean
}

const MiB = 1024 * 1024

/** An integrated GPU: its local group is an aperture, its VA space 4 MiB; A.r is used, then evicted at 3 s. */
async function evict(
  { system = {}, driver = {}, resource = {} }: { system?: object; driver?: object; resource?: object } = {},
  steps: object[] = [],
): Promise<Line[]> {
  const parsed = validateScenario({
    trimline: 1,
    system: {
      localSegment: 'aperture',
      localMemory: '1GiB',
      pagingBandwidth: '1GiB',
      hardwareScheduling: true,
      evictionMode: 'eager',
      ...system,
      driver: { notifyEviction: true, ...driver },
    },
    app: {
      policy: 'fence-lru',
      effects: [{ name: 'A', resources: [{ name: 'r', size: '9MiB', compressed: true, ...resource }] }],
    },
    steps: [
      { at: '0s', apply: 'A' },
      { at: '1s', periodicTrim: true },
      ...steps,
      { at: '3s', periodicTrim: true },
      { at: '4s', expect: { intact: ['A.r'] } },
      { at: '4s', expect: { pagedOut: ['A.r'] } },
    ],
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  const chunks: string[] = []
  await runScenario(parsed.scenario, { sink: (chunk) => chunks.push(chunk) })
  const text = chunks.join('').trim().split('\n')
  return text.map((line) => JSON.parse(line) as Line)
}

const operations = (lines: readonly Line[]): Line[] => lines.filter(({ type }) => type === 'paging-operation')
const findings = (lines: readonly Line[]): (string | undefined)[] =>
  lines.filter(({ type }) => type === 'finding').map(({ rule }) => rule)
const outcomes = (lines: readonly Line[]): (boolean | undefined)[] =>
  lines.filter(({ type }) => type === 'expect').map(({ ok }) => ok)
/** `NOTIFY_ALLOC NotifyEviction 0/3` */
const names = (lines: readonly Line[]): string[] =>
  operations(lines).map(({ operation, notify, chunk, chunks }) =>
    [operation, ...(notify === undefined ? [] : [notify]), `${chunk}/${chunks}`].join(' '),
  )

/** map, notify, unmap of one chunk */
const notified = (kind: string, chunk: string): string[] => [
  `UPDATE_PAGE_TABLE ${chunk}`,
  `NOTIFY_ALLOC ${kind} ${chunk}`,
  `UPDATE_PAGE_TABLE ${chunk}`,
]

describe('before an allocation leaves an aperture', () => {
  it('each chunk is mapped, notified and unmapped once, in ascending offset; then it is unmapped [AN-02] [AN-05] [AN-10] [AN-15] [AN-17]', async () => {
    const lines = await evict()
    expect(names(lines)).toEqual([
      ...notified('NotifyEviction', '0/3'),
      ...notified('NotifyEviction', '1/3'),
      ...notified('NotifyEviction', '2/3'),
      'UNMAP_APERTURE_SEGMENT 0/1',
    ])
    const notifications = operations(lines).filter(({ operation }) => operation === 'NOTIFY_ALLOC')
    // the space is that of the hardware scheduling log, 4 MiB: 9 MiB are 4 + 4 + 1
    expect(notifications.map(({ offset, bytes }) => [offset, bytes])).toEqual([
      [0, 4 * MiB],
      [4 * MiB, 4 * MiB],
      [8 * MiB, MiB],
    ])
    // decompressing 4 MiB at 1 GiB/s takes 3906.25 µs
    expect(notifications.map(({ start = 0, end = 0 }) => end - start)).toEqual([3907, 3907, 977])
    const ends = operations(lines).map(({ end }) => end)
    expect(
      operations(lines)
        .slice(1)
        .map(({ start }) => start),
    ).toEqual(ends.slice(0, -1))
  })

  it('its contents are decompressed, so that the CPU reads what was written [AN-14]', async () => {
    const lines = await evict()
    expect(outcomes(lines)).toEqual([true, true])
    expect(findings(lines)).toEqual([])
  })

  it('without the flag nothing is notified, and the corruption is reported [AN-01] [AN-14]', async () => {
    const lines = await evict({ driver: { notifyEviction: false } })
    expect(names(lines)).toEqual(['UNMAP_APERTURE_SEGMENT 0/1'])
    expect(outcomes(lines)).toEqual([false, true])
    expect(findings(lines)).toEqual(['AN-14'])
  })

  it('an allocation that the driver does not compress has no NotifyEviction [AN-01]', async () => {
    const lines = await evict({ resource: { compressed: false } })
    expect(names(lines)).toEqual(['UNMAP_APERTURE_SEGMENT 0/1'])
    expect(outcomes(lines)).toEqual([true, true])
  })

  it('NotifyIoMmuUnmap has the same steps [AN-03]', async () => {
    const lines = await evict({
      driver: { notifyEviction: false, notifyIoMmuUnmap: true },
      resource: { compressed: false },
    })
    expect(names(lines)).toEqual([
      ...['0/3', '1/3', '2/3'].flatMap((chunk) => notified('NotifyIoMmuUnmap', chunk)),
      'UNMAP_APERTURE_SEGMENT 0/1',
    ])
  })

  it('with both, NotifyEviction is complete before NotifyIoMmuUnmap starts [AN-07]', async () => {
    const kinds = operations(await evict({ driver: { notifyIoMmuUnmap: true } })).flatMap(({ notify }) => notify ?? [])
    expect(kinds).toEqual([...Array(3).fill('NotifyEviction'), ...Array(3).fill('NotifyIoMmuUnmap')])
  })

  it('a driver that touches the GPU VA after NotifyIoMmuUnmap is caught [AN-04]', async () => {
    const faulty = { notifyIoMmuUnmap: true, touchesAfterUnmap: true }
    expect(findings(await evict({ driver: faulty }))).toEqual(['AN-04'])
    expect(findings(await evict({ driver: { ...faulty, touchesAfterUnmap: false } }))).toEqual([])
  })

  it('also from the non-local segment of a discrete GPU, and none when it comes back [AN-06]', async () => {
    const discrete = { localSegment: 'memory', localMemory: '16MiB' }
    const lines = await evict({ system: discrete, resource: { heap: 'upload' } }, [])
    expect(operations(lines).filter(({ notify }) => notify !== undefined)).toMatchObject(
      // the space is a quarter of 16 MiB or the log's 4 MiB
      [{ segment: 'non-local' }, { segment: 'non-local' }, { segment: 'non-local' }],
    )
    const back = await evict({ system: discrete, resource: { heap: 'upload', resident: false } })
    const first = operations(back)[0]
    expect([first?.operation, first?.notify]).toEqual(['MAP_APERTURE_SEGMENT', undefined])
  })

  it('never when it leaves local memory [AN-06]', async () => {
    const lines = await evict({ system: { localSegment: 'memory' }, driver: { notifyIoMmuUnmap: true } })
    expect(names(lines)).toEqual(['VIRTUAL_TRANSFER 0/1'])
    // the transfer decompresses on its way
    expect(outcomes(lines)).toEqual([true, true])
  })
})

describe('where it does not exist or cannot be delivered', () => {
  it.each(['2.9', '3.0', '3.1'])('WDDM %s ignores the flags, and says so [AN-12]', async (wddm) => {
    const lines = await evict({ system: { wddm } })
    expect(names(lines)).toEqual(['UNMAP_APERTURE_SEGMENT 0/1'])
    expect(findings(lines)).toEqual(['AN-12', 'AN-14'])
  })

  it('without a VA space the eviction proceeds, with the reason [AN-08] [AN-13]', async () => {
    const lines = await evict({ system: { hardwareScheduling: false } })
    expect(names(lines)).toEqual(['UNMAP_APERTURE_SEGMENT 0/1'])
    expect(findings(lines)).toEqual(['AN-13', 'AN-14'])
    expect(outcomes(lines)).toEqual([false, true])
  })
})

describe('a driver that fails to build the paging buffer', () => {
  it('for lack of room is called again and continues where it stopped: still one notification a chunk [AN-16] [AN-15]', async () => {
    const lines = await evict({ driver: { pagingBufferCovers: '3MiB' } })
    const notifications = operations(lines).filter(({ operation }) => operation === 'NOTIFY_ALLOC')
    expect(notifications.map(({ chunk, buffers }) => [chunk, buffers])).toEqual([
      [0, 2],
      [1, 2],
      [2, 1],
    ])
    expect(outcomes(lines)).toEqual([true, true])
  })

  it('for another reason has the eviction abandoned: the allocation stays in its segment [AN-16]', async () => {
    const lines = await evict({}, [{ at: '2s', inject: { fault: 'build-paging-buffer-fails' } }])
    expect(findings(lines)).toEqual(['AN-16'])
    expect(lines.filter(({ type }) => type === 'page-out')).toEqual([])
    expect(outcomes(lines)[1]).toBe(false)
  })
})

describe('DxgkDdiQueryAdapterInfo, DXGKQAITYPE_PAGINGPROCESSGPUVASIZE [AN-09]', () => {
  const settings = {
    notifyEviction: false,
    notifyIoMmuUnmap: false,
    pagingBufferCovers: MiB,
    touchesAfterUnmap: false,
    pagingProcessVa: 64,
  }
  const driver = new KernelModeDriver(settings)

  it('takes a UINT physical adapter index of 4 bytes and gives megabytes in 4 bytes', () => {
    expect(driver.queryPagingProcessGpuVaSize(0, 4, 4, 1)).toBe(64)
    expect(driver.queryPagingProcessGpuVaSize(1, 4, 4, 2)).toBe(64)
  })

  it.each([
    ['an adapter that is not there', 1, 4, 4],
    ['an index that is no UINT', -1, 4, 4],
    ['another input size', 0, 8, 4],
    ['another output size', 0, 4, 8],
  ])('fails for %s', (_what, index, input, output) => {
    expect(driver.queryPagingProcessGpuVaSize(index, input, output, 1)).toBeNull()
  })
})
