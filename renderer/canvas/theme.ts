/** Colours of the theme as values, for canvases; CSS uses the variables of styles/theme.css directly. */
import { useEffect, useState } from 'react'

/**
 * The value that a colour variable has now, as `rgb(…)`.
 * @param variable a name of styles/theme.css, such as `--state-resident`
 */
export function themeColor(variable: string): string {
  return resolved(`var(${variable})`)
}

function resolved(value: string): string {
  // a custom property's own value is the text light-dark(…): only a real property resolves it
  const probe = document.createElement('span')
  // a mixture of system colours is none of them
  probe.style.forcedColorAdjust = 'none'
  probe.style.color = value
  document.documentElement.append(probe)
  const color = getComputedStyle(probe).color
  probe.remove()
  return color
}

/** `forced`, with their values: the system's colours, in place of the project's theme. */
type ShownTheme = 'dark' | 'light' | `forced ${string}`

/** What the style sheets make of ours then. */
const SYSTEM_COLOURS = ['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'LinkText', 'GrayText']

const FORCED = '(forced-colors: active)'
const DARK = '(prefers-color-scheme: dark)'

/** What is shown now; the component draws again when that changes. */
export function useShownTheme(): ShownTheme {
  const [shown, setShown] = useState(shownTheme)
  useEffect(() => {
    const update = (): void => setShown(shownTheme())
    const queries = [DARK, FORCED].map((query) => matchMedia(query))
    const root = new MutationObserver(update)
    for (const query of queries) query.addEventListener('change', update)
    root.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    // no query tells of another contrast theme as dark as the one before; where it is chosen is another window
    window.addEventListener('focus', update)
    update()
    return () => {
      window.removeEventListener('focus', update)
      for (const query of queries) query.removeEventListener('change', update)
      root.disconnect()
    }
  }, [])
  return shown
}

/** Whether colours are the system's: none of ours says anything then. */
export const hasForcedColours = (): boolean => matchMedia(FORCED).matches

function shownTheme(): ShownTheme {
  if (hasForcedColours()) return `forced ${SYSTEM_COLOURS.map(resolved).join()}`
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'dark' || chosen === 'light') return chosen
  return matchMedia(DARK).matches ? 'dark' : 'light'
}

/** it follows the system; to ask for one at every picture costs more than the question */
let lessMotion: MediaQueryList | undefined

/** True when the person asked the system for less motion. */
export function reducedMotion(): boolean {
  lessMotion ??= matchMedia('(prefers-reduced-motion: reduce)')
  return lessMotion.matches
}

/** The page's font, for canvases: they inherit none. */
export function fontFamily(): string {
  return getComputedStyle(document.body).fontFamily || 'sans-serif'
}
