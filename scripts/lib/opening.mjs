/** Writes into the built page what its window opens with, and where the app is that takes its place. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { runnerImport } from 'vite'
import { root } from './paths.mjs'

const MARKUP = join(root, 'renderer', 'opening.tsx')
const APP = join(root, 'renderer', 'main.tsx')
const EDITOR = join(root, 'renderer', 'shell.tsx')

/** Markup has none; they are linked. @type {import('vite').Plugin} */
const noStyles = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? '' : undefined),
}

/**
 * @returns {import('vite').Plugin} for the renderer's build: `#opening`, which renderer/opening.tsx makes, with the styles
 *   and the scripts of the app, which are fetched while it is shown; and those of the editor, for where it opens with that
 */
export function writeOpening() {
  return {
    name: 'trimline-opening',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { module } = await runnerImport(MARKUP, {
          configFile: false,
          logLevel: 'warn',
          plugins: [react(), noStyles],
        })
        const built = Object.values(bundle ?? {})
        const app = neededFor(APP, built)
        const editor = neededFor(EDITOR, built)
        const ofApp = linksTo(app, 'rel="stylesheet"', (file) => html.includes(file))
        const isOfApp = (/** @type {string} */ file) => [...app.styles, ...app.scripts].includes(file)
        // nothing waits for these to be shown
        const ofEditor = linksTo(editor, 'rel="preload" as="style"', (file) => html.includes(file) || isOfApp(file))
        const { links, shown } = module.opening(ofEditor)
        return html
          .replace('</head>', () => `  ${ofApp}${links}\n  </head>`)
          .replace('<div id="root">', () => `<div id="opening" inert>${shown}</div>\n    <div id="root">`)
      },
    },
  }
}

/**
 * @param {string} entry path of a module that is loaded by itself
 * @param {readonly (import('vite').Rolldown.OutputAsset | import('vite').Rolldown.OutputChunk)[]} built
 * @returns {{ styles: string[], scripts: string[] }} files that it consists of
 */
function neededFor(entry, built) {
  const chunks = built.filter((each) => each.type === 'chunk')
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId === entry)
  if (own === undefined) throw new Error(`found no ${entry} in what was built`)
  const needed = new Set([own])
  for (const { imports } of needed) for (const chunk of chunks) if (imports.includes(chunk.fileName)) needed.add(chunk)
  const styles = [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return { styles: [...new Set(styles)], scripts: [...needed].map(({ fileName }) => fileName) }
}

/**
 * @param {ReturnType<typeof neededFor>} needed
 * @param {string} styleKind attributes of a link to styles
 * @param {(file: string) => boolean} isLinked there is a link to it
 * @returns {string} HTML
 */
function linksTo({ styles, scripts }, styleKind, isLinked) {
  const link = (/** @type {string} */ kind, /** @type {readonly string[]} */ files) =>
    files.filter((file) => !isLinked(file)).map((file) => `<link ${kind} crossorigin href="./${file}">`)
  return [...link(styleKind, styles), ...link('rel="modulepreload"', scripts)].join('')
}
