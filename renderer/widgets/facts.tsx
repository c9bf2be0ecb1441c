/** Terms with their values, as a list of definitions. */
import { said, splitCodes } from '../glossary/codes'
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

/** The terms, and below each its value, without codes of rules: as they are copied. */
export function factRows(facts: readonly Fact[]): string[][] {
  return [facts.map(({ term }) => term), facts.map(({ value }) => splitCodes(value).words)]
}

/** A term may stand there more than once: several marks of one thing. */
function isFirst(facts: readonly Fact[], term: string, at: number): boolean {
  return facts.findIndex((fact) => fact.term === term) === at
}
