/**
 * Pictures that were dropped onto the window, decoded by the platform: as long as the window is open they are what their
 * clips show. A project has their names and sizes; opened again such a clip shows the sample footage.
 */

const pictures = new Map<string, ImageBitmap>()

/** @param media the name of its clip */
export function keepStill(media: string, picture: ImageBitmap): void {
  pictures.set(media, picture)
}

/** undefined: there is none of that name */
export function stillOf(media: string): ImageBitmap | undefined {
  return pictures.get(media)
}
