/** Which allocation a place of a canvas stands for: it has no elements in the page that could say so. */
import { type RefObject, useEffect } from 'react'
import type { Place } from '../widgets/copy-row'

/** @param place where it was pressed; null: by keys @returns the allocation's id; null: none */
type AllocationAt = (place: Place | null) => number | null

const told = new WeakMap<Element, AllocationAt>()

export function useAllocationAt(area: RefObject<Element | null>, at: AllocationAt): void {
  useEffect(() => {
    if (area.current !== null) told.set(area.current, at)
  })
}

/** @returns null: that place stands for none; undefined: the element is on no such canvas */
export function allocationAt(element: Element | null, place: Place | null): number | null | undefined {
  if (element === null) return undefined
  const at = told.get(element)
  return at === undefined ? allocationAt(element.parentElement, place) : at(place)
}
