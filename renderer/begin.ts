/**
 * What the page runs first: nothing, until the window shows what is written into the page (opening.tsx). The app has been
 * fetched meanwhile, as the page says, and takes its place.
 */
import './opening.css'
import { firstPaint } from './frame/first-paint'

// the development server's page has nothing written into it
const seen = document.getElementById('opening') === null ? Promise.resolve() : firstPaint()
seen
  .then(() => import('./main'))
  .catch((error: unknown) => {
    // nothing of what is written into the page would answer
    document.getElementById('opening')?.remove()
    const why = Object.assign(document.createElement('p'), { role: 'alert', className: 'opening-failed' })
    why.textContent = `Reload the window, or start Trimline again: its page could not be loaded (${String(error)}).`
    document.getElementById('root')?.append(why)
    throw error
  })
