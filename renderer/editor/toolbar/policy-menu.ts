import {
  FAULTY_POLICIES,
  type OwnPolicyView,
  POLICY_NAMES,
  type PolicyId,
  type SessionCommand,
  type ShellCommand,
} from '../../../preload/contract'
import { splitCodes } from '../../glossary/codes'
import { POLICY_TEXT } from './policies'

const OPEN = 'Own policy…'
const RELOAD = 'Reload own policy'
const GUIDE = 'Write a policy…'

interface PolicyOption {
  value: string
  text: string
  /** null: it shows the page about policies of one's own */
  command: SessionCommand | ShellCommand | null
}

const BUILT_IN = POLICY_NAMES.map((name) =>
  option(name, FAULTY_POLICIES.includes(name) ? `Faulty, as published. ${POLICY_TEXT[name]}` : POLICY_TEXT[name]),
)

/** What can be chosen: what there is, what was opened, and opening another (LB-14). */
export function policyMenu(own: readonly OwnPolicyView[], inCharge: PolicyId): readonly PolicyOption[] {
  return [
    ...BUILT_IN,
    ...own.map(({ id, file }) => option(id, `A policy of your own, from ${file} with just this content (LB-14).`)),
    {
      value: OPEN,
      text: 'Opens an ES module with a policy of your own, which runs isolated.',
      command: { kind: 'openPolicy' },
    },
    ...(own.some(({ id }) => id === inCharge)
      ? [
          {
            value: RELOAD,
            text: 'Reads the file again after you have edited it.',
            command: { kind: 'reloadPolicy' } as const,
          },
        ]
      : []),
    { value: GUIDE, text: 'Shows how to write a policy of your own in ten minutes (LB-14).', command: null },
  ]
}

function option(policy: PolicyId, text: string): PolicyOption {
  return { value: policy, text: splitCodes(text).words, command: { kind: 'setPolicy', policy } }
}
