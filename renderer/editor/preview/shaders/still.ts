/** A picture clip: as large as it fits, on black. */
export const STILL_FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D uPicture;
uniform float uShape;      // its width by its height, over the same of what is drawn; 0: nothing is there
in vec2 vUv;
out vec4 outColor;

void main() {
  if (uShape == 0.0) {
    outColor = vec4(0.0, 0.0, 0.0, 1.0);
    return;
  }
  vec2 fit = uShape > 1.0 ? vec2(1.0, uShape) : vec2(1.0 / uShape, 1.0);
  vec2 at = (vUv - 0.5) * fit + 0.5;
  bool inside = all(greaterThanEqual(at, vec2(0.0))) && all(lessThanEqual(at, vec2(1.0)));
  vec4 own = texture(uPicture, vec2(at.x, 1.0 - at.y));
  outColor = vec4(inside ? own.rgb * own.a : vec3(0.0), 1.0);
}`
