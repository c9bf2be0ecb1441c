/**
 * Brings a picture from the GPU into memory without waiting for it: the GPU copies into a buffer of its own, and the
 * buffer is read when a fence has told that the copy is done. (A canvas that the browser itself must read back, as it
 * does where it composes the page in software, stalls the GPU at every picture.)
 */
export class Readback {
  private readonly gl: WebGL2RenderingContext
  private buffer: WebGLBuffer | null = null
  private image: ImageData | null = null

  constructor(gl: WebGL2RenderingContext) {
    this.gl = gl
  }

  /** Begins the copy of the bound framebuffer. `receive` may be called when a fence set after this is signalled. */
  begin(width: number, height: number): void {
    const { gl } = this
    if (this.image?.width !== width || this.image.height !== height) {
      this.image = new ImageData(width, height)
      gl.deleteBuffer(this.buffer)
      this.buffer = gl.createBuffer()
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.buffer)
      gl.bufferData(gl.PIXEL_PACK_BUFFER, this.image.data.byteLength, gl.STREAM_READ)
    } else {
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.buffer)
    }
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
  }

  /** The picture, as good as until the next call of `begin`; its first row is the one at y = 0. */
  receive(): ImageData {
    const { gl, image } = this
    if (image === null) throw new Error('No picture was asked for: begin() comes before receive()')
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, this.buffer)
    gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, image.data)
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null)
    return image
  }

  dispose(): void {
    this.gl.deleteBuffer(this.buffer)
    this.buffer = null
    this.image = null
  }
}
