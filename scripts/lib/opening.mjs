/** Writes into the built page what its window opens with, and where the app is that takes its place. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { runnerImport } from 'vite'
import { root } from './paths.mjs'

const MARKUP = join(root, 'renderer', 'opening.tsx')
const APP = join(root, 'renderer', 'main.tsx')

/** Markup has none; they are linked. @type {import('vite').Plugin} */
const noStyles = {
  name: 'no-styles',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('.css') ? '\0no-style' : undefined),
  load: (id) => (id === '\0no-style' ? '' : undefined),
}

/**
 * @returns {import('vite').Plugin} for the renderer's build: `#opening`, which renderer/opening.tsx makes, with the styles
 *   and the scripts of the app, which are fetched while it is shown
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
        const page = html.replace(
          '<div id="root">',
          () => `<div id="opening" inert>${module.opening()}</div>\n    <div id="root">`,
        )
        return { html: page, tags: linksOf(Object.values(bundle ?? {}), (file) => !html.includes(file)) }
      },
    },
  }
}

/**
 * @param {readonly (import('vite').Rolldown.OutputAsset | import('vite').Rolldown.OutputChunk)[]} built
 * @param {(file: string) => boolean} isNew the page has no link to it
 * @returns {import('vite').HtmlTagDescriptor[]}
 */
function linksOf(built, isNew) {
  const chunks = built.filter((each) => each.type === 'chunk')
  const app = chunks.find(({ facadeModuleId }) => facadeModuleId === APP)
  if (app === undefined) throw new Error(`found no ${APP} in what was built`)
  const needed = [app, ...app.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name))]
  const styles = new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...[...styles].filter(isNew).map((file) => link('stylesheet', file)),
    ...needed.filter(({ fileName }) => isNew(fileName)).map(({ fileName }) => link('modulepreload', fileName)),
  ]
}

/** @param {string} rel @param {string} file @returns {import('vite').HtmlTagDescriptor} */
function link(rel, file) {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `./${file}` }, injectTo: 'head' }
}
