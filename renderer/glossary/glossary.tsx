/** The glossary: every term of the interface and every rule, to be searched. F1 opens it at what the pointer or the focus is on. */
import { useEffect, useRef, useState } from 'react'
import { RULE_FAMILIES, RULES } from '../../preload/contract'
import { setInterface, useStore } from '../store/store'
import { counted } from '../widgets/format'
import { Modal } from '../widgets/modal'
import { TextField } from '../widgets/text-field'
import { matchingRules, matchingTerms } from './find'
import { RuleText } from './rule-text'
import './glossary.css'

export function GlossaryDialog() {
  const at = useStore((store) => store.glossary)
  if (at === null) return null
  return <Glossary key={at} at={at} />
}

/** @param at the code of the rule that it opens at; empty: at its beginning */
function Glossary({ at }: { at: string }) {
  const [query, setQuery] = useState('')
  const [rule, setRule] = useState(at)
  const list = useRef<HTMLDivElement>(null)
  // after the dialog is shown, whose places there are none of before
  useEffect(() => {
    if (rule !== '') list.current?.querySelector('details[open]')?.scrollIntoView({ block: 'center' })
  }, [rule])
  const go = (code: string): void => {
    setQuery('')
    setRule(code)
  }
  const terms = matchingTerms(query)
  const rules = matchingRules(query)
  return (
    <Modal title="Glossary" onClose={() => setInterface({ glossary: null })} className="glossary">
      <div className="modal-body glossary-body">
        <div data-first-focus>
          <TextField
            label="Find a term or a rule"
            value={query}
            onChange={setQuery}
            placeholder="usage, hitch, TN-34c, …"
          />
        </div>
        <p className="visually-hidden" role="status">
          {query === '' ? '' : `${counted(terms.length, 'term')} and ${counted(rules.length, 'rule')}`}
        </p>
        <div ref={list} className="glossary-list">
          {terms.length + rules.length === 0 && <p>Nothing has “{query}” in it. Try a word of the interface.</p>}
          {terms.length > 0 && (
            <section aria-label="Terms">
              <h3>Terms</h3>
              <dl className="glossary-terms">
                {terms.map(({ term, meaning, rules: behind }) => (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>
                      {/* a space, so that they are two words where they are read aloud or copied, too */}
                      {meaning}{' '}
                      {behind.map((code) => (
                        <button key={code} type="button" className="link" onClick={() => go(code)}>
                          {RULES[code]?.title}
                        </button>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          {Object.entries(RULE_FAMILIES).map(([letters, { title }]) => {
            const codes = rules.filter((code) => code.startsWith(letters))
            return (
              codes.length > 0 && (
                <section key={letters} aria-label={title}>
                  <h3>{title}</h3>
                  {codes.map((code) => (
                    <OneRule
                      key={code}
                      code={code}
                      isOpen={code === rule}
                      onToggle={(open) => setRule(open ? code : '')}
                    />
                  ))}
                </section>
              )
            )
          })}
        </div>
      </div>
    </Modal>
  )
}

interface OneRuleProps {
  code: string
  isOpen: boolean
  onToggle(open: boolean): void
}

function OneRule({ code, isOpen, onToggle }: OneRuleProps) {
  return (
    <details
      className="glossary-rule"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) onToggle(currentTarget.open)
      }}
    >
      <summary>{RULES[code]?.title}</summary>
      <div className="glossary-rule-text selectable">
        <RuleText code={code} />
      </div>
    </details>
  )
}
