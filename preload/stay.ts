/**
 * Keeps the page from leaving itself. The main process refuses that too, but Chromium asks it about no about:blank: then
 * it can only show the page anew, and which tab was open is lost. Here nothing is lost.
 */

/** The part of the browser's Navigation API that is used. */
interface NavigateEvent {
  cancelable: boolean
  destination: { url: string; sameDocument: boolean }
  preventDefault(): void
}

interface Place {
  location?: { href: string }
  navigation?: { addEventListener(type: 'navigate', listener: (event: NavigateEvent) => void): void }
}

/** @param place the window */
export function stay(place: object): void {
  const { navigation, location } = place as Place
  navigation?.addEventListener('navigate', (event) => {
    const { destination, cancelable } = event
    const own = location?.href.replace(/#.*$/, '')
    // loading the same page again is what Reload does
    if (destination.sameDocument || destination.url.replace(/#.*$/, '') === own) return
    if (cancelable) event.preventDefault()
  })
}
