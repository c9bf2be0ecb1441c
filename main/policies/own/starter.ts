/** What someone who writes a policy begins with (LB-16): a working example, and the declaration of all that there is. */
/// <reference path="./engine/assets.d.ts" />
import guide from '../../../resources/examples/policy/OWN-POLICY.md?raw'
import template from './template.mjs?raw'
import types from './trimline-policy.d.ts?raw'

export const TEMPLATE = template

/** The page that leads to one in ten minutes. */
export const GUIDE = { file: 'OWN-POLICY.md', text: guide }

/** The example names it as its neighbour. */
export const TYPES = { file: 'trimline-policy.d.ts', text: types }
