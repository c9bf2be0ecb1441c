/** A rule in words: what it says, what it means, what to do, and where it comes from. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { documentOf, ruleOf, type Severity } from '../../preload/contract'

const SEVERITIES = {
  error: { icon: CircleAlert, word: 'Error' },
  warning: { icon: TriangleAlert, word: 'Warning' },
  note: { icon: Info, word: 'How it works' },
} as const

/** How bad it is, in a shape and a word. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { icon: Icon, word } = SEVERITIES[severity]
  return (
    <span className={`severity severity-${severity}`}>
      <Icon size={14} aria-hidden="true" />
      {word}
    </span>
  )
}

/** @param code of the rule; one that nobody knows is said to be unknown */
export function RuleText({ code }: { code: string }) {
  const rule = ruleOf(code)
  if (rule === null) return <p>There is no text for {code}.</p>
  return (
    <>
      <p className="rule-head">
        <SeverityMark severity={rule.severity} />
        <code>{code}</code>
      </p>
      <p>{rule.rule}</p>
      <dl className="rule-facts">
        <dt>For an app</dt>
        <dd>{rule.means}</dd>
        <dt>What to do</dt>
        <dd>{rule.fix}</dd>
        {rule.keptBy !== undefined && (
          <>
            <dt>Kept by</dt>
            <dd>{rule.keptBy.join(', ')}</dd>
          </>
        )}
        <dt>Published in</dt>
        <dd>{documentOf(code)}</dd>
      </dl>
    </>
  )
}
