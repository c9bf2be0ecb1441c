/** A project with other pixels or another allocator: what was made and set stays, in the sizes that follow. */
import { isDeepStrictEqual } from 'node:util'
import type { AppSettings, SessionCommand } from '../../../preload/contract'
import { resized } from '../../editor/effect-resources'
import { type Scenario, validateScenario } from '../scenario'
import { byNames } from './device-text'
import { scenarioText } from './project-file'

type App = Scenario['app']
type Changed = Omit<Extract<SessionCommand, { kind: 'setApp' }>, 'kind'>

/** they are looked at after every verb, and an app keeps its own */
const known = new WeakMap<App, AppSettings>()

/** As the app starts with them, the same object each time; sizes in bytes. */
export function appSettings(app: App): AppSettings {
  let settings = known.get(app)
  if (settings === undefined) {
    const { project, blockSize, pools, pool = null } = app
    settings = { format: project.format, blockSize, pools, pool }
    known.set(app, settings)
  }
  return settings
}

const SAME = 'That is how the project is, and nothing was changed.'

/**
 * @param changed what is left out stays; sizes in bytes
 * @returns the project as it starts again; why it cannot be so, with what to do, where it cannot, or is so already
 */
export function onApp(
  scenario: Scenario,
  changed: Changed,
): { readonly scenario: Scenario } | { readonly refused: string } {
  const { app } = scenario
  const { format = app.project.format, blockSize = app.blockSize, pools = app.pools, pool = app.pool ?? null } = changed
  const { pool: _, ...others } = app
  const project = { ...app.project, format }
  // what has a size of its own keeps it
  const effects = app.effects.map((effect) => resized(effect, app.project, project) ?? effect)
  const own = { project, effects, blockSize, pools: [...pools], ...(pool === null ? {} : { pool }) }
  const asked: unknown = JSON.parse(scenarioText({ ...scenario, app: { ...others, ...own } }))
  // as it opens: in the order of a file
  const read = validateScenario(asked)
  if (!read.ok)
    return {
      refused: `${byNames(read.problems.slice(0, 3), 'project', asked)}\nEnter another value, or change the project.`,
    }
  if (isDeepStrictEqual(read.scenario.app, scenario.app)) return { refused: SAME }
  return { scenario: { ...scenario, app: read.scenario.app } }
}
