/** The 2D context of a canvas and its size, the same for every picture. */

/**
 * @param what the canvas is for, for the message: "the lanes"
 * @throws Error when the browser gives no context
 */
export function context2d(canvas: HTMLCanvasElement, what: string): CanvasRenderingContext2D {
  // Many small rectangles that change all the time are drawn fastest without the GPU.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error(`The browser gave no 2D canvas for ${what}`)
  return context
}

/** Gives back what canvases hold; they can be fitted again. */
export function releaseCanvases(canvases: readonly HTMLCanvasElement[]): void {
  for (const canvas of canvases) {
    canvas.width = 0
    canvas.height = 0
  }
}

/** Gives canvases as many elements as the screen has for them; drawing goes on in CSS px. */
export function fitCanvases(canvases: readonly HTMLCanvasElement[], width: number, height: number, what: string): void {
  for (const canvas of canvases) {
    canvas.width = Math.round(width * devicePixelRatio)
    canvas.height = Math.round(height * devicePixelRatio)
    context2d(canvas, what).setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
  }
}
