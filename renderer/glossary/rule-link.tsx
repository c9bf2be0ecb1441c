/** The way from a text to the rule that it rests on. */
import { CircleHelp } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useContext } from 'react'
import { ruleTitle } from '../../preload/contract'
import { setInterface } from '../store/store'
import { TipContainer } from '../widgets/tip'
import { cutAtCodes } from './codes'
import { RuleText } from './rule-text'
import './glossary.css'

interface Props {
  code: string
  /** what the link shows [a question mark] */
  children?: ReactNode
  className?: string
}

/** Opens a rule beside the words that rest on it; its accessible name is the rule's title. */
export function RuleLink({ code, children, className = 'rule-link' }: Props) {
  const container = useContext(TipContainer)
  const title = ruleTitle(code)
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button
          type="button"
          className={className}
          data-rules={code}
          {...(children === undefined ? { 'aria-label': `Rule: ${title}`, title } : {})}
        >
          {children ?? <CircleHelp size={13} aria-hidden="true" />}
        </button>
      </Popover.Trigger>
      <Popover.Portal container={container}>
        <Popover.Content className="rule-popover" collisionPadding={8} sideOffset={4} aria-label={title}>
          <h3>{title}</h3>
          <RuleText code={code} />
          <Popover.Close asChild>
            <button type="button" className="button" onClick={() => setInterface({ glossary: code })}>
              Open the glossary
            </button>
          </Popover.Close>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Text whose codes are links; what is no text stays as it is. */
export function Words({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  const parts = cutAtCodes(children)
  if (parts.every(({ codes }) => codes.length === 0)) return children
  return parts.map(({ words, codes }, at) => (
    <span key={at}>
      {words}
      {codes.map((code) => (
        <RuleLink key={code} code={code} />
      ))}
    </span>
  ))
}
