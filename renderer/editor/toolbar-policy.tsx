import { ChevronDown } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useId } from 'react'
import { POLICY_NAMES, type PolicyName } from '../../preload/contract'
import { send, useStore } from '../store/store'
import { Tip } from '../widgets/tip'
import { POLICY_TEXT } from './toolbar-policies'

/** Chooses the residency policy of the app; the app is rebuilt with it (TN-26). */
export function PolicyPicker() {
  const policy = useStore((store) => store.view.system.policy)
  const id = useId()
  return (
    // not modal: a modal menu would lock scrolling with an injected style, which the content security policy forbids
    <DropdownMenu.Root modal={false}>
      <Tip text={POLICY_TEXT[policy]}>
        <DropdownMenu.Trigger className="button policy-button" aria-label="Policy" aria-description={policy}>
          <span className="button-caption">Policy</span>
          {/* drawn by the style sheet: the choice describes the button and is no part of its name */}
          <span className="policy-name" data-policy={policy} />
          <ChevronDown size={13} aria-hidden="true" />
        </DropdownMenu.Trigger>
      </Tip>
      <DropdownMenu.Content className="menu policy-menu" align="start" sideOffset={4} collisionPadding={8}>
        <DropdownMenu.RadioGroup
          value={policy}
          onValueChange={(chosen) => {
            if (chosen !== policy) void send({ kind: 'setPolicy', policy: chosen as PolicyName })
          }}
        >
          {POLICY_NAMES.map((name) => (
            <DropdownMenu.RadioItem
              key={name}
              value={name}
              className="menu-item policy-item"
              aria-labelledby={`${id}${name}`}
              aria-describedby={`${id}${name}-text`}
            >
              <span className="radio-mark" aria-hidden="true" />
              <span id={`${id}${name}`} className="policy-item-name">
                {name}
              </span>
              <span id={`${id}${name}-text`} className="policy-item-text">
                {POLICY_TEXT[name]}
              </span>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
