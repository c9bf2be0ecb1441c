/** RS-12, from the raw tables: every byte is somewhere, once, and every counter and list says the same. */
import { AllocationBit as Flag } from '../../../main/dxgkrnl/vidmm/allocation-table'
import type { GroupCounters } from '../../../main/dxgkrnl/vidmm/residency'
import type { Extent } from '../../../main/dxgkrnl/vidmm/segment'
import type { VideoMemoryManager } from '../../../main/dxgkrnl/vidmm/video-memory-manager'

const PAGE = 65_536
const SEGMENTS = ['local segment', 'non-local segment']

/** One allocation as its row says. */
interface Row {
  handle: number
  name: string
  group: number
  bytes: number
  listed: boolean
  inSegment: boolean
  valid: boolean
  references: number
  paging: number
  extents: readonly Extent[]
}

/**
 * Called after every event of very many runs: plain loops, as closures over the rows took twice the time.
 * @returns what does not add up, a sentence each; empty when memory is conserved
 */
export function conservationProblems(vidmm: VideoMemoryManager): string[] {
  const { residency } = vidmm
  const rows = rowsOf(vidmm)
  const problems: string[] = []
  let pagedOut = 0
  for (const row of rows) {
    checkRow(vidmm, row, problems)
    if (!row.inSegment) pagedOut += row.bytes
  }
  for (const group of [0, 1] as const) {
    checkExtents(vidmm, rows, group, problems)
    checkCounters(vidmm, rows, group, problems)
    checkList(residency.evictable[group], rows, group, false, problems)
    checkList(residency.inPlace[group], rows, group, true, problems)
  }
  checkForcedOut(vidmm, rows, problems)
  expectEqual('adapter', 'pagedOutBytes', residency.pagedOutBytes, pagedOut, problems)
  return problems
}

function rowsOf(vidmm: VideoMemoryManager): Row[] {
  const { table } = vidmm.residency
  const rows: Row[] = []
  for (const handle of table.live()) {
    const references = table.references[handle] as number
    rows.push({
      handle,
      name: table.names[handle] as string,
      group: table.segments[handle] as number,
      bytes: table.bytes[handle] as number,
      listed: references > 0,
      inSegment: table.has(handle, Flag.IN_SEGMENT),
      valid: table.has(handle, Flag.VALID),
      references,
      paging: table.pagingOperations[handle] as number,
      extents: table.extents(handle),
    })
  }
  return rows
}

function checkRow(vidmm: VideoMemoryManager, row: Row, problems: string[]): void {
  const { residency } = vidmm
  const { table } = residency
  const { handle, name } = row
  const queued = table.queued[handle] as number
  const running = table.running[handle] as number
  if (row.references < 0) problems.push(`${name}: ${row.references} references`)
  if (row.paging < 0) problems.push(`${name}: ${row.paging} paging operations`)
  if (running < 0 || running > queued) problems.push(`${name}: ${running} running of ${queued} queued`)
  if (running > 0 && !(row.inSegment && row.valid))
    problems.push(`${name}: a running packet uses it, and it is not there`)
  if (row.valid && !row.inSegment) problems.push(`${name}: contents in place without memory`)
  let pages = 0
  for (const extent of row.extents) pages += extent.pages
  expectEqual(name, 'bytes of its extents', pages * PAGE, row.inSegment ? row.bytes : 0, problems)
  const state = residency.state(handle)
  if (state !== stateOf(row)) problems.push(`${name}: state ${state}, its row says ${stateOf(row)}`)
}

function stateOf({ listed, inSegment, valid, paging }: Row): string {
  if (!listed) return inSegment ? 'evictable' : 'paged-out'
  if (inSegment && valid) return 'resident'
  return paging > 0 ? 'pending' : 'paged-out'
}

/** Free runs, allocations, other processes and the system cover the segment exactly, none over another, free runs joined. */
function checkExtents(vidmm: VideoMemoryManager, rows: readonly Row[], group: 0 | 1, problems: string[]): void {
  const segment = vidmm.residency.segments[group]
  const pieces: { extent: Extent; owner: string }[] = []
  for (const extent of segment.freeExtents) pieces.push({ extent, owner: 'free' })
  for (const row of rows)
    if (row.group === group) for (const extent of row.extents) pieces.push({ extent, owner: row.name })
  if (group === 0) for (const extent of vidmm.others.extents) pieces.push({ extent, owner: 'other processes' })
  const { size, systemBytes } = segment
  if (systemBytes > 0)
    pieces.push({ extent: { first: (size - systemBytes) / PAGE, pages: systemBytes / PAGE }, owner: 'the system' })
  pieces.sort((a, b) => a.extent.first - b.extent.first)
  let next = 0
  let before = ''
  for (const { extent, owner } of pieces) {
    if (extent.pages <= 0) problems.push(`segment ${group}: ${owner} holds a run of ${extent.pages} pages`)
    if (extent.first > next) problems.push(`segment ${group}: pages ${next} to ${extent.first} belong to nobody`)
    if (extent.first < next) problems.push(`segment ${group}: ${owner} overlaps ${before} at page ${extent.first}`)
    if (owner === 'free' && before === 'free') problems.push(`segment ${group}: two free runs meet at ${extent.first}`)
    next = extent.first + extent.pages
    before = owner
  }
  expectEqual(SEGMENTS[group], 'end of the last run', next * PAGE, segment.size, problems)
}

function checkCounters(vidmm: VideoMemoryManager, rows: readonly Row[], group: 0 | 1, problems: string[]): void {
  const { counters, segments } = vidmm.residency
  const expected: GroupCounters = { usage: 0, inPlace: 0, committed: 0, evictable: 0 }
  for (const row of rows) {
    if (row.group !== group) continue
    if (row.listed) expected.usage += row.bytes
    if (row.listed && row.inSegment && row.valid) expected.inPlace += row.bytes
    if (row.inSegment) expected.committed += row.bytes
    if (row.inSegment && !row.listed) expected.evictable += row.bytes
  }
  const found = counters[group]
  const where = SEGMENTS[group]
  expectEqual(where, 'usage', found.usage, expected.usage, problems)
  expectEqual(where, 'inPlace', found.inPlace, expected.inPlace, problems)
  expectEqual(where, 'committed', found.committed, expected.committed, problems)
  expectEqual(where, 'evictable', found.evictable, expected.evictable, problems)
  const others = group === 0 ? vidmm.others.committed : 0
  const { freeBytes, size, systemBytes } = segments[group]
  const taken = found.committed + others + systemBytes
  expectEqual(where, 'committed + others + system + free', taken + freeBytes, size, problems)
}

/** @param inPlace the list of what is on a residency list and in place, or that of what is evictable */
function checkList(
  list: { size: number; has(handle: number): boolean } & Iterable<number>,
  rows: readonly Row[],
  group: 0 | 1,
  inPlace: boolean,
  problems: string[],
): void {
  const what = inPlace ? 'inPlace' : 'evictable'
  let members = 0
  for (const row of rows) {
    if (row.group !== group) continue
    const should = row.inSegment && (inPlace ? row.listed && row.valid : !row.listed)
    if (should) members++
    if (list.has(row.handle) !== should) problems.push(`${what}: ${row.name} ${should ? 'is missing' : 'is too much'}`)
  }
  // a list of other groups' handles, or of dead ones, would be longer than that
  let elements = 0
  for (const _ of list) elements++
  expectEqual(what, 'elements', elements, members, problems)
  expectEqual(what, 'size', list.size, members, problems)
}

/** RS-02: what is on the list and in no segment is remembered, unless a paging operation is about to bring it. */
function checkForcedOut(vidmm: VideoMemoryManager, rows: readonly Row[], problems: string[]): void {
  const { forcedOut } = vidmm.residency
  for (const row of rows) {
    const out = row.listed && !row.inSegment
    if (forcedOut.has(row.handle) && !out) problems.push(`forcedOut: ${row.name} is not out`)
    if (out && row.paging === 0 && !forcedOut.has(row.handle)) problems.push(`forcedOut: ${row.name} is forgotten`)
  }
  for (const handle of forcedOut)
    if (!rows.some((row) => row.handle === handle)) problems.push(`forcedOut: ${handle} is no allocation`)
}

function expectEqual(
  where: string | undefined,
  what: string,
  found: number,
  expected: number,
  problems: string[],
): void {
  if (found !== expected) problems.push(`${where}: ${what} is ${found}, should be ${expected}`)
}
