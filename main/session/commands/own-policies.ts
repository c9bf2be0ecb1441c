/** Policies of one's own that a session has come across: those of its scenario, and what a person has opened (LB-14). */
import type { OwnPolicy, OwnPolicyId, OwnPolicyView, PolicyChoice, PolicyId } from '../../../preload/contract'
import { policyLabel } from '../../policies/own/label'
import type { Scenario } from '../scenario'

export class OwnPolicies {
  /** all of them: a recording, or a step that is undone, may name any */
  private readonly byId = new Map<PolicyId, OwnPolicy>()
  /** by path: what was read last of the file */
  private readonly opened = new Map<string, PolicyId>()
  /** read of a file of which there is something newer: what that is */
  private readonly replaced = new Map<PolicyId, PolicyId>()

  /** @param changed another one is known */
  constructor(private readonly changed: () => void) {}

  /** Those that are offered: of each file what was read last, and the one in charge. */
  viewsWith(inCharge: PolicyId): readonly OwnPolicyView[] {
    return [...this.byId]
      .filter(([id]) => !this.replaced.has(id) || id === inCharge)
      .map(([id, { file }]) => ({ id: id as OwnPolicyId, file, ...this.before(id) }))
  }

  /** Of another file of the same name it is nothing. */
  private before(id: PolicyId): Pick<OwnPolicyView, 'was'> {
    const was = [...this.replaced].filter(([, by]) => by === id).map(([before]) => before as OwnPolicyId)
    return was.length === 0 ? {} : { was }
  }

  /** @param path of its file: takes the place of what was read of that before @returns what it is called */
  add(own: OwnPolicy, path?: string): PolicyId {
    const id = policyLabel(own)
    const before = path === undefined ? undefined : this.opened.get(path)
    if (path !== undefined) this.opened.set(path, id)
    if (this.byId.has(id) && !this.replaced.has(id) && (before ?? id) === id) return id
    this.byId.set(id, own)
    if (before !== undefined) {
      for (const [older, by] of this.replaced) if (by === before) this.replaced.set(older, id)
      this.replaced.set(before, id)
    }
    this.replaced.delete(id)
    this.changed()
    return id
  }

  /** What runs shows them; all that its scenario names are among them from now on. */
  lendTo(running: { readonly scenario: Scenario; ownPolicies: Pick<OwnPolicies, 'viewsWith'> | null }): void {
    running.ownPolicies = this
    const { app, steps } = running.scenario
    const named = steps.flatMap((step) => (step.verb === 'policy' ? [step.value] : []))
    for (const choice of [app.policy, ...named]) if (typeof choice !== 'string') this.add(choice)
  }

  /** What to do where one is not known; null: all are. */
  problem(ids: readonly PolicyId[]): string | null {
    const unknown = ids.find((id) => this.choiceOf(id) === undefined)
    return unknown === undefined ? null : `There is no policy ${unknown} here. Open its file with Own policy….`
  }

  /** @returns undefined: there is none that is called so */
  choiceOf(id: PolicyId): PolicyChoice | undefined {
    return isOwn(id) ? this.byId.get(id) : id
  }
}

function isOwn(id: PolicyId): id is OwnPolicyId {
  return id.includes('#')
}
