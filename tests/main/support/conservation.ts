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
}

/** @returns what does not add up, a sentence each; empty when memory is conserved */
export function conservationProblems(vidmm: VideoMemoryManager): string[] {
  const rows = rowsOf(vidmm)
  const problems: string[] = []
  for (const row of rows) checkRow(vidmm, row, problems)
  for (const group of [0, 1]) {
    const own = rows.filter((row) => row.group === group)
    checkExtents(vidmm, own, group, problems)
    checkCounters(vidmm, own, group, problems)
    const { residency } = vidmm
    const place = residency.inPlace[group as 0 | 1]
    checkList(residency.evictable[group as 0 | 1], own, (row) => row.inSegment && !row.listed, 'evictable', problems)
    checkList(place, own, (row) => row.inSegment && row.listed && row.valid, 'inPlace', problems)
  }
  checkForcedOut(vidmm, rows, problems)
  const pagedOut = rows.reduce((total, row) => total + (row.inSegment ? 0 : row.bytes), 0)
  expectEqual('adapter', 'pagedOutBytes', vidmm.residency.pagedOutBytes, pagedOut, problems)
  return problems
}

function rowsOf(vidmm: VideoMemoryManager): Row[] {
  const { table } = vidmm.residency
  return [...table.live()].map((handle) => ({
    handle,
    name: table.names[handle] as string,
    group: table.segments[handle] as number,
    bytes: table.bytes[handle] as number,
    listed: (table.references[handle] as number) > 0,
    inSegment: table.has(handle, Flag.IN_SEGMENT),
    valid: table.has(handle, Flag.VALID),
    references: table.references[handle] as number,
    paging: table.pagingOperations[handle] as number,
  }))
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
  const pages = table.extents(handle).reduce((total, extent) => total + extent.pages, 0)
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
function checkExtents(vidmm: VideoMemoryManager, rows: readonly Row[], group: number, problems: string[]): void {
  const segment = vidmm.residency.segments[group as 0 | 1]
  const pieces: { extent: Extent; owner: string }[] = []
  const add = (extents: readonly Extent[], owner: string): void => {
    for (const extent of extents) pieces.push({ extent, owner })
  }
  add(segment.freeExtents, 'free')
  for (const row of rows) add(vidmm.residency.table.extents(row.handle), row.name)
  if (group === 0) add(vidmm.others.extents, 'other processes')
  const { size, systemBytes } = segment
  if (systemBytes > 0) add([{ first: (size - systemBytes) / PAGE, pages: systemBytes / PAGE }], 'the system')
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

function checkCounters(vidmm: VideoMemoryManager, rows: readonly Row[], group: number, problems: string[]): void {
  const { counters, segments } = vidmm.residency
  const sum = (counts: (row: Row) => boolean): number =>
    rows.reduce((total, row) => total + (counts(row) ? row.bytes : 0), 0)
  const expected: GroupCounters = {
    usage: sum((row) => row.listed),
    inPlace: sum((row) => row.listed && row.inSegment && row.valid),
    committed: sum((row) => row.inSegment),
    evictable: sum((row) => row.inSegment && !row.listed),
  }
  const found = counters[group as 0 | 1]
  for (const key of ['usage', 'inPlace', 'committed', 'evictable'] as const)
    expectEqual(SEGMENTS[group], key, found[key], expected[key], problems)
  const others = group === 0 ? vidmm.others.committed : 0
  const { freeBytes, size, systemBytes } = segments[group as 0 | 1]
  const taken = found.committed + others + systemBytes
  expectEqual(SEGMENTS[group], 'committed + others + system + free', taken + freeBytes, size, problems)
}

function checkList(
  list: { size: number; has(handle: number): boolean } & Iterable<number>,
  rows: readonly Row[],
  belongs: (row: Row) => boolean,
  what: string,
  problems: string[],
): void {
  let members = 0
  for (const row of rows) {
    const should = belongs(row)
    if (should) members++
    if (list.has(row.handle) !== should) problems.push(`${what}: ${row.name} ${should ? 'is missing' : 'is too much'}`)
  }
  // a list of other groups' handles, or of dead ones, would be longer than that
  expectEqual(what, 'elements', [...list].length, members, problems)
  expectEqual(what, 'size', list.size, members, problems)
}

/** RS-02: what is on the list and in no segment is remembered, unless a paging operation is about to bring it. */
function checkForcedOut(vidmm: VideoMemoryManager, rows: readonly Row[], problems: string[]): void {
  const { forcedOut } = vidmm.residency
  const members = [...forcedOut]
  for (const row of rows) {
    const out = row.listed && !row.inSegment
    if (forcedOut.has(row.handle) && !out) problems.push(`forcedOut: ${row.name} is not out`)
    if (out && row.paging === 0 && !forcedOut.has(row.handle)) problems.push(`forcedOut: ${row.name} is forgotten`)
  }
  const live = new Set(rows.map((row) => row.handle))
  for (const handle of members) if (!live.has(handle)) problems.push(`forcedOut: ${handle} is no allocation`)
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
