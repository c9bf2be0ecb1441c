/** State of classes that nobody sees who goes through their fields, read from the syntax tree. */
import { type Node, parse, visit } from '../syntax'

/** The platform keeps what they hold for itself; a copy is made by kind, and is of no class of one's own. */
const KINDS = /^(Weak)?(Map|Set|Ref)$|Array$|^(ArrayBuffer|DataView|Promise|RegExp|Date)$/

export interface Unseen {
  line: number
  /** "#count", "accessor count", "extends Map" */
  what: string
}

/** What is of instances: what is static is no part of any system. @throws Error when the text cannot be parsed */
export function unseenIn(path: string, text: string): Unseen[] {
  const { program, lineOf } = parse(path, text)
  const found: Unseen[] = []
  visit(program, (node) => {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return
    const { superClass, body } = node as unknown as { superClass: Node | null; body: { body: Node[] } }
    if (superClass?.type === 'Identifier' && KINDS.test(superClass.name as string))
      found.push({ line: lineOf(node), what: `extends ${superClass.name}` })
    for (const member of body.body) {
      const key = member.key as Node | undefined
      if (member.static === true || key === undefined) continue
      if (key.type === 'PrivateIdentifier') found.push({ line: lineOf(member), what: `#${key.name}` })
      else if (member.type === 'AccessorProperty') found.push({ line: lineOf(member), what: `accessor ${key.name}` })
    }
  })
  return found
}
