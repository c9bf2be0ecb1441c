/**
 * The clip: a harbour at dusk, drawn by formula. It has what effects are judged by: smooth gradients, hard edges,
 * windows and rigging a pixel or two wide, saturated colours, lettering, and motion. It loops without a jump:
 * everything that moves does so a whole number of times a clip.
 */
export const CLIP_FRAGMENT = `#version 300 es
precision highp float;
uniform float uPhase;      // 0 to 1 through the clip
uniform float uShot;       // 0: the shot that is edited; 1: the next one, the harbour at night from the other side
uniform vec2 uResolution;
uniform sampler2D uLettering;
in vec2 vUv;
out vec4 outColor;

const float TURN = 6.2831853;

float hash(vec2 p) {
  return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453);
}

/** 1 inside a box, softened by one picture element. */
float box(vec2 p, vec2 centre, vec2 half_, float soft) {
  vec2 d = abs(p - centre) - half_;
  return 1.0 - smoothstep(-soft, soft, max(d.x, d.y));
}

float line(vec2 p, vec2 a, vec2 b, float width, float soft) {
  vec2 along = b - a;
  float t = clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
  return 1.0 - smoothstep(width, width + soft, length(p - a - along * t));
}

float hills(float x, float seed) {
  return 0.55 * sin(x * 2.1 + seed) + 0.3 * sin(x * 4.7 + seed * 2.3) + 0.15 * sin(x * 9.1 + seed * 4.1);
}

vec3 sky(vec2 p, float soft) {
  float height = clamp(p.y / 0.62, 0.0, 1.0);
  vec3 colour = mix(vec3(0.98, 0.60, 0.30), vec3(0.72, 0.30, 0.42), smoothstep(0.0, 0.35, height));
  colour = mix(colour, vec3(0.10, 0.13, 0.34), smoothstep(0.25, 1.0, height));
  vec2 sun = vec2(0.62, 0.11 + 0.012 * sin(TURN * uPhase));
  float distance_ = length(p - sun);
  colour += vec3(1.0, 0.55, 0.2) * 0.35 * exp(-distance_ * 5.0);
  colour = mix(colour, vec3(1.0, 0.93, 0.68), 1.0 - smoothstep(0.082, 0.082 + soft, distance_));
  if (p.y < 0.35) return colour;
  vec2 cell = floor(p * 46.0);
  float star = step(0.975, hash(cell)) * smoothstep(0.35, 0.7, p.y);
  float twinkle = 0.6 + 0.4 * sin(TURN * (uPhase * 3.0 + hash(cell + 3.0)));
  colour += star * twinkle * (1.0 - smoothstep(0.06, 0.16, length(fract(p * 46.0) - 0.5)));
  return colour;
}

/** A row of houses with lit windows: the fine detail that a blur takes first. */
vec3 town(vec3 colour, vec2 p, float soft) {
  float width = 0.058;
  float index = floor(p.x / width);
  float height = 0.075 + 0.15 * hash(vec2(index, 7.0));
  float inside = (1.0 - smoothstep(height - soft, height + soft, p.y)) * step(0.0, p.y);
  inside *= step(p.x, 0.40) + step(1.28, p.x);
  vec3 wall = mix(vec3(0.10, 0.09, 0.16), vec3(0.24, 0.14, 0.17), hash(vec2(index, 1.0)));
  vec2 grid = vec2(fract(p.x / width) * 5.0, p.y * 62.0);
  vec2 window = floor(grid);
  vec2 at = fract(grid) - 0.5;
  float pane = step(abs(at.x), 0.26) * step(abs(at.y), 0.30) * step(0.5, window.x) * step(window.x, 3.5);
  float lit = step(0.42, hash(window + index * 13.0)) * step(p.y, height - 0.014) * step(0.012, p.y);
  vec3 light = mix(vec3(1.0, 0.82, 0.42), vec3(0.62, 0.86, 1.0), step(0.86, hash(window.yx + index)));
  wall = mix(wall, light, pane * lit);
  return mix(colour, wall, inside);
}

vec3 lighthouse(vec3 colour, vec2 p, float soft) {
  vec2 base = vec2(1.17, 0.0);
  float taper = 0.026 - 0.030 * (p.y - base.y) / 0.7;
  float body = box(p, base + vec2(0.0, 0.15), vec2(taper, 0.15), soft);
  vec3 stripes = mix(vec3(0.93, 0.90, 0.86), vec3(0.80, 0.12, 0.13), step(0.5, fract(p.y * 9.5)));
  colour = mix(colour, stripes * (0.72 + 6.0 * (p.x - base.x + 0.026)), body);
  vec2 lamp = base + vec2(0.0, 0.322);
  colour = mix(colour, vec3(0.12, 0.10, 0.14), box(p, base + vec2(0.0, 0.302), vec2(0.028, 0.005), soft));
  colour = mix(colour, vec3(1.0, 0.95, 0.72), box(p, lamp, vec2(0.013, 0.016), soft));
  colour = mix(colour, vec3(0.55, 0.08, 0.10), box(p, lamp + vec2(0.0, 0.022), vec2(0.018, 0.006), soft));
  vec2 ray = p - lamp;
  float swing = cos(TURN * uPhase * 3.0);
  float side = ray.x * swing;
  float beam = smoothstep(0.0, 0.02, side) * (1.0 - smoothstep(0.0, 0.035 + abs(side) * 0.16, abs(ray.y)));
  return colour + vec3(1.0, 0.9, 0.6) * beam * 0.55 * abs(swing) * exp(-abs(side) * 1.6);
}

vec3 boat(vec3 colour, vec2 p, float soft) {
  float travel = mix(-0.25, 2.05, uPhase);
  float sway = 0.035 * sin(TURN * uPhase * 5.0);
  vec2 q = p - vec2(travel, -0.075 + 0.006 * sin(TURN * uPhase * 7.0));
  if (abs(q.x) > 0.17) return colour;
  q = mat2(cos(sway), -sin(sway), sin(sway), cos(sway)) * q;
  float hull = box(q, vec2(0.0, 0.0), vec2(0.115 + q.y * 0.9, 0.024), soft);
  vec3 paint = mix(vec3(0.06, 0.20, 0.34), vec3(0.92, 0.93, 0.90), step(0.010, q.y));
  colour = mix(colour, paint, hull);
  float sail = step(0.032, q.y) * step(q.y, 0.275) * step(0.006, q.x) * step(q.x, 0.006 + (0.275 - q.y) * 0.48);
  vec3 cloth = mix(vec3(0.96, 0.94, 0.86), vec3(0.95, 0.36, 0.16), step(0.72, fract(q.y * 13.0)));
  colour = mix(colour, cloth * (0.82 + 0.9 * q.x), sail);
  float jib = step(0.032, q.y) * step(q.y, 0.235) * step(-0.092 + (q.y - 0.032) * 0.43, q.x) * step(q.x, -0.006);
  colour = mix(colour, vec3(0.90, 0.20, 0.26), jib);
  float rope = line(q, vec2(0.0, 0.02), vec2(0.0, 0.295), 0.0022, soft);
  rope = max(rope, line(q, vec2(0.0, 0.29), vec2(0.118, 0.026), 0.0004, soft));
  rope = max(rope, line(q, vec2(0.0, 0.29), vec2(-0.118, 0.026), 0.0004, soft));
  return mix(colour, vec3(0.16, 0.11, 0.10), rope);
}

vec3 birds(vec3 colour, vec2 p, float soft) {
  float wings = 0.0;
  for (int i = 0; i < 4; i++) {
    float n = float(i);
    vec2 at = vec2(mod(0.3 + n * 0.13 + uPhase * 1.9, 1.9) - 0.06, 0.42 + 0.035 * n + 0.014 * sin(TURN * (uPhase * 4.0 + n)));
    vec2 q = p - at;
    float flap = 0.35 + 0.65 * sin(TURN * (uPhase * 12.0 + n * 0.3));
    float wing = abs(q.y - abs(q.x) * flap * 0.7 + q.x * q.x * 14.0);
    wings = max(wings, (1.0 - smoothstep(0.0018, 0.0018 + soft, wing)) * step(abs(q.x), 0.026));
  }
  return mix(colour, vec3(0.07, 0.06, 0.10), wings);
}

vec3 water(vec2 p) {
  float depth = clamp(-p.y / 0.38, 0.0, 1.0);
  vec3 colour = mix(vec3(0.80, 0.43, 0.33), vec3(0.06, 0.10, 0.24), sqrt(depth));
  float ripple = sin(p.y * 210.0 / (0.35 + depth) + sin(p.x * 17.0 + TURN * uPhase * 4.0) * 1.6 + TURN * uPhase * 9.0);
  float path = exp(-pow((p.x - 0.62) / (0.05 + depth * 0.16), 2.0));
  colour += vec3(1.0, 0.62, 0.26) * path * smoothstep(0.15, 0.9, ripple) * 0.75;
  colour += vec3(0.10, 0.12, 0.18) * smoothstep(0.6, 1.0, ripple) * 0.5;
  return colour;
}

/** A camera's test strip: colours at full saturation, greys, and lines that get finer. */
vec3 chart(vec3 colour, vec2 uv) {
  vec2 p = (uv - vec2(0.735, 0.045)) / vec2(0.235, 0.115);
  if (p.x < 0.0 || p.x > 1.0 || p.y < 0.0 || p.y > 1.0) return colour;
  float column = floor(p.x * 6.0);
  vec3 hue = clamp(abs(fract(column / 6.0 + vec3(0.0, 0.667, 0.333)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
  if (p.y > 0.62) return mix(vec3(0.06), hue, 0.92);
  if (p.y > 0.38) return vec3(column / 5.0);
  float period = mix(0.052, 0.010, floor(p.x * 5.0) / 4.0);
  return vec3(step(0.5, fract(p.x / period)));
}

void main() {
  float aspect = uResolution.x / uResolution.y;
  // The horizon is the line y = 0; the picture is 1 high and \`aspect\` wide.
  vec2 p = vec2(mix(vUv.x, 1.0 - vUv.x, uShot) * aspect, vUv.y - 0.38);
  float soft = 1.2 / uResolution.y;
  vec3 colour;
  if (p.y >= 0.0) {
    colour = sky(p, soft);
    // Each part is computed only where it can be: software renderers have no power to spare.
    if (p.y < 0.27) {
      float far = 0.105 + 0.05 * hills(p.x * 1.3, 1.7);
      colour = mix(colour, vec3(0.38, 0.24, 0.40), 1.0 - smoothstep(far - soft, far + soft, p.y));
      float near = 0.055 + 0.035 * hills(p.x * 2.1, 4.2);
      colour = mix(colour, vec3(0.20, 0.15, 0.29), 1.0 - smoothstep(near - soft, near + soft, p.y));
      colour = town(colour, p, soft);
    } else if (p.y > 0.37) {
      colour = birds(colour, p, soft);
    }
  } else {
    colour = water(p);
  }
  if (p.y > -0.01) colour = lighthouse(colour, p, soft);
  if (p.y > -0.14 && p.y < 0.25) colour = boat(colour, p, soft);
  colour *= mix(vec3(1.0), vec3(0.30, 0.42, 0.74), uShot);
  colour = chart(colour, vUv);
  vec2 letters = (vUv - vec2(0.03, 0.86)) / vec2(0.44, 0.11);
  if (letters.x > 0.0 && letters.x < 1.0 && letters.y > 0.0 && letters.y < 1.0) {
    vec4 ink = texture(uLettering, vec2(letters.x, 1.0 - letters.y));
    colour = mix(colour, ink.rgb, ink.a);
  }
  outColor = vec4(clamp(colour, 0.0, 1.0), 1.0);
}`
