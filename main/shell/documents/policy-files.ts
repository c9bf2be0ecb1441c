/** Policies of one's own, as files (LB-14): opened by a person, and read again when they were edited. */
import { basename, dirname } from 'node:path'
import { type CommandResult, MOST_OWN_POLICY, type PolicyId } from '../../../preload/contract'
import { readFile } from '../../files/bounded-read'
import { FileError } from '../../files/file-error'
import { moduleFault, ownPolicyOf } from '../../policies/own/read'
import type { LiveSession } from '../../session/live-session'
import type { Dialogs } from './dialogs'
import { CANCELLED } from './files'

export interface PolicyFilesOptions {
  dialogs: Pick<Dialogs, 'open'>
  session: () => {
    readonly laboratory: Pick<LiveSession['laboratory'], 'ownPolicies'>
    readonly world: { readonly editor: { readonly policy: { readonly name: PolicyId } } }
  } & Pick<LiveSession, 'execute'>
  /** one dialog at a time, over all files */
  alone: (run: () => Promise<CommandResult>) => Promise<CommandResult>
  /** another file was refused, or none is any more */
  changed: () => void
}

export class PolicyFiles {
  readonly #options: PolicyFilesOptions
  /** of the last that was chosen; null: none yet */
  #path: string | null = null
  /** that one did not come to be in charge: it was no policy, could not be read, or none could be chosen then */
  #refused = false
  /** that a policy was read of last, whichever project was open */
  readonly #paths = new Map<PolicyId, string>()

  constructor(options: PolicyFilesOptions) {
    this.#options = options
  }

  /** For the project's view: what a reload would read; nothing where that is the file of the policy in charge. */
  get refused(): { policyRefused?: true } {
    return this.#refused ? { policyRefused: true } : {}
  }

  /** Asks for a module; one that cannot be read changes nothing. */
  open(): Promise<CommandResult> {
    const { alone, dialogs } = this.#options
    return alone(async () => {
      const path = await dialogs.open('policy', this.#path === null ? null : dirname(this.#path))
      if (path === null) return CANCELLED
      this.#path = path
      const result = this.#read(path)
      this.#refuse(!result.ok)
      return result
    })
  }

  /** The file that was refused last, as it is now; without one that of the policy in charge. */
  async reload(): Promise<CommandResult> {
    const { policy } = this.#options.session().world.editor
    const path = this.#refused ? this.#path : (this.#paths.get(policy.name) ?? null)
    if (path === null)
      return { ok: false, message: 'The policy in charge was read of no file here. Open one with Own policy….' }
    const result = this.#read(path)
    if (result.ok) this.#refuse(false)
    return result
  }

  #refuse(isRefused: boolean): void {
    if (isRefused === this.#refused) return
    this.#refused = isRefused
    this.#options.changed()
  }

  #read(path: string): CommandResult {
    const file = basename(path)
    try {
      const read = ownPolicyOf(file, readFile(path, MOST_OWN_POLICY).bytes)
      if ('problem' in read) return { ok: false, message: `Could not open ${file}: ${read.problem}.` }
      const fault = moduleFault(read.own)
      if (fault !== null)
        return { ok: false, message: `Could not open ${file}: it is no policy. Line ${fault.line}: ${fault.message}` }
      const session = this.#options.session()
      const policy = session.laboratory.ownPolicies.add(read.own, path)
      this.#paths.set(policy, path)
      return session.execute({ kind: 'setPolicy', policy })
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      return { ok: false, message: `Could not open ${file}: ${error.reason}. ${error.advice}` }
    }
  }
}
