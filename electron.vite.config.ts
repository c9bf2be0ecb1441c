import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { recordBundled } from './scripts/lib/bundled.mjs'
import { writeOpening } from './scripts/lib/opening.mjs'

/**
 * The targets are those of the oldest runtime that a checkout may run on (Electron 33, see scripts/runtime/stand-in.mjs).
 * Every dependency is bundled: only Electron and Node's own modules are left outside.
 */
const NODE = 'node20.18'
const CHROME = 'chrome130'

/**
 * The contract is data and functions without effects. Bundlers take what they cannot see through for an effect, and then
 * every text of it, whoever asks for one name, is in what is read before anything is seen.
 */
const treeshake = { moduleSideEffects: [{ test: /[\\/]preload[\\/]contract[\\/]/, sideEffects: false }] }

export default defineConfig({
  main: {
    plugins: [recordBundled('main')],
    build: {
      target: NODE,
      // parsed before the window opens
      minify: true,
      outDir: 'out/main',
      externalizeDeps: false,
      lib: {
        entry: {
          index: resolve('main/index.ts'),
          comparison: resolve('main/shell/comparison/comparison-worker.ts'),
          reading: resolve('main/shell/reading/reading-worker.ts'),
        },
        formats: ['es'],
      },
      rollupOptions: { treeshake, output: { entryFileNames: '[name].js' } },
    },
  },
  preload: {
    plugins: [recordBundled('preload')],
    build: {
      target: NODE,
      outDir: 'out/preload',
      externalizeDeps: false,
      // A sandboxed preload must be a single CommonJS file.
      lib: { entry: { index: resolve('preload/index.ts') }, formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'renderer',
    build: {
      target: CHROME,
      // parsed and compiled before anything is seen
      minify: true,
      outDir: 'out/renderer',
      // Chromium needs none
      modulePreload: { polyfill: false },
      rollupOptions: { treeshake, input: { index: resolve('renderer/index.html') } },
    },
    plugins: [react(), recordBundled('renderer'), writeOpening()],
  },
})
