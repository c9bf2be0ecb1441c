import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['tests/{main,preload,renderer,architecture,golden,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
})
