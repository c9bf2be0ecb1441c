import { expect, it } from 'vitest'
import { real, wholeConstant } from '../../../../main/editor/effects/built-in-effect'
import { pass } from '../../../../main/editor/effects/pass'

const constants = [wholeConstant('radius', 'Radius', 8, 1, 24), real('sigma', 'Sigma', 4, [0.5, 16, 0.1])]
const uniforms = (source: string): string[] => [...source.matchAll(/^uniform (.*);$/gm)].map((match) => match[1] ?? '')

it('declares what its body reads, and nothing else', () => {
  const made = pass('one', constants, 'void main() { outColor = texture(uSource, vUv * float(radius)); }')
  expect(uniforms(made.source)).toEqual(['sampler2D uSource', 'int radius'])
  expect(made.constants).toEqual({ radius: 'int' })
  expect(made.source.startsWith('#version 300 es\n')).toBe(true)
})

it('has the shared pieces that it reads, with the inputs that those read', () => {
  const made = pass('one', constants, 'void main() { outColor = vec4(lineScale(), LUMINANCE.x, sigma); }')
  expect(made.source).toContain('vec2 lineScale()')
  expect(made.source).toContain('const vec3 LUMINANCE')
  expect(made.source).not.toContain('float noise(')
  expect(uniforms(made.source)).toEqual(['vec2 uTexel', 'float sigma'])
})

it('takes no name for a part of a longer one', () => {
  const made = pass('one', constants, 'void main() { float radiusOf = 1.0; outColor = vec4(radiusOf); }')
  expect([uniforms(made.source), made.constants]).toEqual([[], {}])
})
