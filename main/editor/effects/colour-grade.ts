import { type BuiltInEffect, real, whole } from './built-in-effect'
import { picture, upload } from './memory'
import { pass } from './pass'

const constants = [
  whole('look', 'Look: 0 teal and orange, 1 film, 2 bleach bypass, 3 night', 0, 0, 3),
  whole('size', 'Points along an edge of the table', 17, 4, 33),
  whole('interpolation', 'Between points: 0 nearest, 1 linear, 2 tetrahedral', 2, 0, 2),
  real('exposure', 'Exposure', 1, [0.25, 4, 0.05]),
  real('amount', 'Amount', 1, [0, 1, 0.01]),
]

/** The table's points are computed where a table in a texture would be read. */
const body = `
vec3 graded(vec3 colour) {
  float light = dot(colour, LUMINANCE);
  if (look == 0) {
    vec3 shadows = vec3(0.02, 0.12, 0.16);
    vec3 lights = vec3(1.10, 0.97, 0.80);
    return mix(shadows + colour * 0.9, colour * lights, smoothstep(0.1, 0.7, light));
  }
  if (look == 1) {
    vec3 toe = colour * colour * (3.0 - 2.0 * colour);
    return mix(vec3(0.06, 0.05, 0.08), vec3(0.98, 0.96, 0.88), toe);
  }
  if (look == 2) {
    vec3 silver = mix(vec3(light), colour, 0.35);
    return silver * silver * (3.0 - 2.0 * silver);
  }
  return vec3(0.30, 0.42, 0.62) * mix(vec3(light), colour, 0.45) + vec3(0.0, 0.01, 0.04);
}
vec3 point(vec3 cell, vec3 most) {
  return graded(min(cell, most) / most);
}
vec3 looked(vec3 colour) {
  vec3 most = vec3(float(size) - 1.0);
  vec3 at = clamp(colour, 0.0, 1.0) * most;
  if (interpolation == 0) {
    return point(floor(at + 0.5), most);
  }
  vec3 low = floor(at);
  vec3 part = at - low;
  if (interpolation == 1) {
    vec3 sum = vec3(0.0);
    for (int corner = 0; corner < 8; corner++) {
      vec3 side = vec3(float(corner & 1), float((corner >> 1) & 1), float(corner >> 2));
      vec3 share = mix(1.0 - part, part, side);
      sum += point(low + side, most) * (share.x * share.y * share.z);
    }
    return sum;
  }
  // six tetrahedra meet on the diagonal: the order of the parts tells which one it is
  vec3 first = step(part.yzx, part.xyz) * step(part.zxy, part.xyz);
  vec3 last = step(part.xyz, part.yzx) * step(part.xyz, part.zxy) * (1.0 - first);
  float large = max(part.x, max(part.y, part.z));
  float small = min(part.x, min(part.y, part.z));
  float middle = part.x + part.y + part.z - large - small;
  return point(low, most) * (1.0 - large) + point(low + first, most) * (large - middle)
    + point(low + 1.0 - last, most) * (middle - small) + point(low + 1.0, most) * small;
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

/** Points of the largest table. */
const POINTS = 33 ** 3

export const colourGrade: BuiltInEffect = {
  name: 'Colour grade',
  description: 'Gives the picture a look by a three-dimensional table of colours.',
  constants,
  passes: [pass('look up', constants, body)],
  gpuTime: 1_200,
  resources: (project) => [
    picture('table', { ...project, width: 33, height: 33 }, { format: 'R16G16B16A16_FLOAT', layers: 33 }),
    upload('table upload', POINTS * 8),
    picture('graded', project),
  ],
}
