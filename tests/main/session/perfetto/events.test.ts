import { expect, it } from 'vitest'
import { fieldsOf } from '../../../../main/session/perfetto/events'

it('what of an object is said beside an event: its fields, those within as outer.inner, and nothing that is not there', () => {
  const object = {
    name: 'A.r',
    bytes: 7,
    resident: false,
    none: null,
    absent: undefined,
    why: { because: 'evicted', occasion: { policy: null, rule: 'periodic' } },
    resources: ['A.r', 'B.r'],
    empty: [],
    // no list of scalars: as one text
    moves: [{ from: 1 }, 2],
  }
  expect(fieldsOf(object)).toEqual({
    name: 'A.r',
    bytes: 7,
    resident: false,
    'why.because': 'evicted',
    'why.occasion.rule': 'periodic',
    resources: ['A.r', 'B.r'],
    empty: [],
    moves: '[{"from":1},2]',
  })
})
