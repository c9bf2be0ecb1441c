import { version } from '../../../package.json'
import { setInterface, useStore } from '../../store/store'
import { Modal } from '../../widgets/modal'
import './about.css'

export function AboutDialog() {
  const open = useStore((store) => store.aboutOpen)
  const wddm = useStore((store) => store.view.system.wddm)
  if (!open) return null
  const { electron, chrome, node } = window.trimline.versions
  const versions = Object.entries({ Electron: electron, Chromium: chrome, 'Node.js': node })
  return (
    <Modal title="About Trimline" onClose={() => setInterface({ aboutOpen: false })} className="about">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className="modal-body" aria-label="About" tabIndex={0}>
        <p>
          <strong>Trimline {version}</strong>
        </p>
        <p>
          Emulates the graphics memory stack of Windows, live, under a mock video editor: residency, budgets and trim
          notifications of Direct3D 12{wddm === '' ? '' : ` on WDDM ${wddm}`}.
        </p>
        <dl className="about-versions selectable">
          {versions.map(([name, of]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{of}</dd>
            </div>
          ))}
        </dl>
        <p>
          Licences: Trimline’s own is in LICENSE.txt, those of the packages in it are in THIRD-PARTY.md, and those of
          Electron and Chromium in LICENSE.electron.txt and LICENSES.chromium.html; all lie beside the app.
        </p>
        <p className="muted">MIT licence. An emulation: it neither needs nor measures a real GPU.</p>
      </section>
    </Modal>
  )
}
