/**
 * Whether a variable may have one value whichever way control went: `x = 0.5` on both sides of an if, or before it and on
 * one of them. The general shader's compiler then knows the value after it, and may compute with it before anything is
 * drawn, to more places than the GPU (BP-25): a variant that holds the variable as unknown would come out otherwise.
 */
import type { Folder } from './fold'
import { isDriversOwn, type Variable } from './opaque'
import { rootOf, Scope } from './scope'
import { type AstNode, nodeText, walk } from './syntax'

interface Given {
  readonly root: string
  readonly node: AstNode
}

/** Literals alone: what names stand for is another question. */
const NOTHING = new Scope(null, new Set())

export class SameValue {
  /** what is written as the same text to the same target */
  private readonly alike = new Map<string, Given[]>()

  /**
   * @param around the function whose statements are asked about
   * @param folder tells `0.5` and `0.25 * 2.0` to be one value
   */
  constructor(
    around: AstNode,
    private readonly folder: Folder,
  ) {
    walk(around, (node) => {
      if (node.type === 'assignment' && node.operator.literal === '=') this.add(node, node.left, node.right)
      else if (node.type === 'declaration' && node.initializer) this.add(node, node.identifier, node.initializer)
    })
  }

  private add(node: AstNode, target: AstNode, value: AstNode): void {
    const root = rootOf(target)
    if (root === null || readsDriversOwn(value)) return
    const { value: known } = this.folder.fold(value, NOTHING)
    const [to, text] = [nodeText(target).trim(), nodeText(value).trim()]
    const from = known === null ? text : String(known.value)
    const key = `${to} = ${from}`
    const given = this.alike.get(key) ?? []
    given.push({ root, node })
    // what is given to itself it had before
    if (to === from) given.push({ root, node })
    this.alike.set(key, given)
  }

  /** @param node what may be passed by. @param variables those that it writes to and that are read after it */
  isPossible(node: AstNode, variables: readonly Variable[]): boolean {
    if (variables.length === 0) return false
    const inside = new Set<AstNode>()
    walk(node, (inner) => inside.add(inner))
    for (const given of this.alike.values()) {
      if (given.length < 2 || !variables.some(({ name }) => name === given[0]!.root)) continue
      if (given.some((one) => inside.has(one.node))) return true
    }
    return false
  }
}

function readsDriversOwn(value: AstNode): boolean {
  let found = false
  walk(value, (inner) => {
    found ||= inner.type === 'identifier' && isDriversOwn(inner.identifier)
  })
  return found
}
