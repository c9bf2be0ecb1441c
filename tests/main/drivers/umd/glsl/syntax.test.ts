import { expect, test } from 'vitest'
import { parseShader } from '../../../../../main/drivers/umd/glsl/syntax'

/** A shader of its own for each number. */
const shader = (n: number): string =>
  `#version 300 es\nprecision highp float;\nout vec4 color;\nvoid main() {\n  color = vec4(${n}.0);\n}\n`

test('the tree of a shader that is used goes on being kept, however many others are parsed in between', () => {
  const tree = parseShader(shader(0))
  const other = parseShader(shader(1))
  for (let n = 2; n < 1000; n++) {
    parseShader(shader(n))
    expect(parseShader(shader(0)) === tree).toBe(true)
  }
  // bounded: what was not used is parsed anew
  expect(parseShader(shader(1)) === other).toBe(false)
})
