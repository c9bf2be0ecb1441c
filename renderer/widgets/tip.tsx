import { Tooltip } from 'radix-ui'
import { createContext, memo, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { splitCodes } from '../glossary/codes'
import { setInterface } from '../store/store'
import './tip.css'

/** Where tooltips are drawn: within a landmark, as all content of the page is; null: at the end of the body. */
export const TipContainer = createContext<HTMLElement | null>(null)

/** What has a tooltip. */
export const TIPPED = '[data-tip]'

interface TipProps {
  /** what the control or term means, with its name where that can be cut; the codes of its rules, in brackets, are not shown: F1 opens them */
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** one element that can have the focus */
  children: ReactElement
}

/** A tooltip for a control. Shown on hover and on keyboard focus. */
export function Tip({ text, side = 'bottom', children }: TipProps) {
  const container = useContext(TipContainer)
  // it stays as long as the focus does: what lies below it can be pressed
  const [isFocused, setFocused] = useState(false)
  const { words, codes } = typeof text === 'string' ? splitCodes(text) : { words: text, codes: [] }
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        asChild
        data-tip=""
        {...(codes.length > 0 ? { 'data-rules': codes.join(' ') } : {})}
        onFocus={(event) => {
          const asks = event.currentTarget.matches(':focus-visible')
          // a focus that comes back after a click elsewhere is no question
          if (!asks) event.preventDefault()
          setFocused(asks)
        }}
        onPointerEnter={() => setFocused(false)}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal container={container}>
        <Tooltip.Content
          className={isFocused ? 'tip tip-focused' : 'tip'}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          {words}
          {codes.length > 0 && <p className="tip-more">F1: the rule behind it</p>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

interface TermProps {
  tip: ReactNode
  side?: TipProps['side']
  children: string
}

/**
 * A word of the interface that explains itself: underlined with dots, reachable by keyboard; pressing it opens its rule.
 * Most stand beside a number
 * that changes with every frame, so it is drawn again only when it has changed itself.
 */
export const Term = memo(function Term({ tip, side = 'bottom', children }: TermProps) {
  const code = typeof tip === 'string' ? splitCodes(tip).codes[0] : undefined
  return (
    <Tip text={tip} side={side ?? 'bottom'}>
      <button
        type="button"
        className="term"
        onClick={code === undefined ? undefined : () => setInterface({ glossary: code })}
      >
        {children}
      </button>
    </Tip>
  )
})
