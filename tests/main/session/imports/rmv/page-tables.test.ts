/** Oracle: updates written bit by bit from formats.md, section 1.4; the pages they map are counted by hand. */
import { expect, it } from 'vitest'
import type { RmvAllocation } from '../../../../../main/session/imports/rmv/allocations'
import { PageTables } from '../../../../../main/session/imports/rmv/page-tables'
import { packed } from '../writing'

const MIB = 1024 * 1024
const PAGES = 256
const segments = [
  { heap: 0, base: 0, size: 16 * MIB },
  { heap: 1, base: 16 * MIB, size: 16 * MIB },
  { heap: 2, base: 0, size: 64 * MIB },
]

/** Physical address and length in pages of 4 KiB. */
const update = (page: number, pages: number, kind = 1, unmapped = 0) =>
  packed(18, [44, 79, page], [80, 99, pages], [103, 103, unmapped], [136, 137, kind])

const allocation = (): RmvAllocation => ({
  number: 1,
  address: 0,
  bytes: MIB,
  upload: false,
  anyHeap: false,
  bound: new Set(),
  name: null,
  invisible: false,
  demoted: false,
})

it('counts what updates map by the segment in which it lies, across the border of two [LB-19]', () => {
  const tables = new PageTables(segments)
  const one = allocation()
  tables.take(update(PAGES, PAGES), one)
  expect(one.invisible).toBe(false)
  // from half a MiB before the border on, 2 MiB
  tables.take(update(15.5 * PAGES, 2 * PAGES), one)
  expect(one.invisible).toBe(true)
  expect(tables.text).toBe(
    'page tables mapped for allocations: 1.5 MiB visible, 1.5 MiB invisible, 0 B system; 0 demoted; 0 updates outside of every allocation',
  )
})

it('takes address 0 for system memory, and what moves there from where the CPU does not see it for demoted, once [LB-19]', () => {
  const tables = new PageTables(segments)
  const one = allocation()
  for (const bytes of [update(0, PAGES), update(16 * PAGES, PAGES), update(0, PAGES), update(0, PAGES)])
    tables.take(bytes, one)
  expect(one.demoted).toBe(true)
  expect(tables.text).toBe(
    'page tables mapped for allocations: 0 B visible, 1 MiB invisible, 3 MiB system; 1 demoted; 0 updates outside of every allocation',
  )
})

it('counts neither what is unmapped nor other kinds, and what belongs to nothing only as that [LB-19]', () => {
  const tables = new PageTables(segments)
  expect(tables.text).toBeNull()
  tables.take(update(PAGES, PAGES, 1, 1), allocation())
  tables.take(update(PAGES, PAGES, 2), allocation())
  expect(tables.text).toBeNull()
  tables.take(update(PAGES, PAGES), null)
  expect(tables.text).toMatch(/0 B visible, .*; 1 update outside of every allocation$/)
})

it('takes for system memory what lies in no segment, also where two are the same [LB-19]', () => {
  const twice = new PageTables([
    { heap: 0, base: 16 * MIB, size: MIB / 2 },
    { heap: 1, base: 16 * MIB, size: MIB / 2 },
    { heap: 1, base: 16.25 * MIB, size: MIB / 2 },
  ])
  twice.take(update(16 * PAGES, PAGES), allocation())
  expect(twice.text).toBe(
    'page tables mapped for allocations: 512 KiB visible, 256 KiB invisible, 256 KiB system; 0 demoted; 0 updates outside of every allocation',
  )
})

it('counts each page once where the segments of a damaged trace overlap [LB-19]', () => {
  const overlapping = new PageTables([
    { heap: 0, base: 0, size: 2 ** 63 },
    { heap: 1, base: 16 * MIB, size: 2 ** 63 },
  ])
  overlapping.take(update(16 * PAGES, PAGES), allocation())
  expect(overlapping.text).toBe(
    'page tables mapped for allocations: 1 MiB visible, 0 B invisible, 0 B system; 0 demoted; 0 updates outside of every allocation',
  )
})
