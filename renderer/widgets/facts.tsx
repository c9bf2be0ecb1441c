/** Terms with their values, as a list of definitions. */
import { said } from '../glossary/codes'
import { Words } from '../glossary/rule-link'

export interface Fact {
  term: string
  value: string
  /** what the term means, with its clause */
  meaning?: string
}

export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={className}>
      {facts.map(({ term, value, meaning }, at) => (
        <div key={isFirst(facts, term, at) ? term : `${term} ${value}`} {...said(meaning)}>
          <dt>{term}</dt>
          <dd>
            <Words>{value}</Words>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A term may stand there more than once: several marks of one thing. */
function isFirst(facts: readonly Fact[], term: string, at: number): boolean {
  return facts.findIndex((fact) => fact.term === term) === at
}
