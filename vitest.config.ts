import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    setupFiles: ['tests/support/property-seed.ts'],
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'main',
          include: ['tests/{main,preload,architecture,golden,scripts,torture}/**/*.test.{ts,tsx}'],
          // a third of their time went into importing the same modules for each of 200 files
          isolate: false,
        },
      },
      {
        extends: true,
        // the page's modules hold its state, and each file has a page of its own
        test: { name: 'renderer', include: ['tests/renderer/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
