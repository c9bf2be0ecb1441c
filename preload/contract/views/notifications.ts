/** Trim notifications, registered callbacks and findings as the page shows them. */
import type { HandBehaviour } from '../names'

export interface CallbackResultView {
  cookie: number
  owner: string
  evicted: number
  bytes: number
  /** set when the callback threw (TN-16) or broke a rule (TN-12) */
  error?: string
}

export interface NotificationView {
  id: number
  t: number
  flags: number
  bytesToTrim: number
  /** who made it */
  source: 'system' | 'hand'
  /** registrations it was sent to */
  callbacks: number
  /** grows as callbacks return; a later frame sends the same id again with more */
  results: CallbackResultView[]
}

export interface RegistrationView {
  cookie: number
  callback: string
  /** the policy that registered, or "by hand" */
  owner: string
  context: string
  /** what it does when it is called; null: what its policy makes it do */
  behaviour: HandBehaviour | null
  /** its owner is gone without unregistering (TN-34b) */
  stale: boolean
}

export interface FindingView {
  id: number
  t: number
  rule: string
  message: string
  /** resource name and its allocation id, where there is one */
  resource?: string
  allocation?: number
  /** another process whose device was removed for it: the app's policy has nothing to do with it */
  process?: string
}
