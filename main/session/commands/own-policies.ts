/** Policies of one's own that a session has come across: those of its scenario, and what a person has opened (LB-14). */
import type { OwnPolicy, OwnPolicyId, OwnPolicyView, PolicyChoice, PolicyId } from '../../../preload/contract'
import { policyLabel } from '../../policies/own/label'
import type { Scenario } from '../scenario'

export class OwnPolicies {
  private readonly byId = new Map<PolicyId, OwnPolicy>()

  /** @param changed another one is known */
  constructor(private readonly changed: () => void) {}

  get views(): readonly OwnPolicyView[] {
    return [...this.byId].map(([id, { file }]) => ({ id: id as OwnPolicyId, file }))
  }

  /** @returns what it is called */
  add(own: OwnPolicy): PolicyId {
    const id = policyLabel(own)
    if (!this.byId.has(id)) {
      this.byId.set(id, own)
      this.changed()
    }
    return id
  }

  /** What runs shows them; all that its scenario names are among them from now on. */
  lendTo(running: { readonly scenario: Scenario; ownPolicies: Pick<OwnPolicies, 'views'> | null }): void {
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
