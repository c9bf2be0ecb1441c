/**
 * What a fragment shader of whole numbers and conditions writes to its output `c`, by the rules of GLSL ES 3.00 for names
 * and for where control goes, evaluated from left to right. Of the program it takes the tree of a text, and nothing else.
 */
import { parseShader } from '../../../../../main/drivers/umd/glsl/syntax'

/** The library's nodes, of which only the shape matters here. */
interface Tree {
  type: string
  [field: string]: unknown
}
type Value = number | readonly number[]
interface Cell {
  value: Value
}
type Jump = 'break' | 'continue' | 'discard' | { returned: Value } | null

/** of loops together: a shader that needs more does not end */
const MOST_TURNS = 100_000

const tree = (value: unknown): Tree => value as Tree
const trees = (value: unknown): Tree[] => (value ?? []) as Tree[]
const nameOf = (value: unknown): string => String(tree(value).identifier)
const textOf = (value: unknown, field: string): string => String(tree(value)[field])

class Names {
  private readonly cells = new Map<string, Cell>()

  constructor(private readonly around: Names | null) {}

  declare(name: string, value: Value): void {
    this.cells.set(name, { value })
  }

  cell(name: string): Cell {
    const found = this.cells.get(name) ?? this.around?.cell(name)
    if (found === undefined) throw new Error(`${name} is not declared`)
    return found
  }
}

class Run {
  private readonly globals = new Names(null)
  private readonly functions = new Map<string, Tree>()
  private turns = 0

  constructor(source: string, uniforms: Readonly<Record<string, number>>) {
    for (const node of parseShader(source).program as unknown as Tree[]) {
      if (node.type === 'function') this.functions.set(nameOf(tree(tree(node.prototype).header).name), node)
      else if (node.type === 'declaration_statement') this.declare(tree(node.declaration), this.globals, uniforms)
    }
  }

  /** @returns null: the pixel is discarded */
  output(): Value | null {
    const jump = this.statement(tree(tree(this.functions.get('main')).body), new Names(this.globals))
    return jump === 'discard' ? null : this.globals.cell('c').value
  }

  private declare(list: Tree, names: Names, uniforms: Readonly<Record<string, number>> = {}): void {
    if (list.type !== 'declarator_list') return
    const type = textOf(tree(tree(list.specified_type).specifier).specifier, 'token')
    for (const { identifier, initializer } of trees(list.declarations)) {
      const name = nameOf(identifier)
      const none = /vec4$/.test(type) ? [0, 0, 0, 0] : 0
      names.declare(name, initializer ? this.value(tree(initializer), names) : (uniforms[name] ?? none))
    }
  }

  private statement(node: Tree, names: Names): Jump {
    switch (node.type) {
      case 'compound_statement':
        return this.statements(trees(node.statements), new Names(names))
      case 'declaration_statement':
        this.declare(tree(node.declaration), names)
        return null
      case 'expression_statement':
        if (node.expression) this.value(tree(node.expression), names)
        return null
      case 'if_statement': {
        const otherwise = trees(node.else).find(({ type }) => type !== 'keyword')
        const side = this.value(tree(node.condition), names) === 0 ? otherwise : tree(node.body)
        return side === undefined ? null : this.statement(side, new Names(names))
      }
      case 'for_statement':
      case 'while_statement':
      case 'do_statement':
        return this.loop(node, new Names(names))
      case 'switch_statement':
        return this.selection(node, new Names(names))
      case 'return_statement':
        return { returned: node.expression ? this.value(tree(node.expression), names) : 0 }
      case 'break_statement':
        return 'break'
      case 'continue_statement':
        return 'continue'
      case 'discard_statement':
        return 'discard'
      default:
        throw new Error(`a statement of another kind: ${node.type}`)
    }
  }

  private statements(nodes: readonly Tree[], names: Names): Jump {
    for (const node of nodes) {
      const jump = this.statement(node, names)
      if (jump !== null) return jump
    }
    return null
  }

  private loop(node: Tree, names: Names): Jump {
    const init = node.init ? tree(node.init) : null
    if (init?.type === 'declarator_list') this.declare(init, names)
    else if (init !== null) this.value(init, names)
    for (let first = true; ; first = false) {
      if (++this.turns > MOST_TURNS) throw new Error('it does not end')
      const turn = new Names(names)
      const test = node.type === 'do_statement' ? node.expression : node.condition
      if (!(node.type === 'do_statement' && first) && test && !this.holds(tree(test), turn)) return null
      // the body of a `for` has no scope of its own; a block in its place declares nothing outside of it
      const jump = this.statement(tree(node.body), turn)
      if (jump === 'break') return null
      if (jump !== null && jump !== 'continue') return jump
      if (node.operation) this.value(tree(node.operation), names)
    }
  }

  /** A condition, which may declare a variable of the turn. */
  private holds(node: Tree, turn: Names): boolean {
    if (node.type !== 'condition_expression') return this.value(node, turn) !== 0
    const value = this.value(tree(node.initializer), turn)
    turn.declare(nameOf(node.identifier), value)
    return value !== 0
  }

  private selection(node: Tree, names: Names): Jump {
    const of = this.value(tree(node.expression), names)
    const cases = trees(node.cases)
    const matching = cases.findIndex((part) => part.type === 'switch_case' && this.value(tree(part.test), names) === of)
    const from = matching >= 0 ? matching : cases.findIndex(({ type }) => type === 'default_case')
    if (from < 0) return null
    const jump = this.statements(
      cases.slice(from).flatMap((part) => trees(part.statements)),
      names,
    )
    return jump === 'break' ? null : jump
  }

  private value(node: Tree, names: Names): Value {
    switch (node.type) {
      case 'int_constant':
        return Number(node.token) | 0
      case 'bool_constant':
        return node.token === 'true' ? 1 : 0
      case 'identifier':
        return names.cell(nameOf(node)).value
      case 'group':
        return this.value(tree(node.expression), names)
      case 'unary':
        return this.unary(textOf(node.operator, 'literal'), tree(node.expression), names)
      case 'postfix':
        return this.postfix(tree(node.expression), tree(node.postfix), names)
      case 'binary':
        return this.binary(textOf(node.operator, 'literal'), tree(node.left), tree(node.right), names)
      case 'ternary':
        return this.value(tree(this.value(tree(node.expression), names) === 0 ? node.right : node.left), names)
      case 'assignment':
        return this.assign(textOf(node.operator, 'literal'), nameOf(node.left), tree(node.right), names)
      case 'function_call':
        return this.call(node, names)
      default:
        throw new Error(`an expression of another kind: ${node.type}`)
    }
  }

  private number(node: Tree, names: Names): number {
    return this.value(node, names) as number
  }

  private unary(operator: string, of: Tree, names: Names): Value {
    if (operator === '++' || operator === '--') return this.step(operator, of, names).after
    const value = this.number(of, names)
    return operator === '!' ? 1 - value : operator === '~' ? ~value : -value | 0
  }

  private step(operator: string, of: Tree, names: Names): { before: number; after: number } {
    const cell = names.cell(nameOf(of))
    const before = cell.value as number
    const after = (before + (operator === '++' ? 1 : -1)) | 0
    cell.value = after
    return { before, after }
  }

  private postfix(of: Tree, part: Tree, names: Names): Value {
    if (part.type === 'literal') return this.step(textOf(part, 'literal'), of, names).before
    const letter = nameOf(part.selection)
    return (this.value(of, names) as readonly number[])['xyzw'.indexOf(letter)] ?? 0
  }

  private binary(operator: string, left: Tree, right: Tree, names: Names): Value {
    const a = this.number(left, names)
    if ((operator === '&&' && a === 0) || (operator === '||' && a !== 0)) return a
    return combined(operator, a, this.number(right, names))
  }

  private assign(operator: string, name: string, right: Tree, names: Names): Value {
    const value = this.value(right, names)
    const cell = names.cell(name)
    cell.value = operator === '=' ? value : combined(operator.slice(0, -1), cell.value as number, value as number)
    return cell.value
  }

  private call(node: Tree, names: Names): Value {
    const args = trees(node.args).filter(({ type }) => type !== 'literal')
    const called = tree(node.identifier)
    if (called.type !== 'identifier') {
      const values = args.map((argument) => this.number(argument, names))
      return textOf(called.specifier, 'token') === 'ivec4' ? values : (values[0] ?? 0)
    }
    const { prototype, body } = tree(this.functions.get(nameOf(called)))
    const inner = new Names(this.globals)
    const back: [Cell, string][] = []
    for (const [at, { identifier, qualifier }] of trees(tree(prototype).parameters).entries()) {
      const argument = args[at] as Tree
      inner.declare(nameOf(identifier), this.value(argument, names))
      if (trees(qualifier).some(({ token }) => token === 'inout'))
        back.push([names.cell(nameOf(argument)), nameOf(identifier)])
    }
    const jump = this.statements(trees(tree(body).statements), inner)
    for (const [cell, name] of back) cell.value = inner.cell(name).value
    if (jump === 'discard') throw new Error('a function discards, which these shaders do not')
    return typeof jump === 'object' && jump !== null ? jump.returned : 0
  }
}

function combined(operator: string, a: number, b: number): number {
  const flag = (value: boolean) => (value ? 1 : 0)
  switch (operator) {
    case '+':
      return (a + b) | 0
    case '-':
      return (a - b) | 0
    case '*':
      return Math.imul(a, b)
    case '&':
      return a & b
    case '<':
      return flag(a < b)
    case '>':
      return flag(a > b)
    case '==':
      return flag(a === b)
    case '!=':
    case '^^':
      return flag(a !== b)
    case '&&':
    case '||':
      return b
    case ',':
      return b
    default:
      throw new Error(`an operator of another kind: ${operator}`)
  }
}

/**
 * @param uniforms their values by name; others are 0
 * @returns the output; null: the pixel is discarded
 */
export function outputOf(source: string, uniforms: Readonly<Record<string, number>>): Value | null {
  return new Run(source, uniforms).output()
}
