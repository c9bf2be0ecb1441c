/**
 * Media on the timeline as the editor keeps them, each a resource of its own: decoded frames of the clip's size in the
 * project's format, proxies of a half and a quarter of the project's size, and thumbnails of many sizes.
 */
import type { ClipSpec, EffectSpec, ResourceSpec } from '../../preload/contract/specs'
import { type Format, getResourceAllocationInfo, PlacementAlignment } from '../d3d12/resource-desc'
import type { ProjectFormat } from './effects/catalogue'

export const DEFAULT_FRAMES = 8
export const DEFAULT_THUMBNAILS = 24

/** the project's size divided by these */
export const PROXIES = [2, 4] as const
/** texels across; their heights follow from the clip's shape */
const THUMBNAIL_WIDTHS = [96, 128, 160, 192, 256, 320] as const
/** µs on the copy engine for a frame of 1280 × 720 */
const UPLOAD_TIME = 400
const REFERENCE_TEXELS = 1280 * 720

/** How many resources a clip has. */
export function resourcesOfClip({
  frames = DEFAULT_FRAMES,
  thumbnails = DEFAULT_THUMBNAILS,
}: Pick<ClipSpec, 'frames' | 'thumbnails'>): number {
  return frames + PROXIES.length + thumbnails
}

/** The resources of a clip and what using a frame of it costs. */
export function clipEffect(clip: ClipSpec, project: ProjectFormat): EffectSpec {
  const { name, width, height, frames = DEFAULT_FRAMES, thumbnails = DEFAULT_THUMBNAILS } = clip
  const { format } = project
  const resources: ResourceSpec[] = []
  const frame = texture('frame', width, height, format)
  for (let i = 1; i <= frames; i++) resources.push({ ...frame, name: `frame ${i}` })
  for (const divisor of PROXIES)
    resources.push(
      texture(`proxy 1:${divisor}`, Math.ceil(project.width / divisor), Math.ceil(project.height / divisor), format),
    )
  const sizes = THUMBNAIL_WIDTHS.map((across) => {
    const down = Math.max(1, Math.round((across * height) / width))
    return texture('thumbnail', across, down, 'R8G8B8A8_UNORM')
  })
  for (let i = 0; i < thumbnails; i++)
    resources.push({ ...(sizes[i % sizes.length] as ResourceSpec), name: `thumbnail ${i + 1}` })
  const gpuTime = Math.max(1, Math.round((UPLOAD_TIME * width * height) / REFERENCE_TEXELS))
  return { name, clip, gpuTime, passes: [{ engine: 'copy', gpuTime }], resources }
}

/** With the small alignment where the texture is small enough for it. */
function texture(name: string, width: number, height: number, format: Format): ResourceSpec {
  const desc = { dimension: 'texture2d' as const, width, height, format }
  const small = getResourceAllocationInfo({ ...desc, alignment: PlacementAlignment.SMALL })
  const info = small ?? getResourceAllocationInfo(desc)
  if (info === null)
    throw new RangeError(`${name} is not possible for ${width} × ${height}; expected whole texels, at least 1 × 1`)
  return { name, size: info.SizeInBytes, alignment: info.Alignment, resident: true }
}
