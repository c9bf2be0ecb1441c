import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type Column, ComparisonTable, Outcome } from '../../../renderer/charts/comparison'

interface Run {
  name: string
  latency: number
}

const COLUMNS: readonly Column<Run>[] = [
  { name: 'Run', meaning: 'What ran', text: ({ name }) => name, number: false },
  { name: 'Latency', meaning: 'The worst', text: ({ latency }) => `${latency} ms`, number: true },
]

describe('the table of a comparison', () => {
  it('has a head that explains its columns and a row for each run, numbers to the right', () => {
    const html = renderToStaticMarkup(
      <ComparisonTable
        region="Runs"
        label="Comparison"
        columns={COLUMNS}
        rows={[
          { name: 'a', latency: 3 },
          { name: 'b', latency: 5 },
        ]}
        keyOf={({ name }) => name}
      />,
    )
    expect(html).toContain('<th scope="col" title="What ran">Run</th>')
    expect(html).toContain('<th scope="col" title="The worst" class="number">Latency</th>')
    // a number is heard with what the row is called
    const rows = [...html.matchAll(/<tr><th scope="row">([^<]*)<\/th><td class="number">([^<]*)<\/td><\/tr>/g)]
    expect(rows.map(([, name, latency]) => [name, latency])).toEqual([
      ['a', '3 ms'],
      ['b', '5 ms'],
    ])
    // what scrolls can be reached by keyboard, and says what it is
    expect(html).toMatch(/<section [^>]*tabindex="0" aria-label="Runs"/)
    expect(html).toContain('<table class="table" aria-label="Comparison">')
  })
})

describe('how far a comparison is', () => {
  const progress = { state: 'running', done: 2, total: 7, share: 0.25, message: null } as const
  const html = (parts: Partial<Parameters<typeof Outcome>[0]['progress']>, unit?: string): string =>
    renderToStaticMarkup(
      <Outcome progress={{ ...progress, ...parts }} {...(unit === undefined ? {} : { unit })} onCancel={() => {}}>
        results
      </Outcome>,
    )

  it('is said while it runs, with a way out', () => {
    const running = html({}, ' runs')
    expect(running).toContain('<progress aria-label="Runs of the comparison done" max="1" value="0.25">')
    expect(running).toContain('<span role="status">2 of 7 runs</span>')
    expect(running).toContain('>Cancel</button>')
  })

  it('is how far it got when it was cancelled, and the results stay', () => {
    const cancelled = html({ state: 'cancelled' }, ' runs')
    expect(cancelled).toBe('<p class="detail-hint" role="status">Cancelled after 2 of 7 runs.</p>results')
  })

  it('is a share where one alone runs: it was 0 of 1 runs until it was over', () => {
    expect(html({ done: 0, total: 1, share: 0.379 }, ' runs')).toContain('<span>37 %</span>')
    expect(html({ state: 'cancelled', done: 0, total: 1, share: 0.5 }, ' runs')).toContain('Cancelled after 50 %.')
  })

  it('is an alert when it failed, a hint when it has something else to say', () => {
    expect(html({ state: 'failed', message: 'No work.' })).toBe(
      '<p class="field-error" role="alert">No work.</p>results',
    )
    expect(html({ state: 'done', message: 'Of 3 effects.' })).toBe(
      '<p class="detail-hint" role="status">Of 3 effects.</p>results',
    )
    expect(html({ state: 'done' })).toBe('results')
  })
})
