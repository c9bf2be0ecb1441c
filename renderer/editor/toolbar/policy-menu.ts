import {
  type OwnPolicyView,
  POLICY_NAMES,
  type PolicyId,
  type SessionCommand,
  type ShellCommand,
} from '../../../preload/contract'
import { splitCodes } from '../../glossary/codes'
import { policyText } from './policies'

const OPEN = 'Own policy…'
const RELOAD = 'Reload own policy'
const GUIDE = 'Write a policy…'
export const COMPARE = 'Compare policies…'

interface PolicyOption {
  value: string
  text: string
  pinned?: true
  /** what it does: a command, or a place of the page that it shows */
  action: SessionCommand | ShellCommand | 'guide' | 'laboratory'
}

const BUILT_IN = POLICY_NAMES.map((name) => option(name, policyText(name) ?? ''))

/**
 * What can be chosen: what there is, what was opened, opening another, and which of them is better (LB-14, LB-07).
 * @param isRefused the file that was opened last was refused: it is the one that is read again
 */
export function policyMenu(
  own: readonly OwnPolicyView[],
  inCharge: PolicyId,
  isRefused: boolean,
): readonly PolicyOption[] {
  return [
    ...BUILT_IN,
    ...own.map(({ id, file }) => option(id, `A policy of your own, from ${file} with just this content (LB-14).`)),
    {
      value: OPEN,
      text: 'Opens an ES module with a policy of your own, which runs isolated.',
      action: { kind: 'openPolicy' },
    },
    ...(isRefused || own.some(({ id }) => id === inCharge)
      ? [
          {
            value: RELOAD,
            text: `Reads the file${isRefused ? ' that was refused' : ''} again after you have edited it.`,
            action: { kind: 'reloadPolicy' } as const,
          },
        ]
      : []),
    { value: GUIDE, text: 'Shows how to write a policy of your own in ten minutes (LB-14).', action: 'guide' },
    {
      value: COMPARE,
      text: 'Which one is better for what was done so far: runs it again under each, and says.',
      action: 'laboratory',
      pinned: true,
    },
  ]
}

function option(policy: PolicyId, text: string): PolicyOption {
  return { value: policy, text: splitCodes(text).words, action: { kind: 'setPolicy', policy } }
}
