import { Popover } from 'radix-ui'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { PipelineView } from '../../../preload/contract'
import { useStore } from '../../store/store'
import { LONGEST_NAME, namesThatFit } from './effects-fit'
import { tintsOf } from './plan'

/** px, as in preview.css: both sides of a name, and between two of them */
const PADDING = 16
const GAP = 4

function labelOf(name: string, tints: ReadonlySet<string>): string {
  return tints.has(name) ? `${name} (tint)` : name
}

function titleOf(name: string, tints: ReadonlySet<string>): string {
  return tints.has(name) ? `${name} has no picture of its own: a tint stands for it` : `${name}, in working order`
}

/** Effects that a tint stands for; the same set until one comes or goes. */
function useTints(): ReadonlySet<string> {
  const joined = useStore((state) => joinedTints(state.view.pipelines))
  return useMemo(() => new Set(JSON.parse(joined) as string[]), [joined])
}

let lastJoined: { pipelines: readonly PipelineView[]; text: string } | null = null

/** The store asks at every change: only PSOs that are others are looked at. */
function joinedTints(pipelines: readonly PipelineView[]): string {
  if (lastJoined?.pipelines !== pipelines) lastJoined = { pipelines, text: JSON.stringify([...tintsOf(pipelines)]) }
  return lastJoined.text
}

function moreText(hidden: number, all: number): string {
  return hidden === all ? `${all} ${all === 1 ? 'effect' : 'effects'}` : `+${hidden} more`
}

/** Measures words in an element's font, each once: to measure hundreds anew with every effect would cost milliseconds. */
function createMeasure(container: HTMLElement): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) throw new Error('The browser gave no 2D canvas to measure the names of effects with')
  const { fontSize, fontFamily } = getComputedStyle(container)
  context.font = `${fontSize} ${fontFamily}`
  const known = new Map<string, number>()
  return (text) => {
    let width = known.get(text)
    if (width === undefined) {
      width = Math.ceil(context.measureText(text).width) + PADDING
      known.set(text, width)
    }
    return width
  }
}

/** How many names fit into the element, which changes with its width. */
function useFitting(labels: readonly string[]) {
  const [container, element] = useState<HTMLDivElement | null>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (container === null) return
    setWidth(container.clientWidth)
    const observer = new ResizeObserver(() => setWidth(container.clientWidth))
    observer.observe(container)
    return () => observer.disconnect()
  }, [container])
  const widthOf = useMemo(() => (container === null ? null : createMeasure(container)), [container])
  const fitting = useMemo(() => {
    if (widthOf === null) return 0
    const widths = labels.map((label) => Math.min(LONGEST_NAME, widthOf(label)))
    return namesThatFit(widths, width, widthOf(moreText(labels.length - 1, labels.length)), GAP)
  }, [labels, width, widthOf])
  return { element, fitting: Math.min(fitting, labels.length) }
}

/** The names that there is no room for are a button: it opens the list of all. */
function More({
  names,
  hidden,
  tints,
}: {
  names: readonly string[]
  hidden: readonly string[]
  tints: ReadonlySet<string>
}) {
  const text = moreText(hidden.length, names.length)
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button type="button" className="preview-more" title={hidden.map((name) => labelOf(name, tints)).join(', ')}>
          {text}
        </button>
      </Popover.Trigger>
      <Popover.Content
        className="menu preview-all"
        aria-label="All effects on the clip"
        // a list that scrolls has to take the arrow keys
        tabIndex={0}
        align="start"
        side="top"
        sideOffset={6}
        collisionPadding={8}
      >
        <ol>
          {names.map((name) => (
            <li key={name} title={titleOf(name, tints)}>
              {labelOf(name, tints)}
            </li>
          ))}
        </ol>
      </Popover.Content>
    </Popover.Root>
  )
}

/** Names of the effects on the clip; one without a shader of its own is shown as a tint and says so. */
export function PreviewEffects({ stack }: { stack: readonly string[] }) {
  const tints = useTints()
  const labels = useMemo(() => stack.map((name) => labelOf(name, tints)), [stack, tints])
  const { element, fitting } = useFitting(labels)
  if (stack.length === 0) return <span className="preview-no-effects">No effect shown</span>
  const hidden = stack.slice(fitting)
  return (
    <div className="preview-effects" ref={element}>
      {fitting > 0 && (
        <ol aria-label="Effects on the clip">
          {stack.slice(0, fitting).map((name) => (
            <li key={name} title={titleOf(name, tints)}>
              {labelOf(name, tints)}
            </li>
          ))}
        </ol>
      )}
      {hidden.length > 0 && <More names={stack} hidden={hidden} tints={tints} />}
    </div>
  )
}
