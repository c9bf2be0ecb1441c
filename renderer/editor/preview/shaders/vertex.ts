/** One triangle that covers the screen, without vertex buffers. */
const vertex = (y: string) => `#version 300 es
out vec2 vUv;
void main() {
  vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  vUv = corner;
  gl_Position = vec4(corner.x * 2.0 - 1.0, ${y}, 0.0, 1.0);
}`

export const FULL_SCREEN_VERTEX = vertex('corner.y * 2.0 - 1.0')
/** What has vUv.y = 1, the top, is drawn at y = 0 of the target. */
export const FULL_SCREEN_VERTEX_TOP_DOWN = vertex('1.0 - corner.y * 2.0')
