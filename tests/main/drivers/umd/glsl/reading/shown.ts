/** Trees of a shader as text in which every operator has its brackets, so that what binds to what can be seen. */

/** A node, whatever its type: tests look at fields that they know to be there. */
type Node = Readonly<Record<string, unknown>>

const of = (value: unknown): Node => value as Node
const listOf = (value: unknown): readonly Node[] => (value as readonly Node[] | null | undefined) ?? []

export function shown(tree: unknown): string {
  if (tree === null || tree === undefined) return ''
  const node = of(tree)
  switch (node.type) {
    case 'identifier':
    case 'type_name':
      return String(node.identifier)
    case 'literal':
      return String(node.literal)
    case 'keyword':
    case 'float_constant':
    case 'int_constant':
    case 'bool_constant':
      return String(node.token)
    case 'binary':
    case 'assignment':
      return `(${shown(node.left)} ${shown(node.operator)} ${shown(node.right)})`
    case 'ternary':
      return `(${shown(node.expression)} ? ${shown(node.left)} : ${shown(node.right)})`
    case 'unary':
      return `(${shown(node.operator)}${shown(node.expression)})`
    case 'postfix':
      return `(${shown(node.expression)} then ${shown(node.postfix)})`
    case 'field_selection':
      return `.${shown(node.selection)}`
    case 'quantifier':
    case 'array_specifier':
      return `[${shown(node.expression)}]`
    case 'group':
      return `{${shown(node.expression)}}`
    case 'type_specifier':
      return `type ${shown(node.specifier)}${listOf(node.quantifier).map(shown).join('')}`
    case 'function_call':
      return `${shown(node.identifier)}<${listOf(node.args).map(shown).join(' ')}>`
    default:
      return statementShown(node)
  }
}

function statementShown(node: Node): string {
  const lines = (statements: unknown): string => listOf(statements).map(shown).join(' ')
  switch (node.type) {
    case 'compound_statement':
      return `block(${lines(node.statements)})`
    case 'expression_statement':
      return `do ${shown(node.expression)};`
    case 'declaration_statement':
      return `declare ${shown(node.declaration)};`
    case 'declarator_list':
      return `${shown(node.specified_type)}: ${listOf(node.declarations).map(shown).join(', ')}`
    case 'fully_specified_type':
      return [...listOf(node.qualifiers), of(node.specifier)].map(shown).join(' ')
    case 'declaration': {
      const lengths = listOf(node.quantifier).map(shown).join('')
      return `${shown(node.identifier)}${lengths}${node.initializer === undefined ? '' : ` = ${shown(node.initializer)}`}`
    }
    case 'if_statement': {
      const otherwise = listOf(node.else)[1]
      const end = otherwise === undefined ? '' : ` else ${shown(otherwise)}`
      return `if(${shown(node.condition)} then ${shown(node.body)}${end})`
    }
    case 'for_statement':
      return `for(${shown(node.init)} | ${shown(node.condition)} | ${shown(node.operation)} | ${shown(node.body)})`
    case 'while_statement':
      return `while(${shown(node.condition)} | ${shown(node.body)})`
    case 'do_statement':
      return `repeat(${shown(node.body)} while ${shown(node.expression)})`
    case 'switch_statement':
      return `switch(${shown(node.expression)} of ${lines(node.cases)})`
    case 'switch_case':
      return `case ${shown(node.test)}(${lines(node.statements)})`
    case 'default_case':
      return `default(${lines(node.statements)})`
    case 'return_statement':
      return `return ${shown(node.expression)};`
    default:
      return `${node.type};`
  }
}
