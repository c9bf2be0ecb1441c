/** Whole runs of scenarios from file to summary. */
import { readFileSync } from 'node:fs'
import { runScenario } from '../../main/session/run/runner'
import { parseScenarioText, type Scenario } from '../../main/session/scenario'
import { summary } from './measure'
import { type Row, rateRow } from './table'
import { scenario } from './worlds'

const GROUP = 'Scenarios: whole runs, trace hashed'

export async function scenarios(): Promise<Row[]> {
  const text = readFileSync('resources/scenarios/sample-life.json', 'utf8')
  const hour = await secondsPerRun(busyHour(), 5)
  return [
    rateRow(GROUP, summary('sample-life.json, runs', await secondsPerRun(read(text), 50))),
    rateRow(GROUP, summary('a press every 100 ms for an hour, runs', hour)),
    rateRow(
      GROUP,
      summary(
        '  its simulated seconds',
        hour.map((seconds) => seconds / 3600),
      ),
    ),
  ]
}

function read(text: string): Scenario {
  const parsed = parseScenarioText(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.scenario
}

function busyHour(): Scenario {
  const presses = Array.from({ length: 36_000 }, (_, index) => ({
    at: index * 100_000,
    apply: index % 3 === 0 ? 'Grayscale' : 'Blur',
  }))
  return scenario({ system: { periodicTrim: { whileActive: true } }, app: { policy: 'fence-lru' }, steps: presses })
}

/** One run to warm up, then `runs`. */
async function secondsPerRun(chosen: Scenario, runs: number): Promise<number[]> {
  await runScenario(chosen)
  const seconds: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint()
    const { summary: result } = await runScenario(chosen)
    seconds.push(Number(process.hrtime.bigint() - start) / 1e9)
    if (result.devicesRemoved > 0) throw new Error(`${result.name} lost its device`)
  }
  return seconds
}
