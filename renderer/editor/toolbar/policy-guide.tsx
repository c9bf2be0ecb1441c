import { useMemo } from 'react'
import page from '../../../resources/examples/policy/OWN-POLICY.md?raw'
import { setInterface, useStore } from '../../store/store'
import { copyText } from '../../widgets/copy'
import { Modal } from '../../widgets/modal'
import { type GuideBlock, type GuidePart, guideBlocks } from './policy-guide-blocks'
import './policy-guide.css'

/** The page that leads to a policy of one's own (LB-14). */
export function PolicyGuide() {
  const open = useStore((store) => store.policyGuideOpen)
  return open ? <OpenPolicyGuide /> : null
}

function OpenPolicyGuide() {
  // read only when somebody asks for it
  const blocks = useMemo(() => guideBlocks(page), [])
  return (
    <PageDialog
      title="A policy of your own in ten minutes"
      blocks={blocks}
      onClose={() => setInterface({ policyGuideOpen: false })}
    />
  )
}

interface PageDialogProps {
  title: string
  blocks: readonly GuideBlock[]
  onClose(): void
}

/** A page that ships with the app. */
export function PageDialog({ title, blocks, onClose }: PageDialogProps) {
  return (
    <Modal title={title} onClose={onClose} className="policy-guide">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keyboard */}
      <section className="modal-body policy-guide-body" tabIndex={0} aria-label="Page">
        {blocks.map((block, i) => (
          <Block key={i} block={block} />
        ))}
      </section>
    </Modal>
  )
}

function Block({ block }: { block: GuideBlock }) {
  if (block.kind === 'code') return <Code text={block.text} />
  const parts = block.parts.map((part, i) => <Part key={i} part={part} />)
  if (block.kind === 'heading') return <h3>{parts}</h3>
  return <p className={block.kind === 'item' ? 'policy-guide-item' : undefined}>{parts}</p>
}

function Part({ part: { kind, text } }: { part: GuidePart }) {
  if (kind === 'code') return <code>{text}</code>
  return kind === 'strong' ? <strong>{text}</strong> : text
}

function Code({ text }: { text: string }) {
  return (
    <div className="policy-guide-code">
      <pre>{text}</pre>
      <button type="button" className="button" onClick={() => copyText(`${text}\n`)}>
        Copy
      </button>
    </div>
  )
}
