/**
 * Builds with Vite, in this process, without a configuration file.
 * @param {import('vite').InlineConfig} config
 */
export async function viteBuild(config) {
  const { build } = await import('vite')
  const before = process.env.NODE_ENV
  try {
    return await build({ configFile: false, logLevel: 'error', ...config })
  } finally {
    // Vite sets it to production, and what is started next would be that too: React has no `act` then, and tests fail
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}
