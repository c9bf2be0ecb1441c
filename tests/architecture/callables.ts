/** Functions and methods that others may call, with their documentation, as the rules about it read them. */
import { type Node, parse, visit } from './syntax'

/** A parameter, a field of an object's type that is written inline, or what is returned: a number, or numbers. */
export interface Numeric {
  /** of what is returned, the function's */
  name: string
  returned: boolean
  /** the comment that stands before itself; '': none */
  comment: string
}

export interface Callable {
  path: string
  line: number
  /** `f`, or `Class.method` */
  name: string
  isMethod: boolean
  /** its documentation on one line; '': none */
  doc: string
  /** its own body does, and does not catch it; what is in functions in it does not count */
  throws: boolean
  /** an HRESULT's name is returned, or is in what is returned */
  givesHResult: boolean
  numbers: Numeric[]
}

/** What is said elsewhere of a function: by a type that its class is of, or where `@see` leads. */
export interface Elsewhere {
  /** by `Type.member`, and by the name of a function */
  docs: Map<string, string>
  /** by the name of a type: what it extends or implements */
  parents: Map<string, string[]>
}

type CommentOf = (node: Node, onlyDocumentation?: boolean) => string

/**
 * Exported functions, and of exported classes constructors, methods and accessors that are neither private nor protected.
 * @throws Error when the text cannot be parsed
 */
export function callablesIn(path: string, text: string): Callable[] {
  const { program, comments, lineOf } = parse(path, text)
  const before = commentsBefore(text, comments)
  const callable = (node: Node, of: Node, name: string, isMethod: boolean): Callable => {
    const returned = typeOf(of, 'returnType')
    const numbers = ((of.params ?? []) as Node[]).flatMap((parameter) => numbersOf(parameter, before))
    if (returned !== null) {
      if (isNumber(returned)) numbers.push({ name: name.replace(/^.*\./, ''), returned: true, comment: '' })
      numbers.push(...fieldsOf(returned, before))
    }
    const givesHResult = returned !== null && mentionsHResult(returned)
    const doc = before(node, true)
    return { path, line: lineOf(node), name, isMethod, doc, throws: throwsIn(of.body), givesHResult, numbers }
  }
  return program.body.flatMap((node) => {
    const declared = exportedBy(node)
    if (declared === null) return []
    if (declared.type !== 'ClassDeclaration')
      return functionsOf(node, declared).map(({ of, name }) => callable(node, of, name, false))
    return methodsOf(declared).map((method) =>
      callable(method, method.value as Node, `${nameOf(declared.id)}.${nameOf(method.key)}`, true),
    )
  })
}

/** @throws Error when one of the texts cannot be parsed */
export function elsewhereIn(files: readonly (readonly [path: string, text: string])[]): Elsewhere {
  const docs: Elsewhere['docs'] = new Map()
  const parents: Elsewhere['parents'] = new Map()
  for (const [path, text] of files) {
    const { program, comments } = parse(path, text)
    const before = commentsBefore(text, comments)
    for (const node of program.body) {
      const declared = exportedBy(node)
      if (declared === null) continue
      for (const { name } of functionsOf(node, declared)) docs.set(name, before(node, true))
      if (!/^(TSInterface|Class)Declaration$/.test(declared.type)) continue
      const type = nameOf(declared.id)
      parents.set(type, parentsOf(declared))
      for (const member of membersOf(declared)) docs.set(`${type}.${nameOf(member.key)}`, before(member))
    }
  }
  return { docs, parents }
}

/** The comment that ends right before a node, without its marks, on one line; '': there is none. */
function commentsBefore(text: string, comments: readonly { type: string; value: string; end: number }[]): CommentOf {
  return (node, onlyDocumentation = false) => {
    const found = comments.findLast(({ end }) => end <= node.start)
    if (found === undefined || text.slice(found.end, node.start).trim() !== '') return ''
    if (onlyDocumentation && (found.type !== 'Block' || !found.value.startsWith('*'))) return ''
    return found.value
      .replace(/^\s*\*+ ?/gm, '')
      .replace(/\s+/g, ' ')
      .trim()
  }
}

function exportedBy(node: Node): Node | null {
  return /^Export(Named|Default)Declaration$/.test(node.type) ? (node.declaration as Node | null) : null
}

/** What is exported as default counts as one, whatever it is, but for a class. */
function functionsOf(node: Node, declared: Node): { of: Node; name: string }[] {
  if (node.type === 'ExportDefaultDeclaration')
    return declared.type === 'ClassDeclaration' ? [] : [{ of: declared, name: 'default' }]
  if (declared.type !== 'VariableDeclaration')
    return isFunction(declared) ? [{ of: declared, name: nameOf(declared.id) }] : []
  return (declared.declarations as Node[]).flatMap(({ id, init }) =>
    isFunction(init) ? [{ of: init as Node, name: nameOf(id) }] : [],
  )
}

function methodsOf(declared: Node): Node[] {
  return membersOf(declared).filter(({ accessibility, key, value }) => {
    const isOwn = accessibility === 'private' || accessibility === 'protected'
    return !isOwn && (key as Node).type !== 'PrivateIdentifier' && isFunction(value)
  })
}

/** Those that have a name. */
function membersOf({ body }: Node): Node[] {
  return (body as unknown as { body: Node[] }).body.filter(({ key }) => key !== undefined)
}

function parentsOf({ implements: of, extends: wider, superClass }: Node): string[] {
  const types = ((of ?? wider ?? []) as Node[]).map(({ expression }) => expression)
  return [...types, superClass].flatMap((type) => (type ? nameOf(type) : []))
}

function isFunction(node: unknown): boolean {
  return /Function(?!Body)/.test((node as Node | null | undefined)?.type ?? '')
}

function numbersOf(parameter: Node, before: CommentOf): Numeric[] {
  const declared = (parameter.parameter ?? parameter) as Node
  const named = (declared.left ?? declared.argument ?? declared) as Node
  const type = typeOf(declared, 'typeAnnotation') ?? typeOf(named, 'typeAnnotation')
  if (type === null ? isNumeral(declared.right) : isNumber(type))
    return [{ name: nameOf(named), returned: false, comment: before(parameter) }]
  return type === null ? [] : fieldsOf(type, before)
}

/** `1`, `-1`, `Number.POSITIVE_INFINITY`; of another default value the type is not known here. */
function isNumeral(node: unknown): boolean {
  const { type, value, argument, object } = (node ?? {}) as { [field: string]: unknown }
  if (type === 'UnaryExpression') return isNumeral(argument)
  if (type === 'MemberExpression') return nameOf(object) === 'Number'
  return typeof value === 'number'
}

/** Of functions in the type, what they take is for those who call them. */
function fieldsOf(type: Node, before: CommentOf): Numeric[] {
  const found: Numeric[] = []
  visit(
    type,
    (node) => {
      const of = node.type === 'TSPropertySignature' ? typeOf(node, 'typeAnnotation') : null
      if (of !== null && isNumber(of)) found.push({ name: nameOf(node.key), returned: false, comment: before(node) })
    },
    (node) => node.type !== 'TSFunctionType',
  )
  return found
}

/** A number, numbers, a promise of them or work that gives them; or one of these or something else. */
function isNumber(node: Node): boolean {
  if (node.type === 'TSUnionType') return (node.types as Node[]).some(isNumber)
  if (node.type === 'TSArrayType') return isNumber(node.elementType as Node)
  if (node.type === 'TSTypeOperator') return isNumber(node.typeAnnotation as Node)
  if (node.type === 'TSTypeReference' && /^(Promise|Sliced|Iterable|Generator)$/.test(nameOf(node.typeName)))
    return ((node.typeArguments as { params: Node[] } | null)?.params ?? []).some(isNumber)
  return node.type === 'TSNumberKeyword'
}

function mentionsHResult(type: Node): boolean {
  let found = false
  visit(type, (node) => {
    if (node.type === 'TSTypeReference' && nameOf(node.typeName) === 'HResultName') found = true
  })
  return found
}

function throwsIn(body: unknown): boolean {
  if (body === null || body === undefined) return false
  let found = false
  visit(
    body as Node,
    (node) => {
      if (node.type === 'ThrowStatement') found = true
    },
    (node, field) => {
      const isCaught = node.type === 'TryStatement' && field === 'block' && node.handler !== null
      return !isCaught && !isFunction(node)
    },
  )
  return found
}

function typeOf(node: Node, field: string): Node | null {
  return ((node[field] as Node | null | undefined)?.typeAnnotation as Node | undefined) ?? null
}

function nameOf(node: unknown): string {
  const { name, value, property } = (node ?? {}) as { name?: string; value?: string; property?: unknown }
  return name ?? value ?? (property === undefined ? '' : nameOf(property))
}
