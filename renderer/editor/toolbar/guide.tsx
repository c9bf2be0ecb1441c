import page from '../../../resources/examples/policy/OWN-POLICY.md?raw'
import { setInterface, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { Modal } from '../../widgets/modal'
import { type GuideBlock, type GuidePart, guideBlocks } from './guide-blocks'
import './guide.css'

const BLOCKS = guideBlocks(page)

/** The page that leads to a policy of one's own (LB-14). */
export function PolicyGuide() {
  const open = useStore((store) => store.guideOpen)
  if (!open) return null
  return (
    <Modal
      title="A policy of your own in ten minutes"
      onClose={() => setInterface({ guideOpen: false })}
      className="guide"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className="modal-body guide-body" tabIndex={0} aria-label="Page">
        {BLOCKS.map((block, i) => (
          <Block key={i} block={block} />
        ))}
      </section>
    </Modal>
  )
}

function Block({ block }: { block: GuideBlock }) {
  if (block.kind === 'code') return <Code text={block.text} />
  const parts = block.parts.map((part, i) => <Part key={i} part={part} />)
  return block.kind === 'heading' ? <h3>{parts}</h3> : <p>{parts}</p>
}

function Part({ part: { kind, text } }: { part: GuidePart }) {
  if (kind === 'code') return <code>{text}</code>
  return kind === 'strong' ? <strong>{text}</strong> : text
}

function Code({ text }: { text: string }) {
  return (
    <div className="guide-code">
      <pre>{text}</pre>
      <button type="button" className="button" onClick={() => copyText(`${text}\n`)}>
        Copy
      </button>
    </div>
  )
}
