import { COLOUR_LOOKS, COLOUR_TABLE_POINTS } from '../../../preload/contract/names'
import { type BuiltInEffect, real, wholeConstant } from './built-in-effect'
import { picture, volume, volumeUpload } from './memory'
import { pass } from './pass'

const looks = COLOUR_LOOKS.map((look, index) => `${index} ${look}`).join(', ')
const constants = [
  wholeConstant('look', `Look: ${looks}`, 0, 0, COLOUR_LOOKS.length - 1),
  wholeConstant('interpolation', 'Between points: 0 nearest, 1 linear, 2 tetrahedral', 2, 0, 2),
  real('exposure', 'Exposure', 1, [0.25, 4, 0.05]),
  real('amount', 'Amount', 1, [0, 1, 0.01]),
]

/** The tables of all looks lie in one volume, each behind the one before: red across, green down, blue in depth. */
const body = `
const int POINTS = ${COLOUR_TABLE_POINTS};
vec3 point(vec3 cell) {
  ivec3 at = ivec3(min(cell, vec3(float(POINTS - 1))));
  return texelFetch(uTable, ivec3(at.xy, at.z + look * POINTS), 0).rgb;
}
vec3 looked(vec3 colour) {
  vec3 at = clamp(colour, 0.0, 1.0) * float(POINTS - 1);
  if (interpolation == 0) {
    return point(floor(at + 0.5));
  }
  if (interpolation == 1) {
    return texture(uTable, (vec3(at.xy, at.z + float(look * POINTS)) + 0.5) / vec3(textureSize(uTable, 0))).rgb;
  }
  vec3 low = floor(at);
  vec3 part = at - low;
  // six tetrahedra meet on the diagonal: the order of the parts tells which one it is
  vec3 first = step(part.yzx, part.xyz) * step(part.zxy, part.xyz);
  vec3 last = step(part.xyz, part.yzx) * step(part.xyz, part.zxy) * (1.0 - first);
  float large = max(part.x, max(part.y, part.z));
  float small = min(part.x, min(part.y, part.z));
  float middle = part.x + part.y + part.z - large - small;
  return point(low) * (1.0 - large) + point(low + first) * (large - middle)
    + point(low + 1.0 - last) * (middle - small) + point(low + 1.0) * small;
}
void main() {
  vec3 colour = texture(uSource, vUv).rgb;
  vec3 exposed = colour;
  if (exposure != 1.0) {
    exposed *= exposure;
  }
  vec3 result = looked(exposed);
  if (amount < 1.0) {
    result = mix(colour, result, amount);
  }
  outColor = vec4(clamp(result, 0.0, 1.0), 1.0);
}`

const table = volume(
  'table',
  [COLOUR_TABLE_POINTS, COLOUR_TABLE_POINTS, COLOUR_TABLE_POINTS * COLOUR_LOOKS.length],
  'R16G16B16A16_FLOAT',
)

export const colourGrade: BuiltInEffect = {
  name: 'Colour grade',
  description: 'Gives the picture a look by a three-dimensional table of colours.',
  constants,
  passes: [pass('look up', constants, body)],
  gpuTime: 1_200,
  resources: (project) => [table, volumeUpload('table upload', table.desc), picture('graded', project)],
}
