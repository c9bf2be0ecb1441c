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
