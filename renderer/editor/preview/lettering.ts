import { CLIP } from './clip'

const WIDTH = 1024
const HEIGHT = 144

/** The title that is burnt into the clip, as a transparent picture for a texture. */
export function drawLettering(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser gave no 2D canvas for the title of the clip')
  context.textBaseline = 'middle'
  context.shadowColor = 'rgba(0, 0, 0, 0.75)'
  context.shadowBlur = 8
  context.fillStyle = '#fff6e0'
  context.font = '600 74px system-ui, sans-serif'
  context.fillText(CLIP.title, 12, 52)
  context.fillStyle = '#ffd36b'
  context.font = '500 34px ui-monospace, monospace'
  context.fillText(`TAKE 3  ·  ${CLIP.rate} FPS  ·  ${CLIP.width}×${CLIP.height}`, 14, 116)
  return canvas
}
