import { type AstNode, parseStatement } from '../../../../../main/drivers/umd/glsl/syntax'

/** A whole shader around a body of `main`. */
export function shader(body: string, uniforms = '', functions = ''): string {
  return `#version 300 es
precision highp float;
uniform sampler2D uSource;
${uniforms}
in vec2 vUv;
out vec4 outColor;
${functions}
void main() {
${body}
}
`
}

/** A statement that shows `x`. */
export const write = 'outColor = vec4(x, 0.0, 0.0, 1.0);'

/** The tree of an expression. */
export function expression(text: string): AstNode {
  const node = parseStatement(`x = ${text};\n`)
  if (node.type !== 'expression_statement' || node.expression.type !== 'assignment')
    throw new Error(`found ${node.type}`)
  return node.expression.right
}

/** What is left of the body, a line each. */
export function bodyOf(source: string): string[] {
  const lines = source.split('\n').map((line) => line.trim())
  return lines.slice(lines.indexOf('void main() {') + 1, -2)
}

/** The choices that no compiler can see through as `held(names)`, a line each, and the rest as it is. */
export function shortOf(source: string): string[] {
  const body = bodyOf(source).join('\n')
  const held = /if \(driverNever\.[xyzw]\) \{\n([^}]*)\}/g
  const names = (sets: string) => [...sets.matchAll(/^(\S+) = .*driverAny/gm)].map((match) => match[1]).join(', ')
  return body.replace(held, (_, sets: string) => `held(${names(sets)})`).split('\n')
}
