/** What `npm audit` says of the packages that ship, also when there is nobody to ask. */

/**
 * @typedef {object} Audit
 * @property {'clean' | 'vulnerable' | 'not made'} verdict
 * @property {string} text for people
 */

/**
 * Reads the answer of `npm audit --omit=dev --json`. A registry without the audit endpoint, or none in reach, is neither
 * a clean bill nor a vulnerability: nobody has looked.
 * @param {{ status: number, stdout: string, stderr: string }} answer of npm
 * @returns {Audit}
 */
export function readAudit({ status, stdout, stderr }) {
  const report = parsed(stdout)
  const counts = report?.metadata?.vulnerabilities
  if (counts === undefined) return { verdict: 'not made', text: reason(report, stderr, status) }
  const audited = report?.metadata?.dependencies?.prod ?? 0
  if (audited === 0) return { verdict: 'not made', text: 'npm audited no package at all' }
  if (counts.total === 0) return { verdict: 'clean', text: `no known vulnerability in ${audited} packages that ship` }
  const lines = Object.values(report?.vulnerabilities ?? {}).map(
    ({ name, severity, range, via }) => `  ${name} ${range}: ${severity}${titles(via)}`,
  )
  return { verdict: 'vulnerable', text: [`${counts.total} known vulnerabilities in what ships:`, ...lines].join('\n') }
}

/** @param {string} text @returns {Record<string, any> | undefined} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {Record<string, any> | undefined} report @param {string} stderr @param {number} status */
function reason(report, stderr, status) {
  const said = report?.message ?? report?.error?.summary ?? stderr.trim().split('\n').at(-1)
  return `npm audit ended with status ${status} and no report: ${said || 'it said nothing'}`
}

/** @param {readonly (string | { title?: string, url?: string })[]} via names of packages, or advisories */
function titles(via) {
  return via
    .flatMap((one) => (typeof one === 'string' ? [] : [`\n    ${one.title ?? 'advisory'} ${one.url ?? ''}`]))
    .join('')
}
