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
