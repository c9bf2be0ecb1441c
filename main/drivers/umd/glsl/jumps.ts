/** Where control leaves statements. */
import { type AstNode, childrenOf, statementsOf } from './syntax'

export type Jump = 'break' | 'continue' | 'return' | 'discard'

const JUMPS: Readonly<Record<string, Jump>> = {
  break_statement: 'break',
  continue_statement: 'continue',
  return_statement: 'return',
  discard_statement: 'discard',
}
const LOOPS = ['for_statement', 'while_statement', 'do_statement']

/** Whether control never reaches what follows. */
export function endsInJump(body: AstNode | readonly AstNode[] | undefined): boolean {
  if (body === undefined) return false
  const statements = 'type' in body ? statementsOf(body) : body
  return statements.some((node) => {
    if (JUMPS[node.type] !== undefined) return true
    if (node.type === 'compound_statement') return endsInJump(node.statements)
    if (node.type !== 'if_statement') return false
    const otherwise = node.else?.find(({ type }) => type !== 'keyword')
    return otherwise !== undefined && endsInJump(node.body) && endsInJump(otherwise)
  })
}

/** Jumps that leave a node; a break or continue of a loop in it does not. */
export function jumpsIn(node: AstNode | undefined): Set<Jump> {
  const found = new Set<Jump>()
  const visit = (inner: AstNode, loop: boolean, choice: boolean): void => {
    const jump = JUMPS[inner.type]
    if (jump !== undefined && !(jump === 'break' && choice) && !(jump === 'continue' && loop)) found.add(jump)
    const isLoop = LOOPS.includes(inner.type)
    for (const child of childrenOf(inner))
      visit(child, loop || isLoop, choice || isLoop || inner.type === 'switch_statement')
  }
  if (node !== undefined) visit(node, false, false)
  return found
}

/** Whether a value is returned in it. */
export function jumpsOut(node: AstNode): boolean {
  if (node.type === 'return_statement') return Boolean(node.expression)
  return childrenOf(node).some(jumpsOut)
}

/** Whether a value is returned in one of them. */
export function returnsValue(...sides: (AstNode | undefined)[]): boolean {
  return sides.some((side) => side !== undefined && jumpsOut(side))
}

/** Whether a break or continue in it belongs to the loop around it. */
export function leavesLoop(node: AstNode): boolean {
  const jumps = jumpsIn(node)
  return jumps.has('break') || jumps.has('continue')
}

/** Whether a variable of this name is read or written anywhere below the node. */
export function mentions(node: AstNode, name: string): boolean {
  if (node.type === 'identifier') return node.identifier === name
  // a member may have the variable's name
  return node.type !== 'field_selection' && childrenOf(node).some((child) => mentions(child, name))
}
