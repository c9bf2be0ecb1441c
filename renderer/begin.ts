/**
 * What the page runs first: nothing, until the window shows what is written into the page (opening.tsx). The app has been
 * fetched meanwhile, as the page says, and takes its place.
 */
import './opening.css'
import { firstPaint } from './frame/first-paint'

// the development server's page has nothing written into it
const seen = document.getElementById('opening') === null ? Promise.resolve() : firstPaint()
void seen.then(() => import('./main'))
