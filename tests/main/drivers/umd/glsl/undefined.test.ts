import { describe, expect, it } from 'vitest'
import { specialise } from '../../../../../main/drivers/umd/glsl'
import { parseShader } from '../../../../../main/drivers/umd/glsl/syntax'
import { hasUndefined } from '../../../../../main/drivers/umd/glsl/undefined'
import { BUILT_IN_EFFECTS, builtInEffect } from '../../../../../main/editor/effects/catalogue'
import { shader, write } from './shader'

const UNIFORMS = 'uniform int k;\nuniform bool on;\nuniform float gain;'
const FUNCTIONS = `const float NONE = 0.0;
const float SOME[2] = float[2](0.5, 2.0);
float part(float whole, float by) { return whole / by; }
float none() { return 0.0; }
void clear(inout float a) { a = 0.0; }`

const source = (body: string) =>
  shader(`float x = vUv.x;\n  if (on) { x += 0.5; }\n  ${body}\n  ${write}`, UNIFORMS, FUNCTIONS)

describe('what GLSL leaves undefined whatever is bound', () => {
  it.each([
    ['a division by a literal', 'x /= 0.0;'],
    ['an integer one', 'x += float(k / 0);'],
    ['a remainder', 'x += float(k % 0);'],
    ['one component of a divisor', 'x = (vec3(x) / vec3(1.0, 0.0, 1.0)).x;'],
    ['a constant', 'x /= NONE;'],
    ['a variable that was given 0', 'float by = gain; by = 0.0; x /= by;'],
    ['a variable that was not given anything', 'float by; x /= by;'],
    ['a difference that every compiler sees', 'x /= gain - gain;'],
    ['a product that every compiler sees', 'x /= gain * 0.0;'],
    ['an argument', 'x = part(x, 0.0);'],
    ['what a function returns', 'x /= none();'],
    ['what a function writes', 'float by = gain; clear(by); x /= by;'],
    ['a side that is taken when it runs', 'if (k == 1) { x /= 0.0; }'],
    ['both sides of a choice', 'x /= (k == 1 ? 0.0 : NONE);'],
    ['the first turn of a loop', 'for (int i = 0; i < 3; i++) { x /= float(i); }'],
    ['a later turn of a loop that a compiler unrolls', 'for (int i = -1; i < 2; i++) { x /= float(i); }'],
    ['the first turn of a loop that runs', 'for (int i = 0; i < k; i++) { x /= float(i); }'],
    ['a remainder of floats', 'x = mod(x, 0.0);'],
    ['a root', 'x += sqrt(-1.5);'],
    ['a power', 'x += pow(NONE, gain);'],
    ['a logarithm', 'x += log2(0.0);'],
  ])('leaves the shader as it was: %s [BP-25]', (_, body) => {
    const general = source(body)
    expect(specialise(general, { k: [1], on: [1] })).toEqual({
      source: general,
      folded: [],
      kept: ['k', 'on'],
      branchesRemoved: 0,
      loopsUnrolled: 0,
    })
  })

  it.each([
    ['a literal that is not 0', 'x /= 0.5;'],
    ['what is bound', 'x /= gain; x += float(7 / k) + float(7 % k);'],
    ['a sum that begins with 0', 'float sum = 0.0; for (int i = 0; i < k; i++) { sum += gain; } x /= sum;'],
    ['a variable that is 0 on one side only', 'float by = 0.0; if (gain > 0.5) { by = gain; } x /= by;'],
    ['a later turn of a loop that runs', 'for (int i = 1; i < k; i++) { x /= 1.0 + float(i - 1 + k); }'],
    ['a sum of what is above 0', 'float one = 1.0; x /= one * 0.5 + 2.0;'],
    ['a variable of before', 'float by = 0.0; by = gain; x /= by;'],
    ['a constant that is not 0', 'x /= SOME[1];'],
    ['a vector of such', 'x = (vec3(x) / vec3(1.0, 0.5, gain)).x;'],
    ['an argument', 'x = part(x, gain);'],
    ['functions where they are defined', 'x = sqrt(2.0) + pow(gain, 0.0) + log(x) + mod(x, 1.5);'],
  ])('is not %s [BP-25, BP-26]', (_, body) => {
    expect(specialise(source(body), { on: [1] })).toMatchObject({ folded: ['on'], branchesRemoved: 1 })
  })

  it.each([...BUILT_IN_EFFECTS, builtInEffect('Anything')].map((effect) => [effect.name, effect] as const))(
    'is nowhere in %s [BP-26]',
    (_, { passes }) => {
      for (const { source: general } of passes) expect(hasUndefined(parseShader(general).program, general)).toBe(false)
    },
  )
})
