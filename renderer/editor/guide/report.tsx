/** What to send about something that went wrong: the app opens no address by itself. */
import { version } from '../../../package.json'
import { setInterface, toast, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { Modal } from '../../widgets/modal'

function detailsOf(platform: string, policy: string, wddm: string): string {
  return `Trimline ${version} on ${platform}, policy ${policy}, WDDM ${wddm}\n${navigator.userAgent}`
}

export function ReportDialog() {
  const open = useStore((store) => store.reportOpen)
  const { policy, wddm } = useStore((store) => store.view.system)
  if (!open) return null
  const details = detailsOf(window.trimline.platform, policy, wddm)
  const copy = (): void => {
    if (copyText(details)) toast('info', 'Copied.')
  }
  return (
    <Modal title="Report an issue" onClose={() => setInterface({ reportOpen: false })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className="modal-body" aria-label="What to send" tabIndex={0}>
        <p>Trimline sends nothing by itself. Tell whoever you have it from what you did and what you saw, with:</p>
        <ul className="selectable">
          <li>what was done, as a file: File &gt; Save Recording as Scenario…</li>
          <li>these lines:</li>
        </ul>
        <pre className="selectable">{details}</pre>
      </section>
      <footer className="modal-footer">
        <button type="button" className="button button-primary" onClick={copy}>
          Copy
        </button>
      </footer>
    </Modal>
  )
}
