/** Several that watch one run. */
import type { RunFollower } from './runner'

/** @returns one that tells all of them, in their order; undefined where there is none */
export function together(followers: readonly RunFollower[]): RunFollower | undefined {
  const [first, second] = followers
  if (second === undefined) return first
  return {
    seesEach: followers.some(({ seesEach }) => seesEach),
    begins: (world) => {
      for (const follower of followers) follower.begins?.(world)
    },
    built: (world) => {
      for (const follower of followers) follower.built?.(world)
    },
    player: () => {
      for (const follower of followers) follower.player?.()
    },
    kernel: (vidmm) => {
      for (const follower of followers) follower.kernel(vidmm)
    },
    record: (record) => {
      for (const follower of followers) follower.record(record)
    },
    look: () => {
      for (const follower of followers) follower.look()
    },
    submitted: (resources) => {
      for (const follower of followers) follower.submitted(resources)
    },
    scheduler: (scheduler) => {
      for (const follower of followers) follower.scheduler?.(scheduler)
    },
    effectFinished: (name) => {
      for (const follower of followers) follower.effectFinished?.(name)
    },
    late: (delay) => {
      for (const follower of followers) follower.late?.(delay)
    },
  }
}
