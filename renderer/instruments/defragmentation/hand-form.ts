/** Allocating and freeing by hand: the forms' text, and what it means. Pure. */
import { type AllocateSpec, type FreeSpec, GRANULE, type PoolHeap } from '../../../preload/contract'
import { type Parsed, parseSize, parseWhole, quoted } from '../../widgets/parse'

export interface AllocateText {
  name: string
  /** `16MiB`, or a least and a most: `64KiB-16MiB` */
  size: string
  count: string
  /** '': the default pool of the heap type */
  pool: string
  heap: PoolHeap
  committed: boolean
  pinned: boolean
}

export interface FreeText {
  name: string
  every: string
  share: string
}

export const FIRST_ALLOCATE: AllocateText = {
  name: 'By hand',
  size: '4 MiB',
  count: '32',
  pool: '',
  heap: 'default',
  committed: false,
  pinned: false,
}

export const FIRST_FREE: FreeText = { name: 'By hand', every: '2', share: '1' }

/** of one group */
const MOST_COUNT = 100_000
const LARGEST = 64 * 1024 ** 3

/** `16MiB`, or `64KiB-16MiB` (also with an en dash). */
export function parseSizes(text: string): Parsed<number | { min: number; max: number }> {
  const [first = '', second, ...more] = text.split(/[-–]/)
  if (more.length > 0) {
    return { ok: false, message: `Found ${quoted(text)}, expected a size such as 4 MiB, or two such as 64 KiB-16 MiB.` }
  }
  const min = parseSize(first, 1, LARGEST)
  if (!min.ok || second === undefined) return min
  const max = parseSize(second, 1, LARGEST)
  if (!max.ok) return max
  if (max.value < min.value) {
    return { ok: false, message: `Found ${quoted(text)}, expected the smaller size first.` }
  }
  if (min.value % GRANULE !== 0 || max.value % GRANULE !== 0) {
    return { ok: false, message: `Found ${quoted(text)}, expected whole 64 KiB for both, as sizes between are drawn.` }
  }
  return { ok: true, value: { min: min.value, max: max.value } }
}

function parseGroup(text: string): Parsed<string> {
  const name = text.trim()
  return name === '' ? { ok: false, message: 'Enter a name.' } : { ok: true, value: name }
}

/** What the form says; what is as usual is left out. */
export function readAllocate(text: AllocateText): Parsed<AllocateSpec> {
  const name = parseGroup(text.name)
  const size = parseSizes(text.size)
  const count = parseWhole(text.count, 1, MOST_COUNT, ' as the count')
  if (!name.ok) return name
  if (!size.ok) return size
  if (!count.ok) return count
  return {
    ok: true,
    value: {
      name: name.value,
      size: size.value,
      ...(count.value === 1 ? {} : { count: count.value }),
      ...(text.pool === '' ? { heap: text.heap } : { pool: text.pool }),
      ...(text.committed ? { committed: true } : {}),
      ...(text.pinned ? { pinned: true } : {}),
    },
  }
}

export function readFree(text: FreeText): Parsed<FreeSpec> {
  const name = parseGroup(text.name)
  const every = parseWhole(text.every, 1, MOST_COUNT, ': 2 frees every second one')
  const share = Number(text.share.trim())
  if (!name.ok) return name
  if (!every.ok) return every
  if (text.share.trim() === '' || !(share > 0 && share <= 1)) {
    return { ok: false, message: `Found ${quoted(text.share)}, expected a share above 0, at most 1, such as 0.5.` }
  }
  return {
    ok: true,
    value: {
      name: name.value,
      ...(every.value === 1 ? {} : { every: every.value }),
      ...(share === 1 ? {} : { share }),
    },
  }
}
