/** What every journey rests on: an answer from the main process comes, however busy that is. */
import { expect, launchApp, test } from './launch'
import { inMain } from './main-process'
import { quietProject } from './support'

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
