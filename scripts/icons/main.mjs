/** Electron app of scripts/icons.mjs: draws an SVG in the sizes asked for, prints { size: PNG as base64 } as JSON. */
import { readFileSync } from 'node:fs'
import { app, BrowserWindow } from 'electron'

const svgAt = process.argv.findIndex((argument) => argument.endsWith('.svg'))
const svg = readFileSync(process.argv[svgAt] ?? '', 'base64')
const sizes = process.argv.slice(svgAt + 1).map(Number)

/** Runs in the page. */
const DRAW = `async (svg, sizes) => {
  const image = new Image()
  image.src = 'data:image/svg+xml;base64,' + svg
  await image.decode()
  return Object.fromEntries(sizes.map((size) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, size, size)
    return [size, canvas.toDataURL('image/png').split(',')[1]]
  }))
}`

app
  .whenReady()
  .then(async () => {
    const window = new BrowserWindow({ show: false })
    await window.loadURL('about:blank')
    const drawn = await window.webContents.executeJavaScript(
      `(${DRAW})(${JSON.stringify(svg)}, ${JSON.stringify(sizes)})`,
    )
    process.stdout.write(JSON.stringify(drawn), () => app.exit(0))
  })
  .catch((error) => {
    console.error(error)
    app.exit(1)
  })
