/** Writing the trace, into the live ring and as lines of JSON, beside the least that could be done for it. */
import { Trace } from '../../main/sim/trace'
import { traceLine } from '../../main/sim/trace-lines'
import type { TraceFields } from '../../main/sim/trace-records'
import { type Contender, measure } from './measure'
import { type Row, rateRow } from './table'

const RECORDS = 200_000
const GROUP = 'Trace: records written'

const evict = (index: number): TraceFields['evict'] => ({
  resource: 'Blur.main',
  bytes: index * 65536,
  reason: 'periodic',
  references: 0,
  policy: 'fence-lru',
  age: index,
})

export function trace(): Row[] {
  const [ring, lines, array, json] = measure([intoRing(), asLines(), intoArray(), asPlainJson()])
  return [
    rateRow(GROUP, ring, { peers: [array] }),
    rateRow(GROUP, array),
    rateRow(GROUP, lines, { peers: [json] }),
    rateRow(GROUP, json),
  ]
}

function intoRing(): Contender {
  let now = 0
  const target = new Trace(() => now)
  return {
    name: 'without JSON, ring of 65,536',
    run() {
      for (let i = 0; i < RECORDS; i++) {
        now = i
        target.write('evict', evict(i))
      }
      return RECORDS
    },
  }
}

function asLines(): Contender {
  let now = 0
  let length = 0
  const target = new Trace(() => now, 0)
  target.attach((record) => {
    length += traceLine(record).length
  })
  return {
    name: 'as lines of JSON',
    run() {
      for (let i = 0; i < RECORDS; i++) {
        now = i
        target.write('evict', evict(i))
      }
      if (length === 0) throw new Error('nothing was written')
      return RECORDS
    },
  }
}

function intoArray(): Contender {
  let kept: unknown[] = []
  return {
    name: 'array.push of the record',
    prepare() {
      kept = []
    },
    run() {
      for (let i = 0; i < RECORDS; i++) kept.push({ t: i, type: 'evict', ...evict(i) })
      return kept.length
    },
  }
}

function asPlainJson(): Contender {
  let length = 0
  return {
    name: 'JSON.stringify of the record',
    run() {
      for (let i = 0; i < RECORDS; i++) length += JSON.stringify({ t: i, type: 'evict', ...evict(i) }).length
      if (length === 0) throw new Error('nothing was written')
      return RECORDS
    },
  }
}
