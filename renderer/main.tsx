/** Entry of the renderer: connects the store to the frames, draws the app. */
import './styles/index.css'
import { createRoot } from 'react-dom/client'
import { loadEditor, Page } from './app'
import { firstPaint, isUnseen } from './frame/first-paint'
import { followWindow } from './frame/seen'
import { firstView } from './store/first-view'
import { beginWith, connect, toast } from './store/store'

const first = firstView(document)
if (first !== null) beginWith(first)
void firstPaint().then(() => connect(window.trimline))
followWindow(window.trimline)

// what goes wrong outside of a command is shown too, and stays in the console with its stack
window.addEventListener('unhandledrejection', (event) => toast('error', `Unexpected error: ${String(event.reason)}`))
window.addEventListener('error', (event) => {
  // a layout that takes a second round is reported as an error event without an error, and is none
  if (event.error) toast('error', `Unexpected error: ${event.message}`)
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id root')
const drawn = createRoot(root)
// where nobody sees it, an empty frame is not drawn first; an editor that cannot be loaded is tried again, and said, in it
const editor = isUnseen() ? loadEditor().catch(() => null) : null
void Promise.resolve(editor).then((there) => drawn.render(<Page editor={there} />))
