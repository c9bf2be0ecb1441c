// @vitest-environment happy-dom
/** A canvas tells of its places, also of those that lie on what stands in it. */
import { useRef } from 'react'
import { expect, it } from 'vitest'
import { allocationAt, useAllocationAt } from '../../../renderer/canvas/allocation-at'
import { mount } from '../mounted'

/** Allocations 10 px wide each, from the left; by keys the first; none from 30 px on. */
function Strip({ first, isThere = true }: { first: number; isThere?: boolean }) {
  const area = useRef<HTMLDivElement>(null)
  useAllocationAt(area, (place) => {
    if (place === null) return first
    return place.x < 30 ? first + Math.floor(place.x / 10) : null
  })
  return (
    <section>
      {isThere && (
        <div ref={area}>
          <p>
            <canvas />
          </p>
        </div>
      )}
      <button type="button">Fit</button>
    </section>
  )
}

it('is what the canvas around the element says of the place, of keys and of where nothing is drawn', () => {
  const { element } = mount(<Strip first={5} />)
  const canvas = element.querySelector('canvas')
  expect(allocationAt(canvas, { x: 21, y: 3 })).toBe(7)
  expect(allocationAt(element.querySelector('div'), { x: 0, y: 3 })).toBe(5)
  expect(allocationAt(canvas, null)).toBe(5)
  expect(allocationAt(canvas, { x: 30, y: 3 })).toBeNull()
})

it('is of no canvas beside it, above it, and where there is no element', () => {
  const { element } = mount(<Strip first={5} />)
  const outside = [element.querySelector('button'), element.querySelector('section'), null]
  expect(outside.map((one) => allocationAt(one, { x: 0, y: 0 }))).toEqual([undefined, undefined, undefined])
})

it('is what it says now: each of two canvases for itself, as it was drawn last', () => {
  const one = mount(<Strip first={5} />)
  const other = mount(<Strip first={40} />)
  one.show(<Strip first={6} />)
  const said = [one, other].map(({ element }) => allocationAt(element.querySelector('canvas'), { x: 10, y: 0 }))
  expect(said).toEqual([7, 41])
})

it('is of a canvas that comes later, and asks for none where there is none yet', () => {
  const { element, show } = mount(<Strip first={5} isThere={false} />)
  expect(element.querySelector('canvas')).toBeNull()
  show(<Strip first={5} />)
  expect(allocationAt(element.querySelector('canvas'), null)).toBe(5)
})
