import { expect, launchApp, test } from './launch'
import { inMain } from './main-process'
import { answerDialogs, menu, quietProject } from './support'
for (const file of ['/tmp/sx/large.json', '/tmp/sx/large60.json'])
test(`measure ${file}`, async () => {
  const { app, page } = await launchApp({ args: [`--scenario=${quietProject()}`] })
  await answerDialogs(app, file)
  await inMain(app, async () => {
    const g = globalThis as any
    g.stalls = []
    let last = performance.now()
    g.timer = setInterval(() => { const now = performance.now(); if (now - last > 40) g.stalls.push([Math.round(now), Math.round(now - last)]); last = now }, 5)
    g.began = performance.now()
  })
  const t = Date.now()
  await menu(app, 'open')
  const opening = page.getByRole('region', { name: 'Opening' })
  await expect(opening).toContainText('Reading')
  console.log('reading shown', Date.now() - t)
  await expect(opening).toContainText('allocations', { timeout: 60_000 })
  console.log('building', Date.now() - t)
  console.log(JSON.stringify(await inMain(app, async () => [(globalThis as any).began, (globalThis as any).stalls])))
  await expect(opening).toHaveCount(0, { timeout: 60_000 })
  console.log('opened', Date.now() - t)
  console.log(JSON.stringify(await inMain(app, async () => (globalThis as any).stalls)))
  await app.close()
})
