import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { COMPILED, compiledModules, compileIfStale } from './scripts/testing/compiled.mjs'
import { LongestFirst } from './scripts/testing/longest-first.mjs'
import { pageTests } from './scripts/testing/test-kinds.mjs'

/** Vitest leaves one core to itself, which has nothing to do meanwhile; with two cores that halves what is at work. */
const cores = availableParallelism()
const maxWorkers = Math.max(cores - 1, Math.min(cores, 2))

const ELECTRON = fileURLToPath(new URL('tests/main/shell/electron.ts', import.meta.url))

/** What looks at all that its process holds: with the modules and leftovers of 200 files that took more than a minute. */
const ALONE = [
  'tests/torture/soak/kept.test.ts',
  'tests/main/session/past/checkpoints.bytes.test.ts',
  'tests/main/sim/checkpoint/weight.test.ts',
]

const HERE = fileURLToPath(new URL('.', import.meta.url))
const PAGES = pageTests(join(HERE, 'tests', 'renderer')).map((path) => relative(HERE, path).replaceAll('\\', '/'))

const compiled = [compiledModules(await compileIfStale())]

export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/property-seed.ts'],
    testTimeout: 30_000,
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    server: { deps: { external: [COMPILED] } },
    projects: [
      {
        extends: true,
        plugins: compiled,
        // the tests have no Electron: one that is played is in its place, for all of them
        resolve: { alias: [{ find: /^electron$/, replacement: ELECTRON }] },
        test: {
          name: 'main',
          include: ['tests/{main,preload,architecture,golden,scripts,torture}/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          // a third of their time went into importing the same modules for each of 200 files
          isolate: false,
        },
      },
      {
        extends: true,
        plugins: compiled,
        test: { name: 'alone', include: ALONE },
      },
      {
        extends: true,
        plugins: compiled,
        // most of their time went into importing the same modules for each of 138 files
        test: { name: 'renderer', include: ['tests/renderer/**/*.test.{ts,tsx}'], exclude: PAGES, isolate: false },
      },
      {
        extends: true,
        // the page's modules hold its state, and each file has a page of its own: a context of its thread, which is made in a
        // quarter of the time that a process takes to load all that a page needs
        test: { name: 'renderer, alone', include: PAGES, pool: 'vmThreads' },
      },
    ],
  },
})
