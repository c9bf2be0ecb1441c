/** What every journey rests on: an answer from the main process comes, however busy that is. */
import { expect, launchApp, test } from '../launch'
import { inMain } from '../main-process'
import { quietProject } from '../support'

test('an answer from the main process is not lost to what runs there before it is sent', async () => {
  const { app } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  const answers: number[] = []
  for (let i = 0; i < 20; i++)
    answers.push(
      await inMain(
        app,
        async (_electron, given) => {
          // as Open does with a large file: microtasks of the app, each of which makes enough for a collection
          const work = async (): Promise<void> => {
            for (let turn = 0; turn < 6; turn++) {
              await null
              JSON.parse(JSON.stringify(Array.from({ length: 50_000 }, (_, k) => ({ name: `r${k}`, size: k }))))
            }
          }
          void work()
          return given
        },
        i,
      ),
    )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => i))
  await expect(inMain(app, async () => Promise.reject(new Error('told to the journey')))).rejects.toThrow('told to the')
})

test('what a journey does in the main process comes in between, never in the middle of what the app does', async () => {
  const { app } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await inMain(app, async () => {
    const global = globalThis as { midway?: boolean; turns?: number }
    global.turns = 0
    // as a frame that is being made: it must not be changed by a click while it is
    const turn = (): void => {
      global.midway = true
      const end = performance.now() + 40
      while (performance.now() < end) Math.random()
      global.midway = false
      global.turns = (global.turns ?? 0) + 1
      setTimeout(turn, 5)
    }
    setTimeout(turn, 5)
  })
  const midway: boolean[] = []
  for (let i = 0; i < 40; i++)
    midway.push(await inMain(app, async () => (globalThis as { midway?: boolean }).midway ?? false))
  const turns = await inMain(app, async () => (globalThis as { turns?: number }).turns ?? 0)
  expect(turns).toBeGreaterThan(10)
  expect(midway).toEqual(midway.map(() => false))
})
