/** Pictures of picture clips as textures, made when they are first drawn. */
import { isKept, stillOf } from '../../store/stills'
import { createTexture } from './gl'

interface Still {
  readonly texture: WebGLTexture
  readonly width: number
  readonly height: number
}

export class StillTextures {
  private readonly byPicture = new Map<ImageBitmap, Still>()

  constructor(private readonly gl: WebGL2RenderingContext) {}

  /** @returns null: its pixels are not here, as those of a clip that is none of pictures */
  of(media: string): Still | null {
    const picture = stillOf(media)
    if (picture === undefined) return null
    const known = this.byPicture.get(picture)
    if (known !== undefined) return known
    const { gl } = this
    const texture = createTexture(gl)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture)
    const made = { texture, width: picture.width, height: picture.height }
    this.byPicture.set(picture, made)
    return made
  }

  /** Textures of pictures whose clips are gone are deleted. */
  dropGone(): void {
    for (const [picture, { texture }] of this.byPicture) {
      if (isKept(picture)) continue
      this.gl.deleteTexture(texture)
      this.byPicture.delete(picture)
    }
  }

  dispose(): void {
    for (const { texture } of this.byPicture.values()) this.gl.deleteTexture(texture)
    this.byPicture.clear()
  }

  /** The graphics context was lost: the textures are gone with it. */
  forget(): void {
    this.byPicture.clear()
  }
}
