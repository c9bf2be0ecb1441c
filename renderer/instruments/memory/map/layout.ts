/**
 * Where every allocation lies on the residency map: grouped by effect, by area or in uniform cells. Pure: the same
 * allocations and size give the same layout. States have no part in it, so a change of state moves nothing.
 */
import { type Rect, squarify } from '../../../canvas/treemap'
import type { AllocationNames } from '../../../store/allocation-names'
import { formatCount } from '../../../widgets/format'

/** `area`: a cell's area grows with its bytes; `uniform`: all cells of one size */
export type MapMode = 'area' | 'uniform'

export interface MapInput {
  /** live ids in creation order */
  ids: readonly number[]
  /** they say the effects */
  names: AllocationNames
  /** by id */
  bytes: Float64Array
}

export interface MapGroup extends Rect {
  effect: string
  /** total of its allocations */
  bytes: number
  /** height of the strip above its cells: HEADER has the effect's name, COLOUR_ONLY its colour, 0 neither */
  header: number
  /** cells [firstCell, lastCell) are this group's */
  firstCell: number
  lastCell: number
}

export interface MapLayout {
  width: number
  height: number
  cells: number
  x: Float32Array
  y: Float32Array
  w: Float32Array
  h: Float32Array
  groups: MapGroup[]
  /** allocation ids in the order of cells; cell c holds members [firstMember[c], firstMember[c + 1]) */
  members: Uint32Array
  firstMember: Uint32Array
  /** by allocation id; −1: not on the map */
  cellOf: Int32Array
  /** allocations in the fullest cell: more than 1 where one each would be too small to see */
  mostInCell: number
}

/** Smallest side of a cell, in px; below it allocations share a cell. */
export const LEAST_CELL = 3
/** A group whose cells would be smaller than this on average is a grid, whatever the mode. */
const LEAST_TREEMAP_AREA = 64
/** In area mode no cell is smaller than this part of an equal share, so that 64 KiB next to 1 GiB stays visible. */
const LEAST_SHARE = 0.3
/** With less room for an effect than this, in px², effects are not told apart. */
const LEAST_GROUP_AREA = 120
export const HEADER = 16
/** height of a strip without a name: what lies below it does not belong to the name above it */
const COLOUR_ONLY = 4

interface Group {
  effect: string
  ids: Uint32Array
  bytes: number
}

export function layoutMap(input: MapInput, width: number, height: number, mode: MapMode): MapLayout {
  const byEffect = groupByEffect(input)
  const crowded = (width * height) / byEffect.length < LEAST_GROUP_AREA
  const groups = crowded ? [merged(byEffect)] : byEffect
  const builder = new LayoutBuilder(input, width, height, groups.length)
  if (width > 0 && height > 0 && groups.length > 0) {
    const weights = groups.map((group) => (mode === 'area' ? group.bytes : group.ids.length))
    const raised = raise(weights)
    const order = raised.map((_, index) => index).sort((a, b) => raised[b]! - raised[a]! || a - b)
    const areas = squarify(
      order.map((index) => raised[index]!),
      { x: 0, y: 0, w: width, h: height },
    )
    order.forEach((index, at) => {
      builder.add(groups[index]!, areas[at]!, mode)
    })
  }
  return builder.finish()
}

/** Effects in the order of their first allocations. Counts first: no list of a million is to grow. */
function groupByEffect({ ids, names, bytes }: MapInput): Group[] {
  const byName = new Map<string, number>()
  /** by `names.group`: −1 where it has not been met */
  const groupOf = new Int32Array(names.groups).fill(-1)
  const counts: number[] = []
  for (const id of ids) {
    const batch = names.group(id)
    let group = groupOf[batch]!
    if (group < 0) {
      const effect = names.effect(id)
      group = byName.get(effect) ?? byName.size
      byName.set(effect, group)
      groupOf[batch] = group
    }
    counts[group] = (counts[group] ?? 0) + 1
  }
  const groups = [...byName.keys()].map((effect, at) => ({ effect, ids: new Uint32Array(counts[at]!), bytes: 0 }))
  const filled = new Uint32Array(groups.length)
  for (const id of ids) {
    const at = groupOf[names.group(id)]!
    const group = groups[at]!
    group.ids[filled[at]!++] = id
    group.bytes += bytes[id] ?? 0
  }
  return groups
}

function merged(groups: readonly Group[]): Group {
  const ids = new Uint32Array(groups.reduce((sum, group) => sum + group.ids.length, 0))
  let at = 0
  for (const group of groups) {
    ids.set(group.ids, at)
    at += group.ids.length
  }
  const bytes = groups.reduce((sum, group) => sum + group.bytes, 0)
  return { effect: `${formatCount(groups.length)} effects`, ids, bytes }
}

/** Small weights are raised to LEAST_SHARE of the mean. */
function raise(weights: readonly number[]): number[] {
  let total = 0
  for (const weight of weights) total += weight
  const least = total > 0 ? (total / weights.length) * LEAST_SHARE : 1
  return weights.map((weight) => Math.max(weight, least))
}

class LayoutBuilder {
  private readonly x: Float32Array
  private readonly y: Float32Array
  private readonly w: Float32Array
  private readonly h: Float32Array
  private readonly members: Uint32Array
  private readonly firstMember: Uint32Array
  private readonly cellOf: Int32Array
  private readonly groups: MapGroup[] = []
  private cells = 0
  private placed = 0
  private mostInCell = 1

  constructor(
    private readonly input: MapInput,
    private readonly width: number,
    private readonly height: number,
    groups: number,
  ) {
    const count = input.ids.length
    let highest = -1
    for (const id of input.ids) highest = Math.max(highest, id)
    // a cell has LEAST_CELL² px at least, but for one that is alone in its group
    const most = Math.min(count, Math.ceil((width * height) / LEAST_CELL ** 2) + groups)
    this.x = new Float32Array(most)
    this.y = new Float32Array(most)
    this.w = new Float32Array(most)
    this.h = new Float32Array(most)
    this.members = new Uint32Array(count)
    this.firstMember = new Uint32Array(most + 1)
    this.cellOf = new Int32Array(highest + 1).fill(-1)
  }

  add(group: Group, area: Rect, mode: MapMode): void {
    const header = headerOf(area, group.ids.length)
    const margin = Math.min(area.w, area.h) >= 24 ? 1 : 0
    const inner: Rect = {
      x: area.x + margin,
      y: area.y + header + margin,
      w: Math.max(0, area.w - 2 * margin),
      h: Math.max(0, area.h - header - 2 * margin),
    }
    const firstCell = this.cells
    const roomy = (inner.w * inner.h) / group.ids.length >= LEAST_TREEMAP_AREA
    if (mode === 'area' && roomy) this.addTreemap(group, inner)
    else this.addGrid(group, inner)
    this.groups.push({ effect: group.effect, bytes: group.bytes, ...area, header, firstCell, lastCell: this.cells })
  }

  private addTreemap(group: Group, area: Rect): void {
    const weights = raise(Array.from(group.ids, (id) => this.input.bytes[id] ?? 0))
    const order = weights.map((_, index) => index).sort((a, b) => weights[b]! - weights[a]! || a - b)
    const cells = squarify(
      order.map((index) => weights[index]!),
      area,
    )
    order.forEach((index, at) => {
      this.addCell(cells[at]!, group.ids, index, index + 1)
    })
  }

  private addGrid(group: Group, area: Rect): void {
    const count = group.ids.length
    const most = Math.max(1, Math.floor(area.w / LEAST_CELL) * Math.floor(area.h / LEAST_CELL))
    const perCell = Math.ceil(count / most)
    const cells = Math.ceil(count / perCell)
    this.mostInCell = Math.max(this.mostInCell, perCell)
    const { columns, rows } = gridOf(cells, area.w, area.h)
    for (let cell = 0; cell < cells; cell++) {
      const column = cell % columns
      const row = Math.floor(cell / columns)
      const left = Math.round(area.x + (area.w * column) / columns)
      const top = Math.round(area.y + (area.h * row) / rows)
      const right = Math.round(area.x + (area.w * (column + 1)) / columns)
      const bottom = Math.round(area.y + (area.h * (row + 1)) / rows)
      const place = { x: left, y: top, w: right - left, h: bottom - top }
      this.addCell(place, group.ids, cell * perCell, Math.min(count, (cell + 1) * perCell))
    }
  }

  private addCell(place: Rect, ids: Uint32Array, from: number, to: number): void {
    const cell = this.cells++
    const right = Math.round(place.x + place.w)
    const bottom = Math.round(place.y + place.h)
    this.x[cell] = Math.round(place.x)
    this.y[cell] = Math.round(place.y)
    this.w[cell] = right - this.x[cell]!
    this.h[cell] = bottom - this.y[cell]!
    this.firstMember[cell] = this.placed
    for (let at = from; at < to; at++) {
      const id = ids[at]!
      this.members[this.placed++] = id
      this.cellOf[id] = cell
    }
    this.firstMember[cell + 1] = this.placed
  }

  finish(): MapLayout {
    const { width, height, cells, x, y, w, h, groups, members, firstMember, cellOf, mostInCell } = this
    return { width, height, cells, x, y, w, h, groups, members, firstMember, cellOf, mostInCell }
  }
}

/** @param cells of the group: where they are many and small, none is lost to a colour */
function headerOf({ w, h }: Rect, cells: number): number {
  if (h >= 3 * HEADER && w >= 44) return HEADER
  return h >= 6 * COLOUR_ONLY && (w * h) / cells >= 2 * LEAST_TREEMAP_AREA ? COLOUR_ONLY : 0
}

/** The group that a cell is of. */
export function groupOfCell({ groups }: MapLayout, cell: number): MapGroup | undefined {
  return groups.find(({ lastCell }) => cell < lastCell)
}

/** Columns and rows for `cells` cells, about square and never narrower than LEAST_CELL while that is possible. */
function gridOf(cells: number, width: number, height: number): { columns: number; rows: number } {
  const widest = Math.max(1, Math.floor(width / LEAST_CELL))
  const tallest = Math.max(1, Math.floor(height / LEAST_CELL))
  const square = Math.ceil(Math.sqrt((cells * Math.max(1, width)) / Math.max(1, height)))
  const columns = Math.min(widest, Math.max(square, Math.ceil(cells / tallest), 1))
  return { columns, rows: Math.ceil(cells / columns) }
}
