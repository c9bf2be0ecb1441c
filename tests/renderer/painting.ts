/** The display, for tests: nothing of the page has been painted until they say so. */
import { vi } from 'vitest'

/** Until `vi.unstubAllGlobals`. @returns tells whoever waits for it that the display shows something of the page */
export function unpainted(): () => void {
  let painted = (): void => {
    throw new Error('nobody waits for the display')
  }
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(private readonly tell: (list: { getEntriesByName(name: string): object[] }) => void) {}
      observe(): void {
        painted = () => this.tell({ getEntriesByName: (name) => (name === 'first-contentful-paint' ? [{}] : []) })
      }
      disconnect(): void {}
    },
  )
  return () => painted()
}
