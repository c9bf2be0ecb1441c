/** What is seen in place of a clip's own picture: hatched, with words, so that nobody takes it for footage. */
import { type Pixels, stillPixels } from '../../store/stills'
import { CLIP } from './clip'

const { width: WIDTH, height: HEIGHT } = CLIP
const GROUND = '#2b1518'
const LINES = '#43211f'
const BAND = '#190c0e'
const WORDS = '#ffd7d2'
const NAME = '#e0aaa4'
/** texels */
const SIDE = 48
const BAND_HEIGHT = 190
const MARGIN = 60

/** @param file whose picture is missing; a name that is too long is squeezed */
export function slate(words: string, file: string): Pixels {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT)
  const brush = canvas.getContext('2d')
  if (brush !== null) draw(brush, words, file)
  return stillPixels(canvas.transferToImageBitmap())
}

function draw(brush: OffscreenCanvasRenderingContext2D, words: string, file: string): void {
  brush.fillStyle = GROUND
  brush.fillRect(0, 0, WIDTH, HEIGHT)
  brush.strokeStyle = LINES
  brush.lineWidth = SIDE / 3
  for (let x = -HEIGHT; x < WIDTH; x += SIDE) {
    brush.beginPath()
    brush.moveTo(x, HEIGHT)
    brush.lineTo(x + HEIGHT, 0)
    brush.stroke()
  }
  brush.fillStyle = BAND
  brush.fillRect(0, (HEIGHT - BAND_HEIGHT) / 2, WIDTH, BAND_HEIGHT)
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.fillStyle = WORDS
  brush.font = '600 64px system-ui, sans-serif'
  brush.fillText(words, WIDTH / 2, HEIGHT / 2 - 34)
  brush.fillStyle = NAME
  brush.font = '38px system-ui, sans-serif'
  brush.fillText(file, WIDTH / 2, HEIGHT / 2 + 44, WIDTH - 2 * MARGIN)
}
