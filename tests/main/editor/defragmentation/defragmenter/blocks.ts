import { allocate, free, placedWorld } from '../../placed-rig'

/** Two blocks, a 1 MiB piece in each; the first block's piece is the cheaper or equal one to move. */
export function twoHalfEmpty(
  more: Parameters<typeof placedWorld>[0] = {},
  app: Parameters<typeof placedWorld>[1] = {},
) {
  const world = placedWorld(more, app)
  for (const name of ['a', 'b']) {
    allocate(world, name, 1)
    allocate(world, `${name} fill`, 3)
  }
  free(world, 'a fill', 'b fill')
  return world
}
