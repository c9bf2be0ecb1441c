/** The list of keys, made of the tables that the menu and the editor go by. */
import { ACCELERATORS } from '../../../preload/contract'
import { TIME_SHORTCUTS } from '../../instruments/lanes/controls'
import type { Shortcut } from '../../key-table'
import { PANE_SHORTCUTS } from '../../panes'
import { setInterface, useStore } from '../../store/store'
import { Modal } from '../../widgets/modal'
import { MESSAGES_KEY } from '../../widgets/toasts'
import { TRANSPORT_SHORTCUTS } from '../preview/transport/keys'
import { SHORTCUTS } from '../timeline/keys'
import './shortcuts.css'

const HELP: readonly Shortcut[] = [
  { keys: MESSAGES_KEY, does: 'To the messages' },
  { keys: 'F1', does: 'The rule behind what has the focus or is pointed at, or the glossary' },
  { keys: 'Shift+F10', does: 'The menu of what has the focus' },
  { keys: '?', does: 'This list' },
]

/** By what has the focus in the timeline: each control carries them out itself. */
const PULLED: readonly Shortcut[] = [
  { keys: '← →', does: 'Move a clip, or an edge of it, by a frame; with Shift by a second' },
  { keys: '↑ ↓', does: 'Move a clip to another track, an effect to work earlier or later' },
]

export function ShortcutsDialog() {
  const open = useStore((store) => store.shortcutsOpen)
  if (!open) return null
  const mac = window.trimline.platform === 'darwin'
  const menu = Object.values(ACCELERATORS).map((item) => ({
    keys: (mac && 'mac' in item ? item.mac : item.keys).replace(/CmdOrCtrl|Cmd/, mac ? '⌘' : 'Ctrl'),
    does: item.does,
  }))
  return (
    <Modal title="Keyboard shortcuts" className="shortcuts" onClose={() => setInterface({ shortcutsOpen: false })}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className="modal-body shortcuts-body" aria-label="Keys" tabIndex={0}>
        <Keys
          title="Everywhere"
          shortcuts={[
            ...menu,
            { keys: mac ? '⌘+F' : 'Ctrl+F', does: 'Find by name' },
            ...Object.values(PANE_SHORTCUTS),
            ...HELP,
          ]}
        />
        <div>
          <Keys title="Clip" shortcuts={Object.values(TRANSPORT_SHORTCUTS)} />
          <Keys title="Timeline" shortcuts={[...PULLED, ...Object.values(SHORTCUTS)]} />
          <Keys title="Charts and lanes over time" shortcuts={TIME_SHORTCUTS} />
        </div>
      </section>
    </Modal>
  )
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className="shortcuts-list">
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
