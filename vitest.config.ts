import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['tests/{main,preload,renderer,architecture,golden,scripts,torture}/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/property-seed.ts'],
    testTimeout: 30_000,
    // files share what is imported: a third of the time went into importing the same modules for each of 280 files
    isolate: false,
    unstubGlobals: true,
  },
})
