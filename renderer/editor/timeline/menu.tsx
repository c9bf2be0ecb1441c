/** The menu of what the pointer, or the focus, is on: a clip, a span, a keyframe, or a moment of the timeline. */
import { ContextMenu } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { EASES, type Ease } from '../../../preload/contract'
import { setTransport, stopAt } from '../../store/play'
import { useStore } from '../../store/store'
import { TRANSPORT_SHORTCUTS } from '../preview/transport/keys'
import { parametersOf } from '../rack/constants'
import * as actions from './actions'
import { SHORTCUTS } from './keys'
import { codeAt, wholeFrame } from './scale'
import './menu.css'

type Subject =
  | { readonly on: 'clip'; readonly id: string }
  | { readonly on: 'span'; readonly id: string; readonly effect: string }
  | { readonly on: 'key'; readonly span: string; readonly constant: string; readonly at: number }
  | { readonly on: 'time' }

/** What the element under the pointer says that it is. */
function subjectOf(target: Element): Subject {
  const { dataset } = target.closest<HTMLElement>('[data-menu]') ?? { dataset: {} as DOMStringMap }
  const { menu, id = '', effect = '', span = '', constant = '', at = '0' } = dataset
  switch (menu) {
    case 'clip':
      return { on: 'clip', id }
    case 'span':
      return { on: 'span', id, effect }
    case 'key':
      return { on: 'key', span, constant, at: Number(at) }
    default:
      return { on: 'time' }
  }
}

interface Props {
  /** the moment at a place of the window, in µs; null: it is beside the tracks */
  momentAt(clientX: number): number | null
  /** one element */
  children: ReactNode
}

/** One menu for all of the timeline. Shift+F10 and the menu key open it for what has the focus. */
export function TimelineMenu({ momentAt, children }: Props) {
  const [subject, setSubject] = useState<Subject>({ on: 'time' })
  const moment = useRef(0)
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger
        asChild
        onContextMenu={(event) => {
          const next = subjectOf(event.target as Element)
          const at = momentAt(event.clientX)
          moment.current = wholeFrame(at ?? useStore.getState().playhead)
          if (next.on === 'clip' || next.on === 'span') actions.choose({ kind: next.on, id: next.id })
          setSubject(next)
        }}
      >
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu" aria-label="Timeline menu" collisionPadding={8}>
          <Items subject={subject} moment={moment.current} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}

function Items({ subject, moment }: { subject: Subject; moment: number }) {
  switch (subject.on) {
    case 'clip':
      return <ClipItems />
    case 'span':
      return <SpanItems id={subject.id} effect={subject.effect} />
    case 'key':
      return <KeyItems {...subject} />
    case 'time':
      return <TimeItems moment={moment} />
  }
}

interface ItemProps {
  label: string
  keys?: string
  disabled?: boolean
  onSelect(): void
}

function Item({ label, keys, disabled = false, onSelect }: ItemProps) {
  return (
    <ContextMenu.Item className="menu-item" disabled={disabled} onSelect={onSelect}>
      {label}
      {keys !== undefined && (
        <span className="menu-keys" aria-hidden="true">
          {keys}
        </span>
      )}
    </ContextMenu.Item>
  )
}

function Line() {
  return <ContextMenu.Separator className="menu-line" />
}

function CommonItems() {
  return (
    <>
      <Item label="Split at the playhead" keys={SHORTCUTS.split.keys} onSelect={actions.split} />
      <Item
        label="Trim start to the playhead"
        keys={SHORTCUTS.trimStart.keys}
        onSelect={() => actions.trimToPlayhead('start')}
      />
      <Item
        label="Trim end to the playhead"
        keys={SHORTCUTS.trimEnd.keys}
        onSelect={() => actions.trimToPlayhead('end')}
      />
      <Line />
      <Item label="Copy" keys={SHORTCUTS.copy.keys} onSelect={actions.copy} />
      <PasteItem />
      <Line />
      <Item label="Delete" keys={SHORTCUTS.remove.keys} onSelect={() => actions.remove(false)} />
    </>
  )
}

function PasteItem() {
  const copied = useStore((state) => state.timelineTab.copied)
  return (
    <Item
      label="Paste at the playhead"
      keys={SHORTCUTS.paste.keys}
      disabled={copied === null}
      onSelect={actions.paste}
    />
  )
}

function ClipItems() {
  return (
    <>
      <CommonItems />
      <Item label="Ripple delete" keys={SHORTCUTS.ripple.keys} onSelect={() => actions.remove(true)} />
      <Line />
      <Item label="Mark as In and Out" onSelect={actions.markChosen} />
      <Item label="Render" onSelect={actions.renderChosen} />
    </>
  )
}

function SpanItems({ id, effect }: { id: string; effect: string }) {
  const effects = useStore((state) => state.view.effects)
  const pipelines = useStore((state) => state.view.pipelines)
  const lane = useStore((state) => state.view.project.timeline.effects.find((one) => one.effect === effect))
  const view = effects.find(({ name }) => name === effect)
  const enabled = lane?.enabled ?? true
  return (
    <>
      <CommonItems />
      <Line />
      <Item
        label={enabled ? `Hide ${effect}` : `Show ${effect}`}
        onSelect={() => void actions.change({ edit: 'enable', effect, enabled: !enabled })}
      />
      {view !== undefined &&
        parametersOf(view, pipelines).map(({ name, label, value }) => (
          <Item
            key={name}
            label={`Keyframe ${label} at the playhead`}
            onSelect={() => actions.addKeyframe(id, name, value)}
          />
        ))}
      <Item label="Render" onSelect={actions.renderChosen} />
    </>
  )
}

const EASE_NAMES: Readonly<Record<Ease, string>> = {
  linear: 'Linear to the next',
  smooth: 'Smooth to the next',
  hold: 'Hold until the next',
}

function KeyItems({ span, constant, at }: { span: string; constant: string; at: number }) {
  const found = useStore((state) =>
    state.view.project.timeline.effects.flatMap(({ spans }) => spans).find(({ id }) => id === span),
  )
  const key = found?.keyframes?.[constant]?.find((one) => one.at === at)
  if (found === undefined || key === undefined) return <Item label="It is gone" disabled onSelect={() => {}} />
  const { value, ease = 'linear' } = key
  return (
    <>
      <ContextMenu.RadioGroup
        value={ease}
        onValueChange={(next) =>
          void actions.change({ edit: 'keyframe', span, constant, at, value: [...value], ease: next as Ease })
        }
      >
        {EASES.map((one) => (
          <ContextMenu.RadioItem key={one} value={one} className="menu-item menu-radio">
            <ContextMenu.ItemIndicator className="menu-dot" />
            {EASE_NAMES[one]}
          </ContextMenu.RadioItem>
        ))}
      </ContextMenu.RadioGroup>
      <Line />
      <Item label="Go there" keys="Enter" onSelect={() => stopAt(found.start + at)} />
      <Item
        label="Delete keyframe"
        keys="Delete"
        onSelect={() => void actions.change({ edit: 'removeKeyframe', span, constant, at })}
      />
    </>
  )
}

/** Of the ruler and of empty tracks. */
function TimeItems({ moment }: { moment: number }) {
  const { in: first, out, loop } = useStore((state) => state.view.preview.transport)
  const hasRenders = useStore((state) => state.view.preview.rendered.length > 0)
  return (
    <>
      <Item label={`Mark In at ${codeAt(moment)}`} onSelect={() => actions.mark('in', moment)} />
      <Item label={`Mark Out at ${codeAt(moment)}`} onSelect={() => actions.mark('out', moment)} />
      <Item
        label="Clear In and Out"
        keys={TRANSPORT_SHORTCUTS.clearMarks.keys}
        disabled={first === null && out === null}
        onSelect={actions.clearMarks}
      />
      <ContextMenu.CheckboxItem
        className="menu-item menu-radio"
        checked={loop}
        onCheckedChange={(on) => setTransport({ loop: on === true })}
      >
        <ContextMenu.ItemIndicator className="menu-dot" />
        Loop
      </ContextMenu.CheckboxItem>
      <Line />
      <Item label="Put the playhead here" onSelect={() => stopAt(moment)} />
      <Item label="Split at the playhead" keys={SHORTCUTS.split.keys} onSelect={actions.split} />
      <PasteItem />
      <Line />
      <Item label="Render" keys={SHORTCUTS.render.keys} onSelect={actions.render} />
      <Item label="Drop renders" keys={SHORTCUTS.drop.keys} disabled={!hasRenders} onSelect={actions.dropRenders} />
    </>
  )
}
