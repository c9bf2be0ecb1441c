/** What the bound of an input stands on (LB-11): first uses, and the parts of gaps that no policy could have kept. */
import { formatDuration } from '../../../../../preload/contract'
import { boundOf } from '../../bound/bound'
import { eachUse, type References } from '../../bound/references'
import type { InputUses } from '../uses'
import { momentView, type RecordList } from './list'

/** What has to be brought in, use by use. @param references with the room that there is */
export function addBound(list: RecordList, references: References, { names }: Pick<InputUses, 'names'>): void {
  const dropped = new Map<string, number>()
  boundOf(references, (unit, event, bytes) => {
    const gap = `${event} ${unit}`
    dropped.set(gap, (dropped.get(gap) ?? 0) + bytes)
  })
  eachUse(references, ({ event, t, unit, since }) => {
    const size = references.sizes[unit] as number
    const bytes = since === null ? size : (dropped.get(`${event} ${unit}`) ?? 0)
    const gone = bytes === size ? 'all of it' : 'a part of it'
    if (bytes > 0) addUse(list, { t, name: names[unit] ?? '', bytes, since }, `there was no room to keep ${gone}`)
  })
}

/**
 * A use, at `t` µs, for which bytes have to be brought in; the one before was at `since` µs, null: it is the first.
 * @param why of one that is not the first
 */
export function addUse(
  list: RecordList,
  { t, name, bytes, since }: { t: number; name: string; bytes: number; since: number | null },
  why: string,
): void {
  list.add(bytes, () =>
    since === null
      ? momentView({ t, type: 'first use', name, bytes, more: 'whatever a policy does', amount: bytes })
      : momentView({
          t,
          type: 'use again',
          name,
          bytes: Math.round(bytes),
          more: `not used for ${formatDuration(t - since)}; ${why}`,
          amount: bytes,
        }),
  )
}
