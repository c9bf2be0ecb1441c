/** The way to the question which policy is better. */
import type { PolicyId } from '../../preload/contract'
import { setInterface, setLaboratoryTab } from './store'

/** Opens the Laboratory with policies as what is varied, the button that compares in sight and in focus. @param policies chosen there [as they were] */
export function comparePolicies(policies?: readonly PolicyId[]): void {
  setLaboratoryTab({ dimensions: ['policies'], isOpen: true, isAsked: true, ...(policies && { policies }) })
  setInterface({ tab: 'laboratory' })
}
