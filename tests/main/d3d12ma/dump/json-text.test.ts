import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonText } from '../../../../main/d3d12ma/dump/json-text'

describe('the text of a dump [DF-23]', () => {
  it('has a line for each field, and one for each object of a list that has no parts of its own', () => {
    const value = {
      General: { API: 'Direct3D 12' },
      Blocks: [
        { Offset: 0, Size: 1 },
        { Offset: 1, Name: 'a "b"' },
      ],
      Nested: [{ in: { a: 1 } }],
      None: [],
      Nothing: {},
    }
    expect(jsonText(value)).toBe(`{
  "General": {
    "API": "Direct3D 12"
  },
  "Blocks": [
    {"Offset":0,"Size":1},
    {"Offset":1,"Name":"a \\"b\\""}
  ],
  "Nested": [
    {
      "in": {
        "a": 1
      }
    }
  ],
  "None": [],
  "Nothing": {}
}
`)
  })

  it('is JSON of the same value, whatever that is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(JSON.parse(jsonText(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
