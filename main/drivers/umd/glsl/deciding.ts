/**
 * Names whose values may decide which branch is taken or how often a loop runs. What a shader costs depends on nothing
 * else that is bound (BP-31), so that a constant that is only computed with costs no second look.
 */
import { type AstNode, childrenOf, walk } from './syntax'

/** Names that stand in a condition or in a loop's head, and those of what they are given, wherever that is. */
export function decidingNames(nodes: readonly AstNode[]): Set<string> {
  const names = new Set<string>()
  const given = new Map<string, AstNode[]>()
  const gives = (name: string, value: AstNode) => given.set(name, [...(given.get(name) ?? []), value])
  for (const root of nodes)
    walk(root, (node) => {
      for (const condition of decisionsOf(node)) addNames(condition, names)
      if (node.type === 'declaration' && node.initializer !== undefined)
        gives(node.identifier.identifier, node.initializer)
      if (node.type === 'assignment' && node.left.type === 'identifier') gives(node.left.identifier, node.right)
    })
  // a set's iteration comes to what is added on the way
  for (const name of names) for (const value of given.get(name) ?? []) addNames(value, names)
  return names
}

function decisionsOf(node: AstNode): AstNode[] {
  switch (node.type) {
    case 'if_statement':
    case 'while_statement':
      return [node.condition]
    case 'do_statement':
    case 'switch_statement':
    case 'ternary':
      return [node.expression]
    case 'for_statement':
      return [node.init, node.condition, node.operation].filter((part) => part !== undefined && part !== null)
    default:
      return []
  }
}

function addNames(node: AstNode, names: Set<string>): void {
  if (node.type === 'identifier') names.add(node.identifier)
  for (const child of childrenOf(node)) addNames(child, names)
}
