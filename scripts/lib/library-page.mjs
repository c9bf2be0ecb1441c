/** The library's documentation: one page of Markdown, made of its declarations and of what they say of themselves. */
import { ModuleResolutionKind, Node, Project, SyntaxKind, TypeFormatFlags } from 'ts-morph'

/** @typedef {import('ts-morph').JSDocableNode} Documented */
/** @typedef {import('ts-morph').ExportedDeclarations} Declaration */

/** In the checkout. */
export const LIBRARY_PAGE = 'resources/examples/policy/LIBRARY.md'
export const LIBRARY_SOURCE = 'main/cli/library/library.ts'

const TITLE = '# Trimline as a library'
const MADE =
  '<!-- Made by `npm run library-page` from the declarations in main/cli/library: change them, and run it again. -->'

/**
 * @param {string} entry the declarations of the library's entry, beside which all that they name lies
 * @param {string} source the text that they were made of: what it says of itself is not in them
 * @returns {{ page: string, undocumented: string[] }} what is exported, or a member of such a type, and says nothing of itself
 */
export function libraryPage(entry, source) {
  const project = new Project({ compilerOptions: { moduleResolution: ModuleResolutionKind.Bundler, types: [] } })
  const file = project.addSourceFileAtPath(entry)
  project.resolveSourceFileDependencies()
  const exported = [...file.getExportedDeclarations()].map(([name, [node]]) => ({
    name,
    node: /** @type {Declaration} */ (node),
  }))
  const undocumented = exported.flatMap(({ name, node }) => silent(name, node))
  const calls = exported.filter(({ node }) => Node.isFunctionDeclaration(node))
  const values = exported.filter(({ node }) => Node.isVariableDeclaration(node))
  const types = exported.filter(({ node }) => !Node.isFunctionDeclaration(node) && !Node.isVariableDeclaration(node))
  const named = namedBy(exported.map(({ node }) => node))
  const parts = [
    TITLE,
    MADE,
    opening(source),
    '## Functions',
    ...calls.map(({ name, node }) => callText(name, node)),
    '## Values',
    ...values.map(({ name, node }) => valueText(name, node)),
    '## Types of arguments and results',
    ...types.map(({ name, node }) => typeText(name, node)),
    '## What these are made of',
    ...named.map((node) => typeText(node.getName() ?? '', node)),
  ]
  return { page: `${parts.join('\n\n')}\n`, undocumented }
}

/** What the file says of itself. @param {string} text */
function opening(text) {
  const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? ''
  return comment.replace(/^\s*\*? ?/gm, '').trim()
}

/** @param {Node} node @returns {import('ts-morph').JSDoc | undefined} */
function docOf(node) {
  const holder = Node.isVariableDeclaration(node) ? node.getVariableStatement() : node
  return holder !== undefined && Node.isJSDocable(holder) ? holder.getJsDocs().at(-1) : undefined
}

/** @param {Node} node */
const descriptionOf = (node) => docOf(node)?.getDescription().trim() ?? ''

/** @param {string} name @param {Node} node @returns {string[]} */
function silent(name, node) {
  const members = Node.isInterfaceDeclaration(node) ? node.getProperties() : []
  return [
    ...(descriptionOf(node) === '' ? [name] : []),
    ...members.filter((member) => descriptionOf(member) === '').map((member) => `${name}.${member.getName()}`),
  ]
}

/** @param {string} code */
const block = (code) => `\`\`\`ts\n${code.trim()}\n\`\`\``

/** @param {string} name @param {Node} node */
function callText(name, node) {
  const tags = docOf(node)?.getTags() ?? []
  const lines = tags.map((tag) => {
    const text = (tag.getCommentText() ?? '').replace(/\s+/g, ' ').trim()
    if (Node.isJSDocParameterTag(tag)) return `- **${tag.getName()}**: ${text}`
    if (tag.getTagName() === 'returns') return `- **returns** ${text}`
    return `- **throws** ${text}`
  })
  const list = lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
  return `### ${name}\n\n${block(codeOf(node))}\n\n${descriptionOf(node)}${list}`
}

/** @param {string} name @param {Node} node */
function valueText(name, node) {
  return `### ${name}\n\n${block(codeOf(node.getFirstAncestorByKindOrThrow(SyntaxKind.VariableStatement)))}\n\n${descriptionOf(node)}`
}

/** @param {string} name @param {Node} node */
function typeText(name, node) {
  const said = descriptionOf(node)
  return `### ${name}\n\n${said === '' ? '' : `${said}\n\n`}${block(codeOf(node))}`
}

/** As it is declared, with what is said of its members; what is taken from a value by what it comes to. @param {Node} node */
function codeOf(node) {
  if (Node.isTypeAliasDeclaration(node) && node.getText().includes('typeof '))
    return `type ${node.getName()} = ${node.getType().getText(node, TypeFormatFlags.InTypeAlias | TypeFormatFlags.NoTruncation)}`
  return node
    .getText()
    .replace(/^export (declare )?/, '')
    .replaceAll('    ', '  ')
}

/**
 * Types that the declarations name, and those that these name, by name.
 * @param {readonly Node[]} nodes
 */
function namedBy(nodes) {
  const done = new Set(nodes)
  /** @type {(import('ts-morph').InterfaceDeclaration | import('ts-morph').TypeAliasDeclaration | import('ts-morph').EnumDeclaration)[]} */
  const found = []
  const waiting = [...nodes]
  for (const node of waiting) {
    for (const identifier of node.getDescendantsOfKind(SyntaxKind.Identifier)) {
      const symbol = identifier.getSymbol()
      const target = (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations()[0]
      if (target === undefined || done.has(target) || target.getSourceFile().isInNodeModules()) continue
      done.add(target)
      if (
        Node.isInterfaceDeclaration(target) ||
        Node.isTypeAliasDeclaration(target) ||
        Node.isEnumDeclaration(target)
      ) {
        found.push(target)
        waiting.push(target)
      } else if (Node.isVariableDeclaration(target)) waiting.push(target)
    }
  }
  return found.sort((one, other) => (one.getName() < other.getName() ? -1 : 1))
}
