/** Looks now and then whether the GPU has come to something, as a page is not told of that. One look-out at a time. */
export class GpuPoll {
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param every ms between two looks, and until the first */
  constructor(
    private readonly gl: Pick<WebGL2RenderingContext, 'isContextLost'>,
    private readonly every: number,
  ) {}

  get isUnderWay(): boolean {
    return this.timer !== undefined
  }

  /** @param isOver looks, and does what follows; never called when the context was lost */
  until(isOver: () => boolean): void {
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (!this.gl.isContextLost() && !isOver()) this.until(isOver)
    }, this.every)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }
}

/** Whether the GPU has come to a fence. */
export function isSignalled(gl: WebGL2RenderingContext, fence: WebGLSync): boolean {
  return gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED
}
